"""Sinking, winning, and the end (BAB-73 to BAB-81)."""

from __future__ import annotations

from typing import Any

import pytest

from engines.babord import engine
from engines.babord.actions import EndTurn, Observe, RollWind, Sail
from engines.babord.parts import Current, Player
from engines.babord.position import BabordPosition
from engines.kernel.refusals import Illegal
from tests.engines.babord.positions import Rolls, boat, fields, name_at, play, sea, types


def heading_for_a_mine(*others: Player, **rest: Any) -> BabordPosition:
    tracks = {key: rest.pop(key) for key in ("hull", "cannonballs") if key in rest}
    return sea(boat((5, 5), **tracks), *others, tiles={(2, 3): ("mine", 2)}, phase="sail", wind="w", **rest)


@pytest.mark.rule("BAB-73", "BAB-30")
@pytest.mark.parametrize("hull", [1, 2])
def test_without_hull_the_boat_sinks_and_the_turn_is_over(hull: int) -> None:
    position = heading_for_a_mine(boat((9, 9), "se"), hull=hull, cannonballs=1)
    events = play(position, Sail((5, 6)))
    assert types(events) == [
        "sailed",
        "tile_revealed",
        "dashboard_changed",
        "boat_sunk",
        "turn_ended",
        "turn_started",
    ]
    assert fields(events[2])["changes"] == {"hull": [hull, 0]}
    assert fields(events[3]) == {"seat": 0, "place": [2, 3]}
    assert fields(events[4]) == {"seat": 0}
    player = position.players[0]
    assert (player.sunk, player.boat, player.hull) == (True, None, 0)
    assert (position.active_seat, position.phase, position.current) == (1, "before_action", Current())
    assert engine.rules.to_act(position) == (1,)


@pytest.mark.rule("BAB-73")
def test_a_boat_with_one_hull_left_sails_on() -> None:
    position = heading_for_a_mine(hull=3)
    play(position, Sail((5, 6)))
    assert (position.players[0].hull, position.players[0].sunk) == (1, False)


@pytest.mark.rule("BAB-74", "BAB-124", "BAB-51")
def test_a_carrier_who_sinks_leaves_the_treasure_there() -> None:
    """T8 and T25: the mine goes into the hole, the treasure now lies under the other boat."""
    position = heading_for_a_mine(boat((4, 7), "se"), hull=2, carrier=0, hole=(4, 4))
    treasure = position.treasure.tile
    events = play(position, Sail((5, 6)))
    assert types(events)[3:5] == ["boat_sunk", "treasure_lost"]
    assert fields(events[4]) == {
        "seat": 0,
        "reason": "sunk",
        "treasure_place": [2, 3],
        "moved_tile_from": [2, 3],
        "moved_tile_to": [4, 4],
    }
    assert (name_at(position, 2, 3), name_at(position, 4, 4)) == (treasure, "t14")
    assert (position.treasure.carrier, position.treasure.hole) == (None, None)
    play(position, RollWind(), 2)
    assert "treasure_taken" in types(play(position, Sail((4, 6))))
    assert position.treasure.carrier == 1


@pytest.mark.rule("BAB-75")
def test_the_carrier_wins_at_the_own_jetty() -> None:
    position = sea(boat((1, 2)), boat((9, 9), "se"), carrier=0, hole=(4, 4), phase="sail", wind="e")
    events = play(position, Sail((1, 1)))
    assert types(events) == ["sailed", "game_over"]
    assert fields(events[1]) == {"winners": [0], "ranking": [[0], [1]], "scores": [], "reason": "treasure_home"}
    assert (position.phase, position.active_seat, position.current) == ("game_over", None, Current())
    assert engine.rules.outcome(position) == position.result
    assert engine.rules.to_act(position) == ()
    assert engine.rules.legal(position, 0).actions == []


@pytest.mark.rule("BAB-75")
def test_a_foreign_port_or_empty_hands_win_nothing() -> None:
    foreign = sea(boat((1, 9)), carrier=0, hole=(4, 4), phase="sail", wind="w")
    assert types(play(foreign, Sail((1, 10)))) == ["sailed"]
    empty = sea(boat((1, 2)), boat((9, 9), "se"), carrier=1, hole=(4, 4), phase="sail", wind="e")
    assert types(play(empty, Sail((1, 1)))) == ["sailed"]
    assert empty.phase == "after_action"


@pytest.mark.rule("BAB-76")
def test_when_all_boats_have_sunk_nobody_wins() -> None:
    position = heading_for_a_mine(boat(None, "se", hull=0, sunk=True), hull=1)
    events = play(position, Sail((5, 6)))
    assert types(events)[-2:] == ["boat_sunk", "game_over"]
    assert fields(events[-1]) == {"winners": [], "ranking": [[0, 1]], "scores": [], "reason": "all_sunk"}


@pytest.mark.rule("BAB-77", "BAB-118")
def test_the_last_boat_plays_on() -> None:
    position = heading_for_a_mine(boat((9, 9), "se"), hull=1)
    assert types(play(position, Sail((5, 6))))[-1] == "turn_started"
    assert position.active_seat == 1


@pytest.mark.rule("BAB-77", "BAB-118")
def test_the_last_boat_may_win_by_an_option() -> None:
    position = heading_for_a_mine(
        boat((9, 9), "se"), boat(None, "ne", hull=0, sunk=True), hull=1, last_afloat_wins=True
    )
    events = play(position, Sail((5, 6)))
    assert types(events)[-2:] == ["boat_sunk", "game_over"]
    assert fields(events[-1]) == {"winners": [1], "ranking": [[1], [0, 2]], "scores": [], "reason": "last_afloat"}
    three = heading_for_a_mine(boat((9, 9), "se"), boat((7, 7), "ne"), hull=1, last_afloat_wins=True)
    assert types(play(three, Sail((5, 6))))[-1] == "turn_started"
    solo = sea(boat((5, 5), hull=2), tiles={(2, 3): ("mine", 2)}, phase="sail", wind="w", last_afloat_wins=True)
    play(solo, Sail((5, 6)))
    assert solo.result is not None
    assert solo.result.reason == "all_sunk"


@pytest.mark.rule("BAB-78", "BAB-79")
def test_after_the_last_round_the_game_ends_without_a_winner() -> None:
    position = sea(boat((5, 5)), boat((9, 9), "se"), max_rounds=2)
    for _ in range(3):
        play(position, Observe((3, 3)))
        assert position.phase == "before_action"
    assert (position.round, position.active_seat) == (2, 1)
    events = play(position, Observe((3, 3)))
    assert types(events) == ["observed", "tile_seen", "turn_ended", "game_over"]
    assert fields(events[-1]) == {"winners": [], "ranking": [[0, 1]], "scores": [], "reason": "round_cap"}
    assert position.round == 2


@pytest.mark.rule("BAB-78", "BAB-66")
def test_balls_of_a_sunk_last_seat_still_fly_before_the_cap() -> None:
    position = sea(boat((5, 5)), boat(None, "se", hull=0, sunk=True), max_rounds=1, balls=[(1, (3, 3), "w")])
    events = play(position, Observe((3, 3)))
    assert types(events)[-3:] == ["turn_ended", "ball_moved", "game_over"]


@pytest.mark.rule("BAB-79")
def test_solo_is_the_same_game_without_rivals() -> None:
    position = sea(boat((5, 5)), max_rounds=3)
    rounds = []
    while position.phase != "game_over":
        rounds.append(position.round)
        play(position, Observe((3, 3)))
    assert rounds == [1, 2, 3]
    assert position.round == 3
    won = sea(boat((1, 2)), carrier=0, hole=(4, 4), phase="sail", wind="e")
    play(won, Sail((1, 1)))
    assert won.result is not None
    assert (won.result.winners, won.result.ranking, won.result.scores) == ([0], [[0]], [])


@pytest.mark.rule("BAB-80")
def test_there_is_a_winner_and_there_are_others() -> None:
    position = sea(
        boat((7, 7), "se"), boat((1, 2)), boat((9, 9), "ne"), seat=1, carrier=1, hole=(4, 4), phase="sail", wind="e"
    )
    play(position, Sail((1, 1)))
    assert position.result is not None
    assert (position.result.ranking, position.result.scores) == ([[1], [0, 2]], [])


@pytest.mark.rule("BAB-81")
def test_nothing_is_accepted_once_the_game_is_over() -> None:
    position = sea(boat((5, 5)), max_rounds=1)
    play(position, Observe((3, 3)))
    for action in (RollWind(), EndTurn(), Observe((3, 3))):
        with pytest.raises(Illegal) as refusal:
            engine.rules.apply(position, 0, action, Rolls())
        assert (refusal.value.rule, refusal.value.reason) == ("BAB-81", "game_over")


def test_the_round_grows_when_the_last_boat_afloat_has_played() -> None:
    position = sea(boat(None, hull=0, sunk=True), boat((5, 5), "se"), boat((9, 9), "ne"), seat=1)
    rounds = []
    for _ in range(4):
        rounds.append((position.round, position.active_seat))
        play(position, Observe((3, 3)))
    assert rounds == [(1, 1), (1, 2), (2, 1), (2, 2)]


def test_the_winner_keeps_the_treasure_in_the_final_position() -> None:
    position = sea(boat((1, 2)), carrier=0, hole=(4, 4), phase="sail", wind="e")
    play(position, Sail((1, 1)))
    engine.rules.check(position)
    assert (position.treasure.carrier, position.players[0].boat) == (0, (1, 1))
