"""How a game says no: always with the id of the rule that stands in the way."""

from __future__ import annotations

from typing import Literal

Reason = Literal["game_over", "not_to_act", "wrong_phase", "illegal"]


class Illegal(Exception):
    """An action that the rules refuse. Raised before anything has changed."""

    def __init__(self, rule: str, detail: str, reason: Reason = "illegal") -> None:
        super().__init__(f"{rule}: {detail}")
        self.rule = rule
        self.detail = detail
        self.reason = reason


class InvalidPosition(Exception):
    """An imported position that could not have come from play. ``field`` is a JSON pointer into the document."""

    def __init__(self, field: str, rule: str, detail: str) -> None:
        super().__init__(f"{field} ({rule}): {detail}")
        self.field = field
        self.rule = rule
        self.detail = detail


def require(holds: bool, field: str, rule: str, detail: str) -> None:
    """Refuse an imported position unless the condition holds."""
    if not holds:
        raise InvalidPosition(field, rule, detail)


class InvalidOptions(Exception):
    """Options that the game does not have, or values outside their bounds."""

    def __init__(self, field: str, detail: str) -> None:
        super().__init__(f"{field}: {detail}")
        self.field = field
        self.detail = detail
