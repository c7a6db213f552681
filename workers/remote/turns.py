"""Turns of remote bots: offered, called, played; or decided by the fallback bot."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

from msgspec import Struct

from engines.kernel.refusals import Illegal
from store.bots.deliveries import Delivery
from store.bots.faults import TIMEOUT, BotFault
from store.bots.record import RemoteBot
from store.bots.remote import NoSuchBot
from store.games.repository import NoSuchGame, engine_of
from store.model.game import StoredGame
from store.model.turns import Turn
from store.process.clock import now_ms
from workers.players.fallback import FallBack
from workers.remote import webhooks
from workers.remote.calls import Calls
from workers.remote.client import CallFailed
from workers.remote.seats import give_up_seats

MARGIN_MS = 200
"""Milliseconds of a budget reserved for the server."""
ATTEMPTS = 2
"""Calls for one turn, if the bot answers badly."""
PAUSES = (0.25, 0.5, 1.0, 2.0)
"""Seconds between calls to a bot that is down; the last one repeats."""
RETRY_SECONDS = 1.0
"""The shortest time for another call: a shorter one would say nothing about the bot."""


SPARE_SECONDS = 1.0
"""The deadline of a turn that waits for its place is moved this long before it expires."""
UNNOTICED_MS = 100
"""Shorter waits do not change the game."""


class OfferedTurn(Struct):
    """A turn to offer to its bot."""

    turn: Turn
    game: StoredGame
    bot: RemoteBot | None
    deadline: int = 0
    short: bool = False
    """True if the bot has less than its full time, because it keeps failing in this game."""
    body: bytes = b""

    @property
    def seconds(self) -> float:
        """The remaining budget in seconds."""
        return (self.deadline - MARGIN_MS - now_ms()) / 1000


class RemoteAct:
    """Plays a remote bot's answer, if the bot still owes it."""

    def __init__(self, turn: Turn, action: Any) -> None:
        self.turn = turn
        self.action = action

    def __call__(self, game: StoredGame) -> None:
        if owes(game, self.turn):
            webhooks.play(game, self.turn.seat, self.action)


def owes(game: StoredGame, turn: Turn) -> bool:
    seat = turn.seat
    return not game.over and game.record.seats[seat].kind == "remote" and game.record.decisions[seat] == turn.decision


class RemoteTurns:
    def __init__(self, calls: Calls) -> None:
        self.calls = calls
        self.services = calls.services

    async def play(self, task: str) -> None:
        """Ask a bot for its decision until its time is up; then the fallback bot decides."""
        owed = await self.calls.do(self._owed, task)
        if owed is None:
            return
        if owed.bot is None:
            bot = owed.game.record.seats[owed.turn.seat].bot or ""
            await self.calls.do(give_up_seats, self.services, bot, owed.turn.game, "gone")
        elif owed.bot.url is not None:
            await self._ask(owed, owed.bot)
        else:
            await self.calls.do(self._offer, owed, owed.bot)
            if owed.short:
                await self._wait(owed)

    async def _ask(self, owed: OfferedTurn, bot: RemoteBot) -> None:
        pauses, answers = _pauses(), 0
        fault = TIMEOUT
        async with self._place(owed, bot):
            if not await self.calls.do(self._offer_if_owed, owed, bot):
                return
            outcome, away = await self._attempt(owed, bot)
        while True:
            if outcome is None:
                return
            if isinstance(outcome, str):
                await self._promised(owed)
                return
            fault = outcome
            answers += not away
            spare = owed.seconds - RETRY_SECONDS
            if fault.kind == "timeout" or answers == ATTEMPTS or spare <= 0:
                break
            if away:
                await asyncio.sleep(min(next(pauses), spare))
            async with self._place(owed, bot):
                outcome, away = await self._attempt(owed, bot)
        await self.calls.do(self._fall_back, owed, fault, True)

    @asynccontextmanager
    async def _place(self, owed: OfferedTurn, bot: RemoteBot) -> AsyncIterator[None]:
        """Hold a place for a call. The time of the bot does not run while the turn waits for it."""
        found = asyncio.Event()
        waiting = asyncio.create_task(self._stop_the_time(owed, found))
        try:
            async with self.calls.places.hold(bot):
                found.set()
                await waiting
                yield
        finally:
            waiting.cancel()

    async def _stop_the_time(self, owed: OfferedTurn, found: asyncio.Event) -> None:
        """Move the deadline by the time that passes until a place is found; before it runs out, and at the end."""
        since = now_ms()
        while not found.is_set():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(max(0.1, owed.seconds - SPARE_SECONDS)):
                    await found.wait()
            waited = now_ms() - since
            if waited >= UNNOTICED_MS:
                since += waited
                await self.calls.do(self._postpone, owed, waited)

    async def _promised(self, owed: OfferedTurn) -> None:
        """Handle a 202: the bot has the same time as if it had not answered."""
        if owed.short:
            await self._wait(owed)
        else:  # the deadline is stored, and the sweeper enforces it
            await self.calls.do(self.services.outbox.touch, owed.deadline, str(owed.turn))

    async def _wait(self, owed: OfferedTurn) -> None:
        """Wait for an action that the bot sends by itself."""
        await asyncio.sleep(max(0, owed.seconds))
        await self.calls.do(self._fall_back, owed, TIMEOUT, False)

    async def _attempt(self, owed: OfferedTurn, bot: RemoteBot) -> tuple[BotFault | str | None, bool]:
        """One call for one decision: None if it was played, LATER if it was promised, else the fault.

        Also whether the bot was unavailable: unreachable, or it reported an error or too many calls.
        """
        started, status, fault, away = time.monotonic(), None, None, False
        try:
            reply = await self.calls.post(bot, str(owed.turn), owed.body, max(0, owed.seconds))
            status = reply.status
            latency = _since(started)
            action = webhooks.action_of(reply, owed.game.engine)
            if action is not webhooks.LATER:
                fault = await self.calls.do(self._act, owed, action, latency)
        except CallFailed as error:
            fault, status, latency, action = error.described, error.status or status, _since(started), None
            away = fault.kind == "unreachable" or (fault.kind == "status" and (status == 429 or (status or 0) >= 500))
        await self.calls.log(bot, Delivery.of("turn", owed.turn, status, latency, fault))
        return fault or (webhooks.LATER if action is webhooks.LATER else None), away

    # --- with the store, on a thread -----------------------------------------------------------------------------

    def _owed(self, task: str) -> OfferedTurn | None:
        """A turn and its bot; None if it is no longer owed."""
        turn, services = Turn.parse(task), self.services
        try:
            game = services.store.load(engine_of(turn.slug), turn.game)
        except NoSuchGame:
            services.outbox.drop_owed(task, 0)
            return None
        if not owes(game, turn):
            services.outbox.drop_owed(task, game.version)
            return None
        try:
            bot = services.remotes.load(game.record.seats[turn.seat].bot or "")
        except NoSuchBot:
            return OfferedTurn(turn, game, None)
        return OfferedTurn(turn, game, bot, game.record.deadlines[turn.seat] or 0)

    def _offer_if_owed(self, owed: OfferedTurn, bot: RemoteBot) -> bool:
        """Offer a turn that has waited for its place, if the bot still owes it."""
        owed.game = self.services.store.load(owed.game.engine, owed.game.id)
        if not owes(owed.game, owed.turn):
            return False
        self._offer(owed, bot)
        return True

    def _offer(self, owed: OfferedTurn, bot: RemoteBot) -> None:
        turn, game, services = owed.turn, owed.game, self.services
        deadline, remotes = game.record.deadlines[turn.seat] or 0, services.remotes
        budget = remotes.health.budget_ms(bot.id, game.id)
        shorter = deadline if budget is None else min(deadline, now_ms() + budget)
        offer = remotes.turns.offer(bot, turn, shorter, game.record.seq)
        owed.deadline, owed.short = offer.deadline, offer.deadline < deadline
        if bot.url is not None:
            owed.body = remotes.turns.body(bot, game, turn.seat, offer, remotes.health.of(bot.id).latency_ms)
        elif not owed.short:
            services.outbox.touch(deadline, str(turn))  # a pull bot fetches it; the clock does the rest

    def _postpone(self, owed: OfferedTurn, milliseconds: int) -> None:
        """Give the bot back the time that it has lost without its fault."""

        def postpone(game: StoredGame) -> None:
            if owes(game, owed.turn):
                game.postpone(owed.turn.seat, milliseconds)

        owed.game = self.services.games.change(owed.game, postpone)
        owed.game.reset()
        owed.deadline += milliseconds

    def _act(self, owed: OfferedTurn, action: Any, latency: int) -> BotFault | None:
        """Play the answer; returns the fault if the rules forbid it. Raises CallFailed."""
        try:
            after = self.services.games.change(owed.game, RemoteAct(owed.turn, action))
        except Illegal as error:
            return BotFault.illegal(error)
        except CallFailed:
            owed.game = self.services.store.load(owed.game.engine, owed.game.id)
            raise
        if owed.bot is not None and after.progress.events:
            self.services.remotes.succeeded(owed.bot.id, owed.turn, latency)
        return None

    def _fall_back(self, owed: OfferedTurn, fault: BotFault, logged: bool) -> None:
        game = self.services.store.load(owed.game.engine, owed.game.id)
        edit = FallBack(owed.turn, fault, self.services.bot_seed)
        self.services.games.change(game, edit)
        edit.log_fault(self.services, logged)


def _pauses() -> Iterator[float]:
    yield from PAUSES
    while True:
        yield PAUSES[-1]


def _since(started: float) -> int:
    return round((time.monotonic() - started) * 1000)
