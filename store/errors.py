"""Why a request is refused, where no rule of the game is concerned.

Refusals travel as values inside ``store.outcomes.Refused``; code without an outcome to return raises them.
"""

from __future__ import annotations


class Refusal(Exception):
    """The request is understood, and changes nothing."""


class NotStarted(Refusal):
    """Some seats are still open: nothing has been dealt."""


class Superseded(Refusal):
    """Another action came first and changed this seat's choice."""


class MustRemember(Refusal):
    """Remembering is a part of this game: nobody looks back before it is over."""


class StaleVersion(Refusal):
    """The caller named a version that is not the current one."""

    def __init__(self, version: int) -> None:
        super().__init__(f"the game is at version {version}")
        self.version = version


class NotAllowed(Refusal):
    """The token is known, but does not carry this right."""


class TokenRevoked(Refusal):
    """The token no longer opens the seat that it opened when the request came in."""

    def __init__(self, private: bool) -> None:
        super().__init__("this game does not know that token")
        self.private = private


class SeatUnavailable(Refusal):
    """The seat cannot be taken or changed in this way now."""


class KeyReused(Refusal):
    """The Idempotency-Key was used before for another request."""


class BadOpening(Refusal):
    """A game that cannot be created like this; ``field`` is a JSON pointer into the request."""

    def __init__(self, field: str, detail: str, rule: str | None = None) -> None:
        super().__init__(f"{field}: {detail}")
        self.field = field
        self.detail = detail
        self.rule = rule
