"""What every task of the dispatcher uses: threads for the store, and signed calls within limits."""

from __future__ import annotations

import asyncio
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
from workers.remote.client import Client, Reply
from workers.remote.places import Places
from workers.services import WorkerServices

T = TypeVar("T")
THREADS = 8


class Calls:
    def __init__(self, services: WorkerServices) -> None:
        self.services = services
        self.client = Client(Policy(services.settings))
        most = services.settings.remote_calls
        self.places = Places(most)
        """For turns, notices and tests of bots."""
        self.challenge_places = Places(max(1, most // 4))
        self.hook_places = Places(max(1, most // 4))
        self._threads = ThreadPoolExecutor(THREADS, "dispatcher")

    async def do(self, work: Callable[..., T], *args: Any) -> T:
        """Run work with the store on a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *args)

    async def post(self, bot: RemoteBot, about: str, body: bytes, seconds: float, wanted: bool = False) -> Reply:
        """Make a signed call. The caller holds a place for it. Raises CallFailed.

        ``wanted``: to the URL that is not verified yet.
        """
        url, local = (bot.wanted_url, bot.wanted_local) if wanted else (bot.url, bot.local)
        headers = webhooks.signed_headers(signing_secrets(self.services.store.seal, bot), about, body)
        with await self._span(about):
            headers |= self.services.store.trace_headers()
            return await self.client.post(url or "", headers, body, seconds, local)

    async def _span(self, about: str) -> AbstractContextManager[Any]:
        """With traces enabled: the call as a part of the game's last commit."""
        if not self.services.settings.traces:
            return NOTHING
        return await self.do(self.services.store.span, "webhook", about.split("/")[1])

    async def log(self, bot: RemoteBot, *entries: Delivery) -> None:
        await self.do(self.services.remotes.deliveries.add, bot.id, *entries)

    def close(self) -> None:
        self._threads.shutdown()
