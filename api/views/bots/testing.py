"""Tests of a bot, and its delivery log."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from api.http.outcomes import Outcome, Reply
from api.http.problems import Problem
from api.http.request import ApiRequest
from api.http.responses import private
from api.views.bots.documents import DeliveryDocument, DeliveryList, TestCall, TestGame, TestReport
from api.views.bots.owner import OwnerRoutes
from api.views.game.access import idempotency_key
from api.views.replies import refused
from store.bots.record import RemoteBot
from store.games.idempotency import IdempotencyKey
from store.games.views import encode
from store.model.outcomes import Repeat, Replayed
from store.process.clock import iso

TEST_SECONDS = 30


class Tested(Struct):
    """The dispatcher's report."""

    calls: list[TestCall]
    games: list[TestGame]


class TestRoutes(OwnerRoutes):
    def test(self, request: ApiRequest, bot: RemoteBot, payload: dict[str, Any]) -> Outcome:
        """Test your bot.

        A challenge, then one short private game of each kind that it accepts, with the bot in every seat; for a
        pull bot one game, whose turns it fetches as usual. `game` restricts the test to one game. `ok` requires
        every call to be correct and every game to finish, within about 14 seconds in total. The delivery log
        shows the calls; a bot with correct calls counts as healthy. With an Idempotency-Key, a repetition
        returns the same report without new calls.
        """
        key = idempotency_key(request)
        if (repeat := self.repeat_of(key)) is not None:
            return _tested_before(request, repeat)
        about = [] if payload["game"] is None else [payload["game"]]
        return self.call("test", bot, TEST_SECONDS, lambda report: self._tested(request, report, key), None, *about)

    def _tested(self, request: ApiRequest, report: bytes | None, key: IdempotencyKey | None) -> Reply:
        if report is None:
            raise Problem("busy", "The test was not done in time.", headers={"Retry-After": "5"})
        tested = msgspec.json.decode(report, type=Tested)
        ok = all(call.fault is None for call in tested.calls) and all(game.finished for game in tested.games)
        body = encode(TestReport(ok, tested.calls, tested.games))
        if (repeat := self.keep_answer(key, body)) is not None:
            return _tested_before(request, repeat)
        return private(body)

    def deliveries(self, request: ApiRequest, bot: RemoteBot) -> Reply:
        """Read the delivery log.

        The last hundred calls and turns, with status, latency and fault.
        """
        entries = [
            DeliveryDocument(**{**msgspec.structs.asdict(entry), "at": iso(entry.at)})
            for entry in self.remotes.deliveries.newest(bot.id)
        ]
        return private(encode(DeliveryList(entries)))


def _tested_before(request: ApiRequest, repeat: Repeat) -> Reply:
    if not isinstance(repeat, Replayed):
        raise refused(request, repeat)
    return private(repeat.body).set("Idempotent-Replay", "true")
