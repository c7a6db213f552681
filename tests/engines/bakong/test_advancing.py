"""Avancer son aventurier: steps, rivers, cliffs, ditches, quicksand (BAK-19 to BAK-25, BAK-32 to BAK-42)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engines.bakong import engine
from engines.bakong.actions import LoseObject, Move, TakeObject
from engines.bakong.events import (
    Halted,
    HazardIgnored,
    MoveDeclared,
    ObjectLost,
    ObjectReturned,
    OuchReceived,
    OuchSupplyEmpty,
    SlotEntered,
)
from engines.bakong.parts import Current
from tests.engines.bakong.positions import about_to_move, happened, legal, of_type, play, player, refusal


@pytest.mark.rule("BAK-19", "BAK-20", "BAK-26")
def test_the_pawn_advances_one_slot_at_a_time():
    game = about_to_move(player(2), die=3, faces="jungle cave jungle")
    events = play(game, Move(3))
    assert happened(events) == [
        MoveDeclared(seat=0, die=3, steps=3),
        SlotEntered(seat=0, slot=3, face="jungle"),
        SlotEntered(seat=0, slot=4, face="cave"),
        SlotEntered(seat=0, slot=5, face="jungle"),
    ]
    assert game.players[0] == player(5)
    assert (game.phase, game.active_seat, game.turn) == ("choose_flip", 1, 8)
    assert game.current == Current((1, 2))


@pytest.mark.rule("BAK-20", "BAK-65")
def test_on_the_way_back_it_travels_towards_the_camp():
    game = about_to_move(player(9, big=13), die=2, faces="jungle jungle", at=7)
    events = play(game, Move(2))
    assert of_type(events, SlotEntered) == [
        SlotEntered(seat=0, slot=8, face="jungle"),
        SlotEntered(seat=0, slot=7, face="jungle"),
    ]
    assert game.players[0] == player(7, big=13)


@pytest.mark.rule("BAK-19")
def test_the_die_left_says_how_far():
    game = about_to_move(player(2), die=3)
    assert legal(game) == [Move(3)]
    for steps in (1, 5, 6, 7):
        assert refusal(game, Move(steps)) == ("BAK-19", "illegal")


@pytest.mark.rule("BAK-21")
def test_pawns_share_a_slot():
    game = about_to_move(player(2), player(4), die=2, faces="jungle jungle")
    play(game, Move(2))
    assert [p.slot for p in game.players] == [4, 4]
    assert game.players[1] == player(4)


# --- machete and compass ---------------------------------------------------------------------------------------------


@pytest.mark.rule("BAK-42")
def test_with_the_compass_a_1_stays_a_1():
    assert legal(about_to_move(player(2, "compass"), die=1)) == [Move(1)]
    assert legal(about_to_move(player(2, "compass"), die=2)) == [Move(1), Move(2)]


@pytest.mark.rule("BAK-41", "BAK-42", "BAK-89")
def test_machete_and_compass_together():
    assert legal(about_to_move(player(2, "machete", "compass"), die=1)) == [Move(1), Move(2)]
    assert legal(about_to_move(player(2, "machete", "compass"), die=6)) == [Move(5), Move(6), Move(7)]
    assert legal(about_to_move(player(2, "machete"), die=6)) == [Move(6), Move(7)]


@pytest.mark.rule("BAK-41", "BAK-42")
def test_without_machete_or_compass_the_die_stands():
    game = about_to_move(player(2), die=3)
    assert refusal(game, Move(4)) == ("BAK-41", "illegal")
    assert refusal(game, Move(2)) == ("BAK-42", "illegal")
    assert refusal(about_to_move(player(2, "machete"), die=3), Move(2)) == ("BAK-42", "illegal")
    assert refusal(about_to_move(player(2, "compass"), die=3), Move(4)) == ("BAK-41", "illegal")


@pytest.mark.rule("BAK-41")
def test_tile_rules_apply_to_the_extra_step():
    game = about_to_move(player(2, "machete"), die=1, faces="jungle ditch")
    events = play(game, Move(2))
    assert happened(events)[0] == MoveDeclared(seat=0, die=1, steps=2)
    assert game.players[0] == player(4, "machete", ouch=1)


@pytest.mark.rule("BAK-89", "BAK-92")
def test_losing_the_machete_on_the_way_does_not_shorten_the_move():
    game = about_to_move(player(2, "machete"), die=3, faces="quicksand jungle jungle jungle")
    play(game, Move(4))
    assert game.players[0] == player(6)


# --- rivers, cliffs, ditches -----------------------------------------------------------------------------------------


@pytest.mark.rule("BAK-32", "BAK-33", "BAK-22")
@pytest.mark.parametrize("face", ["river", "cliff"])
def test_yellow_tiles_end_the_move(face):
    game = about_to_move(player(2), die=5, faces=f"jungle {face} jungle jungle jungle")
    events = play(game, Move(5))
    assert happened(events) == [
        MoveDeclared(seat=0, die=5, steps=5),
        SlotEntered(seat=0, slot=3, face="jungle"),
        SlotEntered(seat=0, slot=4, face=face),
        Halted(seat=0, slot=4, face=face, steps_lost=3),
    ]
    assert game.players[0].slot == 4


@pytest.mark.rule("BAK-37", "BAK-38", "BAK-47")
@pytest.mark.parametrize(("face", "name"), [("river", "rope"), ("cliff", "grapnel")])
def test_rope_and_grapnel_ignore_them_every_time(face, name):
    game = about_to_move(player(2, name), die=4, faces=f"{face} {face} jungle jungle")
    events = play(game, Move(4))
    assert of_type(events, Halted, HazardIgnored) == [
        HazardIgnored(seat=0, slot=3, face=face, object=name),
        HazardIgnored(seat=0, slot=4, face=face, object=name),
    ]
    assert game.players[0] == player(6, name)


@pytest.mark.rule("BAK-37", "BAK-38")
@pytest.mark.parametrize(("face", "name"), [("cliff", "rope"), ("river", "grapnel")])
def test_each_helps_only_against_its_own_tile(face, name):
    game = about_to_move(player(2, name), die=2, faces=f"{face} jungle")
    play(game, Move(2))
    assert game.players[0].slot == 3


@pytest.mark.rule("BAK-32", "BAK-88")
@pytest.mark.parametrize("objects", [[], ["rope"]])
def test_a_river_on_the_last_step_changes_nothing(objects):
    game = about_to_move(player(2, *objects), die=2, faces="jungle river jungle")
    events = play(game, Move(2))
    assert happened(events)[1:] == [
        SlotEntered(seat=0, slot=3, face="jungle"),
        SlotEntered(seat=0, slot=4, face="river"),
    ]
    assert game.players[0] == player(4, *objects)


@pytest.mark.rule("BAK-23")
def test_a_halted_pawn_walks_on_freely_next_turn():
    game = about_to_move(player(2), die=2, faces="jungle jungle", at=3)
    game.track[1] = next(tile for tile in game.track if tile.tile == "t03")
    game.track[1] = replace(game.track[1], side="b")
    assert game.face(2) == "river"
    play(game, Move(2))
    assert game.players[0].slot == 4


@pytest.mark.rule("BAK-23", "BAK-34")
def test_a_ditch_hurts_whoever_passes_and_whoever_stops():
    game = about_to_move(player(2), die=3, faces="ditch jungle ditch")
    events = play(game, Move(3))
    assert of_type(events, OuchReceived) == [
        OuchReceived(seat=0, slot=3, ouch=1),
        OuchReceived(seat=0, slot=5, ouch=2),
    ]
    assert game.players[0] == player(5, ouch=2)
    assert game.supply.ouch == 10


@pytest.mark.rule("BAK-23")
def test_the_slot_that_the_pawn_leaves_never_acts():
    game = about_to_move(player(3, "rope"), die=1, faces="ditch jungle", at=3)
    play(game, Move(1))
    assert game.players[0] == player(4, "rope")


@pytest.mark.rule("BAK-39")
def test_the_kit_keeps_ditches_away_but_cures_nothing():
    game = about_to_move(player(2, "first_aid_kit", ouch=2), die=2, faces="ditch ditch")
    events = play(game, Move(2))
    assert of_type(events, HazardIgnored, OuchReceived) == [
        HazardIgnored(seat=0, slot=3, face="ditch", object="first_aid_kit"),
        HazardIgnored(seat=0, slot=4, face="ditch", object="first_aid_kit"),
    ]
    assert game.players[0].ouch == 2
    assert game.supply.ouch == 10


@pytest.mark.rule("BAK-94")
def test_the_ouch_tokens_can_run_out():
    game = about_to_move(player(2), player(ouch=11), die=4, faces="ditch ditch ditch jungle")
    events = play(game, Move(4))
    assert of_type(events, OuchReceived, OuchSupplyEmpty) == [
        OuchReceived(seat=0, slot=3, ouch=1),
        OuchSupplyEmpty(seat=0, slot=4),
        OuchSupplyEmpty(seat=0, slot=5),
    ]
    assert (game.players[0].ouch, game.supply.ouch) == (1, 0)


# --- quicksand -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BAK-22", "BAK-32", "BAK-92")
def test_the_rope_sinks_before_the_river():
    game = about_to_move(player(0, "rope"), die=5, faces="jungle quicksand river jungle jungle")
    events = play(game, Move(5))
    assert happened(events)[2:] == [
        SlotEntered(seat=0, slot=2, face="quicksand"),
        ObjectLost(seat=0, slot=2, object="rope"),
        SlotEntered(seat=0, slot=3, face="river"),
        Halted(seat=0, slot=3, face="river", steps_lost=2),
        ObjectReturned(object="rope"),
    ]
    lost = next(event for event in events if isinstance(event, ObjectLost))
    assert lost.auto is True
    assert game.players[0] == player(3)
    assert game.supply.objects["rope"] == 2


@pytest.mark.rule("BAK-92")
def test_after_the_move_the_rope_still_helps():
    game = about_to_move(
        player(0, "rope"), die=5, faces="jungle quicksand river jungle jungle", quicksand_loss="after_move"
    )
    events = play(game, Move(5))
    assert of_type(events, HazardIgnored, ObjectLost, ObjectReturned) == [
        HazardIgnored(seat=0, slot=3, face="river", object="rope"),
        ObjectLost(seat=0, slot=5, object="rope"),
        ObjectReturned(object="rope"),
    ]
    assert game.players[0] == player(5)


@pytest.mark.rule("BAK-36", "BAK-93")
@pytest.mark.parametrize("loss", ["on_crossing", "after_move"])
def test_what_sank_cannot_be_picked_up_in_the_same_turn(loss):
    game = about_to_move(
        player(2, "rope"), player(0, "rope"), die=2, faces="quicksand abandoned_camp", quicksand_loss=loss
    )
    play(game, Move(2))
    assert (game.phase, game.current.at, game.current.set_aside) == ("camp", "abandoned_camp", ["rope"])
    assert game.supply.objects["rope"] == 0
    assert TakeObject("rope") not in legal(game)
    assert refusal(game, TakeObject("rope")) == ("BAK-28", "illegal")
    events = play(game, TakeObject("map"))
    assert happened(events)[-1] == ObjectReturned(object="rope")
    assert game.supply.objects["rope"] == 1
    assert game.players[0].objects == ["map"]


@pytest.mark.rule("BAK-22", "BAK-39", "BAK-92")
def test_the_kit_stops_working_as_it_sinks():
    game = about_to_move(player(2, "first_aid_kit", "map"), die=4, faces="ditch quicksand ditch jungle")
    play(game, Move(4))
    assert (game.phase, game.players[0].slot) == ("quicksand", 4)
    assert (game.current.steps, game.current.steps_left, game.current.owed) == (4, 2, 0)
    assert legal(game) == [LoseObject("first_aid_kit"), LoseObject("map")]
    assert refusal(game, LoseObject("rope")) == ("BAK-35", "illegal")
    play(game, LoseObject("first_aid_kit"))
    assert game.players[0] == player(6, "map", ouch=1)


@pytest.mark.rule("BAK-23", "BAK-35")
def test_three_quicksands_in_a_row_and_two_objects():
    game = about_to_move(player(2, "rope", "map"), die=5, faces="quicksand quicksand quicksand jungle jungle")
    play(game, Move(5))
    assert game.current.set_aside == []
    events = play(game, LoseObject("map"))
    assert of_type(events, ObjectLost) == [
        ObjectLost(seat=0, slot=3, object="map"),
        ObjectLost(seat=0, slot=4, object="rope"),
    ]
    assert of_type(events, ObjectReturned) == [ObjectReturned(object="map"), ObjectReturned(object="rope")]
    assert game.players[0] == player(7)


@pytest.mark.rule("BAK-35", "BAK-92")
def test_after_the_move_as_many_objects_are_owed_as_there_are():
    game = about_to_move(
        player(2, "rope", "journal", "map"),
        die=5,
        faces="quicksand quicksand jungle jungle cave",
        quicksand_loss="after_move",
    )
    play(game, Move(5))
    assert (game.phase, game.players[0].slot, game.current.owed, game.current.steps_left) == ("quicksand", 7, 2, 0)
    assert game.current.cave is None
    play(game, LoseObject("rope"))
    assert (game.phase, game.current.owed, game.current.set_aside) == ("quicksand", 1, ["rope"])
    play(game, LoseObject("map"), throws=(6, 6))
    assert (game.phase, game.current.owed, game.current.set_aside) == ("choose_split", 0, ["rope", "map"])
    assert game.players[0].objects == ["journal"]


@pytest.mark.rule("BAK-92")
def test_after_the_move_never_more_than_the_seat_has():
    game = about_to_move(
        player(2, "rope"), die=4, faces="quicksand quicksand quicksand jungle", quicksand_loss="after_move"
    )
    events = play(game, Move(4))
    assert of_type(events, ObjectLost) == [ObjectLost(seat=0, slot=6, object="rope")]
    assert game.active_seat == 1


@pytest.mark.rule("BAK-35")
@pytest.mark.parametrize("loss", ["on_crossing", "after_move"])
def test_quicksand_never_takes_emeralds(loss):
    game = about_to_move(player(9, big=17, x1=2, x3=1), die=2, faces="jungle quicksand", at=7, quicksand_loss=loss)
    events = play(game, Move(2))
    assert of_type(events, ObjectLost) == []
    assert game.players[0] == player(7, big=17, x1=2, x3=1)


@pytest.mark.rule("BAK-35")
def test_quicksand_acts_on_the_slot_where_the_pawn_stops():
    game = about_to_move(player(2, "rope", "map"), die=1, faces="quicksand")
    play(game, Move(1))
    assert (game.phase, game.current.steps_left) == ("quicksand", 0)
    play(game, LoseObject("rope"))
    assert game.players[0] == player(3, "map")
    assert game.active_seat == 1


@pytest.mark.rule("BAK-92")
def test_after_the_move_losses_come_before_the_temple():
    game = about_to_move(player(23, "rope", "map"), die=3, faces="quicksand", quicksand_loss="after_move")
    play(game, Move(3))
    assert (game.phase, game.players[0].slot, game.players[0].direction) == ("quicksand", 25, "return")
    assert game.current.at is None
    engine.rules.check(game)
    play(game, LoseObject("rope"))
    assert (game.phase, game.current.at, game.current.set_aside) == ("choose_big_emerald", "temple", ["rope"])
