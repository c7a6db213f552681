"""How a game says no: always with the id of the rule that stands in the way."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

Reason = Literal["game_over", "not_to_act", "wrong_phase", "illegal"]


class Message(str):
    """A text with its values filled in that remembers both, so that it can be said in another language."""

    template: str
    values: dict[str, Any]


def said(template: str, **values: Any) -> Message:
    """The text in English; ``[refusals]`` or ``[positions]`` of the words has it in French, by its template."""
    message = Message(template.format(**{name: _plain(value) for name, value in values.items()}))
    message.template, message.values = template, values
    return message


def _plain(value: Any) -> Any:
    if isinstance(value, list) and value and isinstance(value[0], str):
        return ", ".join(value)
    return " and ".join(value) if isinstance(value, tuple) and isinstance(value[0], str) else value


class OpenDecision(Struct, frozen=True):
    """What is being decided, and by whom."""

    phase: str
    players: list[str]
    """Names of the seats that owe a decision."""
    own: bool
    """Is the reader's seat one of them?"""


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
