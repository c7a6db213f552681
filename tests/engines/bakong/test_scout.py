"""What the greedy player reckons, to the hundredth of a point."""

from __future__ import annotations

import pytest

from engines.bakong import engine
from engines.bakong.actions import (
    Discard,
    Flip,
    FlipSecond,
    LoseObject,
    Move,
    Pass,
    Reroll,
    TakeBigEmerald,
    TakeEmeralds,
    TakeObject,
)
from engines.bakong.bot.greedy import VALUE
from engines.bakong.bot.scout import WORTH, Scout
from engines.bakong.parts import Incoming
from tests.engines.bakong.positions import about_to_move, player, table, track
from tests.engines.bakong.test_refusals import WALKED, in_phase


def scout(game) -> Scout:
    return Scout(engine.visibility.knowledge(game, game.active_seat), game.active_seat)


def on_path(seat, faces: str, at: int | None = None, *others):
    return scout(about_to_move(seat, *others, die=1, faces=faces, at=at))


def value(game, action) -> int:
    return VALUE[game.phase](scout(game), action)


PLAIN = "jungle jungle jungle jungle jungle jungle jungle"


def test_ground_is_worth_so_much_a_slot():
    walker = on_path(player(2), PLAIN)
    assert [walker.walks(2, 1, walker.faces)[steps - 1] for steps in (1, 3, 7)] == [(40, 3), (120, 5), (280, 9)]


@pytest.mark.parametrize(
    ("seat", "faces", "steps", "expected"),
    [
        (player(2), "ditch jungle", 2, (-220, 4)),
        (player(2), "ditch ditch", 2, (-520, 4)),
        (player(2, "first_aid_kit"), "ditch ditch", 2, (80, 4)),
        (player(2), "river jungle", 2, (40, 3)),
        (player(2, "rope"), "river jungle", 2, (80, 4)),
        (player(2), "cliff jungle", 2, (40, 3)),
        (player(2, "grapnel"), "cliff jungle", 2, (80, 4)),
        (player(2), "quicksand jungle", 2, (80, 4)),
        (player(2, "map"), "quicksand jungle", 2, (80 - 96, 4)),
        (player(2, "rope", "map"), "quicksand river jungle", 3, (120 - 96, 5)),
        (player(2, "rope"), "quicksand river jungle", 3, (80 - 230, 4)),
        (player(2), "jungle_emerald", 1, (140, 3)),
        (player(2, "torch"), "jungle_emerald", 1, (240, 3)),
        (player(2), "cave", 1, (290, 3)),
        (player(2, "torch"), "cave", 1, (390, 3)),
        (player(2), "waterfall", 1, (40, 3)),
        (player(2, ouch=1), "waterfall", 1, (340, 3)),
        (player(2), "abandoned_camp", 1, (40 + 384, 3)),
        (player(2, "first_aid_kit"), "abandoned_camp", 1, (40 + 288, 3)),
    ],
)
def test_the_way_out(seat, faces, steps, expected):
    walker = on_path(seat, faces)
    assert walker.walks(2, 1, walker.faces)[steps - 1] == expected


@pytest.mark.parametrize(
    ("seat", "face", "expected"),
    [
        (player(5, big=17, ouch=1), "waterfall", 40),
        (player(5, big=13, ouch=1), "waterfall", 340),
        (player(5, "rope", "journal", x1=8, big=13), "cave", 40),
        (player(5, "rope", "journal", x1=8, big=13), "jungle_emerald", 40),
        (player(5, "torch", x1=7, x3=3, big=13), "jungle_emerald", 140),
        (player(5, "torch", x1=7, x3=2, big=13), "jungle_emerald", 240),
    ],
)
def test_the_way_back(seat, face, expected):
    walker = on_path(seat, face, 4)
    assert walker.walks(5, -1, walker.faces)[0] == (expected, 4)


def test_tokens_that_are_not_there():
    walker = on_path(player(2), "ditch ditch jungle_emerald", None, player(x1=20, ouch=11))
    assert walker.walks(2, 1, walker.faces)[1] == (80 - 300, 4)
    assert walker.walks(2, 1, walker.faces)[2] == (120 - 300, 5)


def test_temple_and_home():
    walker = on_path(player(23), "jungle")
    assert walker.walks(23, 1, walker.faces)[4] == (280, 25)
    winner = on_path(player(2, big=13), "jungle", 1, player(9, ouch=1))
    assert winner.walks(2, -1, winner.faces)[3] == (3080, 0)
    assert winner.values([4], winner.faces)[0] == 3080
    loser = on_path(player(2, big=13), "jungle", 1, player(9, big=17))
    assert loser.walks(2, -1, loser.faces)[1] == (-2920, 0)


def test_objects_lose_their_worth_on_the_way():
    assert [on_path(player(slot), "").worth("machete") for slot in (0, 10, 24)] == [300, 240, 156]
    assert [on_path(player(slot, big=13), "", 1).worth("machete") for slot in (25, 10, 1)] == [150, 60, 6]
    assert list(WORTH) == ["first_aid_kit", "machete", "rope", "grapnel", "torch", "journal", "compass", "map"]
    assert sorted(WORTH.values(), reverse=True) == [400, 300, 240, 240, 200, 180, 150, 100]


def test_the_better_of_two_dice():
    walker = on_path(player(0), PLAIN)
    assert walker.mean_of_better([10, 20, 30, 40, 50, 60, 70]) == (10 + 60 + 150 + 280 + 450 + 660) // 36
    assert on_path(player(0, "machete"), PLAIN).mean_of_better([10, 20, 30, 40, 50, 60, 70]) == 1610 // 36 + 10
    assert on_path(player(0, "compass"), PLAIN).mean_of_better([60, 0, 0, 0, 0, 0, 0]) == 60 * (11 + 9) // 36


def test_the_glance_at_the_turn_after():
    walker = on_path(player(0), "jungle jungle jungle jungle jungle jungle jungle jungle jungle")
    after = 40 * (1 + 6 + 15 + 28 + 45 + 66) // 36
    assert walker.promise(1, walker.faces) == after == 178
    assert walker.values([1], walker.faces)[0] == 40 + after * 60 // 100
    assert walker.values([2], walker.faces)[0] == 80 + after * 60 // 100
    assert walker.best_move(2, walker.faces) == walker.values([2], walker.faces)[0]
    returning = on_path(player(24), "jungle jungle jungle jungle jungle jungle jungle", 18)
    assert returning.promise(25, returning.faces) == 178


def test_a_new_throw_is_the_mean_of_all():
    walker = on_path(player(0), "jungle jungle jungle jungle jungle jungle jungle jungle jungle")
    moves = [walker.values([steps], walker.faces)[0] for steps in range(1, 8)]
    assert walker.new_throw() == walker.mean_of_better(moves)


def test_tiles_are_turned_in_the_mind():
    walker = scout(table(player(0), player(), track=track("cave:t06 river:t13 jungle", unseen={2})))
    assert walker.turned(1)[:4] == ["start_camp", "quicksand", "river", "jungle"]
    assert walker.turned(2)[:4] == ["start_camp", "cave", "jungle", "jungle"]
    for end in (-1, 0, 25, 26):
        assert walker.turned(end) == walker.faces
    assert len(walker.turned(24)) == 26


def test_flips_and_rerolls():
    laid = track("jungle river:t13 jungle jungle jungle jungle jungle jungle")
    game = table(player(0, "journal"), player(), track=laid, dice=(2, 6))
    walker = scout(game)
    assert value(game, Flip(2)) == walker.values([6], walker.turned(2))[0]
    assert value(game, Flip(6)) == walker.values([2], walker.turned(6))[0]
    assert value(game, Reroll()) == walker.new_throw()
    double = table(player(9, big=13), player(), track=laid, dice=(3, 3))
    walker = scout(double)
    assert value(double, Flip(3)) == walker.values([3], walker.turned(6))[0]


def test_the_map_and_the_steps():
    game = in_phase("map_flip")
    walker = scout(game)
    assert value(game, Pass()) == walker.values([5], walker.faces)[0]
    assert value(game, FlipSecond(4)) == walker.values([5], walker.turned(4))[0]
    game = in_phase("choose_steps")
    walker = scout(game)
    for steps in (4, 5, 6):
        assert value(game, Move(steps)) == walker.values([steps], walker.faces)[0]
    assert walker.best_move(5, walker.faces) == max(walker.values([steps], walker.faces)[0] for steps in (4, 5, 6))
    assert walker.step_counts(1) == [1, 2]
    assert walker.step_counts(2) == [2, 1, 3]


def test_objects_and_tokens():
    assert value(in_phase("choose_start_object"), TakeObject("torch")) == 200
    assert value(in_phase("quicksand"), LoseObject("map")) == -100
    assert value(in_phase("camp"), TakeObject("rope")) == 240 * 43 // 50
    assert value(in_phase("camp"), Pass()) == 1
    assert value(in_phase("choose_split"), TakeEmeralds(2, 0)) == 2
    assert value(in_phase("choose_split"), TakeEmeralds(1, 3)) == 1


def test_swaps():
    seat = player(10, "grapnel", "journal", "map", x1=2, big=10)
    walker = on_path(seat, "", 9)
    assert walker.swap("map", "torch") == 40 - 20
    assert walker.swap("journal", "torch") == 40 - 36
    assert walker.swap("x1", "torch") == 0
    assert walker.object_gain("torch") == 20
    assert walker.object_gain("map") == 0
    assert walker.object_gain("compass") == 30
    assert walker.object_gain("machete") == 60 - 20
    full = on_path(player(20, "rope", "journal", x1=8, big=13), "", 9)
    assert full.swap("x1", "compass") == 60 - 100
    assert full.object_gain("compass") == 0
    assert on_path(player(0, "rope", "first_aid_kit", x1=12), "").swap("x1", "journal") == 0  # two would have to go
    early = on_path(player(0, x1=20), "")
    assert early.swap("x1", "compass") == 150 - 100
    assert early.object_gain("compass") == 50
    assert on_path(player(0, x3=20), "").object_gain("compass") == 0


@pytest.mark.parametrize(
    ("objects", "small", "values"),
    [
        ([], 0, [1600, 1300]),
        (["rope"], 0, [1600 - 120, 1300]),
        (["rope", "map"], 0, [1600 - 50 - 120, 1300]),
        (["journal"], 12, [1600 - 90 - 100, 1300]),
    ],
)
def test_big_emeralds(objects, small, values):
    turn = {**WALKED, "at": "temple"}
    seat = player(25, *objects, x1=small, direction="return")
    game = table(seat, player(), phase="choose_big_emerald", current=turn)
    assert [value(game, TakeBigEmerald(big)) for big in (17, 13)] == values


def test_making_room():
    def game(*incoming, place="cave"):
        made = in_phase("make_room")
        made.current.incoming, made.current.at = list(incoming), place
        return made

    x3, x1, big = Incoming("x3"), Incoming("x1"), Incoming("big", value=17)
    assert [value(game(x3), Discard(item)) for item in ("x1", "x3", "rope")] == [100, 0, 0]
    assert [value(game(x1), Discard(item)) for item in ("x1", "x3", "rope")] == [0, 0, 0]
    assert [value(game(big), Discard(item)) for item in ("journal", "rope", "x1")] == [-180, -240, -3000]
    torch = Incoming("object", "machete")
    assert [value(game(torch), Discard(item)) for item in ("rope", "journal", "x3")] == [42 - 33, 0, 0]
    assert value(game(x3), Pass()) == 1
