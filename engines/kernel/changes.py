"""What an event changes on the board, for pages that show one event after the other.

A game declares it by event type, from the event as its reader may know it: what a reader may not see, no change can
tell. ``BoardState`` is the part of a picture that changes describe; ``BoardState.after`` applies them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec import UNSET, Struct, UnsetType

from engines.kernel.records import Changes

OfEvent = Callable[[Any], Changes]
"""What one type of event changes."""
Place = tuple[str, str]


class BoardState(Struct):
    """What of a picture changes describe: where the pieces are, what they show, and the numbers."""

    pieces: Counter[Place]
    """How many of a piece are at a place."""
    faces: dict[str, str] = {}
    counters: dict[tuple[str, str], int] = {}
    """By panel and what it counts ("" where it counts one thing)."""

    def after(self, changes: Iterable[Changes]) -> BoardState:
        """The state once these changes were applied, in order."""
        pieces, faces, counters = self.pieces.copy(), self.faces.copy(), self.counters.copy()
        for change in changes:
            for moved in change.moved:
                if (start := _place(pieces, moved.piece, moved.from_)) is not None:
                    pieces -= Counter([(moved.piece, start)])
                    pieces[moved.piece, moved.to] += 1
            for put in change.added:
                pieces[put.piece, put.at or ""] += 1
            for put in change.removed:
                pieces -= Counter([(put.piece, _place(pieces, put.piece, put.at) or "")])
            faces |= {turned.piece: turned.to for turned in change.turned if turned.piece in faces}
            for counted in change.counters:
                key = counted.panel, counted.what or ""
                if key in counters:
                    counters[key] = counters[key] + (counted.by or 0) if counted.to is UNSET else counted.to or 0
        return BoardState(pieces, faces, counters)


def _place(pieces: Counter[Place], piece: str, told: str | UnsetType) -> str | None:
    """Where a piece is, as told or as the state knows; None for a piece that is no part of the state."""
    places = [place for known, place in pieces if known == piece]
    return told if told in places else places[0] if places and told is UNSET else None


NO_CHANGES = Changes()
NEW_BOARD = Changes(reset=True)


def new_board(event: Any) -> Changes:
    """The changes of an event that lays out the board."""
    return NEW_BOARD


def changes_of(declared: Mapping[type, OfEvent], event: Any) -> Changes:
    """What an event changes; nothing unless its game declares it."""
    of_event = declared.get(type(event))
    return NO_CHANGES if of_event is None else of_event(event)
