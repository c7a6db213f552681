"""Places for simultaneous calls, shared by the clients that registered the bots."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from store.bots.record import RemoteBot
from workers.remote.keyed_limit import KeyedLimit

PER_BOT = 16
"""Simultaneous calls to one bot."""


class Places:
    """Places for calls. A client may hold at most half of those that others leave free.

    A free place goes to the waiting client that holds the fewest, and to its call that has waited longest.
    """

    def __init__(self, most: int) -> None:
        self._free = most
        self._held: Counter[str] = Counter()
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        self._bots = KeyedLimit(PER_BOT)

    @asynccontextmanager
    async def hold(self, bot: RemoteBot) -> AsyncIterator[None]:
        """Hold a place for a call to the bot, once one is free."""
        client = bot.client or bot.id  # a bot that was stored without its client counts for itself
        async with self._bots.hold(bot.id):
            await self._take(client)
            try:
                yield
            finally:
                self._give_back(client)

    async def _take(self, client: str) -> None:
        place = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(client, deque()).append(place)
        self._serve()
        try:
            await place
        except asyncio.CancelledError:
            if not place.cancelled():  # it was granted at the same moment
                self._give_back(client)
            raise

    def _give_back(self, client: str) -> None:
        self._free += 1
        self._held[client] -= 1
        self._serve()

    def _serve(self) -> None:
        """Give free places to those who wait."""
        self._held = +self._held
        while entitled := [client for client in self._waiting if self._held[client] < self._free]:
            client = min(entitled, key=self._held.__getitem__)
            place = self._waiting[client].popleft()
            if not self._waiting[client]:
                del self._waiting[client]
            if not place.done():  # a call that was given up waits no more
                self._free -= 1
                self._held[client] += 1
                place.set_result(None)
