"""What comes of a request to change a game, as values. Exceptions are left for faults and input that is not valid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from engines.kernel.refusals import Illegal, Reason

if TYPE_CHECKING:
    from store.game import StoredGame
    from store.jobs.jobs import Job


# --- why a request is refused ----------------------------------------------------------------------------------------


class BrokenRule(Struct, frozen=True):
    """A rule of the game forbids it."""

    rule: str
    detail: str
    reason: Reason = "illegal"

    @classmethod
    def of(cls, illegal: Illegal) -> BrokenRule:
        return cls(illegal.rule, illegal.detail, illegal.reason)


class NotStarted(Struct, frozen=True):
    """Some seats are still open: nothing has been dealt."""


class Superseded(Struct, frozen=True):
    """Another action came first and changed this seat's choice."""


class MustRemember(Struct, frozen=True):
    """Remembering is a part of this game: nobody looks back before it is over."""


class NoSuchAction(Struct, frozen=True):
    """No act of a seat made this version, or it was taken back already."""


class ActedSince(Struct, frozen=True):
    """Another action came after the one that is to be taken back."""


class Revealed(Struct, frozen=True):
    """The action has shown a player something new, which cannot be taken back: `dice`, or types of events."""

    shown: list[str]


class StaleVersion(Struct, frozen=True):
    """The caller named a version that is not the current one, which is this."""

    version: int


class NotAllowed(Struct, frozen=True):
    """The token is known, but does not carry this right."""

    detail: str


class TokenRevoked(Struct, frozen=True):
    """The token no longer opens the seat that it opened when the request came in."""

    private: bool


class SeatUnavailable(Struct, frozen=True):
    """The seat cannot be taken or changed in this way now."""

    detail: str


class KeyReused(Struct, frozen=True):
    """The Idempotency-Key was used before for another request."""


Refusal = (
    BrokenRule
    | NotStarted
    | Superseded
    | MustRemember
    | NoSuchAction
    | ActedSince
    | Revealed
    | StaleVersion
    | NotAllowed
    | TokenRevoked
    | SeatUnavailable
    | KeyReused
)


# --- what a request comes to -----------------------------------------------------------------------------------------


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

    cause: Refusal


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
