"""Exceptions."""

from __future__ import annotations

from typing import Any, Self


class LudothequeError(Exception):
    """The base of all exceptions of this package."""


class Unreachable(LudothequeError):
    """The server did not answer within ``patience`` seconds."""


class NotOver(LudothequeError):
    """The game has no result: it is still running, or it was aborted."""


class Mismatch(LudothequeError):
    """The dice of a game do not follow from the committed seed."""


class Problem(LudothequeError):
    """An error response: ``document`` is the problem document (RFC 9457)."""

    def __init__(self, rule: str | None, text: str, **document: Any) -> None:
        super().__init__(f"{rule}: {text}" if rule else text)
        self.rule = rule
        self.text = text
        self.document = document

    @property
    def status(self) -> int:
        return int(self.document.get("status", 0))

    @property
    def reason(self) -> str | None:
        reason: str | None = self.document.get("reason")
        return reason

    @classmethod
    def of(cls, document: dict[str, Any]) -> Self:
        detail = str(document.get("detail") or document.get("title"))
        errors = [error for error in document.get("errors") or [] if error["detail"] not in detail]
        fields = [f"{error.get('pointer') or error.get('parameter')}: {error['detail']}" for error in errors]
        text = " ".join([detail, *fields])
        return cls(document.get("rule"), text, **{name: value for name, value in document.items() if name != "rule"})


class Refused(Problem):
    """The state of the game does not allow it (409): ``rule`` is the broken rule, ``text`` says why."""


class Late(Refused):
    """The decision was already made: the clock ran out, or another program plays the seat."""


def problem(status: int, document: dict[str, Any]) -> Problem:
    """The exception for an error response."""
    kind = Problem
    if status in (409, 412):
        kind = Late if status == 412 or document.get("reason") == "superseded" else Refused
    return kind.of({"status": status, **document})
