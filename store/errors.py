"""How the host of a game says no, where no rule of the game is concerned."""

from __future__ import annotations


class NotStarted(Exception):
    """Some seats are still open: nothing has been dealt."""


class Superseded(Exception):
    """Another action came first and changed this seat's choice."""


class StaleVersion(Exception):
    """The caller named a version that is no longer the present one."""

    def __init__(self, version: int) -> None:
        super().__init__(f"the game is at version {version}")
        self.version = version


class NotAllowed(Exception):
    """The bearer is known, but this is not theirs to do."""


class SeatUnavailable(Exception):
    """The seat cannot be taken or changed in this way now."""


class BadOpening(Exception):
    """A game that cannot be created like this; ``field`` is a JSON pointer into the request."""

    def __init__(self, field: str, detail: str, rule: str | None = None) -> None:
        super().__init__(f"{field}: {detail}")
        self.field = field
        self.detail = detail
        self.rule = rule
