"""Invalid input: raised where it is read, answered with the wrong field."""

from __future__ import annotations


class BadOpening(Exception):
    """A game or job that cannot be created as requested; ``field`` is a JSON pointer into the request."""

    def __init__(self, field: str, detail: str, rule: str | None = None) -> None:
        super().__init__(f"{field}: {detail}")
        self.field = field
        self.detail = detail
        self.rule = rule
