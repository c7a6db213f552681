"""Views and masks: only cards that are face down are hidden."""

from __future__ import annotations

import msgspec
import pytest

from engines.kernel.dice import SeededDice
from engines.kernel.records import Result
from engines.mekong import engine
from engines.mekong.determinize import completed
from engines.mekong.events import ProgramCommitted, StepRevealed
from engines.mekong.pieces import ACTION_CARDS, DRAGONS
from engines.mekong.position import MekongPosition
from tests.engines.mekong.positions import carrying_out, program, table
from tests.engines.mekong.profile import PROFILE
from tests.support.kit.play import opening, pick
from tests.support.kit.profile import Small
from tests.support.kit.properties import check_determinize

PROGRAMS = [
    ["move_1", "place_1_stone", "dragon_blue", "jump", "remove"],
    ["place_2_stones", "move_2", "jump", "move_1", "dragon_white"],
    ["remove", "jump", "move_1", "place_1_plank", "move_2"],
]


def in_step_two() -> MekongPosition:
    position = carrying_out(
        table(3, stones="i05 i11", planks="red_2 v_red-i11", pawns={"red": "red_2"}), "red", "place_1_stone"
    )
    for player, cards in zip(position.players, PROGRAMS, strict=True):
        player.program = list(cards)
    position.step, position.lost = 2, ["red_1"]
    position.players[0].reserve.remove("red_1")
    return position


@pytest.mark.rule("MEK-14")
def test_before_the_first_step_only_the_fact_of_laying_is_seen() -> None:
    position = table(3)
    position.players[1].program = list(PROGRAMS[1])
    for reader in (0, 2, None):
        other = engine.visibility.view(position, reader).players[1]
        assert (other.committed, other.program, other.hand, other.hand_size) == (True, None, None, 5)
    own = engine.visibility.view(position, 1).players[1]
    assert own.program == PROGRAMS[1]
    assert own.hand == ["place_1_stone", "place_1_plank", "place_2_planks", "remove", "dragon_red"]
    assert (own.committed, own.hand_size) == (True, 5)
    waiting = engine.visibility.view(position, 0).players[0]
    assert (waiting.committed, waiting.program, waiting.hand_size) == (False, None, 10)
    assert waiting.hand == [*ACTION_CARDS, "dragon_blue", "dragon_white"]
    unseen = engine.visibility.view(position, 0).players[2]
    assert (unseen.committed, unseen.program, unseen.hand, unseen.hand_size) == (False, None, None, 10)


@pytest.mark.rule("MEK-15")
def test_in_a_step_the_cards_up_to_it_are_face_up() -> None:
    position = in_step_two()
    seen = engine.visibility.view(position, 0)
    assert seen.players[0].program == PROGRAMS[0]
    assert seen.players[1].program == ["place_2_stones", "move_2", None, None, None]
    assert seen.players[2].program == ["remove", "jump", None, None, None]
    assert seen.players[1].hand is None
    spectator = engine.visibility.view(position, None)
    assert spectator.players[0].program == ["move_1", "place_1_stone", None, None, None]
    assert all(player.hand is None for player in spectator.players)
    position.step = 5
    assert engine.visibility.view(position, 0).players[1].program == PROGRAMS[1]


def test_everything_else_lies_open() -> None:
    position = in_step_two()
    for reader in (0, 1, None):
        seen = engine.visibility.view(position, reader)
        for field in seen.__struct_fields__:
            if field != "players":
                assert getattr(seen, field) == getattr(position, field)
        for shown, player in zip(seen.players, position.players, strict=True):
            assert (shown.colour, shown.pawn, shown.reserve) == (player.colour, player.pawn, player.reserve)
        assert seen.stones is not position.stones
        assert seen.planks is not position.planks


@pytest.mark.rule("MEK-119")
def test_after_the_end_all_cards_are_shown() -> None:
    position = in_step_two()
    position.phase, position.pending = "game_over", None
    position.result = Result(winners=[], ranking=[[0, 1, 2]], scores=[], reason="round_cap")
    for reader in (0, 1, None):
        seen = engine.visibility.view(position, reader)
        assert [player.program for player in seen.players] == PROGRAMS
        assert seen.players[0].hand == ["place_2_stones", "place_1_plank", "place_2_planks", "move_2", "dragon_white"]
        assert seen.result == position.result


@pytest.mark.rule("MEK-14")
def test_only_the_seat_itself_hears_its_cards() -> None:
    event = ProgramCommitted(round=2, step=0, seat=1, cards=list(PROGRAMS[1]), seq=4, version=3)
    assert engine.visibility.redact(event, 1) is event
    for reader in (0, 2, None):
        assert engine.visibility.redact(event, reader) == ProgramCommitted(
            round=2, step=0, seat=1, cards=None, seq=4, version=3
        )
    assert event.cards == PROGRAMS[1]
    shown = StepRevealed(round=1, step=1, cards=["jump", "jump", "jump"])
    assert engine.visibility.redact(shown, None) is shown


def test_an_imagined_position_agrees_with_what_is_known() -> None:
    position = in_step_two()
    dice = SeededDice(b"imagine")
    for reader in (0, 1, 2, None):
        twin = engine.visibility.determinize(engine.visibility.knowledge(position, reader), reader, dice)
        engine.rules.check(twin)
        assert engine.visibility.view(twin, reader) == engine.visibility.view(position, reader)
        for seat in range(3):
            assert twin.players[seat].program[:2] == PROGRAMS[seat][:2]
        if reader is not None:
            assert twin.players[reader].program == PROGRAMS[reader]
    waiting = table(2)
    assert engine.visibility.determinize(engine.visibility.knowledge(waiting, 0), 0, dice) == waiting


@pytest.mark.rule("MEK-11", "MEK-12")
def test_hidden_slots_are_filled_lawfully() -> None:
    held = (*ACTION_CARDS, "dragon_blue", "dragon_white")
    dice = SeededDice(b"fill")
    for slots in ([None] * 5, ["jump", None, None, None, None], ["dragon_blue", "jump", None, None, None]):
        for _ in range(200):
            cards = completed(list(slots), held, dice)
            assert len(set(cards)) == 5
            assert set(cards) <= set(held)
            assert sum(card in DRAGONS for card in cards) <= 1
            assert all(card in (None, laid) for card, laid in zip(slots, cards, strict=True))
    complete = program("jump")
    before = dice.counter
    assert completed(list(complete), held, dice) == complete
    assert dice.counter == before


@pytest.mark.parametrize("small", PROFILE.small, ids=lambda small: small.name)
def test_every_hidden_programme_has_the_same_chance(small: Small) -> None:
    check_determinize(PROFILE, small)


def test_wire_names() -> None:
    position = in_step_two()
    document = msgspec.json.decode(engine.encode(position))
    assert list(document) == sorted(document)
    assert document["planks"] == {"red_2": ["i11", "v_red"]}
    assert document["pending"] == {"card": "place_1_stone", "plank": None, "remaining": 1}
    assert set(document["players"][0]) == {"colour", "pawn", "reserve", "program"}
    view = msgspec.to_builtins(engine.visibility.view(position, 0))
    assert set(view) == set(document)
    assert set(view["players"][0]) == {"colour", "pawn", "reserve", "program", "committed", "hand", "hand_size"}


def test_everything_that_is_emitted_fits_its_declared_type() -> None:
    for number, options in enumerate(({}, {"plank_attempt": "eyeball", "round_cap": 2})):
        position, events, dice = opening(engine, 2 + 4 * number, options, b"types")
        rng = SeededDice(b"types")
        while position.phase != "game_over":
            seat = engine.rules.to_act(position)[0]
            action = pick(engine, position, seat, "greedy", rng)
            assert msgspec.convert(msgspec.to_builtins(action), type(action)) == action
            events += engine.rules.apply(position, seat, action, dice)
            for reader in (0, None):
                view = engine.visibility.view(position, reader)
                assert msgspec.convert(msgspec.to_builtins(view), engine.visibility.view_type) == view
        for event in events:
            assert msgspec.convert(msgspec.to_builtins(event), type(event)) == event
    every = (
        engine.rules.position_type,
        engine.visibility.view_type,
        *engine.rules.event_types,
        *engine.rules.action_types,
    )
    for declared in every:
        assert msgspec.json.schema(declared)


def test_a_copy_is_independent() -> None:
    position = in_step_two()
    before = engine.encode(position)
    copy = position.copy()
    assert copy == position
    copy.stones.append("i27")
    copy.planks["red_6"] = ("i05", "v_red")
    copy.lost.append("red_6")
    copy.players[0].pawn = "v_red"
    copy.players[0].reserve.clear()
    copy.players[0].program[0] = "jump"
    copy.pending.remaining = 2
    copy.step = 4
    assert engine.encode(position) == before
    for other in (table(2), engine.decode(engine.encode(position))):
        assert other.copy() == other
