"""Notices of the beginning and end of games, and their effect on the bots' claims."""

from __future__ import annotations

import time

from store.bots.deliveries import Delivery
from store.bots.faults import BotFault
from store.bots.record import RemoteBot
from store.bots.remote import NoSuchBot
from store.games.repository import NoSuchGame, engine_of
from store.model.turns import NoticeTask
from workers.remote import webhooks
from workers.remote.calls import Calls
from workers.remote.client import CallFailed
from workers.remote.seats import give_up_seats

SECONDS = 5.0


class GameNotices:
    def __init__(self, calls: Calls) -> None:
        self.calls = calls
        self.services = calls.services

    async def send(self, task: str) -> None:
        """Notify a bot once that a game begins or ends; a webhook bot may decline a game that begins."""
        prepared = await self.calls.do(self._prepare, task)
        await self.calls.do(self.services.outbox.done, task)
        if prepared is None:
            return
        bot, body = prepared
        notice, status = NoticeTask.parse(task), None
        fault: BotFault | None = None
        declined = False
        async with self.calls.places.hold(bot):
            started = time.monotonic()
            try:
                reply = await self.calls.post(bot, task, body, SECONDS)
                status = reply.status
                webhooks.check_acknowledged(reply)
                declined = notice.event == "start" and webhooks.declines(reply)
            except CallFailed as error:
                fault, status = error.described, error.status
            latency = round((time.monotonic() - started) * 1000)
        await self.calls.log(bot, Delivery.of(notice.event, notice, status, latency, fault))
        if declined:
            await self.calls.do(give_up_seats, self.services, bot.id, notice.game, "left")

    def _prepare(self, task: str) -> tuple[RemoteBot, bytes] | None:
        """The notice for a webhook bot; a pull bot fetches it. None if no call is to be made."""
        notice, services = NoticeTask.parse(task), self.services
        try:
            game = services.store.load(engine_of(notice.slug), notice.game)
        except NoSuchGame:
            services.remotes.release(notice.bot, notice.game, played=False)
            return None
        if notice.event == "end":
            services.remotes.turns.remove_seat(notice.bot, notice.game, notice.seat)
            if game.over or all(player.controller != notice.bot for player in game.record.seats):
                services.remotes.release(notice.bot, notice.game, played=game.position is not None)
        try:
            bot = services.remotes.load(notice.bot)
        except NoSuchBot:
            return None
        if bot.url is None:
            services.remotes.notices.add(notice, game)
            return None
        return bot, webhooks.notice_body(notice, game)
