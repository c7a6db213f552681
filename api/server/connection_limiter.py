"""How many streams and waiting reads a process holds, in all and of each client."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from store.settings import Settings

Full = Literal["busy", "too-much-held"]
"""The problem that it is: no room for anybody, or not for this client."""


class ConnectionLimiter:
    def __init__(self, settings: Settings) -> None:
        self.most = settings.streams
        self.most_of_client = settings.client_streams
        self.inside: Counter[str] = Counter()
        self.size = 0

    def full(self, client: str) -> Full | None:
        """Is there no room for one more, in all or for this client?"""
        if self.size >= self.most:
            return "busy"
        return "too-much-held" if self.inside[client] >= self.most_of_client else None

    @contextmanager
    def place(self, client: str) -> Iterator[None]:
        self.size += 1
        self.inside[client] += 1
        try:
            yield
        finally:
            self.size -= 1
            self.inside[client] -= 1
            if not self.inside[client]:
                del self.inside[client]
