"""Description des tuiles: what the tile gives to whoever stops there (BAK-24, BAK-26 to BAK-31, BAK-43)."""

from __future__ import annotations

import pytest

from engines.bakong.actions import Move, Pass, TakeEmeralds, TakeObject
from engines.bakong.events import CaveRolled, EmeraldsMissed, EmeraldsTaken, ObjectTaken, OuchReturned, WaterfallCursed
from engines.bakong.pieces import OBJECTS
from tests.engines.bakong.positions import about_to_move, happened, legal, of_type, play, player, refusal

GAINS = (EmeraldsTaken, EmeraldsMissed)


def stop_on(face: str, *others, **fields):
    """Seat 0, at slot 2, is about to step onto this face with a 1."""
    return about_to_move(*others, die=1, faces=face, **fields)


# --- jungle ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BAK-26")
def test_plain_jungle_gives_nothing():
    game = stop_on("jungle", player(2, "torch"))
    events = play(game, Move(1))
    assert len(happened(events)) == 2
    assert game.players[0] == player(3, "torch")


@pytest.mark.rule("BAK-27")
def test_an_emerald_of_the_jungle():
    game = stop_on("jungle_emerald", player(2))
    events = play(game, Move(1))
    assert of_type(events, *GAINS) == [EmeraldsTaken(seat=0, x3=0, x1=1, source="jungle_emerald", torch=False)]
    assert game.players[0] == player(3, x1=1)
    assert (game.supply.x1, game.supply.x3) == (19, 20)


@pytest.mark.rule("BAK-43", "BAK-98")
def test_the_torch_finds_another_one():
    game = stop_on("jungle_emerald", player(2, "torch"))
    events = play(game, Move(1))
    assert of_type(events, *GAINS) == [EmeraldsTaken(seat=0, x3=0, x1=2, source="jungle_emerald", torch=True)]
    assert game.players[0] == player(3, "torch", x1=2)


@pytest.mark.rule("BAK-24")
def test_green_tiles_act_only_where_the_move_ends():
    game = about_to_move(player(2, ouch=1), die=5, faces="jungle_emerald abandoned_camp waterfall cave jungle")
    play(game, Move(5))
    assert game.players[0] == player(7, ouch=1)
    assert game.active_seat == 1


@pytest.mark.rule("BAK-24")
def test_tiles_are_never_used_up():
    game = about_to_move(player(2), player(2), die=1, faces="jungle_emerald")
    play(game, Move(1))
    game.phase, game.current.flip_die, game.current.move_die = "choose_steps", 2, 1
    play(game, Move(1))
    assert [p.x1 for p in game.players] == [1, 1]


@pytest.mark.rule("BAK-95", "BAK-31")
def test_no_x1_token_is_left_for_the_jungle():
    game = stop_on("jungle_emerald", player(2), player(x1=20))
    events = play(game, Move(1))
    assert of_type(events, *GAINS) == [EmeraldsMissed(seat=0, count=1, reason="supply")]
    assert game.players[0] == player(3)


@pytest.mark.rule("BAK-95", "BAK-43")
def test_the_torch_goes_without_when_one_token_is_left():
    game = stop_on("jungle_emerald", player(2, "torch"), player(x1=19))
    events = play(game, Move(1))
    assert of_type(events, *GAINS) == [
        EmeraldsTaken(seat=0, x3=0, x1=1, source="jungle_emerald", torch=False),
        EmeraldsMissed(seat=0, count=1, reason="supply"),
    ]
    assert game.supply.x1 == 0


# --- cave ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BAK-30", "BAK-31")
def test_a_lower_die_of_2_pays_two_x1():
    game = stop_on("cave", player(2))
    events = play(game, Move(1), throws=(5, 2))
    assert happened(events)[2:] == [
        CaveRolled(seat=0, dice=(5, 2), lower=2),
        EmeraldsTaken(seat=0, x3=0, x1=2, source="cave", torch=False),
    ]
    taken = next(event for event in events if isinstance(event, EmeraldsTaken))
    assert taken.auto is True
    assert game.players[0] == player(3, x1=2)


@pytest.mark.rule("BAK-43", "BAK-97")
def test_the_torch_emerald_is_an_x1_of_its_own():
    game = stop_on("cave", player(2, "torch"))
    events = play(game, Move(1), throws=(2, 5))
    assert of_type(events, *GAINS) == [EmeraldsTaken(seat=0, x3=0, x1=3, source="cave", torch=True)]
    assert game.players[0] == player(3, "torch", x1=3)


@pytest.mark.rule("BAK-96")
def test_six_emeralds_in_three_ways():
    game = stop_on("cave", player(2))
    play(game, Move(1), throws=(6, 6))
    assert (game.phase, game.current.at, game.current.cave) == ("choose_split", "cave", (6, 6))
    assert legal(game) == [TakeEmeralds(2, 0), TakeEmeralds(1, 3), TakeEmeralds(0, 6)]
    play(game, TakeEmeralds(1, 3))
    assert game.players[0] == player(3, x3=1, x1=3)
    assert (game.supply.x3, game.supply.x1) == (19, 17)


@pytest.mark.rule("BAK-96")
@pytest.mark.parametrize(
    ("lower", "ways"),
    [(3, [(1, 0), (0, 3)]), (4, [(1, 1), (0, 4)]), (5, [(1, 2), (0, 5)])],
)
def test_splits_of_three_to_five(lower, ways):
    game = stop_on("cave", player(2))
    play(game, Move(1), throws=(6, lower))
    assert legal(game) == [TakeEmeralds(*way) for way in ways]


@pytest.mark.rule("BAK-96", "BAK-97")
def test_the_torch_comes_after_the_split():
    game = stop_on("cave", player(2, "torch"))
    play(game, Move(1), throws=(3, 3))
    assert legal(game) == [TakeEmeralds(1, 0), TakeEmeralds(0, 3)]
    play(game, TakeEmeralds(1, 0))
    assert game.players[0] == player(3, "torch", x3=1, x1=1)


@pytest.mark.rule("BAK-31", "BAK-96")
def test_refused_splits():
    game = stop_on("cave", player(2))
    play(game, Move(1), throws=(5, 4))
    assert refusal(game, TakeEmeralds(2, 0)) == ("BAK-31", "illegal")
    for split in ((1, 0), (1, 2), (0, 3), (0, 5), (0, 0)):
        assert refusal(game, TakeEmeralds(*split)) == ("BAK-96", "illegal")


@pytest.mark.rule("BAK-31", "BAK-95")
@pytest.mark.parametrize(
    ("lower", "x3", "missed"),
    [(4, 1, 1), (2, 0, 2), (6, 2, 0), (3, 1, 0)],
)
def test_a_cave_without_x1_tokens(lower, x3, missed):
    game = stop_on("cave", player(2), player(x1=20))
    events = play(game, Move(1), throws=(6, lower))
    taken = [EmeraldsTaken(seat=0, x3=x3, x1=0, source="cave", torch=False)] if x3 else []
    short = [EmeraldsMissed(seat=0, count=missed, reason="supply")] if missed else []
    assert of_type(events, *GAINS) == taken + short
    assert game.players[0] == player(3, x3=x3)
    assert game.active_seat == 1


@pytest.mark.rule("BAK-95")
def test_the_largest_total_that_the_tokens_allow():
    game = stop_on("cave", player(2), player(x1=18), player(x3=19))
    play(game, Move(1), throws=(6, 6))
    assert game.players[0] == player(3, x3=1, x1=2)
    assert (game.supply.x3, game.supply.x1) == (0, 0)


@pytest.mark.rule("BAK-90")
def test_the_journal_does_not_help_in_a_cave():
    game = stop_on("cave", player(2, "journal"))
    play(game, Move(1), throws=(6, 6))
    assert legal(game) == [TakeEmeralds(2, 0), TakeEmeralds(1, 3), TakeEmeralds(0, 6)]


# --- waterfall -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BAK-29", "BAK-99")
def test_a_waterfall_takes_one_ouch_back_without_asking():
    game = stop_on("waterfall", player(2, ouch=2))
    events = play(game, Move(1))
    assert happened(events)[2:] == [OuchReturned(seat=0, ouch=1)]
    assert game.players[0] == player(3, ouch=1)
    assert game.supply.ouch == 11


@pytest.mark.rule("BAK-29")
@pytest.mark.parametrize("big", [None, 17])
def test_without_ouch_a_waterfall_does_nothing(big):
    game = stop_on("waterfall", player(4, big=big), at=3 if big else 5)
    assert len(happened(play(game, Move(1)))) == 2
    assert game.supply.ouch == 12


@pytest.mark.rule("BAK-64")
def test_the_cursed_emerald_spoils_the_waterfall():
    game = stop_on("waterfall", player(4, big=17, ouch=2), at=3)
    events = play(game, Move(1))
    assert happened(events)[2:] == [WaterfallCursed(seat=0)]
    assert game.players[0] == player(3, big=17, ouch=2)


@pytest.mark.rule("BAK-64")
def test_the_other_emeralds_are_not_cursed():
    game = stop_on("waterfall", player(4, big=13, ouch=2), at=3)
    play(game, Move(1))
    assert game.players[0] == player(3, big=13, ouch=1)


# --- abandoned camp --------------------------------------------------------------------------------------------------


@pytest.mark.rule("BAK-28", "BAK-105")
def test_a_camp_offers_an_object_of_the_supply():
    game = stop_on("abandoned_camp", player(2, "map"))
    play(game, Move(1))
    assert (game.phase, game.current.at) == ("camp", "abandoned_camp")
    assert legal(game) == [*[TakeObject(name) for name in OBJECTS if name != "map"], Pass()]
    events = play(game, TakeObject("rope"))
    assert happened(events) == [ObjectTaken(seat=0, object="rope", from_="supply", left_by=None)]
    assert game.players[0] == player(3, "rope", "map")
    assert game.supply.objects["rope"] == 1


@pytest.mark.rule("BAK-28")
def test_a_camp_may_be_left_with_nothing():
    game = stop_on("abandoned_camp", player(2, "map"))
    play(game, Move(1))
    events = play(game, Pass())
    assert happened(events) == []
    assert game.players[0] == player(3, "map")
    assert game.active_seat == 1


@pytest.mark.rule("BAK-46", "BAK-28")
def test_refused_at_a_camp():
    game = stop_on("abandoned_camp", player(2, "map"), player(0, "rope"), player(0, "rope"))
    play(game, Move(1))
    assert refusal(game, TakeObject("rope")) == ("BAK-28", "illegal")
    assert refusal(game, TakeObject("map")) == ("BAK-46", "illegal")


@pytest.mark.rule("BAK-58", "BAK-46")
def test_beside_the_17_some_objects_never_fit():
    game = stop_on("abandoned_camp", player(4, "journal", big=17), at=3)
    play(game, Move(1))
    for name in ("rope", "grapnel", "first_aid_kit"):
        assert refusal(game, TakeObject(name)) == ("BAK-58", "illegal")
    assert legal(game) == [*[TakeObject(name) for name in ("machete", "torch", "map", "compass")], Pass()]


@pytest.mark.rule("BAK-28")
def test_a_camp_does_not_offer_what_lies_at_the_temple():
    game = stop_on("abandoned_camp", player(2), player(20, "torch", big=17), left=[("torch", 1)])
    play(game, Move(1))
    assert TakeObject("torch") not in legal(game)


@pytest.mark.rule("BAK-28")
def test_a_camp_with_nothing_to_take_is_passed_at_once():
    everything = [player(0, *OBJECTS[:5]), player(0, *OBJECTS[:5]), player(0, *OBJECTS[5:]), player(0, *OBJECTS[5:])]
    game = stop_on("abandoned_camp", player(2), *everything)
    assert not any(game.supply.objects.values())
    play(game, Move(1))
    assert (game.phase, game.active_seat) == ("choose_flip", 1)
