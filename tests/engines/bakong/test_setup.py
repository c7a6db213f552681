"""Préparation: the track, the temple, the supply, the first objects (BAK-1 to BAK-9)."""

from __future__ import annotations

from collections import Counter

import pytest

from engines.bakong import engine
from engines.bakong.actions import TakeObject
from engines.bakong.events import DiceRolled, FirstSeatDrawn, GameStarted, ObjectTaken, TurnStarted
from engines.bakong.parts import Options, Player
from engines.bakong.pieces import FACES_OF, OBJECTS, TILES
from engines.kernel.dice import SeededDice
from engines.kernel.records import GAME_OVER
from engines.kernel.refusals import InvalidOptions
from tests.engines.bakong.positions import LoadedDice, legal, play, refusal


def deal(seats: int, seed: bytes = b"setup", **options):
    return engine.rules.deal(seats, engine.options(options, seats), SeededDice(seed))


@pytest.mark.rule("BAK-1", "BAK-81")
def test_two_to_six_players():
    assert list(engine.seats) == [2, 3, 4, 5, 6]
    for seats in engine.seats:
        assert engine.rules.seat_count(deal(seats)[0]) == seats


@pytest.mark.rule("BAK-2", "BAK-15")
def test_the_track_holds_all_24_tiles_between_camp_and_temple():
    position, _ = deal(2)
    assert sorted(tile.tile for tile in position.track) == list(TILES)
    assert position.face(0) == "start_camp"
    assert position.face(25) == "temple"
    assert [position.face(slot) for slot in range(1, 25)] == [FACES_OF[t.tile][t.side] for t in position.track]


@pytest.mark.rule("BAK-3", "BAK-82")
def test_order_and_sides_are_drawn_uniformly():
    positions = [deal(2, bytes([n, n // 7]))[0] for n in range(200)]
    first = Counter(position.track[0].tile for position in positions)
    up = sum(tile.side == "a" for position in positions for tile in position.track)
    assert len(first) > 20
    assert max(first.values()) < 25
    assert 2250 < up < 2550
    assert not any(tile.seen for tile in positions[0].track)


@pytest.mark.rule("BAK-82")
def test_the_order_is_drawn_first_then_the_sides_slot_by_slot():
    dice = SeededDice(b"order")
    tiles = list(TILES)
    dice.shuffle(tiles)
    sides = ["ab"[dice.below(2)] for _ in tiles]
    position, _ = deal(2, b"order")
    assert [tile.tile for tile in position.track] == tiles
    assert [tile.side for tile in position.track] == sides


@pytest.mark.rule("BAK-4")
@pytest.mark.parametrize(
    ("seats", "emeralds"),
    [(2, [17, 13]), (3, [17, 13, 12]), (4, [17, 13, 12, 10]), (5, [17, 13, 12, 10, 9]), (6, [17, 13, 12, 10, 9, 8])],
)
def test_as_many_big_emeralds_as_players_the_highest_first(seats, emeralds):
    position, events = deal(seats)
    assert position.temple.big_emeralds == emeralds
    assert position.temple.objects == []
    assert events[0].big_emeralds == emeralds


@pytest.mark.rule("BAK-5")
def test_the_supply():
    supply = deal(2)[0].supply
    assert supply.objects == dict.fromkeys(OBJECTS, 2)
    assert (supply.x1, supply.x3, supply.ouch) == (20, 20, 12)


@pytest.mark.rule("BAK-6")
def test_everybody_starts_at_the_camp_with_an_empty_backpack():
    position, _ = deal(3)
    assert position.players == [Player(0, "outward", [], 0, 0, None, 0, False)] * 3
    assert (position.phase, position.turn, position.current) == ("choose_start_object", 0, None)
    assert (position.score_sheet, position.result) == (None, None)


@pytest.mark.rule("BAK-7", "BAK-83")
def test_the_youngest_player_chooses_and_plays_first():
    position, _ = deal(3, first_seat=2)
    assert engine.rules.to_act(position) == (2,)
    play(position, TakeObject("rope"))
    assert engine.rules.to_act(position) == (0,)
    play(position, TakeObject("map"))
    assert engine.rules.to_act(position) == (1,)
    events = play(position, TakeObject("map"), throws=(4, 2))
    assert events == [
        ObjectTaken(seat=1, object="map", from_="supply", left_by=None),
        TurnStarted(seat=2, turn=1),
        DiceRolled(seat=2, dice=(4, 2)),
    ]
    assert (position.phase, position.active_seat, position.turn) == ("choose_flip", 2, 1)
    assert [player.objects for player in position.players] == [["map"], ["map"], ["rope"]]


@pytest.mark.rule("BAK-83")
def test_the_first_seat_is_drawn_unless_the_creator_names_it():
    assert engine.options({}, 4) == Options(None, "before", "after_move", False)
    drawn = Counter(deal(4, bytes([n]))[0].active_seat for n in range(200))
    assert sorted(drawn) == [0, 1, 2, 3]
    assert min(drawn.values()) > 25
    position, events = deal(4)
    assert events[1:] == [FirstSeatDrawn(seat=position.active_seat)]
    position, events = deal(4, first_seat=2)
    assert (position.active_seat, len(events)) == (2, 1)
    with pytest.raises(InvalidOptions):
        engine.options({"first_seat": 4}, 4)


@pytest.mark.rule("BAK-8")
def test_an_object_that_is_used_up_cannot_be_chosen():
    position, _ = deal(3)
    play(position, TakeObject("torch"), TakeObject("torch"))
    assert position.supply.objects["torch"] == 0
    assert legal(position) == [TakeObject(name) for name in OBJECTS if name != "torch"]
    assert refusal(position, TakeObject("torch")) == ("BAK-8", "illegal")


@pytest.mark.rule("BAK-84")
def test_the_first_object_cannot_be_refused():
    position, _ = deal(2)
    assert legal(position) == [TakeObject(name) for name in OBJECTS]


@pytest.mark.rule("BAK-9", "BAK-10")
def test_turns_go_clockwise_and_nobody_is_skipped():
    position, _ = deal(3, first_seat=1)
    dice, rng = SeededDice(b"turns"), SeededDice(b"luck")
    order = []
    while position.phase != GAME_OVER:
        seat = position.active_seat
        events = engine.rules.apply(position, seat, rng.choose(engine.rules.legal(position, seat).actions), dice)
        order += [(event.turn, event.seat) for event in events if isinstance(event, TurnStarted)]
    assert order == [(number, number % 3) for number in range(1, len(order) + 1)]


def test_the_first_event_tells_the_public_setup():
    position, events = deal(2, first_seat=0)
    assert events == [
        GameStarted(
            seats=2,
            faces=[position.face(slot) for slot in range(1, 25)],
            big_emeralds=[17, 13],
            options=Options(first_seat=0),
        )
    ]


def test_setup_draws_dice_for_the_track_and_then_for_the_first_seat():
    for options, draws in (({"first_seat": 0}, 23 + 24), ({}, 23 + 24 + 1)):
        dice = SeededDice(b"count")
        engine.rules.deal(6, engine.options(options, 6), dice)
        assert len(dice.drawn) == draws


def test_resuming_rolls_only_when_the_dice_are_still_to_be_thrown():
    position, events = deal(2, first_seat=0)
    assert engine.rules.resume(position, LoadedDice()) == events
    position.phase, position.players = "choose_flip", [Player(3), Player(4)]
    events = engine.rules.resume(position, LoadedDice(6, 1))
    assert events[1:] == [TurnStarted(seat=0, turn=1), DiceRolled(seat=0, dice=(6, 1))]
    assert position.current.dice == (6, 1)
    assert len(engine.rules.resume(position, LoadedDice())) == 1
