"""The document of a remote bot's turn."""

from __future__ import annotations

from msgspec import UNSET, Struct

from engines.kernel.records import Action, Event
from store.games.views import choices_document, game_document, redacted_events
from store.model.documents.game import documents_of
from store.model.documents.parts import TurnText
from store.model.game import StoredGame
from store.process.clock import iso


def turn_document(
    game: StoredGame,
    seat: int,
    events: list[Event],
    deadline: int,
    latency_ms: int | None,
    language: str = "en",
    text: bool = False,
) -> Struct:
    """A remote bot's turn: the documents of the HTTP endpoints, with the seat's knowledge as position."""
    view = game_document(game, seat)
    view.position = game.engine.visibility.knowledge(game.position, seat)  # type: ignore[attr-defined]
    choices, decision = choices_document(game, seat, language, remote=True), game.record.decisions[seat]
    return documents_of(game.engine).turn(
        game=game.record.slug,
        id=game.id,
        version=game.version,
        decision=decision,
        seat=seat,
        deadline=iso(deadline),
        act=f"/v1/{game.record.slug}/games/{game.id}/actions?seat={seat}&decision={decision}",
        view=view,
        actions=choices,
        events=redacted_events(game, events, seat, language),
        latency_ms=latency_ms,
        text=_turn_text(game, seat, choices.actions, language) if text else UNSET,  # type: ignore[attr-defined]
    )


def _turn_text(game: StoredGame, seat: int, actions: list[Action], language: str) -> TurnText:
    engine, players = game.engine, game.players
    view = engine.visibility.knowledge(game.position, seat)
    board = engine.renderer.text(view, players, language)
    said, imperative = engine.renderer.said, engine.words.imperative
    words = [imperative(action, language, players, said(view, seat, action)) for action in actions]
    return TurnText(board, [f"{number}. {text}" for number, text in enumerate(words, 1)])
