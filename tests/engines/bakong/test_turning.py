"""Retourner une tuile: the die, the tile ahead, the journal and the map (BAK-10 to BAK-18, BAK-40, BAK-44)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engines.bakong import engine
from engines.bakong.actions import Flip, FlipSecond, Move, Pass, Reroll
from engines.bakong.events import (
    DiceRerolled,
    Halted,
    MapUnused,
    MoveDeclared,
    SlotEntered,
    TempleReached,
    TileTurned,
    TurnVoid,
)
from engines.bakong.parts import Current, Flipped
from tests.engines.bakong.positions import happened, legal, of_type, play, player, refusal, table, track


@pytest.mark.rule("BAK-12", "BAK-13", "BAK-19")
def test_indy_turns_with_the_3_and_advances_by_the_5():
    game = table(player(2), player(), track=track("jungle jungle jungle:t13 jungle jungle", at=3), dice=(3, 5))
    events = play(game, Flip(3))
    assert happened(events)[:2] == [
        TileTurned(seat=0, slot=5, from_="jungle", to="river", tile="t13", by="die", first_time=False),
        MoveDeclared(seat=0, die=5, steps=5),
    ]
    assert game.track[4].face == "river"


@pytest.mark.rule("BAK-13", "BAK-16")
def test_the_tile_so_far_ahead_is_turned_and_the_other_die_is_the_move():
    game = table(player(2, "machete"), player(), track=track("cave:t06", at=7, unseen={7}), dice=(3, 5))
    events = play(game, Flip(5))
    assert events == [TileTurned(seat=0, slot=7, from_="cave", to="quicksand", tile="t06", by="die", first_time=True)]
    assert (game.track[6].side, game.track[6].seen) == ("b", True)
    assert game.phase == "choose_steps"
    assert game.current == Current((3, 5), False, 5, 3, Flipped(7, "cave", "quicksand"))
    assert legal(game) == [Move(3), Move(4)]


@pytest.mark.rule("BAK-65", "BAK-13")
def test_on_the_way_back_ahead_is_towards_the_camp():
    game = table(player(9, "compass", big=13), player(), track=track("cliff:t15", at=5), dice=(4, 2))
    play(game, Flip(4))
    assert game.track[4].face == "jungle"
    assert game.current.flipped == Flipped(5, "cliff", "jungle")


@pytest.mark.rule("BAK-86")
def test_on_the_temple_ahead_is_towards_the_camp():
    game = table(player(25, "compass", big=13), player(), dice=(1, 3), track=track("jungle:t21", at=24))
    play(game, Flip(1))
    assert game.current.flipped == Flipped(24, "jungle", "abandoned_camp")


@pytest.mark.rule("BAK-12")
def test_only_the_dice_thrown_can_be_chosen():
    game = table(player(2), player(), dice=(3, 5))
    assert legal(game) == [Flip(3), Flip(5)]
    for die in (1, 2, 4, 6):
        assert refusal(game, Flip(die)) == ("BAK-12", "illegal")


@pytest.mark.rule("BAK-12")
def test_doubles_leave_no_choice():
    laid = track("jungle jungle jungle:t19 jungle jungle jungle jungle jungle jungle:t13")
    game = table(player(0), player(5), dice=(3, 5), track=laid)
    events = play(game, Flip(3), throws=(4, 4))
    played = events[[event.__class__.__name__ for event in events].index("DiceRolled") + 1 :]
    assert (played[0].slot, played[0].by, played[0].auto) == (9, "die", True)
    assert (played[1].die, played[1].steps, played[1].auto) == (4, 4, True)
    assert game.players[1].slot == 9


@pytest.mark.rule("BAK-12")
def test_doubles_with_a_journal_still_offer_a_choice():
    game = table(player(2, "journal"), player(), dice=(4, 4))
    assert legal(game) == [Flip(4), Reroll()]
    assert engine.rules.forced(game) is None
    game.players[0].objects = []
    assert engine.rules.forced(game) == (0, Flip(4))


@pytest.mark.rule("BAK-14", "BAK-15", "BAK-25")
def test_a_die_that_reaches_the_temple_turns_nothing():
    game = table(player(22), player(), track=track("jungle jungle", at=23), dice=(3, 1))
    before = [tile.side for tile in game.track]
    events = play(game, Flip(3))
    assert happened(events) == [
        TurnVoid(seat=0, die=3),
        MoveDeclared(seat=0, die=1, steps=1),
        SlotEntered(seat=0, slot=23, face="jungle"),
    ]
    assert [tile.side for tile in game.track] == before
    assert game.players[0].slot == 23


@pytest.mark.rule("BAK-18", "BAK-14")
def test_the_other_die_turns_the_tile_at_once_on_the_path():
    game = table(player(22), player(), track=track("jungle:t21 jungle", at=23), dice=(3, 1))
    events = play(game, Flip(1))
    assert of_type(events, TileTurned)[0].slot == 23
    assert of_type(events, TempleReached) == [TempleReached(seat=0)]
    halting = table(player(22), player(), track=track("jungle:t13 jungle", at=23), dice=(3, 1))
    events = play(halting, Flip(1))
    assert of_type(events, Halted) == [Halted(seat=0, slot=23, face="river", steps_lost=2)]
    assert halting.players[0].slot == 23


@pytest.mark.rule("BAK-85", "BAK-14")
@pytest.mark.parametrize(("slot", "big"), [(23, None), (2, 13)])
def test_a_seat_may_choose_a_die_that_goes_beyond_the_end(slot, big):
    game = table(player(slot, "machete", big=big), player(), dice=(5, 1))
    assert legal(game) == [Flip(5), Flip(1)]
    assert play(game, Flip(5)) == [TurnVoid(seat=0, die=5)]
    assert game.current.flipped is None
    assert (game.current.flip_die, game.current.move_die) == (5, 1)


@pytest.mark.rule("BAK-17", "BAK-23")
def test_pawns_on_a_turned_tile_feel_nothing():
    laid = track("jungle jungle jungle abandoned_camp:t01 jungle jungle jungle", at=6)
    game = table(player(6), player(9, "rope"), track=laid, dice=(3, 1))
    play(game, Flip(3), throws=(6, 2))
    assert game.track[8].face == "quicksand"
    assert game.players[1] == player(9, "rope")
    play(game, Flip(6))
    assert game.players[1] == player(11, "rope")


@pytest.mark.rule("BAK-11")
def test_first_turn_then_advance():
    game = table(player(2, "machete"), player())
    assert refusal(game, Move(5)) == ("BAK-11", "wrong_phase")
    play(game, Flip(3))
    assert refusal(game, Flip(5)) == ("BAK-11", "wrong_phase")


# --- journal ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BAK-40")
def test_the_journal_rolls_both_dice_again():
    game = table(player(2, "journal"), player(), dice=(3, 5))
    assert legal(game) == [Flip(3), Flip(5), Reroll()]
    assert play(game, Reroll(), throws=(2, 6)) == [DiceRerolled(seat=0, dice=(2, 6))]
    assert (game.current.dice, game.current.rerolled, game.phase) == ((2, 6), True, "choose_flip")
    assert legal(game) == [Flip(2), Flip(6)]


@pytest.mark.rule("BAK-40", "BAK-90")
def test_no_second_reroll_and_none_without_a_journal():
    game = table(player(2, "journal"), player(), dice=(3, 5))
    play(game, Reroll(), throws=(2, 6))
    assert refusal(game, Reroll()) == ("BAK-40", "illegal")
    assert refusal(table(player(2), player()), Reroll()) == ("BAK-40", "illegal")


@pytest.mark.rule("BAK-40", "BAK-90")
def test_no_reroll_once_a_tile_was_turned():
    game = table(player(2, "journal", "machete"), player())
    play(game, Flip(3))
    assert game.phase == "choose_steps"
    assert refusal(game, Reroll()) == ("BAK-40", "wrong_phase")


@pytest.mark.rule("BAK-90", "BAK-47")
def test_the_journal_works_again_next_turn():
    game = table(player(2, "journal"), player(), dice=(3, 5), track=track("jungle " * 9, at=3))
    play(game, Reroll(), Flip(2), throws=(2, 1, 6, 5))
    play(game, Flip(6), throws=(3, 4))
    assert game.active_seat == 0
    assert legal(game) == [Flip(3), Flip(4), Reroll()]


# --- map -------------------------------------------------------------------------------------------------------------


def with_map(colour: str = "before", *objects: str):
    """At slot 4, with dice 2 and 1: a cliff at 6, rivers at 3 (behind) and 17 (ahead)."""
    laid = track("river:t11 jungle jungle cliff:t15", at=3)
    game = table(player(4, *objects, "map"), player(), track=laid, dice=(2, 1), map_colour=colour)
    river = next(index for index, tile in enumerate(game.track) if tile.tile == "t13")
    game.track[16], game.track[river] = game.track[river], game.track[16]
    game.track[16] = replace(game.track[16], side="b")
    return game


@pytest.mark.rule("BAK-44", "BAK-110")
def test_a_cliff_was_turned_so_the_river_ahead_may_be():
    game = with_map()
    events = play(game, Flip(2))
    assert events[0].from_ == "cliff"
    assert game.phase == "map_flip"
    assert FlipSecond(17) in legal(game)
    events = play(game, FlipSecond(17))
    assert happened(events)[0] == TileTurned(
        seat=0, slot=17, from_="river", to="jungle", tile="t13", by="map", first_time=False
    )
    assert happened(events)[1] == MoveDeclared(seat=0, die=1, steps=1)


@pytest.mark.rule("BAK-91", "BAK-110")
def test_only_tiles_ahead_of_the_colour_that_the_first_tile_had():
    game = with_map()
    play(game, Flip(2))
    assert game.current.flipped == Flipped(6, "cliff", "jungle")
    yellow = [slot for slot in range(5, 25) if slot != 6 and game.face(slot) in ("river", "cliff")]
    assert yellow == [17]
    assert legal(game) == [FlipSecond(17), Pass()]


@pytest.mark.rule("BAK-91")
def test_or_of_the_colour_that_it_has_now():
    game = with_map("after")
    play(game, Flip(2))
    green = [
        slot for slot in range(5, 25) if slot != 6 and game.face(slot) not in ("river", "cliff", "ditch", "quicksand")
    ]
    assert legal(game) == [*[FlipSecond(slot) for slot in green], Pass()]
    assert 17 not in green
    assert 24 in green


@pytest.mark.rule("BAK-44")
@pytest.mark.parametrize("slot", [6, 3, 5, 4])
def test_the_map_is_refused_on_the_first_tile_behind_or_on_another_colour(slot):
    game = with_map()
    play(game, Flip(2))
    assert refusal(game, FlipSecond(slot)) == ("BAK-44", "illegal")


@pytest.mark.rule("BAK-44", "BAK-65")
def test_on_the_way_back_the_map_looks_towards_the_camp():
    laid = track("ditch:t09 jungle quicksand:t12 ditch:t18 jungle jungle ditch:t05")
    game = table(player(6, "map", big=13), player(), track=laid, dice=(3, 1))
    play(game, Flip(3))
    assert legal(game) == [FlipSecond(1), FlipSecond(4), Pass()]


@pytest.mark.rule("BAK-45")
def test_the_map_does_nothing_when_no_tile_was_turned():
    game = table(player(23, "map", "machete"), player(), dice=(4, 1))
    assert happened(play(game, Flip(4))) == [TurnVoid(seat=0, die=4)]
    assert game.phase == "choose_steps"
    assert refusal(game, FlipSecond(24)) == ("BAK-45", "wrong_phase")


@pytest.mark.rule("BAK-45")
def test_the_map_does_nothing_when_no_other_tile_has_the_colour():
    game = table(player(20, "map", "machete"), player(), dice=(2, 1), track=track("jungle cliff jungle jungle", at=21))
    play(game, Flip(2))
    assert game.phase == "choose_steps"
    assert refusal(game, FlipSecond(23)) == ("BAK-45", "wrong_phase")


@pytest.mark.rule("BAK-44")
def test_without_a_map_there_is_no_second_tile():
    game = with_map()
    game.players[0].objects = ["compass", "machete"]
    play(game, Flip(2))
    assert game.phase == "choose_steps"


@pytest.mark.rule("BAK-44")
def test_the_map_may_stay_folded():
    game = with_map("before", "machete")
    sides = [tile.side for tile in game.track]
    play(game, Flip(2))
    assert play(game, Pass()) == [MapUnused(seat=0)]
    assert game.phase == "choose_steps"
    assert [index + 1 for index, tile in enumerate(game.track) if tile.side != sides[index]] == [6]
    assert refusal(game, FlipSecond(17)) == ("BAK-11", "wrong_phase")


@pytest.mark.rule("BAK-44")
def test_the_map_turns_one_more_tile_only():
    game = with_map("after", "machete")
    play(game, Flip(2), FlipSecond(7))
    assert game.phase == "choose_steps"
    assert refusal(game, FlipSecond(8)) == ("BAK-11", "wrong_phase")
