"""The dispatcher: calls remote bots, many at once, so that those which hang hold up neither others nor the workers.

It takes errands from a list: turns that remote bots owe, notices that a game begins or ends, challenges that prove a
URL, and tests. A lost errand is harmless: what is owed stays in the outbox, and the sweeper brings it again.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from msgspec import Struct
from redis.exceptions import RedisError

from engines.kernel.refusals import Illegal
from store import seats
from store.bots.remote import NOT_PROVEN, Delivery, NoSuchBot, RemoteBot, delivery
from store.clock import now_ms
from store.events import Faults
from store.game import SchemaMismatch, StoredGame
from store.jobs.outbox import Turn
from store.jobs.queue import REMOTE
from store.redis.client import OutcomeUnknown, StoreUnavailable
from store.redis.sentinel import listening_to_queue
from store.repository import NoSuchGame, engine_of
from store.views import encode
from workers.players.fallback import FallBack
from workers.remote import webhooks
from workers.remote.addresses import Policy, Refused
from workers.remote.client import CallFailed, Client, Reply
from workers.remote.keyed_limit import KeyedLimit
from workers.remote.selftest import rehearse
from workers.services import WorkerServices

T = TypeVar("T")
THREADS = 8
PER_BOT = 16
"""Calls to one bot at once: a bot that hangs in a hundred games leaves room for others."""
MARGIN = 0.2
"""Seconds of a budget that are kept for ourselves."""
ATTEMPTS = 2
PROBE_SECONDS = 2.0
"""What an unhealthy bot gets before the fallback bot decides."""
NOTICE_SECONDS = 5.0
CHALLENGE_SECONDS = 8.0
log = logging.getLogger("ludotheque")


class Brief(Struct):
    """A turn that a bot owes, ready to be sent."""

    turn: Turn
    table: StoredGame
    bot: RemoteBot | None
    healthy: bool = True
    body: bytes = b""

    @property
    def seconds(self) -> float:
        """What is left of the budget."""
        deadline = self.table.record.deadlines[self.turn.seat] or 0
        return (deadline - now_ms()) / 1000 - MARGIN


class RemoteAct:
    """Plays a remote bot's answer, if the bot still owes it."""

    def __init__(self, turn: Turn, action: Any) -> None:
        self.turn = turn
        self.action = action

    def __call__(self, table: StoredGame) -> None:
        if owes(table, self.turn):
            table.act(self.turn.seat, self.action)


def owes(table: StoredGame, turn: Turn) -> bool:
    seat = turn.seat
    return (
        not table.over and table.record.seats[seat].kind == "remote" and table.record.decisions[seat] == turn.decision
    )  # fmt: skip


class Desk:
    """The dispatcher's work with the store; every method may run on any thread."""

    def __init__(self, at: WorkerServices) -> None:
        self.at = at

    def brief(self, text: str) -> Brief | None:
        """Offer a turn to its bot; None when nobody owes it any more."""
        turn, at = Turn.parse(text), self.at
        try:
            table = at.store.load(engine_of(turn.slug), turn.game)
        except NoSuchGame:
            at.owed.drop_owed(text, 0)
            return None
        if not owes(table, turn):
            at.owed.drop_owed(text, table.version)
            return None
        try:
            bot = at.remotes.load(table.record.seats[turn.seat].bot or "")
        except NoSuchBot:
            return Brief(turn, table, None)
        deadline = table.record.deadlines[turn.seat] or 0
        offer, health = at.remotes.offer(bot, turn, deadline, table.record.seq), at.remotes.health(bot)
        if bot.url is None:
            at.owed.touch(text, deadline)  # it lies where the bot finds it; the clock does the rest
            return Brief(turn, table, bot, health.healthy)
        body = at.remotes.turn_body(table, turn.seat, offer, health.latency_ms)
        return Brief(turn, table, bot, health.healthy, body)

    def act(self, brief: Brief, action: Any, latency: int) -> Faults | None:
        """Play the answer; the fault when the rules forbid it."""
        try:
            after, _ = self.at.changes.make(brief.table, RemoteAct(brief.turn, action), lambda _: b"")
        except Illegal:
            return "illegal"
        if brief.bot is not None and after.events:
            self.at.remotes.succeeded(brief.bot.id, brief.turn, latency)
        return None

    def fall_back(self, brief: Brief, fault: Faults, logged: bool) -> None:
        table = self.at.store.load(brief.table.engine, brief.table.id)
        edit = FallBack(brief.turn, fault, self.at.bot_seed)
        self.at.changes.make(table, edit, lambda _: b"")
        edit.written_down(self.at, logged)

    def games(self, bot: str) -> list[str]:
        return self.at.remotes.games(bot)

    def leave(self, bot: str, game: str) -> None:
        """Give the seats of a bot that was deleted to a built-in one; done twice, it changes nothing more."""
        with contextlib.suppress(NoSuchGame, SchemaMismatch):
            self.at.changes.make(self.at.store.find(game), lambda table: seats.bot_left(table, bot), lambda _: b"")
        self.at.remotes.release(bot, game, played=False)

    def notice(self, text: str) -> tuple[RemoteBot, bytes] | None:
        """What a webhook bot is to be told; a pull bot finds it when it asks. None when nobody is to be called."""
        turn, at = Turn.parse(text), self.at
        try:
            table = at.store.load(engine_of(turn.slug), turn.game)
        except NoSuchGame:
            at.remotes.release(turn.bot, turn.game, played=False)
            return None
        if turn.task == "end":
            at.remotes.forget_seat(turn.bot, turn.game, turn.seat)
            if table.over or all(place.controller != turn.bot for place in table.record.seats):
                at.remotes.release(turn.bot, turn.game, played=table.position is not None)
        try:
            bot = at.remotes.load(turn.bot)
        except NoSuchBot:
            return None
        kind: Any = turn.task
        if bot.url is None:
            at.remotes.tell(bot.id, kind, turn)
            return None
        return bot, webhooks.notice_body(kind, table, turn)

    def proven(self, identifier: str) -> None:
        """The bot may be called where it wants to be."""
        bot = self.at.remotes.load(identifier)
        if bot.wanted_url is not None:
            bot.url, bot.wanted_url, bot.proven = bot.wanted_url, None, True
            bot.local = bot.wanted_local
            self.at.remotes.save(bot)


class Dispatcher:
    def __init__(self, at: WorkerServices) -> None:
        self.at = at
        self.desk = Desk(at)
        self.client = Client(Policy(at.settings))
        self.slots = asyncio.Semaphore(at.settings.remote_calls)
        self.bots = KeyedLimit(PER_BOT)
        self.threads = ThreadPoolExecutor(THREADS, "desk")
        self.tasks: dict[str, asyncio.Task[None]] = {}

    async def run(self, stop: asyncio.Event) -> None:
        """Take errands until told to stop; what is under way then is brought again to whoever comes next."""
        listener, keeper = asyncio.create_task(self._listen()), asyncio.create_task(self._keep())
        await stop.wait()
        under_way = [listener, keeper, *self.tasks.values()]
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)
        self.threads.shutdown()

    async def _listen(self) -> None:
        while True:
            try:
                async with listening_to_queue(self.at.settings.queue) as client:
                    while True:
                        _, errand = await client.blpop([REMOTE])  # type: ignore[misc]
                        self.take(str(errand, "ascii"))
            except (RedisError, OSError) as error:
                log.warning("dispatcher waits for the queue", extra={"fields": {"error": str(error)}})
                await asyncio.sleep(0.5)

    async def _keep(self) -> None:
        """Turns that are being worked on are not lost: the sweeper need not bring them again."""
        while True:
            await asyncio.sleep(1)
            for errand in list(self.tasks):
                if errand.endswith("/remote"):
                    with contextlib.suppress(StoreUnavailable, OutcomeUnknown):
                        await self._do(self.at.owed.touch, errand, now_ms())

    def take(self, errand: str) -> None:
        if errand not in self.tasks:
            self.tasks[errand] = task = asyncio.create_task(self._run(errand))
            task.add_done_callback(lambda _: self.tasks.pop(errand, None))

    async def _run(self, errand: str) -> None:
        work: dict[str, Callable[[str], Any]] = {
            "challenge": self.challenge, "test": self.test, "leave": self.leave,
        }  # fmt: skip
        chosen = work.get(errand.partition("/")[0])
        if chosen is None:
            chosen = self.play if errand.endswith("/remote") else self.notify
        try:
            await chosen(errand)
        except (StoreUnavailable, OutcomeUnknown, SchemaMismatch, NoSuchGame, NoSuchBot) as error:
            log.warning("an errand waits for its next time", extra={"fields": {"error": repr(error)}})
        except Exception:
            log.exception("an errand failed")

    async def _do(self, work: Callable[..., T], *args: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self.threads, work, *args)

    # --- turns ---------------------------------------------------------------------------------------------------

    async def play(self, errand: str) -> None:
        """Ask a bot for its decision, twice if need be; then the fallback bot decides."""
        brief = await self._do(self.desk.brief, errand)
        if brief is None:
            return
        if brief.bot is None:
            await self._do(self.desk.leave, brief.table.record.seats[brief.turn.seat].bot or "", brief.turn.game)
        elif brief.bot.url is not None:
            await self._ask(brief)
        elif not brief.healthy:
            await asyncio.sleep(min(PROBE_SECONDS, max(0, brief.seconds)))
            await self._do(self.desk.fall_back, brief, "timeout", False)

    async def _ask(self, brief: Brief) -> None:
        until = time.monotonic() + (brief.seconds if brief.healthy else min(PROBE_SECONDS, brief.seconds))
        fault: Faults | None = "timeout"
        for _ in range(ATTEMPTS if brief.healthy else 1):
            left = until - time.monotonic()
            if left <= 0:
                break
            fault = await self._attempt(brief, left)
            if fault is None:
                return
        await self._do(self.desk.fall_back, brief, fault, True)

    async def _attempt(self, brief: Brief, seconds: float) -> Faults | None:
        """One call with one decision; None when it is played, or promised."""
        assert brief.bot is not None  # noqa: S101
        started = time.monotonic()
        status: int | None = None
        try:
            reply = await self._post(brief.bot, str(brief.turn), brief.body, seconds)
            status = reply.status
            latency = round((time.monotonic() - started) * 1000)
            action = webhooks.action_of(reply, brief.table.engine.rules.action_union)
            if action is webhooks.LATER:
                await self._do(self.at.owed.touch, str(brief.turn), brief.table.record.deadlines[brief.turn.seat])
                fault = None
            else:
                fault = await self._do(self.desk.act, brief, action, latency)
        except CallFailed as error:
            fault, status = error.fault, error.status
            latency = round((time.monotonic() - started) * 1000)
        await self._log(brief.bot, delivery("turn", brief.turn, status, latency, fault))
        return fault

    async def _post(self, bot: RemoteBot, about: str, body: bytes, seconds: float, wanted: bool = False) -> Reply:
        """A signed call, once there is room for it; waiting for room counts as time, too.

        ``wanted``: to the URL that is not proven yet.
        """
        url, local = (bot.wanted_url, bot.wanted_local) if wanted else (bot.url, bot.local)
        until = time.monotonic() + seconds
        headers = webhooks.signed_headers(self.at.remotes.signing_secrets(bot), about, body)
        try:
            async with asyncio.timeout(seconds), self.bots.hold(bot.id), self.slots:
                return await self.client.post(url or "", headers, body, until - time.monotonic(), local)
        except TimeoutError as error:
            raise CallFailed("timeout", "no answer in time") from error

    async def _log(self, bot: RemoteBot, entry: Delivery) -> None:
        await self._do(self.at.remotes.log, bot.id, entry)

    # --- everything else -----------------------------------------------------------------------------------------

    async def notify(self, errand: str) -> None:
        """Tell a bot that a game begins or ends; it is told once, heard or not."""
        told = await self._do(self.desk.notice, errand)
        await self._do(self.at.owed.done, errand)
        if told is None:
            return
        bot, body = told
        turn, started = Turn.parse(errand), time.monotonic()
        status: int | None = None
        fault: Faults | None = None
        try:
            status = (await self._post(bot, errand, body, NOTICE_SECONDS)).status
            if not 200 <= status < 300:
                fault = "status"
        except CallFailed as error:
            fault, status = error.fault, error.status
        kind: Any = turn.task
        latency = round((time.monotonic() - started) * 1000)
        await self._log(bot, delivery(kind, turn, status, latency, fault))

    async def challenge(self, errand: str) -> None:
        """Prove that whoever registers a URL answers there."""
        _, identifier, number = errand.split("/")
        bot = await self._do(self.at.remotes.load, identifier)
        outcome: dict[str, Any] = {"fault": None, "detail": ""}
        try:
            self.client.policy.target(bot.wanted_url or "")
            body = webhooks.challenge_body(number)
            webhooks.proven(await self._post(bot, errand, body, CHALLENGE_SECONDS, wanted=True), number)
            await self._do(self.desk.proven, identifier)
        except Refused as error:
            outcome = {"fault": "unreachable", "detail": f"the URL {error}"}
        except CallFailed as error:
            outcome = {"fault": error.fault, "detail": NOT_PROVEN}
        await self._do(self.at.remotes.report, identifier, number, encode(outcome))

    async def leave(self, errand: str) -> None:
        """A bot was deleted: built-in bots take its seats, game by game."""
        _, identifier = errand.split("/")
        for game in await self._do(self.desk.games, identifier):
            await self._do(self.desk.leave, identifier, game)

    async def test(self, errand: str) -> None:
        """Run the calls of a real turn in a game that nobody else sees, and report."""
        _, identifier, number = errand.split("/")
        bot = await self._do(self.at.remotes.load, identifier)
        report = await rehearse(bot, lambda about, body, seconds: self._post(bot, about, body, seconds))
        await self._do(self.at.remotes.report, identifier, number, encode(report))


def run(at: WorkerServices) -> None:
    """Dispatch until the process is told to end."""

    async def dispatch() -> None:
        stop = asyncio.Event()
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
        await Dispatcher(at).run(stop)

    asyncio.run(dispatch())
