"""A semaphore per key; an unused key takes no memory."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class _Entry:
    def __init__(self, most: int) -> None:
        self.places = asyncio.Semaphore(most)
        self.users = 0


class KeyedLimit:
    def __init__(self, most: int) -> None:
        self.most = most
        self._entries: dict[str, _Entry] = {}

    @asynccontextmanager
    async def hold(self, key: str) -> AsyncIterator[None]:
        """Hold one slot of the key, once one is free."""
        entry = self._entries.get(key)
        if entry is None:
            entry = self._entries[key] = _Entry(self.most)
        entry.users += 1
        try:
            async with entry.places:
                yield
        finally:
            entry.users -= 1
            if not entry.users:
                self._entries.pop(key, None)
