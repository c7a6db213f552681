"""Tests of bots end in time, and say of each game that was cut short why."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from engines.kernel.registry import GAMES, slugs
from engines.kernel.words.guide import texts_of
from store.bots.record import RemoteBot
from store.ids import new_id
from store.process.clock import now_ms
from tests.support.waiting import PATIENCE, spend
from tests.system.bots.players import Answer, Json, WebhookBot, first_action, serving
from tests.workers.services import LocalWorker
from workers.remote import selftest
from workers.remote.calls import Calls
from workers.remote.selftest.games import LATER, new_test_game

SECONDS, PACE = 1.0, 0.4
"""Of a whole test; of a slow bot for each call, which is far less than a call may take."""


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selftest, "TEST_SECONDS", SECONDS)


def report_on(worker: LocalWorker, answer: Callable[[Json], Any], *games: str) -> tuple[Json, float]:
    """The report of a test of a webhook bot, and how long it took."""
    remotes = worker.at.remotes
    with serving(WebhookBot(answer)) as bot:
        record = RemoteBot(new_id(), "Croc", "", [], bot.url, list(slugs()), 100, now_ms(), local=True)
        remotes.register(record, None, local=True)
        began = time.monotonic()
        calls = Calls(worker.at)
        asyncio.run(selftest.SelfTests(calls).run("/".join(("test", record.id, "1", *games))))
        spent = time.monotonic() - began
        calls.close()
    report = remotes.deliveries.reported(record.id, "1")
    assert report is not None
    return msgspec.json.decode(report), spent


def slowly(turn: Json) -> Answer:
    spend(PACE)
    return first_action(turn)


def test_a_slow_bot_gets_its_report_in_time(worker: LocalWorker) -> None:
    report, spent = report_on(worker, slowly)
    assert spent < PATIENCE, "whole games at this pace take minutes"
    assert {call["fault"] for call in report["calls"]} == {None}
    assert [game["game"] for game in report["games"]] == list(slugs())
    assert {(game["finished"], game["reason"]) for game in report["games"]} == {(False, selftest.OUT_OF_TIME)}


def test_a_game_that_is_cut_short_says_why(worker: LocalWorker) -> None:
    report, _ = report_on(worker, lambda _: (202, b""), "bakong")
    assert [(game["finished"], game["reason"]) for game in report["games"]] == [(False, LATER)]
    report, _ = report_on(worker, lambda _: (200, b"{}"), "bakong")
    assert [(game["finished"], game["reason"]) for game in report["games"]] == [(False, selftest.WENT_WRONG)]


@pytest.mark.parametrize("slug", [slug for slug, engine in GAMES.items() if "short_game" in texts_of(engine)])
def test_games_of_a_test_are_short(slug: str) -> None:
    """Their options are ones that the game has."""
    game = new_test_game(slug, RemoteBot(new_id(), "Croc", "", [], None, [slug], 1, now_ms()))
    assert game.position is not None
    shown = json.loads(game.engine.encode(game.position))["options"]
    assert shown | texts_of(game.engine)["short_game"] == shown
