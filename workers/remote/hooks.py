"""Signed calls to the hooks of a game on its events."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator

from msgspec import Struct

from engines.kernel.content import load
from engines.kernel.records import Event, GameOver
from store.bots.deliveries import Delivery
from store.bots.hooks import Hook
from store.bots.record import RemoteBot
from store.bots.remote import NoSuchBot
from store.games.repository import NoSuchGame, engine_of
from store.games.views import encode, redacted_events
from store.model.documents.calls import GameNotice, HookEvent
from store.model.documents.events import BotFailed, GameAborted, SeatTaken
from store.model.game import StoredGame
from store.model.turns import HookTask
from workers.remote import webhooks
from workers.remote.calls import Calls
from workers.remote.client import CallFailed

SECONDS = 5.0
PAUSES = (0.5, 2.0, 8.0, 30.0)
"""Seconds between calls to a hook that does not answer; after the last, the call is given up."""

TURN: dict[str, str] = load("store", "words.toml")["notices"]["turn"]


class HookCall(Struct):
    """One call to make."""

    hook: RemoteBot
    about: str
    body: bytes


class HookNotices:
    def __init__(self, calls: Calls) -> None:
        self.calls = calls
        self.services = calls.services

    async def send(self, task: str) -> None:
        """Call every hook that asked for the events of this version; the task stays until all were called."""
        hook_task = HookTask.parse(task)
        prepared = await self.calls.do(self._prepare, hook_task)
        await asyncio.gather(*(self._deliver(call, hook_task) for call in prepared))
        await self.calls.do(self.services.outbox.done, task)

    async def _deliver(self, call: HookCall, task: HookTask) -> None:
        for pause in (*PAUSES, None):
            async with self.calls.hook_places.hold(call.hook):
                fault, status, started = None, None, time.monotonic()
                try:
                    reply = await self.calls.post(call.hook, call.about, call.body, SECONDS)
                    status = reply.status
                    webhooks.check_acknowledged(reply)
                except CallFailed as error:
                    fault, status = error.described, error.status
                latency = round((time.monotonic() - started) * 1000)
            await self.calls.log(call.hook, Delivery.of("notice", task, status, latency, fault))
            if fault is None or pause is None:
                return
            await asyncio.sleep(pause)

    def _prepare(self, task: HookTask) -> list[HookCall]:
        services = self.services
        hooks = services.remotes.hooks
        try:
            game = services.store.load(engine_of(task.slug), task.game)
        except NoSuchGame:
            hooks.remove(task.game, *hooks.of(task.game))
            return []
        events = services.history.of_version(task.slug, task.game, task.version, game.record.seq)
        calls: list[HookCall] = []
        for identifier in hooks.of(task.game):
            bot = self._valid(identifier, game)
            if bot is not None and bot.hook is not None:
                calls += [
                    HookCall(bot, f"{task}/{bot.id}/{kind}/{seat}", notice_body(game, task, kind, seat, sentence))
                    for kind, seat, sentence in notices(game, events, task.version, bot.hook, bot.language)
                ]
        return calls

    def _valid(self, identifier: str, game: StoredGame) -> RemoteBot | None:
        """The hook, unless it is deleted or its token has lost access to the game."""
        remotes = self.services.remotes
        try:
            bot = remotes.load(identifier)
        except NoSuchBot:
            remotes.hooks.remove(game.id, identifier)
            return None
        if bot.hook is None or not bot.hook.is_valid(game.record):
            remotes.delete(bot)
            remotes.hooks.remove(game.id, identifier)
            return None
        return bot


def notices(
    game: StoredGame, events: list[Event], version: int, hook: Hook, language: str
) -> Iterator[tuple[HookEvent, int | None, str]]:
    """The events of this version for a hook: event, seat and sentence."""
    players = game.players
    if "turn" in hook.on and not game.over:
        for seat, decision in enumerate(game.record.decisions):
            if decision == version and hook.seat in (None, seat):
                yield "turn", seat, TURN[language].format(player=players[seat])
    for event in events:
        kind = kind_of(event)
        if kind is not None and kind in hook.on:
            [shown] = redacted_events(game, [event], hook.seat, language)
            yield kind, getattr(event, "seat", None), shown.sentence or ""


def kind_of(event: Event) -> HookEvent | None:
    if isinstance(event, SeatTaken):
        return "seat_taken"
    if isinstance(event, BotFailed):
        return "bot_failed"
    return "over" if isinstance(event, GameOver | GameAborted) else None


def notice_body(game: StoredGame, task: HookTask, kind: HookEvent, seat: int | None, sentence: str) -> bytes:
    """The event, its sentence and a link; never a view or a secret."""
    link = f"/v1/{task.slug}/games/{game.id}"
    return encode(GameNotice("game", kind, task.slug, game.id, task.version, seat, sentence, link))
