"""Arriver au temple ! Retourner au campement ! (BAK-25, BAK-59 to BAK-65)"""

from __future__ import annotations

import pytest

from engines.bakong.actions import Discard, LoseObject, Move, Pass, TakeBigEmerald, TakeObject
from engines.bakong.events import (
    BigEmeraldTaken,
    Halted,
    ItemDeclined,
    ItemDiscarded,
    MoveDeclared,
    ObjectTaken,
    SlotEntered,
    TempleReached,
)
from engines.bakong.parts import Incoming, TempleObject
from tests.engines.bakong.positions import about_to_move, happened, legal, play, player, refusal


def arrive(seat, *others, left=None, **fields):
    """Seat 0 enters the temple with a 1 from slot 24."""
    game = about_to_move(seat, *others, die=1, left=left, **fields)
    play(game, Move(1))
    return game


@pytest.mark.rule("BAK-25", "BAK-59", "BAK-63")
def test_steps_beyond_the_temple_are_lost():
    game = about_to_move(player(23), die=5, faces="jungle")
    events = play(game, Move(5))
    assert happened(events) == [
        MoveDeclared(seat=0, die=5, steps=5),
        SlotEntered(seat=0, slot=24, face="jungle"),
        SlotEntered(seat=0, slot=25, face="temple"),
        Halted(seat=0, slot=25, face="temple", steps_lost=3),
        TempleReached(seat=0),
    ]
    assert game.players[0] == player(25, direction="return")
    assert (game.phase, game.current.at) == ("choose_big_emerald", "temple")


@pytest.mark.rule("BAK-60")
def test_one_of_the_big_emeralds_must_be_taken():
    game = arrive(player(24), player(), player())
    assert legal(game) == [TakeBigEmerald(17), TakeBigEmerald(13), TakeBigEmerald(12)]
    for value in (8, 10, 11):
        assert refusal(game, TakeBigEmerald(value)) == ("BAK-60", "illegal")
    events = play(game, TakeBigEmerald(13))
    assert happened(events) == [BigEmeraldTaken(seat=0, value=13)]
    assert game.players[0] == player(25, big=13)
    assert game.temple.big_emeralds == [17, 12]
    assert game.active_seat == 1


@pytest.mark.rule("BAK-60")
def test_the_last_big_emerald_leaves_no_choice():
    game = arrive(player(24), player(9, big=17))
    assert game.players[0] == player(25, big=13)
    assert game.temple.big_emeralds == []


@pytest.mark.rule("BAK-63", "BAK-86")
def test_the_next_turn_starts_from_the_temple():
    game = arrive(player(24), player(9, big=17))
    game.phase, game.active_seat = "choose_steps", 0
    game.current.flip_die, game.current.move_die = 1, 2
    play(game, Move(2))
    assert (game.players[0].slot, game.players[0].direction) == (23, "return")


@pytest.mark.rule("BAK-61", "BAK-104")
def test_the_17_leaves_no_room_for_the_rope():
    game = arrive(player(24, "rope", "journal", x1=3))
    play(game, TakeBigEmerald(17))
    assert (game.phase, game.current.incoming) == ("make_room", [Incoming("big", value=17)])
    assert game.players[0].big is None
    assert legal(game) == [Discard("rope"), Discard("journal"), Discard("x1")]
    assert refusal(game, Pass()) == ("BAK-60", "illegal")
    assert refusal(game, TakeBigEmerald(13)) == ("BAK-11", "wrong_phase")
    events = play(game, Discard("rope"))
    assert happened(events) == [ItemDiscarded(seat=0, item="rope", to="temple")]
    assert game.players[0] == player(25, "journal", x1=3, big=17)
    assert game.temple.objects == [TempleObject("rope", 0)]
    assert game.supply.objects["rope"] == 1


@pytest.mark.rule("BAK-61")
def test_emeralds_thrown_at_the_temple_go_to_the_supply():
    game = arrive(player(24, "rope", x1=2, x3=1))
    play(game, TakeBigEmerald(17), Discard("x3"), Discard("x1"))
    assert (game.phase, game.supply.x1, game.supply.x3) == ("make_room", 19, 20)
    assert game.temple.objects == []
    play(game, Discard("rope"))
    assert game.players[0] == player(25, x1=1, big=17)


@pytest.mark.rule("BAK-62", "BAK-102")
def test_later_arrivals_may_take_what_lies_there():
    game = arrive(player(24, "journal"), player(20, big=17), left=[("rope", 1)])
    assert (game.phase, game.current.at) == ("temple_pick", "temple")
    assert game.players[0].big == 13
    assert legal(game) == [TakeObject("rope"), Pass()]
    events = play(game, TakeObject("rope"))
    assert happened(events) == [ObjectTaken(seat=0, object="rope", from_="temple", left_by=1)]
    assert game.players[0] == player(25, "rope", "journal", big=13)
    assert (game.temple.objects, game.supply.objects["rope"], game.active_seat) == ([], 1, 1)


@pytest.mark.rule("BAK-102")
def test_nobody_takes_back_what_it_left():
    game = arrive(player(24, "rope", "grapnel"), player(), player(20, big=13), left=[("map", 2)])
    play(game, TakeBigEmerald(12))
    assert legal(game) == [Discard("rope"), Discard("grapnel")]
    play(game, Discard("rope"))
    assert legal(game) == [TakeObject("map"), Pass()]
    assert refusal(game, TakeObject("rope")) == ("BAK-102", "illegal")


@pytest.mark.rule("BAK-62", "BAK-46", "BAK-58")
def test_refused_at_the_temple():
    game = arrive(player(24, "map"), player(20, big=13), player(), left=[("rope", 1), ("map", 1), ("torch", 1)])
    play(game, TakeBigEmerald(17))
    assert legal(game) == [TakeObject("torch"), Pass()]
    assert refusal(game, TakeObject("compass")) == ("BAK-62", "illegal")
    assert refusal(game, TakeObject("map")) == ("BAK-46", "illegal")
    assert refusal(game, TakeObject("rope")) == ("BAK-58", "illegal")


@pytest.mark.rule("BAK-102")
def test_any_number_one_at_a_time_and_of_two_alike_the_first():
    left = [("map", 2), ("journal", 1), ("map", 1)]
    game = arrive(player(24), player(20, big=17), player(21, big=13), left=left)
    assert legal(game) == [TakeObject("journal"), TakeObject("map"), Pass()]
    events = play(game, TakeObject("map"))
    assert happened(events) == [ObjectTaken(seat=0, object="map", from_="temple", left_by=2)]
    assert game.phase == "temple_pick"
    assert legal(game) == [TakeObject("journal"), Pass()]
    play(game, TakeObject("journal"))
    assert game.players[0] == player(25, "journal", "map", big=12)
    assert game.temple.objects == [TempleObject("map", 1)]
    assert game.active_seat == 1


@pytest.mark.rule("BAK-102")
def test_the_first_in_the_list_that_another_seat_left():
    left = [("journal", 1), ("map", 1)]
    game = arrive(player(24), player(20, big=17), left=left)
    game.temple.objects.insert(0, TempleObject("map", 0))
    game.supply.objects["map"] -= 1
    events = play(game, TakeObject("map"))
    assert happened(events) == [ObjectTaken(seat=0, object="map", from_="temple", left_by=1)]
    assert game.temple.objects == [TempleObject("map", 0), TempleObject("journal", 1)]


@pytest.mark.rule("BAK-62")
def test_the_visit_ends_when_the_seat_says_so():
    game = arrive(player(24), player(20, big=17), left=[("rope", 1)])
    events = play(game, Pass())
    assert happened(events) == []
    assert game.temple.objects == [TempleObject("rope", 1)]
    assert game.active_seat == 1


@pytest.mark.rule("BAK-101")
def test_room_for_a_picked_up_object_is_made_on_the_temple_tile():
    game = arrive(player(24, "journal", "machete"), player(20, big=17), left=[("rope", 1)])
    play(game, TakeObject("rope"))
    assert (game.phase, game.current.incoming) == ("make_room", [Incoming("object", "rope", 1)])
    assert game.temple.objects == []
    events = play(game, Discard("machete"))
    assert happened(events) == [ItemDiscarded(seat=0, item="machete", to="temple")]
    assert game.players[0] == player(25, "rope", "journal", big=13)
    assert game.temple.objects == [TempleObject("machete", 0)]
    assert game.active_seat == 1


@pytest.mark.rule("BAK-57", "BAK-103")
def test_a_declined_temple_object_goes_to_the_end_of_the_list():
    game = arrive(player(24, "journal", "machete"), player(20, big=17), left=[("rope", 1), ("grapnel", 1)])
    play(game, TakeObject("rope"))
    events = play(game, Pass())
    assert happened(events) == [ItemDeclined(seat=0, items=["rope"], to="temple")]
    assert game.temple.objects == [TempleObject("grapnel", 1), TempleObject("rope", 1)]
    assert game.players[0] == player(25, "journal", "machete", big=13)
    assert game.active_seat == 1


@pytest.mark.rule("BAK-65")
def test_on_the_way_back_the_same_tiles_act():
    game = about_to_move(player(9, "rope", "map", big=13), die=4, faces="jungle quicksand ditch river", at=5)
    play(game, Move(4))
    assert game.players[0] == player(6, "rope", "map", big=13, ouch=1)
    assert legal(game) == [LoseObject("rope"), LoseObject("map")]
    play(game, LoseObject("map"))
    assert game.players[0] == player(5, "rope", big=13, ouch=1)


@pytest.mark.rule("BAK-55", "BAK-61")
def test_the_only_thing_that_can_go_goes_by_itself():
    game = arrive(player(24, "rope"))
    events = play(game, TakeBigEmerald(17))
    assert happened(events) == [
        BigEmeraldTaken(seat=0, value=17),
        ItemDiscarded(seat=0, item="rope", to="temple"),
    ]
    assert events[1].auto is True
    assert game.players[0] == player(25, big=17)
