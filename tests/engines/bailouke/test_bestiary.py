"""The Bestiary is data: another one is played without touching the code."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest
from msgspec import ValidationError

from engines.bailouke import engine, with_content
from engines.bailouke.actions import (
    ChooseEffect,
    Exchange,
    ExchangeWithPile,
    Give,
    Pass,
    Peek,
    PlaceAdded,
    Play,
    Reveal,
    ShuffleZone,
    Skip,
    Target,
)
from engines.bailouke.events import PileRemoved, StepSkipped, TokenGained, TokenReturned
from engines.bailouke.parts import Effect
from engines.bailouke.rules.beasts import PRIMITIVES
from engines.bailouke.rules.rounds import CLOSING
from engines.bailouke.rules.steps import Question
from engines.kernel.dice import SeededDice
from engines.kernel.game import Game
from tests.engines.bailouke.positions import Backwards, act, kinds, legal, only, position, refused
from tests.support.kit.play import opening, steps


def changed(value: int, **fields: Any) -> Game[Any, Any]:
    """The game with another beast of that value."""
    content = deepcopy(engine.content)
    for creature in content["creatures"]:
        if creature["value"] == value:
            creature.update(fields)
    return with_content(content)


def test_the_content_lists_the_primitives_of_the_code() -> None:
    listed = {entry["op"]: entry for entry in engine.content["primitives"]}
    assert set(listed) == {op for op, _ in PRIMITIVES} | set(CLOSING)
    for (op, target), primitive in PRIMITIVES.items():
        if isinstance(primitive, Question):
            assert listed[op]["decision"] == primitive.asks.__struct_config__.tag
        elif target is None:
            assert listed[op]["decision"] == ""


def test_every_beast_says_where_its_parts_come_from() -> None:
    for creature in engine.content["creatures"]:
        for part in ("provenance", "name_provenance", "copies_provenance", "effect_provenance"):
            assert creature[part] in ("rulebook", "inferred", "reconstructed")
        assert creature["rule"] in engine.rulebook
        assert set(creature["text"]) == set(creature["name"]) == {"fr", "en"}


def test_a_beast_with_another_effect() -> None:
    game_of = changed(2, on_play=[{"op": "gain_token", "count": 3}, {"op": "remove_from_pile", "count": 1}])
    game = position([[7, 3], [4, 5]], drawn=2, of=game_of)
    events = act(game, 0, Play(), of=game_of)
    assert kinds(events) == ["card_played", "token_gained", "pile_removed"]
    assert only(events, TokenGained) == [TokenGained(seat=0, count=3)]
    assert len(only(events, PileRemoved)[0].cards) == 1
    assert (game.players[0].tokens, game.phase) == (3, "discard")
    plain = position([[7, 3], [4, 5]], drawn=2)
    act(plain, 0, Play())
    assert legal(plain, 0) == [Peek(0), Peek(1)]


def test_a_gain_stops_at_the_supply() -> None:
    game_of = changed(2, on_play=[{"op": "gain_token", "count": 3}])
    game = position([[7, 3], [4, 5]], drawn=2, of=game_of, seats={1: {"tokens": 18}})
    assert only(act(game, 0, Play(), of=game_of), TokenGained) == [TokenGained(seat=0, count=2)]


def test_a_choice_among_three_effects() -> None:
    game_of = changed(
        0,
        mode="choose_one",
        on_play=[{"op": "shuffle_zone"}, {"op": "exchange_blind"}, {"op": "add_from_pile", "target": "opponent"}],
    )
    game = position([[7, 3], [4, 5], [8, 9]], drawn=0, of=game_of)
    act(game, 0, Play(), of=game_of)
    assert legal(game, 0, game_of) == [ChooseEffect(0), ChooseEffect(1), ChooseEffect(2)]
    act(game, 0, ChooseEffect(1), of=game_of)
    assert game.effect == Effect(0, option=1, step=1)
    assert refused(game, 0, Exchange(10, 0), game_of) == ("BAI-42", "illegal")
    act(game, 0, Exchange(0, 10), of=game_of)
    assert (game.phase, game.effect) == ("discard", None)
    game = position([[7, 3], [4, 5], [8, 9]], drawn=0, of=game_of)
    act(game, 0, Play(), of=game_of)
    act(game, 0, ChooseEffect(2), of=game_of)
    act(game, 0, Target(2), of=game_of)
    act(game, 2, PlaceAdded("left"), of=game_of)
    assert (len(game.players[2].zone), game.phase) == (3, "discard")


def test_an_optional_effect_of_another_kind() -> None:
    game_of = changed(3, on_play=[{"op": "reveal_contest", "optional": True, "best": 1, "tie": 2}])
    game = position([[7, 3], [4, 5]], drawn=3, of=game_of)
    act(game, 0, Play(), of=game_of)
    assert legal(game, 0, game_of) == [Reveal(0), Reveal(1), Skip()]
    act(game, 0, Reveal(1), of=game_of)
    act(game, 1, Reveal(10), of=game_of)
    assert [player.fer for player in game.players] == [[1], []]


def test_a_shuffle_hides_what_the_effect_showed() -> None:
    game_of = changed(
        3,
        on_play=[
            {"op": "peek_opponent"},
            {"op": "shuffle_zone"},
            {"op": "exchange_seen", "optional": True},
            {"op": "peek_own"},
        ],
    )
    game = position([[7, 3], [4, 5]], drawn=3, of=game_of)
    act(game, 0, Play(), of=game_of)
    events = act(game, 0, Peek(11), Backwards(), of=game_of)
    assert kinds(events) == ["card_peeked", "card_seen", "zone_shuffled", "step_skipped"]
    assert (game.effect.looked, game.effect.previous_done, game.players[0].seen) == ([], False, [])
    assert [card.value for card in game_of.visibility.view(game, 0).players[1].zone] == [None, None]


def test_a_compulsory_gift_may_empty_a_zone() -> None:
    game_of = changed(3, on_play=[{"op": "give_card"}, {"op": "reveal_contest"}])
    game = position([[7], [4, 5], [8, 9]], drawn=3, of=game_of, seats={0: {"tokens": 1}})
    act(game, 0, Play(), of=game_of)
    assert legal(game, 0, game_of)[:2] == [Give(0, 1), Give(0, 2)]
    act(game, 0, Give(0, 2), of=game_of)
    events = act_unchecked(game, game_of, 2, PlaceAdded("left"))
    assert kinds(events) == ["card_added", "step_skipped"]
    assert (game.phase, game.discard.seat) == ("discard", 1)
    for seat in (1, 2):
        act_unchecked(game, game_of, seat, Pass())
    assert (game.last_round.ending, game.last_round.winner) == ("empty_zone", 0)


def act_unchecked(game: Any, of: Game[Any, Any], seat: int, action: Any) -> list:
    return of.rules.apply(game, seat, action, SeededDice(b"test"))


def test_an_exchange_with_the_pile_that_nobody_looked_at() -> None:
    game_of = changed(3, on_play=[{"op": "exchange_with_pile", "optional": True}])
    game = position([[7, 2], [4, 5]], "effect", graveyard=[3], effect=Effect(3), pile_size=0, of=game_of)
    assert legal(game, 0, game_of) == [Skip()]
    assert refused(game, 0, ExchangeWithPile(0), game_of) == ("BAI-45", "illegal")
    assert act(game, 0, Skip(), of=game_of) == [StepSkipped(seat=0, op="exchange_with_pile", reason="declined")]


def test_another_effect_at_the_end_of_a_round() -> None:
    game_of = changed(
        5,
        on_round_end=[{"op": "return_token", "count": 2}, {"op": "deal_modifier", "delta": -2, "minimum": 2}],
    )
    game = position(
        [[5], [4]],
        "discard",
        graveyard=[6],
        window=1,
        pile_size=0,
        of=game_of,
        seats={0: {"tokens": 3}, 1: {"tokens": 1}},
    )
    events = act(game, 1, Pass(), of=game_of)
    assert only(events, TokenReturned) == [TokenReturned(seat=0, count=2)]
    assert game.last_round.next_deal == [2, 3]


def test_other_numbers_of_copies_and_another_setup() -> None:
    content = deepcopy(engine.content)
    for creature in content["creatures"]:
        if creature["value"] in (0, 24):
            creature["copies"] += 1 if creature["value"] else -1
    content["setup"].update(deal=4, louk_louke_start=2)
    game_of = with_content(content)
    game, _, _ = opening(game_of, 2, {}, bytes(32))
    assert (game.cards.count(0), game.cards.count(24)) == (3, 3)
    assert [len(player.zone) for player in game.players] == [4, 4]
    assert [player.tokens for player in game.players] == [2, 2]


def test_a_whole_game_with_another_bestiary() -> None:
    game_of = changed(6, mode="choose_one", on_play=[{"op": "steal_token"}, {"op": "peek_pile"}, {"op": "pass_left"}])
    for seed in range(3):
        game, _, dice = opening(game_of, 3, {}, bytes([seed]) * 32)
        for _ in steps(game_of, game, dice, SeededDice(bytes([seed])), ["random", "greedy", "random"]):
            game_of.rules.check(game)
        assert game_of.rules.outcome(game) is not None


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"on_play": [{"op": "fly"}]}, "beast 2: no effect fly$"),
        ({"on_play": [{"op": "add_from_pile"}]}, "beast 2: no effect add_from_pile$"),
        ({"on_play": [{"op": "peek_own", "target": "self"}]}, "beast 2: no effect peek_own self$"),
        ({"on_play": [{"op": "peek_own", "count": 2}]}, "beast 2: write peek_own as 2 steps, one card each"),
        ({"on_round_end": [{"op": "gain_token"}]}, "beast 2: no effect gain_token at the end of a round"),
    ],
)
def test_a_bestiary_that_no_primitive_can_carry_out_is_refused(fields: dict, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        changed(2, **fields)


def test_a_misspelt_parameter_is_refused() -> None:
    with pytest.raises(ValidationError):
        changed(2, on_play=[{"op": "peek_own", "counts": 1}])


def test_shuffle_zone_is_still_the_same_in_the_real_content() -> None:
    game = position([[7, 3], [4, 5], [8, 9]], drawn=6)
    act(game, 0, Play())
    assert legal(game, 0) == [ShuffleZone(1), ShuffleZone(2)]
