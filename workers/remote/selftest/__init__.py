"""Tests of remote bots: a challenge and whole games in which the bot has every seat.

The games of a webhook bot are never stored. A pull bot fetches its turns, so its game is a real one: private, with a
short clock, and soon expired.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

from msgspec import Struct

from engines.kernel.records import Result
from engines.kernel.refusals import Illegal
from store.bots.deliveries import Delivery
from store.bots.faults import BotFault
from store.bots.record import RemoteBot
from store.games.views import encode
from store.ids import new_id, new_token
from store.model.documents.events import Faults
from store.model.game import StoredGame
from store.model.record import Clock
from store.model.turns import NoticeTask
from store.process.clock import now_ms
from store.redis import keys
from workers.remote import webhooks
from workers.remote.calls import Calls
from workers.remote.client import CallFailed, Reply
from workers.remote.selftest.games import CALL_SECONDS, KEEP_MS, LATER, MemoryGame, new_test_game

TEST_SECONDS = 14.0
"""For all games together: no turn is asked for later. With the call then in progress and the end notice, a test takes
up to two calls more; the request waits longer than that."""
OUT_OF_TIME = "the time of the test was up"
WENT_WRONG = "a call went wrong"


class TestedCall(Struct):
    """One call of a test."""

    call: str
    game: str | None
    status: int | None
    latency_ms: int | None
    fault: Faults | None
    detail: str
    rule: str | None = None
    field: str | None = None


class TestedGame(Struct):
    """The progress of a game of a test."""

    game: str
    turns: int
    finished: bool
    result: Result | None
    reason: str | None
    """Why it was stopped."""


class TestResult(Struct):
    calls: list[TestedCall] = []
    games: list[TestedGame] = []

    @property
    def faultless(self) -> bool:
        return all(call.fault is None for call in self.calls)


class SelfTests:
    def __init__(self, calls: Calls) -> None:
        self.calls = calls
        self.services = calls.services

    async def run(self, task: str) -> None:
        """Test a bot and report; without a fault it is healthy again, even if it was too slow for whole games."""
        _, identifier, number, *slugs = task.split("/")
        remotes = self.services.remotes
        bot = await self.calls.do(remotes.load, identifier)
        until = time.monotonic() + TEST_SECONDS
        if bot.url is not None:
            result = await self._call_through(bot, slugs or bot.games, until)
        else:
            result = await self._wait_through(bot, (slugs or bot.games)[0], until)
        if result.faultless:
            await self.calls.do(remotes.health.reset, bot.id)
            for game in result.games:
                if game.turns:
                    await self.calls.do(remotes.note_passed, bot.id, game.game)
        await self.calls.do(remotes.deliveries.report, identifier, number, encode(result))

    # --- webhook bots --------------------------------------------------------------------------------------------

    async def _call_through(self, bot: RemoteBot, slugs: list[str], until: float) -> TestResult:
        """A challenge, then a game of each kind until something fails."""
        result, number = TestResult(), new_token("challenge")
        test = WebhookTest(self.calls, bot, result)
        await test.call("challenge", None, webhooks.challenge_body(number), lambda r: webhooks.proven(r, number))
        for place, slug in enumerate(slugs):
            if not result.faultless:
                break
            now = time.monotonic()
            if now < until:
                await test.play(slug, now + (until - now) / (len(slugs) - place))
            else:
                result.games.append(TestedGame(slug, 0, False, None, OUT_OF_TIME))
        entries = [
            Delivery(now_ms(), "test", call.game, None, None, None, call.status, call.latency_ms, call.fault,
                     call.detail if call.fault else None, call.rule, call.field)
            for call in result.calls
        ]  # fmt: skip
        await self.calls.log(bot, *entries)
        return result

    # --- pull bots -----------------------------------------------------------------------------------------------

    async def _wait_through(self, bot: RemoteBot, slug: str, until: float) -> TestResult:
        """A stored game, until it is over, something fails or the time is up."""
        identifier = await self.calls.do(self._open, bot, slug)
        while True:
            await asyncio.sleep(0.1)
            game, log = await self.calls.do(self._look, bot, identifier)
            faulty = any(entry.fault is not None for entry in log)
            if game.over or faulty or time.monotonic() > until:
                break
        await self.calls.do(self._close, game)
        turns = [entry for entry in log if entry.call == "turn"]
        result = TestResult([_tested(entry) for entry in turns if entry.fault is not None or entry is turns[0]])
        if not turns:
            result.calls.append(TestedCall("turn", slug, None, None, "timeout", "it has not acted on its turn"))
        result.games.append(_tested_game(game, len(turns), OUT_OF_TIME if result.faultless else WENT_WRONG))
        return result

    def _open(self, bot: RemoteBot, slug: str) -> str:
        clock = Clock(int(CALL_SECONDS), "bot")
        game = new_test_game(slug, bot, clock)
        self.services.games.create(game, None)
        return game.id

    def _look(self, bot: RemoteBot, identifier: str) -> tuple[StoredGame, list[Delivery]]:
        """The game, and the bot's deliveries in it, oldest first."""
        log = [entry for entry in self.services.remotes.deliveries.newest(bot.id) if entry.id == identifier]
        return self.services.store.find(identifier), log[::-1]

    def _close(self, game: StoredGame) -> None:
        """Abort an unfinished game; keep the game only for an hour."""

        def abort(loaded: StoredGame) -> None:
            if not loaded.over:
                loaded.abort("host")

        self.services.games.change(game, abort)
        names = keys.names(game.id)
        kept = [names.game, names.log, names.acts, names.repeats]
        self.services.store.redis.write(*[("EXPIRE", name, KEEP_MS // 1000) for name in kept])


class WebhookTest:
    """The calls of one test to a webhook bot."""

    def __init__(self, calls: Calls, bot: RemoteBot, result: TestResult) -> None:
        self.calls = calls
        self.bot = bot
        self.result = result

    async def play(self, slug: str, until: float) -> None:
        """A start notice and the turns of a game, to its end or until something fails or the time is up."""
        game = await self.calls.do(new_test_game, slug, self.bot)
        player = MemoryGame(game, self.bot)
        notice = webhooks.notice_body(NoticeTask(slug, game.id, 0, 1, "start", self.bot.id), game)
        call = await self.call("start", slug, notice, webhooks.check_acknowledged)
        turns, later = 0, False
        while call.fault is None and not (game.over or later) and time.monotonic() < until:
            body = await self.calls.do(player.turn_body, call.latency_ms)
            call = await self.call("turn", slug, body, player.answer, keep=turns == 0)
            turns, later = turns + 1, call.detail == LATER
        if game.over and call.fault is None:
            ended = webhooks.notice_body(NoticeTask(slug, game.id, 0, game.version, "end", self.bot.id), game)
            call = await self.call("end", slug, ended, webhooks.check_acknowledged)
        reason = LATER if later else OUT_OF_TIME if call.fault is None else WENT_WRONG
        self.result.games.append(_tested_game(game, turns, reason))

    async def call(
        self, kind: str, slug: str | None, body: bytes, judge: Callable[[Reply], Any], keep: bool = True
    ) -> TestedCall:
        """One call; the report shows it if it failed or is to be kept."""
        status: int | None = None
        fault, detail = None, "as it should be"
        async with self.calls.places.hold(self.bot):
            started = time.monotonic()
            try:
                reply = await self.calls.post(self.bot, f"{kind}/{new_id()}", body, CALL_SECONDS)
                status = reply.status
                latency = round((time.monotonic() - started) * 1000)
                detail = await self.calls.do(judge, reply) or detail
            except CallFailed as error:
                fault, status = error.described, error.status or status
                latency = round((time.monotonic() - started) * 1000)
            except Illegal as error:
                fault = BotFault.illegal(error)
        if fault is None:
            made = TestedCall(kind, slug, status, latency, None, detail)
        else:
            made = TestedCall(kind, slug, status, latency, fault.kind, fault.detail, fault.rule, fault.field)
        if keep or fault is not None:
            self.result.calls.append(made)
        return made


def _tested_game(game: StoredGame, turns: int, reason: str) -> TestedGame:
    """The progress of the game, with the reason if it is unfinished."""
    if game.status != "finished":
        return TestedGame(game.record.slug, turns, False, None, reason)
    return TestedGame(game.record.slug, turns, True, game.engine.rules.outcome(game.position), None)


def _tested(entry: Delivery) -> TestedCall:
    detail = entry.detail or "as it should be"
    return TestedCall(
        entry.call, entry.game, entry.status, entry.latency_ms, entry.fault, detail, entry.rule, entry.field
    )
