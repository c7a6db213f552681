"""Every sentence of every game: no raw field, no identifier, all forms known, both languages different."""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import Formatter
from typing import Any

import pytest
from msgspec.structs import fields

from engines.bailouke.events import CardsPassed, CardsRevealed, EffectChosen
from engines.bailouke.parts import PassedCard, RevealedCard
from engines.kernel.dice import SeededDice
from engines.kernel.records import Event
from engines.kernel.registry import game, slugs
from engines.kernel.words import LANGUAGES
from engines.kimbac.events import TreasureShared
from engines.mekong.events import PawnFell, PlankPlaced, StoneRemoved
from store.model.documents.events import host_words
from tests.support.kit.play import opening, steps

PLAYERS = ["Annie", "Bernard", "Hélène", "Claude", "Maëva", "Yann"]
FORMS = re.compile(
    r"^(player|of|the|to|low|seat|number|card|list|then|by player|each|changes|place|corner|the then|as \w+|agree \w+"
    r"|(n|plural) [^|]+\|[^|]+)?$"
)
SAME = {"{player}: {phase}"}
"""Captions that are alike but for the space before a colon, or that are names: the same in both languages."""


def entries(words: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    for table in ("events", "actions", "phases", "board"):
        for key, entry in getattr(words, table, {}).items():
            yield f"{table}.{key}", entry
            for case in entry.get("when", ()):
                yield f"{table}.{key}", case
            if "masked" in entry:
                yield f"{table}.{key}", entry["masked"]
            for item in entry.get("items", {}).values():
                yield f"{table}.{key}", item


@pytest.mark.parametrize("slug", [*slugs(), "store"])
def test_every_form_of_a_gap_is_known(slug: str) -> None:
    for key, entry in entries(host_words if slug == "store" else game(slug).words):
        for language in LANGUAGES:
            for _, _, form, _ in Formatter().parse(entry[language]):
                assert FORMS.match(form or ""), (key, form)


@pytest.mark.parametrize("slug", slugs())
def test_masked_sentences_mention_no_face(slug: str) -> None:
    """Every event with faces has one, but for the first: its sentence never tells them."""
    engine = game(slug)
    for kind, faces in engine.visibility.faces.items():
        tag = str(kind.__struct_config__.tag)
        names = {info.encode_name for info in fields(kind) if info.name in faces}
        assert len(names) == len(faces), f"{tag} has no such fields"
        entry = engine.words.events[tag] if tag == "game_started" else engine.words.events[tag]["masked"]
        for language in LANGUAGES:
            gaps = {name for _, name, _, _ in Formatter().parse(entry[language]) if name}
            assert not gaps & names, tag
    masked = {tag for tag, entry in engine.words.events.items() if "masked" in entry}
    assert masked == {kind.__struct_config__.tag for kind in engine.visibility.faces} - {"game_started"}


@pytest.mark.parametrize("slug", slugs())
def test_sentences_of_whole_games_name_no_field_and_no_identifier(slug: str) -> None:
    engine = game(slug)
    ids = {name for name in engine.words.names["en"] if "_" in name or re.fullmatch(r"[itvx]\d\d+", name)}
    for seats in engine.seats:
        key = bytes([seats]) * 32
        position, events, dice = opening(engine, seats, {}, key)
        for event in events:
            assert_clean(engine, event, ids)
        for step in steps(engine, position, dice, SeededDice(key), ["greedy"] * seats):
            for event in step.events:
                assert_clean(engine, event, ids)


def assert_clean(engine: Any, event: Event, ids: set[str]) -> None:
    for language in LANGUAGES:
        masked = engine.words.masked_sentences[language]
        sentence = engine.words.sentence(event, language, PLAYERS)
        if event.__struct_config__.tag in masked.entries:
            sentence += " " + masked[type(event)].of(event, PLAYERS)
        assert not re.search(r"\w_\w|[{}]|\bNone\b|\bnull\b", sentence), sentence
        assert not set(re.findall(r"[\w]+", sentence)) & ids, sentence
        assert not re.search(r"\bde (?=[AEIOUÉ])", sentence) or language == "en", sentence
        assert "(s)" not in sentence, sentence


def test_revealed_and_passed_cards_name_players_and_beasts() -> None:
    words = game("bailouke").words
    shown = CardsRevealed(entries=[RevealedCard(seat=0, card=1, value=7), RevealedCard(seat=1, card=4, value=24)])
    assert words.sentence(shown, "fr", PLAYERS) == "Chacun révèle une carte : Annie Macabam (7), Bernard Tizeanne (24)."
    passed = CardsPassed(entries=[PassedCard(from_seat=0, to_seat=1, card=7)])
    assert words.sentence(passed, "fr", PLAYERS) == "Chacun donne une carte à sa gauche : Annie à Bernard."
    chosen = words.sentence(EffectChosen(seat=0, value=7, index=1), "fr", PLAYERS)
    assert "retirer de la manche les deux premières cartes de la pioche" in chosen


def test_shares_name_players_and_group_digits() -> None:
    event = TreasureShared(held=[0, 1, 0], bonus=[0, 2000, 0], share=[0, 7000, 7000], paid=[0, 9000, 7000], leftover=0)
    words = game("kimbac").words
    assert (
        words.sentence(event, "fr", PLAYERS)
        == "Le trésor est partagé : Annie 0, Bernard 9\u202f000, Hélène 7\u202f000 taels."
    )
    assert words.sentence(event, "en", PLAYERS) == "The treasure is shared: Annie 0, Bernard 9,000, Hélène 7,000 taels."


def test_pieces_have_articles() -> None:
    words = game("mekong").words
    assert words.sentence(StoneRemoved(seat=0, round=1, step=1, island="i09"), "fr", PLAYERS) == (
        "Annie retire la pierre de l'île 9."
    )
    placed = PlankPlaced(seat=0, round=1, step=1, plank="red_3", supports=("i09", "v_red"))
    assert words.sentence(placed, "fr", PLAYERS) == "Annie pose la planche rouge 3 entre l'île 9 et le village rouge."
    fell = PawnFell(seat=0, round=1, step=1, card="jump", from_="red_3", to="v_red")
    assert words.sentence(fell, "fr", PLAYERS) == "Le pion d'Annie tombe à l'eau et revient au village rouge."
