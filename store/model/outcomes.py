"""Outcomes of a requested change, as values. Exceptions are reserved for faults and invalid input."""

from __future__ import annotations

from msgspec import Struct

from engines.kernel.refusals import Illegal, OpenDecision, Reason
from store.model.game import StoredGame
from store.model.job import Job

# --- why a request is refused ----------------------------------------------------------------------------------------


class BrokenRule(Struct, frozen=True):
    """A rule of the game forbids it."""

    rule: str
    detail: str
    reason: Reason = "illegal"
    decision: OpenDecision | None = None
    """The open decision, for the next step; None if the game is over."""

    @classmethod
    def of(cls, illegal: Illegal, decision: OpenDecision) -> BrokenRule:
        return cls(illegal.rule, illegal.detail, illegal.reason, decision)


class NotStarted(Struct, frozen=True):
    """Some seats are still open; nothing has been dealt."""


class Superseded(Struct, frozen=True):
    """Another action came first and changed this seat's choice."""

    never: int | None = None
    """The decision that the caller named, if the seat never had it."""


class MustRemember(Struct, frozen=True):
    """Memory is part of this game: its past is closed until it is over."""


class NoSuchAction(Struct, frozen=True):
    """No action made this version, or it was already taken back."""


class ActedSince(Struct, frozen=True):
    """Another action followed the one to be taken back."""


class Revealed(Struct, frozen=True):
    """The action revealed something to a player, so it cannot be taken back: `dice`, or event types."""

    shown: list[str]


class TakebacksUsedUp(Struct, frozen=True):
    """The decision was taken back too often, or the game is too long for takebacks."""

    most: int | None
    """How often a decision may be taken back; None if the game is too long."""


class StaleVersion(Struct, frozen=True):
    """The caller named a version that is not the current one."""

    version: int


class NotAllowed(Struct, frozen=True):
    """The token is known but does not grant this right."""

    detail: str


class TokenRevoked(Struct, frozen=True):
    """The token no longer gives access to the seat that it opened when the request arrived."""

    private: bool


class SeatUnavailable(Struct, frozen=True):
    """The seat cannot be taken or changed in this way now."""

    detail: str


class KeyReused(Struct, frozen=True):
    """The Idempotency-Key was used for another request."""


Refusal = (
    BrokenRule
    | NotStarted
    | Superseded
    | MustRemember
    | NoSuchAction
    | ActedSince
    | Revealed
    | TakebacksUsedUp
    | StaleVersion
    | NotAllowed
    | TokenRevoked
    | SeatUnavailable
    | KeyReused
)


# --- what a request comes to -----------------------------------------------------------------------------------------


class Accepted(Struct, frozen=True):
    """The change is stored; ``body`` is the response stored with it."""

    game: StoredGame
    body: bytes


class Replayed(Struct, frozen=True):
    """The request was applied before: its response, and the version for its ETag."""

    body: bytes
    version: int


class AnswerExpired(Struct, frozen=True):
    """The request was applied before, at this version, but its response is not stored (any more)."""

    version: int


class Refused(Struct, frozen=True):
    """Nothing changed."""

    cause: Refusal


class Conflict(Struct, frozen=True):
    """Another change was stored first; ``game`` is the stored game. Nothing was written."""

    game: StoredGame


class Deferred(Struct, frozen=True):
    """A worker will play the action."""

    job: Job


Repeat = Replayed | AnswerExpired | Refused
"""The outcome of a request whose Idempotency-Key was used before."""
Outcome = Accepted | Replayed | AnswerExpired | Refused
"""The outcome of a change. The service itself resolves conflicts."""
