"""Input that is not valid; raised where it is read, and answered with the field that is wrong."""

from __future__ import annotations


class BadOpening(Exception):
    """A game or job that cannot be created like this; ``field`` is a JSON pointer into the request."""

    def __init__(self, field: str, detail: str, rule: str | None = None) -> None:
        super().__init__(f"{field}: {detail}")
        self.field = field
        self.detail = detail
        self.rule = rule
