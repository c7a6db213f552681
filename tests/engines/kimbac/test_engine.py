"""The engine as the store and the API see it."""

from __future__ import annotations

from string import Formatter

import pytest

from engines.kernel.dice import SeededDice
from engines.kimbac import engine
from engines.kimbac.actions import MovePawn, PlacePawn
from engines.kimbac.events import GameStarted
from engines.kimbac.parts import Options
from engines.kimbac.position import KimbacPosition
from tests.engines.kimbac.positions import finder, hunting, play, search
from tests.support.kit.play import opening, steps


def test_wire_names_are_those_of_the_contract() -> None:
    assert [kind.__struct_config__.tag for kind in engine.rules.action_types] == [
        "place_pawn", "move_pawn", "stay", "take_chest", "end_turn", "become_kimbac", "renounce",
    ]  # fmt: skip
    assert [kind.__struct_config__.tag for kind in engine.rules.event_types] == [
        "game_started", "round_started", "pawn_placed", "first_roll", "turn_started", "card_drawn", "no_card_left",
        "hands_reshuffled", "pawn_moved", "pawn_blocked", "turn_ended", "chest_taken", "chest_shaken",
        "chest_renounced", "kimbac_appeared", "kimbac_stayed", "kimbac_captured", "treasure_reached", "treasure_lost",
        "treasure_revealed", "treasure_shared", "round_void", "round_ended", "game_over",
    ]  # fmt: skip
    assert engine.rules.phases == ("place", "search_move", "search_end", "chest", "hunt_kimbac", "hunt_pursuit")
    assert engine.rules.over_rule == "KIM-92"


def test_a_position_has_its_documented_fields() -> None:
    assert set(KimbacPosition.__struct_fields__) == {
        "game", "schema", "options", "round", "phase", "active_seat", "first_seat", "next_pawn", "arrived", "pawns",
        "pile", "hands", "face_up", "search_turn", "dry_turns", "renounced_by", "chest", "kimbac", "hunt_turn",
        "scores", "round_results", "result",
    }  # fmt: skip
    assert (search(2).game, search(2).schema) == ("kimbac", 1)


@pytest.mark.parametrize("make", [search, finder, hunting])
def test_a_copy_is_equal_and_independent(make: object) -> None:
    game = make(2)
    before = engine.encode(game)
    twin = game.copy()
    assert twin == game
    assert twin == engine.decode(before)
    for own in (twin.pawns, twin.hands, twin.face_up):
        own[0].append(7)
    twin.arrived.append(1)
    twin.pile.clear()
    twin.scores[0] = 5
    twin.round_results.append(None)
    assert engine.encode(game) == before


def test_play_on_a_copy_equals_play_on_a_decoded_snapshot_and_leaves_the_original_alone() -> None:
    for seats in engine.seats:
        position, _, dice = opening(engine, seats, {"rounds": 2}, bytes(31) + bytes([seats]))
        for step in steps(engine, position, dice, SeededDice(b"copy"), ["greedy"] * seats):
            fast, plain = step.before, engine.decode(engine.encode(step.before))
            before = engine.encode(step.before)
            for trial in (fast.copy(), plain):
                engine.rules.apply(trial, step.seat, step.action, SeededDice(b"same"))
                plain_after = engine.encode(trial)
            assert engine.encode(fast) == before
            assert engine.encode(plain) == plain_after


def test_play_resumes_from_an_imported_position_without_playing_anything() -> None:
    game = search(3, {0: {1: "x402"}, 1: {1: "x301", 2: "x302", 3: "x403"}})
    before = engine.encode(game)
    assert engine.rules.resume(game, SeededDice(bytes(32))) == [GameStarted(seats=3, options=Options())]
    assert engine.encode(game) == before
    assert engine.rules.seat_count(game) == 3


def test_nothing_is_ever_played_by_itself() -> None:
    game = search(3, {0: {1: "x402"}, 1: {1: "x301", 2: "x302", 3: "x403"}})
    assert len(engine.rules.legal(game, 0).actions) == 1
    assert engine.rules.forced(game) is None
    game, _, dice = opening(engine, 2, {}, bytes(32))
    for turn, gate in enumerate("ABCDEFGHIJK"):
        play(game, turn % 2, PlacePawn(1 + turn // 2, gate))
    assert engine.rules.legal(game, 1).actions == [PlacePawn(6, "L")]
    assert game.phase == "place"
    assert dice.counter > 0


def test_an_action_travels_as_plain_data() -> None:
    assert hash(MovePawn(1, "x302")) == hash(MovePawn(1, "x302"))
    assert MovePawn(1, "x302") != MovePawn(2, "x302")


def test_every_action_and_game_over_have_words() -> None:
    words = engine.words
    for kind in engine.rules.action_types:
        entry = words.actions[kind.__struct_config__.tag]
        fields = dict.fromkeys(kind.__struct_fields__, "?")
        for language in ("en", "fr"):
            assert {name for _, name, _, _ in Formatter().parse(entry[language]) if name} <= set(fields)
    assert words.phases["game_over"] == {"en": "The game is over", "fr": "La partie est terminée"}


def test_sentences_name_the_places_of_the_plan() -> None:
    game = search(2, {0: {1: "x402"}})
    moved = play(game, 0, MovePawn(1, "x502"))[0]
    players = ["Annie", "Bernard"]
    assert engine.words.sentence(moved, "fr", players) == (
        "Annie : pion 1 → Quai des Saules / allée du Héron, par le pont de l'Embouchure."
    )
    assert engine.words.sentence(moved, "en", players) == "Annie: pawn 1 → Willow Quay / Heron Lane, over Mouth Bridge."


def test_every_sentence_holds_for_hidden_and_empty_fields() -> None:
    """Every kind of event of many games, told to everybody, in both languages."""
    kinds = set()
    for seed in range(12):
        seats = 2 + seed % 3
        options = {"max_hunt_turns": 20, "max_search_turns": 20, "rounds": 1 + seed % 2}
        position, events, dice = opening(engine, seats, options, seed.to_bytes(32, "big"))
        policy = "random" if seed % 2 else "greedy"
        for step in steps(engine, position, dice, SeededDice(b"words"), [policy] * seats):
            events = events + step.events
        for event in events:
            kinds.add(type(event))
            for seat in (0, None):
                for language in ("en", "fr"):
                    sentence = engine.words.sentence(
                        engine.visibility.redact(event, seat), language, ["P0", "P1", "P2", "P3"]
                    )
                    assert "None" not in sentence
                    assert "{" not in sentence
    assert len(kinds) >= 20
