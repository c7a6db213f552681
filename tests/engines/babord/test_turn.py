"""The order of a turn (BAB-9 to BAB-12)."""

from __future__ import annotations

import pytest

from engines.babord import engine
from engines.babord.actions import (
    Attack,
    Buy,
    ChoosePort,
    EndTurn,
    Fire,
    Fish,
    Jump,
    Observe,
    Peek,
    RollWind,
    Sail,
    SwapTiles,
)
from tests.engines.babord.positions import boat, changed, fields, legal, play, refused, resolving, sea, types

MAIN = (RollWind(), Observe((2, 2)), Fish())
EXTRA = (Fire("e"), Attack(1), Buy("fuel", 1))


@pytest.mark.rule("BAB-9", "BAB-132")
def test_turns_go_clockwise_and_only_the_active_seat_acts() -> None:
    position = sea(boat((5, 5)), boat((7, 7), "se"), boat((3, 3), "ne"))
    for action in (*MAIN, *EXTRA, EndTurn(), Sail((5, 5))):
        assert refused(position, action, seat=1) == ("BAB-9", "not_to_act")
    assert engine.rules.to_act(position) == (0,)
    order = []
    for _ in range(4):
        order.append((position.round, position.active_seat))
        play(position, Observe((4, 4)))
    assert order == [(1, 0), (1, 1), (1, 2), (2, 0)]


@pytest.mark.rule("BAB-9", "BAB-66")
def test_sunk_seats_are_passed_over() -> None:
    position = sea(boat((5, 5)), boat(None, "se", hull=0, sunk=True), boat((3, 3), "ne"))
    events = play(position, Observe((4, 4)))
    assert types(events) == ["observed", "tile_seen", "turn_ended", "turn_started"]
    assert (position.active_seat, position.round) == (2, 1)
    play(position, Observe((4, 4)))
    assert (position.active_seat, position.round) == (0, 2)


@pytest.mark.rule("BAB-10")
def test_own_balls_fly_before_anything_else_in_the_turn() -> None:
    position = sea(boat((5, 5)), boat((7, 7), "se"), balls=[(1, (0, 1), "s"), (0, (3, 1), "s")])
    events = play(position, Observe((4, 4)))
    assert types(events) == ["observed", "tile_seen", "turn_ended", "turn_started", "ball_moved"]
    assert [ball.place for ball in position.balls] == [(1, 1), (3, 1)]


@pytest.mark.rule("BAB-10")
@pytest.mark.parametrize("phase", ["sail", "jump", "swap_tiles", "peek"])
def test_nothing_but_the_pending_decision_is_accepted(phase: str) -> None:
    kind = {"jump": "bermuda", "swap_tiles": "tornado", "peek": "spyglass"}.get(phase, "palm")
    position = sea(boat((5, 5), cannonballs=1), boat((4, 5), "se"), tiles={(2, 2): (kind, 0)}, wind="w")
    if phase != "sail":
        position.current.wind = None
        resolving(position, phase, (2, 2))
    else:
        position.phase = "sail"
    own = {"sail": Sail, "jump": Jump, "swap_tiles": SwapTiles, "peek": Peek}[phase]
    others = (Sail((5, 6)), Jump((9, 9)), SwapTiles((3, 3), (3, 4)), Peek((3, 3)), ChoosePort("ne", (1, 10)))
    for action in (*MAIN, *EXTRA, EndTurn(), *others):
        if not isinstance(action, own):
            assert refused(position, action) == ("BAB-10", "wrong_phase")


@pytest.mark.rule("BAB-10")
@pytest.mark.parametrize("phase", ["before_action", "after_action"])
def test_what_belongs_to_a_tile_waits_for_that_tile(phase: str) -> None:
    position = sea(boat((5, 5), cannonballs=1), phase=phase)
    for action in (Sail((5, 6)), Jump((9, 9)), SwapTiles((3, 3), (3, 4)), Peek((3, 3)), ChoosePort("ne", (1, 10))):
        assert refused(position, action) == ("BAB-10", "wrong_phase")


@pytest.mark.rule("BAB-11")
def test_exactly_one_main_action_per_turn() -> None:
    position = sea(boat((5, 5), cannonballs=1))
    assert refused(position, EndTurn()) == ("BAB-11", "wrong_phase")
    play(position, Observe((4, 4)))
    assert position.phase == "after_action"
    for action in MAIN:
        assert refused(position, action) == ("BAB-11", "wrong_phase")
    assert EndTurn() in legal(position)
    assert not [action for action in legal(position) if action in MAIN]


@pytest.mark.rule("BAB-12", "BAB-112")
def test_fights_and_trade_are_possible_before_and_after_the_main_action() -> None:
    position = sea(boat((1, 1), cannonballs=2, fish=7, fuel=4))
    assert [fields(event) for event in play(position, Buy("fuel", 1))] == [
        {"seat": 0, "item": "fuel", "quantity": 1, "cost": 1}
    ]
    assert types(play(position, Fire("e"))) == ["ball_fired"]
    assert position.phase == "before_action"
    play(position, Observe((4, 4)))
    assert position.phase == "after_action"
    assert types(play(position, Fire("se"))) == ["ball_fired"]
    assert types(play(position, Buy("fuel", 2))) == ["bought"]
    assert (position.players[0].fuel, position.players[0].fish) == (7, 4)
    assert types(play(position, EndTurn()))[:2] == ["turn_ended", "turn_started"]


def test_the_last_window_closes_by_itself_when_nothing_is_left_to_do() -> None:
    position = sea(boat((5, 5)), boat((7, 7), "se"))
    events = play(position, Observe((4, 4)))
    assert [event.auto is True for event in events] == [False, False, True, True]
    assert engine.rules.forced(position) is None
    assert fields(events[2]) == {"seat": 0}
    assert fields(events[3]) == {"seat": 1, "round": 1}


@pytest.mark.parametrize(
    ("tracks", "point"),
    [({"cannonballs": 1}, (5, 5)), ({"fish": 1, "fuel": 9}, (1, 1)), ({"fish": 1, "hull": 9}, (1, 1))],
)
def test_the_last_window_stays_open_for_a_shot_or_a_purchase(tracks: dict[str, int], point: tuple[int, int]) -> None:
    position = sea(boat(point, **tracks))
    assert types(play(position, Observe((4, 4)))) == ["observed", "tile_seen"]
    assert position.phase == "after_action"
    assert engine.rules.forced(position) is None
    assert legal(position)[-1] == EndTurn()


def test_an_attack_keeps_the_last_window_open() -> None:
    position = sea(boat((5, 5)), boat((5, 4), "se"), carrier=1, hole=(4, 4))
    play(position, Observe((3, 3)))
    assert legal(position) == [Attack(1), EndTurn()]


def test_a_window_without_a_choice_is_not_closed_on_import() -> None:
    position = sea(boat((5, 5)), phase="after_action")
    engine.rules.check(position)
    assert legal(position) == [EndTurn()]
    assert engine.rules.forced(position) == (0, EndTurn())


def test_a_new_turn_starts_with_a_clean_slate() -> None:
    position = sea(boat((5, 5)), boat((7, 7), "se"), phase="after_action")
    position.current.attacked = True
    position.current.jumped = [(2, 2)]
    position.current.peeked = [(3, 1)]
    assert changed(position, EndTurn()) == {
        "/active_seat": 1,
        "/phase": "before_action",
        "/current/attacked": False,
        "/current/jumped": [],
        "/current/peeked": [],
    }


def test_the_attack_of_the_first_window_does_not_count_for_the_last() -> None:
    position = sea(boat((5, 5)), boat((5, 4), "se"), carrier=1, hole=(4, 4))
    play(position, Attack(1))
    assert position.current.attacked
    play(position, Observe((3, 3)))
    assert not position.current.attacked
    assert Attack(1) in legal(position)


def test_before_action_lists_everything_in_the_order_of_the_rules() -> None:
    position = sea(boat((5, 5), cannonballs=1), boat((5, 4), "se"), carrier=1, hole=(4, 4))
    actions = legal(position)
    names = [type(action).__name__ for action in actions]
    assert list(dict.fromkeys(names)) == ["RollWind", "Observe", "Fish", "Fire", "Attack"]
    assert len(legal(position, Observe)) == 30
    assert [action.direction for action in legal(position, Fire)] == ["n", "ne", "e", "se", "s", "sw", "w", "nw"]
