"""The plan of the city: gates, crossroads, streets, bridges, monuments."""

from __future__ import annotations

from itertools import combinations
from math import dist

import pytest

from engines.kimbac import engine
from engines.kimbac.actions import MovePawn
from engines.kimbac.bot.distances import FOOT_NODE, NODE, RUN, WALK
from engines.kimbac.pieces import BRIDGES, CROSSROADS, FOOT, GATES, MONUMENT_AT, STREETS, THROWS, WAYS
from tests.engines.kimbac.positions import legal, play, search

BOARD = engine.content["board"]
PLACE = {item["id"]: (item["x"], item["y"]) for item in BOARD["crossroads"]["items"]}


def test_the_plan_has_the_pieces_of_the_box() -> None:
    assert len(CROSSROADS) == len(set(CROSSROADS)) == BOARD["crossroads_total"] == 75
    assert len(BOARD["streets"]["items"]) == BOARD["streets_total"] == 121
    assert len(BOARD["bridges"]["items"]) == BOARD["bridges_total"] == 4
    assert tuple("ABCDEFGHIJKL") == GATES
    assert list(FOOT) == list(range(1, 19))


def test_the_plan_can_be_drawn() -> None:
    for item in (*BOARD["crossroads"]["items"], *BOARD["gates"]["items"], *BOARD["monuments"]["items"]):
        assert 0 < item["x"] < BOARD["width"]
        assert 0 < item["y"] < BOARD["height"]
    for monument in BOARD["monuments"]["items"]:
        spot = (monument["x"], monument["y"])
        assert min(PLACE, key=lambda crossroad: dist(PLACE[crossroad], spot)) == monument["foot"]


def test_streets_and_bridges_do_not_cross_each_other() -> None:
    lines = [tuple(ends) for ends in BOARD["streets"]["items"]]
    lines += [(bridge["a"], bridge["b"]) for bridge in BOARD["bridges"]["items"]]
    for one, other in combinations(lines, 2):
        if not set(one) & set(other):
            assert not crosses(*(PLACE[place] for place in (*one, *other)))


def crosses(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int], d: tuple[int, int]) -> bool:
    def side(p: tuple[int, int], q: tuple[int, int], r: tuple[int, int]) -> bool:
        return (q[0] - p[0]) * (r[1] - p[1]) > (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) != side(a, b, d) and side(c, d, a) != side(c, d, b)


@pytest.mark.rule("KIM-10", "KIM-125")
def test_a_pawn_steps_to_any_adjacent_crossroad_and_straight_back_again() -> None:
    game = search(4, {0: {1: "x305"}})
    assert [action.to for action in legal(game, 0)] == ["x205", "x304", "x306"]
    play(game, 0, MovePawn(1, "x205"))
    assert game.pawns[0][0] == "x205"
    game.next_pawn = 1
    assert MovePawn(1, "x305") in legal(game, 0)


@pytest.mark.rule("KIM-12")
def test_a_bridge_is_a_street_for_seekers() -> None:
    game = search(4, {0: {1: "x402"}})
    moved = play(game, 0, MovePawn(1, "x502"))[0]
    assert (moved.from_, moved.to, moved.bridge) == ("x402", "x502", "bridge_1")
    game.next_pawn = 1
    assert play(game, 0, MovePawn(1, "x402"))[0].bridge == "bridge_1"


@pytest.mark.rule("KIM-12")
def test_bridges_join_the_banks_and_are_no_streets() -> None:
    ends = {frozenset(pair): bridge for pair, bridge in BRIDGES.items()}
    assert ends == {
        frozenset(("x402", "x502")): "bridge_1",
        frozenset(("x404", "x505")): "bridge_2",
        frozenset(("x407", "x507")): "bridge_3",
        frozenset(("x409", "x508")): "bridge_4",
    }
    for a, b in BRIDGES:
        assert b in WAYS[a]
        assert b not in STREETS[a]


@pytest.mark.rule("KIM-13")
def test_without_bridges_the_way_from_1_to_18_is_sixteen_steps_round_the_river() -> None:
    assert RUN[FOOT_NODE[1]][FOOT_NODE[18]] == 16
    assert WALK[FOOT_NODE[1]][FOOT_NODE[18]] == 3
    assert all(steps < 99 for row in RUN[: len(CROSSROADS)] for steps in row)


@pytest.mark.rule("KIM-13")
def test_the_way_grows_with_the_difference_of_the_numbers() -> None:
    def mean_way(gap: int) -> float:
        ways = [RUN[FOOT_NODE[low]][FOOT_NODE[low + gap]] for low in range(1, 19 - gap)]
        return round(sum(ways) / len(ways), 1)

    assert [mean_way(gap) for gap in (1, 5, 9, 13, 17)] == [2.4, 6.5, 9.8, 13.2, 16.0]


@pytest.mark.rule("KIM-13")
def test_no_crossroad_has_fewer_than_three_streets() -> None:
    assert sorted({len(ways) for ways in STREETS.values()}) == [3, 4]
    assert sum(len(ways) == 4 for ways in STREETS.values()) == 17
    assert sum(len(WAYS[crossroad]) == 4 for crossroad in CROSSROADS) == 25


@pytest.mark.rule("KIM-14")
def test_each_monument_has_one_crossroad_at_its_foot() -> None:
    assert FOOT[1] == "x302"
    assert FOOT[18] == "x602"
    assert len(MONUMENT_AT) == 18
    assert all(MONUMENT_AT[foot] == number for number, foot in FOOT.items())
    assert min(WALK[NODE[a]][NODE[b]] for a, b in combinations(FOOT.values(), 2)) >= 2


@pytest.mark.rule("KIM-15", "KIM-103")
def test_a_pawn_leaves_its_gate_by_one_of_two_crossroads_and_nobody_steps_onto_a_gate() -> None:
    game = search(4, {0: {1: "A"}})
    assert legal(game, 0) == [MovePawn(1, "x102"), MovePawn(1, "x103")]
    assert len({exit_ for gate in GATES for exit_ in WAYS[gate]}) == 24
    assert not any(way in GATES for ways in WAYS.values() for way in ways)


@pytest.mark.rule("KIM-37")
def test_every_sum_comes_from_exactly_one_pair_of_face_values() -> None:
    assert sorted(THROWS) == list(range(1, 19))
    assert THROWS[16] == (4, 12)
    assert THROWS[1] == (1, 0)
    assert len(set(THROWS.values())) == 18
