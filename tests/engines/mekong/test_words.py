"""Sentences in both languages, special cases included."""

from __future__ import annotations

import re

import pytest

from engines.kernel.records import Event, GameOver
from engines.mekong import engine, events
from engines.mekong.legal import PHASE_ACTIONS

PLAYERS = ["Ana", "Bao", "Chi"]
AT = {"round": 2, "step": 3}


@pytest.mark.parametrize(
    ("event", "en", "fr"),
    [
        (
            events.ProgramCommitted(**AT, seat=1, cards=None),
            "Bao lays five cards face down.",
            "Bao pose cinq cartes face cachée.",
        ),
        (
            events.ProgramCommitted(**AT, seat=1, cards=["jump", "move_1"]),
            "Bao lays five cards: Jump over another pawn, Move your pawn 1 plank.",
            "Bao pose cinq cartes : Faites sauter votre pion par-dessus un autre pion, "
            "Déplacez votre pion de 1 planche.",
        ),
        (
            events.PlankLost(**AT, seat=0, plank="red_4", reason="no_place", supports=None),
            "There is no place for the red plank 4 of Ana: it is lost.",
            "Ana ne peut placer nulle part la planche rouge 4 : elle est perdue.",
        ),
        (
            events.PlankLost(**AT, seat=0, plank="black_1", reason="misfit", supports=("i11", "v_red")),
            "Ana tries the black plank 1 between Island 11 and Red village: it does not fit and is lost.",
            "Ana essaie la planche noire 1 entre l'île 11 et le village rouge : elle ne convient pas, elle est perdue.",
        ),
        (
            events.DragonPlayed(**AT, seat=0, target=2, effective=True),
            "Ana sends a dragon against Chi.",
            "Ana envoie un dragon contre Chi.",
        ),
        (
            events.DragonPlayed(**AT, seat=0, target=2, effective=False),
            "Ana sends a dragon against Chi, who shows a dragon too: nothing happens.",
            "Ana envoie un dragon contre Chi, qui montre aussi un dragon : rien ne se passe.",
        ),
        (
            events.CardVoid(**AT, seat=2, card="place_2_stones", reason="no_stone", unused=1),
            "Chi cannot carry out the card (Place 2 stones): the reserve of stones is empty.",
            "Chi ne peut pas appliquer sa carte (Placez 2 pierres) : il n'y a plus de pierre dans la réserve commune.",
        ),
        (
            events.PawnMoved(**AT, seat=2, from_="v_white", path=["white_1", "v_red"]),
            "Chi moves from White village to white plank 1, then Red village.",
            "Le pion de Chi quitte le village blanc et va sur la planche blanche 1, puis le village rouge.",
        ),
        (
            GameOver(winners=[], ranking=[[0, 1, 2]], scores=[], reason="no_planks"),
            "All planks are lost: nobody can cross the delta any more.",
            "Toutes les planches sont perdues : plus personne ne peut traverser le delta.",
        ),
        (
            GameOver(winners=[1], ranking=[[1], [0, 2]], scores=[], reason="goal_reached"),
            "The game is over: Bao reaches the village opposite.",
            "La partie est terminée : Bao atteint le village opposé.",
        ),
    ],
)
def test_sentences(event: Event, en: str, fr: str) -> None:
    assert engine.words.sentence(event, "en", PLAYERS) == en
    assert engine.words.sentence(event, "fr", PLAYERS) == fr


def test_every_action_and_phase_has_words() -> None:
    for action in engine.rules.action_types:
        entry = engine.words.actions[str(action.__struct_config__.tag)]
        for language in ("en", "fr"):
            assert all(re.search(rf"\{{{field}[:}}]", entry[language]) for field in action.__struct_encode_fields__)
    assert set(engine.words.phases) == {*engine.rules.phases, "game_over"}
    assert {action for actions in PHASE_ACTIONS.values() for action in actions} == set(engine.rules.action_types)
