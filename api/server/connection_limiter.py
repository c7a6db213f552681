"""Limits the streams and waiting reads of a process, in total and per client."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from store.settings import Settings

Full = Literal["busy", "too-much-held"]
"""The problem: no capacity at all, or none for this client."""


class ConnectionLimiter:
    def __init__(self, settings: Settings) -> None:
        self.most = settings.streams
        self.most_of_client = settings.client_streams
        self.inside: Counter[str] = Counter()
        self.size = 0

    def full(self, client: str) -> Full | None:
        """Is the limit reached, in total or for this client?"""
        if self.size >= self.most:
            return "busy"
        return "too-much-held" if self.inside[client] >= self.most_of_client else None

    @contextmanager
    def reserve(self, client: str) -> Iterator[None]:
        self.size += 1
        self.inside[client] += 1
        try:
            yield
        finally:
            self.size -= 1
            self.inside[client] -= 1
            if not self.inside[client]:
                del self.inside[client]
