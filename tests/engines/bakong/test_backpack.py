"""Sacs à dos, objets et émeraudes: what fits, and making room (BAK-46, BAK-48 to BAK-58)."""

from __future__ import annotations

from itertools import combinations

import pytest

from engines.bakong import engine
from engines.bakong.actions import Discard, Move, Pass, TakeEmeralds, TakeObject
from engines.bakong.events import EmeraldsMissed, ItemDeclined, ItemDiscarded
from engines.bakong.parts import Incoming
from engines.bakong.pieces import BIG_SHAPE_OF, BIG_VALUES, OBJECTS, POCKETS, SHAPE_OF
from engines.bakong.position import Placed
from engines.bakong.rules.backpack import could_stow, fits, layout, pack, room
from tests.engines.bakong.positions import about_to_move, happened, legal, of_type, play, player, refusal, table

LOADS = [
    (big, objects)
    for big in (None, *BIG_VALUES)
    for number in range(len(OBJECTS) + 1)
    for objects in combinations(OBJECTS, number)
]


def area(big, objects):
    shapes = [SHAPE_OF[name] for name in objects if name != "compass"]
    return [width * height for width, height in shapes + ([BIG_SHAPE_OF[big]] if big else [])]


@pytest.mark.rule("BAK-53", "BAK-52")
def test_the_packing_search_agrees_with_the_short_rule_on_all_loads():
    assert len(LOADS) == 7 * 256
    for big, objects in LOADS:
        areas = area(big, objects)
        squares = areas.count(4)
        packs = sum(areas) <= 12 and squares <= 2
        assert (pack(big, objects) is not None) == packs, (big, objects)
        assert room(big, objects) == (20 - sum(areas) - ("compass" in objects) if packs else -1)


@pytest.mark.rule("BAK-48", "BAK-50", "BAK-51")
def test_layouts_put_every_piece_on_cells_of_its_own():
    for big, objects in LOADS:
        free = room(big, objects)
        if free < 0:
            continue
        x3, x1 = free // 2, free - free // 2
        placed = layout(big, objects, x3, x1)
        cells = [
            (piece.pocket, x, y)
            for piece in placed
            for x in range(piece.x, piece.x + piece.w)
            for y in range(piece.y, piece.y + piece.h)
        ]
        assert len(cells) == len(set(cells)) == 20
        for piece in placed:
            width, height = POCKETS[piece.pocket]
            assert piece.x + piece.w <= width
            assert piece.y + piece.h <= height
            if piece.piece not in ("x1", "x3", "compass"):
                assert piece.pocket == "central"
                shape = BIG_SHAPE_OF[big] if piece.piece == "big" else SHAPE_OF[piece.piece]
                assert sorted((piece.w, piece.h)) == sorted(shape)
        assert sorted(piece.piece for piece in placed) == sorted(
            [*objects, *["big"] * (big is not None), *["x3"] * x3, *["x1"] * x1]
        )


@pytest.mark.rule("BAK-49")
def test_a_backpack_has_20_cells():
    assert POCKETS == {"central": (4, 3), "left": (1, 2), "right": (1, 2), "top": (4, 1)}
    assert room(None, ()) == 20
    assert fits(None, [], 20)
    assert not fits(None, [], 21)


@pytest.mark.rule("BAK-109", "BAK-51")
def test_the_layout_is_the_first_packing_found():
    assert layout(13, ("rope", "journal", "compass"), 1, 2) == (
        Placed("big", "central", 0, 0, 2, 3),  # lying flat it would leave no square for the rope
        Placed("rope", "central", 2, 0, 2, 2),
        Placed("journal", "central", 2, 2, 2, 1),
        Placed("compass", "top", 0, 0, 1, 1),
        Placed("x3", "top", 1, 0, 1, 1),
        Placed("x1", "top", 2, 0, 1, 1),
        Placed("x1", "top", 3, 0, 1, 1),
    )


@pytest.mark.rule("BAK-109")
def test_small_pieces_fill_top_left_right_then_the_central_pocket():
    assert [(p.pocket, p.x, p.y) for p in layout(17, ("machete",), 4, 6)[2:]] == [
        *[("top", x, 0) for x in range(4)],
        *[("left", 0, y) for y in range(2)],
        *[("right", 0, y) for y in range(2)],
    ]
    assert [(p.pocket, p.x, p.y) for p in layout(17, (), 0, 10)[1:]][8:] == [("central", 3, 0), ("central", 3, 1)]


@pytest.mark.rule("BAK-46", "BAK-52")
def test_at_most_five_objects_fit():
    assert max(len(objects) for big, objects in LOADS if room(big, objects) >= 0) == 5


@pytest.mark.rule("BAK-58")
def test_what_could_never_be_stowed():
    for name in OBJECTS:
        assert could_stow(player(9, "torch", x1=8, big=17), name) == (name not in ("rope", "grapnel", "first_aid_kit"))
        assert could_stow(player(9, big=13), name)


# --- making room -----------------------------------------------------------------------------------------------------


def at_camp(seat, *others):
    game = about_to_move(seat, *others, die=1, faces="abandoned_camp", at=seat.slot - 1 if seat.big else None)
    play(game, Move(1))
    return game


@pytest.mark.rule("BAK-53", "BAK-54")
def test_three_square_objects_do_not_fit():
    game = at_camp(player(2, "rope", "grapnel"))
    play(game, TakeObject("first_aid_kit"))
    assert (game.phase, game.current.at) == ("make_room", "abandoned_camp")
    assert game.current.incoming == [Incoming("object", "first_aid_kit")]
    assert game.supply.objects["first_aid_kit"] == 1
    assert legal(game) == [Discard("rope"), Discard("grapnel"), Pass()]
    events = play(game, Discard("rope"))
    assert happened(events) == [ItemDiscarded(seat=0, item="rope", to="supply")]
    assert game.players[0] == player(3, "grapnel", "first_aid_kit")
    assert game.supply.objects["rope"] == 2
    assert game.active_seat == 1


@pytest.mark.rule("BAK-57", "BAK-103")
def test_or_pass_and_leave_it():
    game = at_camp(player(2, "rope", "grapnel"))
    play(game, TakeObject("first_aid_kit"))
    events = play(game, Pass())
    assert happened(events) == [ItemDeclined(seat=0, items=["first_aid_kit"], to="supply")]
    assert game.players[0] == player(3, "rope", "grapnel")
    assert game.supply.objects["first_aid_kit"] == 2
    assert game.active_seat == 1


@pytest.mark.rule("BAK-100", "BAK-103")
def test_several_things_may_go_and_what_is_gone_stays_gone():
    game = at_camp(player(5, "journal", "machete", "map", x1=3, x3=1, big=12))
    play(game, TakeObject("rope"))
    assert legal(game) == [Discard(item) for item in ("journal", "machete", "map", "x1", "x3")] + [Pass()]
    play(game, Discard("journal"))
    assert game.phase == "make_room"
    play(game, Discard("x1"))
    play(game, Discard("x3"))
    assert (game.supply.x1, game.supply.x3, game.supply.objects["journal"]) == (18, 20, 2)
    play(game, Pass())
    assert game.players[0] == player(4, "machete", "map", x1=2, big=12)
    assert game.supply.objects["rope"] == 2


@pytest.mark.rule("BAK-100")
def test_as_many_objects_as_needed_go():
    game = at_camp(player(5, "journal", "machete", "map", big=12))
    play(game, TakeObject("rope"), Discard("journal"), Discard("map"))
    assert game.players[0] == player(4, "rope", "machete", big=12)
    assert game.active_seat == 1


@pytest.mark.rule("BAK-54", "BAK-55")
def test_refused_discards():
    game = at_camp(player(5, "journal", "machete", "map", x1=3, big=12))
    play(game, TakeObject("rope"))
    assert refusal(game, Discard("big")) == ("BAK-55", "illegal")
    for item in ("x3", "torch", "rope"):
        assert refusal(game, Discard(item)) == ("BAK-54", "illegal")


@pytest.mark.rule("BAK-56")
def test_nothing_is_thrown_out_while_everything_fits():
    game = about_to_move(player(2, "rope", "compass", x1=2), die=3)
    assert refusal(game, Discard("x1")) == ("BAK-11", "wrong_phase")
    game = at_camp(player(2, "rope"))
    assert refusal(game, Discard("rope")) == ("BAK-11", "wrong_phase")


def full_in_cave(throws=(3, 6)):
    """13, rope, journal and 8 x1: exactly 20 cells (T21)."""
    game = about_to_move(player(5, "rope", "journal", x1=8, big=13), die=1, faces="cave", at=4)
    play(game, Move(1), throws=throws)
    return game


@pytest.mark.rule("BAK-54", "BAK-98")
def test_an_x1_makes_room_for_an_x3():
    game = full_in_cave()
    play(game, TakeEmeralds(1, 0))
    assert (game.phase, game.current.at, game.current.incoming) == ("make_room", "cave", [Incoming("x3")])
    assert game.players[0].x3 == 0
    engine.rules.check(game)
    play(game, Discard("x1"))
    assert game.players[0] == player(4, "rope", "journal", x1=7, x3=1, big=13)
    assert (game.supply.x1, game.supply.x3) == (13, 19)


@pytest.mark.rule("BAK-103", "BAK-57")
def test_pass_keeps_the_load():
    game = full_in_cave()
    play(game, TakeEmeralds(0, 3))
    assert game.current.incoming == [Incoming("x1")] * 3
    events = play(game, Pass())
    assert happened(events) == [
        ItemDeclined(seat=0, items=["x1", "x1", "x1"], to="supply"),
        EmeraldsMissed(seat=0, count=3, reason="room"),
    ]
    assert game.players[0] == player(4, "rope", "journal", x1=8, big=13)
    assert (game.supply.x1, game.supply.x3) == (12, 20)


@pytest.mark.rule("BAK-57", "BAK-98")
def test_tokens_are_stowed_first_and_the_rest_waits():
    game = full_in_cave((4, 4))
    game.players[0].x1, game.supply.x1 = 7, 13
    play(game, TakeEmeralds(1, 1))
    assert game.players[0].x3 == 1
    assert game.current.incoming == [Incoming("x1")]
    events = play(game, Pass())
    assert of_type(events, EmeraldsMissed) == [EmeraldsMissed(seat=0, count=1, reason="room")]
    assert (game.players[0].x1, game.players[0].x3, game.supply.x1) == (7, 1, 13)


@pytest.mark.rule("BAK-98")
def test_a_discarded_object_makes_room_for_several_tokens():
    game = full_in_cave((5, 5))
    play(game, TakeEmeralds(1, 2))
    assert [piece.kind for piece in game.current.incoming] == ["x3", "x1", "x1"]
    play(game, Discard("journal"))
    assert (game.players[0].x1, game.players[0].x3) == (9, 1)
    assert game.current.incoming == [Incoming("x1")]
    events = play(game, Discard("x1"))
    assert of_type(events, ItemDiscarded) == [ItemDiscarded(seat=0, item="x1", to="supply")]
    assert game.players[0] == player(4, "rope", x1=9, x3=1, big=13)
    assert game.active_seat == 1


@pytest.mark.rule("BAK-57")
def test_missed_x3_tokens_count_as_three_emeralds():
    game = full_in_cave((6, 6))
    play(game, TakeEmeralds(2, 0))
    events = play(game, Pass())
    assert happened(events) == [
        ItemDeclined(seat=0, items=["x3", "x3"], to="supply"),
        EmeraldsMissed(seat=0, count=6, reason="room"),
    ]
    assert game.supply.x3 == 20


@pytest.mark.rule("BAK-105")
def test_a_gained_object_works_once_it_is_stowed():
    game = at_camp(player(2, "rope"))
    play(game, TakeObject("journal"), throws=(1, 2))
    play(game, *legal(game)[:1], throws=(4, 5))
    assert game.active_seat == 0
    assert engine.rules.legal(game, 0).actions[-1].__class__.__name__ == "Reroll"


@pytest.mark.rule("BAK-48")
def test_ouch_tokens_take_no_cell():
    game = table(player(9, "rope", "journal", x1=8, big=13, ouch=5), player())
    engine.rules.check(game)
