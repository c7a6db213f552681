"""What comes of a change to a game, as values. Exceptions are left for faults."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from engines.kernel.refusals import Illegal
from store.errors import Refusal

if TYPE_CHECKING:
    from store.game import StoredGame
    from store.jobs.jobs import Job


class Accepted(Struct, frozen=True):
    """The change is stored; ``body`` is the answer that was stored with it."""

    game: StoredGame
    body: bytes


class Replayed(Struct, frozen=True):
    """The request was carried out before: its answer, and the version that its ETag names."""

    body: bytes
    version: int


class AnswerExpired(Struct, frozen=True):
    """The request was carried out before, at this version, but its answer is no longer kept."""

    version: int


class Refused(Struct, frozen=True):
    """Nothing changed."""

    cause: Refusal | Illegal


class Conflict(Struct, frozen=True):
    """Another change was stored first; ``game`` is the stored one. Nothing was written."""

    game: StoredGame


class Deferred(Struct, frozen=True):
    """A worker will play the action."""

    job: Job


Repeat = Replayed | AnswerExpired | Refused
"""What a request gets whose Idempotency-Key was used before."""
Outcome = Accepted | Replayed | AnswerExpired | Refused
"""What a change comes to. A conflict is resolved by the service itself."""
