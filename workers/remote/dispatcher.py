"""The dispatcher: calls many remote bots at once, so that a hanging bot delays neither others nor the workers.

It takes tasks from a list: turns that remote bots owe, notices, challenges that verify a URL, and tests. A lost task is
harmless: what is owed stays in the outbox, and the sweeper enqueues it again.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
from collections.abc import Awaitable, Callable
from typing import Any

from redis.exceptions import RedisError

from store.bots.remote import BUSY, NOT_PROVEN, NoSuchBot
from store.games.repository import NoSuchGame
from store.games.views import encode
from store.jobs.queue import REMOTE
from store.model.record import SchemaMismatch
from store.process.clock import now_ms
from store.redis.client import OutcomeUnknown, StoreUnavailable
from store.redis.sentinel import listening_to_queue
from workers.remote import webhooks
from workers.remote.addresses import Refused
from workers.remote.calls import Calls
from workers.remote.client import CallFailed
from workers.remote.hooks import HookNotices
from workers.remote.notices import GameNotices
from workers.remote.seats import give_up_seats
from workers.remote.selftest import SelfTests
from workers.remote.turns import RemoteTurns
from workers.services import WorkerServices

CHALLENGE_SECONDS = 8.0
PLACE_SECONDS = 1.5
"""How long a challenge waits for its place; the request that registers the URL waits for both."""
log = logging.getLogger("ludotheque")


class Dispatcher:
    def __init__(self, services: WorkerServices) -> None:
        self.services = services
        self.calls = Calls(services)
        self.turns = RemoteTurns(self.calls)
        self.notices = GameNotices(self.calls)
        self.hooks = HookNotices(self.calls)
        self.tests = SelfTests(self.calls)
        self.tasks: dict[str, asyncio.Task[None]] = {}

    async def run(self, stop: asyncio.Event) -> None:
        """Take tasks until the process ends; unfinished ones are enqueued again for the next dispatcher."""
        listener, keeper = asyncio.create_task(self._listen()), asyncio.create_task(self._keep())
        await stop.wait()
        under_way = [listener, keeper, *self.tasks.values()]
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)
        self.calls.close()

    async def _listen(self) -> None:
        while True:
            try:
                async with listening_to_queue(self.services.settings.queue) as client:
                    while True:
                        _, task = await client.blpop([REMOTE])  # type: ignore[misc]
                        self.take(str(task, "ascii"))  # type: ignore[arg-type]
            except (RedisError, OSError) as error:
                log.warning("dispatcher is waiting for the queue", extra={"fields": {"error": str(error)}})
                await asyncio.sleep(0.5)

    async def _keep(self) -> None:
        """Postpone the recovery of turns in progress: the sweeper need not enqueue them again."""
        while True:
            await asyncio.sleep(1)
            if tasks := [task for task in self.tasks if task.endswith(("/remote", "/hook"))]:
                with contextlib.suppress(StoreUnavailable, OutcomeUnknown):
                    await self.calls.do(self.services.outbox.touch, now_ms(), *tasks)

    def take(self, task: str) -> None:
        if task not in self.tasks:
            self.tasks[task] = running = asyncio.create_task(self._run(task))
            running.add_done_callback(lambda _: self.tasks.pop(task, None))

    async def _run(self, task: str) -> None:
        work: dict[str, Callable[[str], Awaitable[None]]] = {
            "challenge": self.challenge, "test": self.tests.run, "leave": self.leave,
        }  # fmt: skip
        chosen = work.get(task.partition("/")[0])
        if chosen is None:
            chosen = {"remote": self.turns.play, "hook": self.hooks.send}.get(
                task.rpartition("/")[2], self.notices.send
            )
        try:
            await chosen(task)
        except SchemaMismatch as error:
            delay = self.services.unreadable.delay(task.split("/")[1], error)
            with contextlib.suppress(StoreUnavailable, OutcomeUnknown):
                await self.calls.do(self.services.outbox.touch, now_ms() + delay, task)
        except (StoreUnavailable, OutcomeUnknown, NoSuchGame, NoSuchBot) as error:
            log.warning("a dispatcher task will be retried", extra={"fields": {"error": repr(error)}})
        except Exception:
            log.exception("a dispatcher task failed")

    async def challenge(self, task: str) -> None:
        """Verify that the client that registers a URL controls it."""
        _, identifier, number = task.split("/")
        remotes = self.services.remotes
        bot = await self.calls.do(remotes.load, identifier)
        outcome: dict[str, Any] = {"fault": None, "detail": ""}
        try:
            self.calls.client.policy.target(bot.wanted_url or "")
            body = webhooks.challenge_body(number)
            async with asyncio.timeout(PLACE_SECONDS) as waiting, self.calls.challenge_places.hold(bot):
                waiting.reschedule(None)
                webhooks.proven(await self.calls.post(bot, task, body, CHALLENGE_SECONDS, wanted=True), number)
            await self.calls.do(remotes.prove, identifier)
        except TimeoutError:
            outcome = {"fault": BUSY, "detail": ""}
        except Refused as error:
            outcome = {"fault": "unreachable", "detail": f"the URL {error}"}
        except CallFailed as error:
            outcome = {"fault": error.fault, "detail": NOT_PROVEN}
        await self.calls.do(remotes.deliveries.report, identifier, number, encode(outcome))

    async def leave(self, task: str) -> None:
        """Give the seats of a deleted bot to built-in bots, game by game."""
        _, identifier = task.split("/")
        for game in await self.calls.do(self.services.remotes.games, identifier):
            await self.calls.do(give_up_seats, self.services, identifier, game, "gone")


def run(services: WorkerServices) -> None:
    """Dispatch until the process is ended."""

    async def dispatch() -> None:
        stop = asyncio.Event()
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
        await Dispatcher(services).run(stop)

    asyncio.run(dispatch())
