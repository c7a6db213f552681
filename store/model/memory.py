"""What the readers of a game have to remember: one policy for every channel that shows its history.

A face that the board no longer shows is masked for a seat once it has acted again, and for everybody else once every
seat has. Nothing is masked when the game is over. Which fields are faces, and whether a view still shows them, the
engine says.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

from msgspec import to_builtins
from msgspec.structs import fields, replace

from engines.kernel.game import Game
from engines.kernel.records import Event
from store.model.documents.events import Masked, host_words
from store.model.record import GameRecord

COMMON = {"type", *(info.encode_name for info in fields(Event))}
"""Fields that every event has."""
FIRST = "game_started"
"""The event with which every history begins. It keeps its type: lists of faces in it are emptied."""


class Memory:
    """What one reader has to remember now, or had to at version ``at``."""

    def __init__(
        self,
        engine: Game[Any, Any],
        record: GameRecord,
        seat: int | None,
        position: Callable[[], Any],
        at: int | None = None,
    ) -> None:
        self.engine = engine
        self.acted = [version if at is None else min(version, at) for version in record.acted]
        self.seat = seat
        self.position = position
        """Reads the position."""

    @cached_property
    def view(self) -> Any:
        return self.engine.visibility.view(self.position(), self.seat)

    @cached_property
    def since(self) -> int:
        """The reader remembers what was shown before this version."""
        out = self.engine.visibility.out(self.view)
        if self.seat is not None and self.seat not in out:
            return self.acted[self.seat]
        return min(version for seat, version in enumerate(self.acted) if seat not in out)

    def hidden(self, event: Event) -> list[str]:
        """The fields of a past event that are masked."""
        visibility = self.engine.visibility
        if (event.version or 0) >= self.since:
            return []
        return [face for face in visibility.faces[type(event)] if not visibility.shows(self.view, event, face)]


def masked(engine: Game[Any, Any], event: Event, hidden: list[str], language: str, players: Sequence[str]) -> Event:
    """The event without these faces, with its sentence."""
    kind = str(type(event).__struct_config__.tag)
    if kind == FIRST:
        first = replace(event, **{face: [] for face in hidden})
        first.sentence = engine.words.sentence(event, language, players)
        return first
    names = {info.name: info.encode_name for info in fields(event)}
    left_out = [names[face] for face in hidden]
    said = {name: value for name, value in to_builtins(event).items() if name not in COMMON and name not in left_out}
    shown = Masked(event=kind, masked=left_out, seat=said.get("seat"), fields=said)
    shown.seq, shown.version, shown.auto = event.seq, event.version, event.auto
    sentences = engine.words.masked_sentences[language]
    if kind in sentences.entries:
        shown.sentence = sentences[type(event)].of(event, players)
    else:
        shown.sentence = host_words.sentence(shown, language, players)
    return shown
