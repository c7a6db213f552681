"""What every task of the dispatcher uses: threads for the store, and signed calls within limits."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from typing import Any, TypeVar

from store.bots.deliveries import Delivery
from store.bots.record import RemoteBot
from store.bots.signing import signing_secrets
from store.games.repository import NOTHING
from workers.remote import webhooks
from workers.remote.addresses import Policy
from workers.remote.client import CallFailed, Client, Reply
from workers.remote.keyed_limit import KeyedLimit
from workers.services import WorkerServices

T = TypeVar("T")
THREADS = 8
PER_BOT = 16
"""Simultaneous calls to one bot: a bot that hangs in many games leaves capacity for others."""


class Calls:
    def __init__(self, services: WorkerServices) -> None:
        self.services = services
        self.client = Client(Policy(services.settings))
        self._places = asyncio.Semaphore(services.settings.remote_calls)
        self._bots = KeyedLimit(PER_BOT)
        self._threads = ThreadPoolExecutor(THREADS, "dispatcher")

    async def do(self, work: Callable[..., T], *args: Any) -> T:
        """Run work with the store on a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *args)

    async def post(self, bot: RemoteBot, about: str, body: bytes, seconds: float, wanted: bool = False) -> Reply:
        """Make a signed call once capacity is free; waiting for it counts towards the timeout. Raises CallFailed.

        ``wanted``: to the URL that is not verified yet.
        """
        url, local = (bot.wanted_url, bot.wanted_local) if wanted else (bot.url, bot.local)
        until = time.monotonic() + seconds
        headers = webhooks.signed_headers(signing_secrets(self.services.store.seal, bot), about, body)
        with await self._span(about):
            headers |= self.services.store.trace_headers()
            try:
                async with asyncio.timeout(seconds), self._bots.hold(bot.id), self._places:
                    return await self.client.post(url or "", headers, body, until - time.monotonic(), local)
            except TimeoutError as error:
                raise CallFailed("timeout", "no answer in time") from error

    async def _span(self, about: str) -> AbstractContextManager[Any]:
        """With traces enabled: the call as a part of the game's last commit."""
        if not self.services.settings.traces:
            return NOTHING
        return await self.do(self.services.store.span, "webhook", about.split("/")[1])

    async def log(self, bot: RemoteBot, *entries: Delivery) -> None:
        await self.do(self.services.remotes.deliveries.add, bot.id, *entries)

    def close(self) -> None:
        self._threads.shutdown()
