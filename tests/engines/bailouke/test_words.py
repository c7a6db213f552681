"""Words for every action and event, and types that hold for everything the engine emits."""

from __future__ import annotations

import msgspec
import pytest

from engines.bailouke import engine
from engines.bailouke.actions import Exchange, Peek, Play, Replace, StealToken
from engines.bailouke.events import (
    CardIncoming,
    CardPeeked,
    CardPlayed,
    CardsExchanged,
    PeboudeChanged,
    RoundEnded,
    StepSkipped,
    TokenStolen,
)
from engines.bailouke.position import View
from engines.kernel.dice import SeededDice
from engines.kernel.records import Action, GameOver
from tests.engines.bailouke.positions import position
from tests.support.kit.play import opening, steps

PLAYERS = ["Maëva", "Aydan", "Shankara"]


def test_every_action_has_words_with_its_own_fields() -> None:
    for kind in engine.rules.action_types:
        entry = engine.words.actions[kind.__struct_config__.tag]
        for language in ("en", "fr"):
            for template in (entry[language], *(case[language] for case in entry.get("when", ()))):
                fields = {
                    name.split(":")[0] for _, name, _, _ in __import__("string").Formatter().parse(template) if name
                }
                assert fields <= set(kind.__struct_encode_fields__)
    assert set(engine.words.actions) == {kind.__struct_config__.tag for kind in engine.rules.action_types}
    assert StealToken in engine.rules.action_types


def test_phases_have_words_after_the_end_too() -> None:
    assert set(engine.words.phases) == {*engine.rules.phases, "game_over"}


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (PeboudeChanged(seat=0, side=0), "Maëva returns the Péboudé token."),
        (CardPeeked(seat=1, card=None), "Aydan looks at the top card of the draw pile."),
        (CardPeeked(seat=1, card=7, owner=2, place=3), "Aydan looks at card 3 of Shankara."),
        (CardPeeked(seat=1, card=7, place=3), "Aydan looks at their own card 3."),
        (CardPeeked(seat=1, card=7), "Aydan looks at a card."),
        (
            CardsExchanged(seat=0, own_card=1, other_seat=None, other_card=9, own_place=2),
            "Maëva exchanges card 2 with the top card of the draw pile.",
        ),
        (
            CardsExchanged(seat=0, own_card=1, other_seat=2, other_card=9, own_place=2, other_place=1),
            "Maëva exchanges card 2 with card 1 of Shankara.",
        ),
        (TokenStolen(seat=0, from_seat=1, card=None), "Maëva takes an unassigned Louk Louké token of Aydan."),
        (CardPlayed(seat=0, card=4, value=7, from_="draw", in_card=None), "Maëva plays the drawn card: Macabam (7)."),
        (
            CardIncoming(seat=1, card=4, cause="give_card", from_seat=0, pile_count=3),
            "Maëva gives a card to Aydan, who chooses the end.",
        ),
        (
            StepSkipped(seat=0, op="steal_token", reason="impossible"),
            "Not possible for Maëva: taking a Louk Louké token of an opponent.",
        ),
        (
            RoundEnded(ending="pile", zones=[], reductions=[], totals=[3, 3, 4], winner=None, next_deal=None),
            "The round is over; totals: Maëva 3, Aydan 3, Shankara 4. A tie: nobody wins the round.",
        ),
        (GameOver(winners=[], ranking=[], scores=[], reason="round_cap"), "The game is over; nobody won."),
    ],
)
def test_special_sentences(event: object, words: str) -> None:
    assert engine.words.sentence(event, "en", PLAYERS) == words


def test_everything_emitted_fits_its_type() -> None:
    """Bounds and literals of events, views and actions are true, so that schemas made from them are."""
    for seed, seats in enumerate((2, 3, 4)):
        options = {"tizeanne_deal": "more", "token_on_replace": "stays"} if seed else {}
        game, events, dice = opening(engine, seats, options, bytes([seed]) * 32)
        for step in steps(engine, game, dice, SeededDice(bytes([seed])), ["random"] * seats):
            events = events + step.events
            assert msgspec.convert(msgspec.to_builtins(step.action), type(step.action)) == step.action
            view = engine.visibility.view(game, step.seat)
            assert msgspec.convert(msgspec.to_builtins(view), View) == view
        for event in events:
            assert msgspec.convert(msgspec.to_builtins(event), type(event)) == event


def test_every_kind_of_event_has_a_docstring() -> None:
    for kind in (*engine.rules.event_types, *engine.rules.action_types):
        assert kind.__doc__


def test_wire_names() -> None:
    played = CardPlayed(seat=0, card=4, value=7, from_="draw", in_card=None)
    assert msgspec.to_builtins(played) == {
        "type": "card_played",
        "seat": 0,
        "card": 4,
        "value": 7,
        "from": "draw",
        "in_card": None,
        "place": None,
    }


def test_cards_in_actions_are_named_by_their_places() -> None:
    view = engine.visibility.view(position([[2, 7, 3], [0, 24]], drawn=4), 0)

    def words(action: Action, language: str = "en") -> str:
        return engine.words.imperative(action, language, PLAYERS, engine.renderer.said(view, 0, action))

    assert words(Replace(1)) == "Play your card 2 and put the drawn card in its place"
    assert words(Peek(11)) == "Look at card 2 of Aydan"
    assert words(Peek(11), "fr") == "Regarder la carte 2 d'Aydan"
    assert words(Exchange(2, 10), "fr") == "Échanger votre carte 3 avec la carte 1 d'Aydan"
    assert words(StealToken(1, None)) == "Take an unassigned Louk Louké token of Aydan"
    assert words(Play()) == "Play the drawn card"
