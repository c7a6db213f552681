"""What the searching sailor imagines and compares."""

from __future__ import annotations

from collections import Counter

import pytest

from engines.babord import engine
from engines.babord.actions import ChoosePort, EndTurn, Fire, Fish, Observe, RollWind, Sail
from engines.babord.bot.belief import LEFT_ALONE
from engines.babord.parts import Tile
from engines.babord.pieces import TREASURE_FACE, place_of
from engines.babord.position import BabordPosition
from engines.kernel.dice import SeededDice
from engines.kernel.records import Action
from tests.engines.babord.positions import boat, name_at, sea
from tests.support.kit.play import opening
from workers.players.seeds import FastDice


def compared(position: BabordPosition, seat: int = 0) -> list[Action]:
    knowledge, choices = engine.visibility.knowledge(position, seat), engine.rules.legal(position, seat)
    return engine.bot.shortlist(knowledge, seat, choices, SeededDice(b"search"))


def greedy(position: BabordPosition, seat: int = 0) -> Action:
    knowledge, choices = engine.visibility.knowledge(position, seat), engine.rules.legal(position, seat)
    return engine.bot.greedy(knowledge, seat, choices, SeededDice(b"search"))


def show(position: BabordPosition, place: tuple[int, int], *seats: int) -> BabordPosition:
    """These seats have seen the tile there."""
    name = name_at(position, *place)
    tile = position.tiles[name]
    position.tiles[name] = Tile(tile.kind, tile.fish, seats)
    return position


def imagined_treasures(position: BabordPosition, seat: int, times: int) -> Counter[str]:
    knowledge, dice = engine.visibility.knowledge(position, seat), FastDice(7)
    beliefs = [engine.bot.sample_belief(knowledge, seat, dice) for _ in range(times)]
    for belief in beliefs[:10]:
        engine.rules.check(belief)
        assert engine.visibility.knowledge(belief, seat) == knowledge
        assert belief.tiles[belief.treasure.tile].kind == "treasure"
    return Counter(belief.treasure.tile for belief in beliefs)


@pytest.mark.rule("BAB-39")
def test_the_treasure_is_seldom_imagined_where_another_seat_has_looked() -> None:
    position = sea(boat((5, 5)), boat((9, 9), "se"))
    watched = [name for number, name in enumerate(position.tiles) if number % 2]
    for name in watched:
        position.tiles[name] = Tile(position.tiles[name].kind, position.tiles[name].fish, (1,))
    found = imagined_treasures(position, 0, 400)
    share = sum(found[name] for name in watched) / 400
    assert 0.02 < share < 0.5 * LEFT_ALONE / 100 + 0.08
    assert len(found) > 20


def test_a_treasure_that_the_seat_has_seen_stays_where_it_is() -> None:
    position = show(sea(boat((5, 5)), boat((9, 9), "se"), tiles={(4, 4): TREASURE_FACE}), (4, 4), 0, 1)
    assert imagined_treasures(position, 0, 20) == {name_at(position, 4, 4): 20}


def test_a_rollout_goes_on_while_two_boats_know_the_treasure() -> None:
    position = sea(boat((5, 5)), boat((9, 9), "se"), tiles={(4, 4): TREASURE_FACE})
    assert engine.bot.quiet(position)
    assert engine.bot.quiet(show(position, (4, 4), 0))
    assert not engine.bot.quiet(show(position, (4, 4), 0, 1))
    carried = sea(boat((5, 5)), boat((9, 9), "se"), carrier=1, hole=(3, 3))
    assert not engine.bot.quiet(carried)


def test_with_the_treasure_beside_it_a_boat_in_need_does_not_fish_first() -> None:
    tiles = {(2, 2): ("fish", 2), (2, 3): TREASURE_FACE}
    position = sea(boat((5, 5), fuel=3, fish=2), boat((9, 9), "se"), tiles=tiles)
    show(show(position, (2, 2), 0, 1), (2, 3), 0, 1)
    assert greedy(position) == Fish()
    assert compared(position)[:2] == [RollWind(), Fish()]


def test_with_the_treasure_beside_it_a_boat_in_need_does_not_turn_to_a_port() -> None:
    position = sea(
        boat((5, 5), fuel=3, fish=6), boat((9, 9), "se"), tiles={(2, 3): TREASURE_FACE}, phase="sail", wind="w"
    )
    first = compared(show(position, (2, 3), 0, 1))[0]
    assert isinstance(first, Sail)
    assert place_of(first.to) == (2, 3)


def test_a_shot_at_a_rival_beside_the_boat_is_weighed() -> None:
    position = sea(boat((5, 5), cannonballs=1), boat((7, 7), "se", cannonballs=1))
    assert Fire("se") in compared(position)
    position.phase = "after_action"
    assert compared(position) == [EndTurn(), Fire("se")]


def test_looks_go_first_where_nobody_else_has_looked() -> None:
    position = sea(boat((5, 5), fuel=2), boat((9, 9), "se"))
    nearest = next(action for action in compared(position) if isinstance(action, Observe))
    show(position, nearest.tile, 1)
    looks = [action for action in compared(position)[1:] if isinstance(action, Observe)]
    assert looks
    assert nearest not in looks


def test_the_searching_sailor_settles_near_its_rivals_and_the_greedy_one_far_from_them() -> None:
    position, _, _ = opening(engine, 2, {"first_seat": 0}, b"ports")
    engine.rules.apply(position, 0, ChoosePort("nw", (1, 1)), SeededDice(b"ports"))
    near, far = compared(position, 1), greedy(position, 1)
    assert isinstance(far, ChoosePort)
    assert far.port == "se"
    assert len(near) == 1
    assert isinstance(near[0], ChoosePort)
    assert near[0].port in ("ne", "sw")
