"""Games that a worker cannot read are named once, with the cause, and looked at ever more rarely."""

from __future__ import annotations

import asyncio

import pytest

from engines.kernel.layouts import LAYOUT
from store.model.game import StoredGame
from store.model.record import SchemaMismatch, encode_record
from store.model.turns import score_of
from store.process.clock import now_ms
from store.redis import keys
from tests.store.services import StoreHarness
from tests.workers.services import LocalWorker
from workers.remote.dispatcher import Dispatcher
from workers.unreadable import FIRST_MS, LONGEST_MS, UnreadableGames


@pytest.fixture
def unreadable(harness: StoreHarness) -> StoredGame:
    """A game that a later version has stored."""
    table, _ = harness.open(kinds="hb")
    table.record.schema = LAYOUT + 1
    harness.redis.hset(keys.game(table.id), "head", encode_record(table.record))
    return table


def named(caplog: pytest.LogCaptureFixture) -> list[object]:
    return [record.fields for record in caplog.records if record.getMessage() == "a game cannot be read"]


def test_the_delay_grows_up_to_an_hour(caplog: pytest.LogCaptureFixture) -> None:
    games = UnreadableGames()
    delays = [games.delay("07abc", SchemaMismatch("stored with layout 9", b"")) for _ in range(20)]
    assert delays[:3] == [FIRST_MS, 2 * FIRST_MS, 4 * FIRST_MS]
    assert delays[-1] == LONGEST_MS
    assert named(caplog) == [{"game": "07abc", "error": "stored with layout 9"}]


def test_the_dispatcher_leaves_it(
    harness: StoreHarness, worker: LocalWorker, unreadable: StoredGame, caplog: pytest.LogCaptureFixture
) -> None:
    task, outbox = f"{unreadable.turn(1, 1)}/remote", keys.outbox(keys.tag_of(unreadable.id))
    harness.redis.zadd(outbox, {task: now_ms()})

    async def dispatch() -> None:
        dispatcher = Dispatcher(worker.at)
        for _ in range(3):
            dispatcher.take(task)
            await asyncio.gather(*dispatcher.tasks.values())

    began = now_ms()
    asyncio.run(dispatch())
    assert harness.redis.zscore(outbox, task) >= began + 4 * FIRST_MS
    assert task not in worker.at.outbox.tasks(now_ms())
    assert len(named(caplog)) == 1


def test_a_worker_leaves_its_turns(
    harness: StoreHarness, worker: LocalWorker, unreadable: StoredGame, caplog: pytest.LogCaptureFixture
) -> None:
    turn, outbox = unreadable.turn(1, 1), keys.outbox(keys.tag_of(unreadable.id))
    began = now_ms()
    harness.redis.zadd(outbox, {turn: score_of("interactive", began)})
    for _ in range(3):
        worker.play(turn)
    assert harness.redis.zscore(outbox, turn) >= score_of("interactive", began + 4 * FIRST_MS)
    assert len(named(caplog)) == 1


def test_a_worker_leaves_its_clocks(
    harness: StoreHarness, worker: LocalWorker, unreadable: StoredGame, caplog: pytest.LogCaptureFixture
) -> None:
    turn, deadlines = unreadable.turn(0, 1), keys.deadlines(keys.tag_of(unreadable.id))
    began = now_ms()
    harness.redis.zadd(deadlines, {turn: began})
    for _ in range(3):
        worker.play(turn, "clock")
    assert harness.redis.zscore(deadlines, turn) >= began + 4 * FIRST_MS
    assert len(named(caplog)) == 1
