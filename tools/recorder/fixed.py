"""A fixed clock and a fixed source of ids, tokens and seeds, so that recordings are reproducible."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from types import SimpleNamespace
from typing import Any

import store.bots.signing
import store.ids
import store.model.record
import store.process.clock

NOON = 1_767_268_800_000_000_000
"""2026-01-01T12:00:00Z in nanoseconds: the time of all recordings."""


class FixedSource:
    """Replaces ``secrets``: the same bytes in every run, restarted for every game."""

    def __init__(self) -> None:
        self.begin("")

    def begin(self, name: str) -> None:
        self.name, self.count = name, 0

    def token_bytes(self, length: int) -> bytes:
        self.count += 1
        return sha256(f"{self.name} {self.count}".encode()).digest()[:length]

    def token_urlsafe(self, length: int) -> str:
        return self.token_bytes(length).hex()[:length]

    def randbelow(self, limit: int) -> int:
        return int.from_bytes(self.token_bytes(8)) % limit

    def choice(self, items: Sequence[Any]) -> Any:
        return items[self.randbelow(len(items))]


def fix_time_and_chance() -> FixedSource:
    """The only place that replaces real parts."""
    source = FixedSource()
    store.process.clock.time = SimpleNamespace(time_ns=lambda: NOON)  # type: ignore[attr-defined, assignment]
    store.ids.secrets = source  # type: ignore[attr-defined, assignment]
    store.model.record.secrets = source  # type: ignore[attr-defined, assignment]
    store.bots.signing.secrets = source  # type: ignore[attr-defined, assignment]
    return source
