"""Actions that answer later: done once, whatever happens to the queue or the worker."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engines.kernel.layouts import LAYOUT
from store.games.changes.actions import SubmitAction
from store.games.service import GameService
from store.jobs import names
from store.jobs.deferred import DeferredActions
from store.jobs.jobs import Jobs
from store.jobs.queue import QUICK_QUEUES
from store.model.game import StoredGame
from store.model.job import Job
from store.model.outcomes import Deferred, Replayed
from store.process.clock import now_ms
from store.redis import keys
from store.redis.client import OutcomeUnknown
from tests.store.services import StoreHarness, first_action, idempotency_key
from tests.workers.services import LocalWorker
from workers.jobs import act
from workers.sweeper import LOST_AFTER_MS, forget_bots, sweep
from workers.unreadable import FIRST_MS


def order(table: StoredGame, seat: int = 0, **more: Any) -> dict[str, Any]:
    action = msgspec.to_builtins(first_action(table, seat))
    basic = {"slug": table.record.slug, "game": table.id, "seat": seat, "action": action}
    return {**basic, "if_match": None, "language": "en", "idempotency_key": None, **more}


def age_orders(harness: StoreHarness) -> None:
    for name in harness.redis.scan_iter("*:orders"):
        for entry in harness.redis.zrange(name, 0, -1):
            harness.redis.zadd(name, {entry: now_ms() - LOST_AFTER_MS - 1})


@pytest.fixture
def jobs(harness: StoreHarness) -> Jobs:
    return Jobs(harness.store)


def test_an_order_is_carried_out(harness: StoreHarness, worker: LocalWorker, jobs: Jobs) -> None:
    table, _ = harness.open(kinds="hh")
    job = jobs.open("act", order(table))
    worker.at.queue.enqueue_job(job.id)
    worker.burst()
    done = jobs.load(job.id)
    assert (done.status, done.progress) == ("done", 1.0)
    assert msgspec.json.decode(done.result)["version"] == 2
    assert harness.load(table).version == 2
    assert jobs.overdue(now_ms() + 1) == []


def test_an_order_that_0_2_stored_and_queued_is_carried_out_once(
    harness: StoreHarness, worker: LocalWorker, jobs: Jobs
) -> None:
    """Its key has another name there, and so has its queue."""
    table, _ = harness.open(kinds="hh")
    given, key = order(table), idempotency_key("k")
    del given["idempotency_key"]
    job = jobs.open("act", {**given, "ticket": [key.field, key.fingerprint.hex()]})
    worker.at.queue.queues["interactive"].enqueue(names.ACT, job.id)
    worker.burst(*QUICK_QUEUES)
    assert jobs.load(job.id).status == "done"
    assert isinstance(harness.submit(table, 0, first_action(table, 0), key), Replayed)


def test_an_action_waits_while_the_stored_layout_is_newer(
    harness: StoreHarness, worker: LocalWorker, jobs: Jobs
) -> None:
    """During an upgrade: a worker of the version that stored the game plays it."""
    table, _ = harness.open(kinds="hh")
    job = jobs.open("act", order(table))
    record = table.encoded_record()
    newer = msgspec.msgpack.encode([LAYOUT + 1, *msgspec.msgpack.decode(record)[1:]])
    harness.redis.hset(keys.game(table.id), "head", newer)
    act.act(job.id)
    assert not jobs.load(job.id).ended
    assert jobs.overdue(now_ms() + FIRST_MS + 1) == [job.id]
    harness.redis.hset(keys.game(table.id), "head", record)
    act.act(job.id)
    assert jobs.load(job.id).status == "done"
    assert harness.load(table).version == 2


def test_an_order_that_the_queue_lost_is_found(harness: StoreHarness, worker: LocalWorker, jobs: Jobs) -> None:
    table, _ = harness.open(kinds="hh")
    job = jobs.open("act", order(table))
    sweep(worker.at)
    assert worker.at.queue.depth() == 0
    age_orders(harness)
    sweep(worker.at)
    worker.burst()
    assert jobs.load(job.id).status == "done"


@pytest.mark.parametrize("key", [None, "k"])
def test_a_worker_that_dies_after_its_commit_is_taken_over(
    harness: StoreHarness, worker: LocalWorker, jobs: Jobs, monkeypatch: pytest.MonkeyPatch, key: str | None
) -> None:
    """The action is in the log, the job does not say so yet: the next worker finds the answer, and plays nothing."""
    table, _ = harness.open(kinds="hh")
    own = idempotency_key(key) if key else None
    given = None if own is None else [own.field, own.fingerprint.hex()]
    job = jobs.open("act", order(table, idempotency_key=given))

    class Killed(BaseException):
        pass

    def die(*_: object) -> None:
        raise Killed

    monkeypatch.setattr(act, "_close", die)
    with pytest.raises(Killed):
        act.act(job.id)
    monkeypatch.undo()
    from tests.workers.services import use_services

    use_services(monkeypatch, worker.at)
    assert jobs.load(job.id).status == "running"
    age_orders(harness)
    sweep(worker.at)
    worker.burst()
    done = jobs.load(job.id)
    assert done.status == "done"
    assert msgspec.json.decode(done.result)["version"] == 2
    assert len(harness.history.acts(table.id)) == 2


def test_while_the_store_is_away_the_job_stays_open(
    harness: StoreHarness, worker: LocalWorker, jobs: Jobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, _ = harness.open(kinds="hh")
    job = jobs.open("act", order(table))

    def lose(*_: object) -> Any:
        raise OutcomeUnknown("cut")

    with monkeypatch.context() as broken:
        broken.setattr(worker.at.store, "commit", lose)
        with pytest.raises(OutcomeUnknown):
            act.act(job.id)
    assert not jobs.load(job.id).ended
    act.act(job.id)
    assert jobs.load(job.id).status == "done"


def test_a_refusal_ends_the_job(harness: StoreHarness, worker: LocalWorker, jobs: Jobs) -> None:
    table, _ = harness.open(kinds="hh")
    job = jobs.open("act", order(table, if_match=7))
    act.act(job.id)
    refused = jobs.load(job.id)
    assert refused.status == "failed"
    assert msgspec.json.decode(refused.problem)["kind"] == "stale-version"
    assert jobs.overdue(now_ms() + 1) == []
    assert harness.load(table).version == 1


def test_a_cancelled_or_forgotten_job_does_nothing(harness: StoreHarness, worker: LocalWorker, jobs: Jobs) -> None:
    table, _ = harness.open(kinds="hh")
    cancelled, forgotten = jobs.open("act", order(table)), jobs.open("act", order(table))
    jobs.cancel(cancelled.id)
    harness.redis.delete(keys.job(forgotten.id))
    for job in (cancelled, forgotten):
        act.act(job.id)
    assert harness.load(table).version == 1
    assert jobs.overdue(now_ms() + 1) == []


def test_jobs_expire(harness: StoreHarness, jobs: Jobs) -> None:
    job: Job = jobs.open("act", {})
    assert 0 < harness.redis.ttl(keys.job(job.id)) <= harness.settings.job_seconds


def test_an_action_on_a_game_of_another_version_waits(harness: StoreHarness, worker: LocalWorker, jobs: Jobs) -> None:
    """A worker that cannot read the game leaves the job open; one that can plays it."""
    table, _ = harness.open(kinds="hh")
    job = jobs.open("act", order(table))
    name = keys.game(table.id)
    record = harness.redis.hget(name, "head")
    newer = msgspec.msgpack.encode([99, *msgspec.msgpack.decode(record)[1:]])
    harness.redis.hset(name, "head", newer)
    act.act(job.id)
    assert jobs.load(job.id).status == "running"
    harness.redis.hset(name, "head", record)
    age_orders(harness)
    sweep(worker.at)
    worker.burst()
    assert jobs.load(job.id).status == "done"


def test_the_sweeper_forgets_bots_that_are_gone(harness: StoreHarness, worker: LocalWorker) -> None:
    identifier = "07" + "a" * 26
    listed = keys.remotes(keys.tag_of(identifier))
    harness.redis.zadd(listed, {identifier: 1})
    forget_bots(worker.at, keys.tag_of(identifier))
    assert harness.redis.zcard(listed) == 0


def test_the_service_defers_an_action_whose_request_asks_for_it(
    harness: StoreHarness, worker: LocalWorker, jobs: Jobs
) -> None:
    """Nothing is played before a worker takes it up; an action that was played before is not deferred again."""
    table, _ = harness.open(kinds="hh")
    games = GameService(harness.store, worker.at.queue, deferred=DeferredActions(jobs, worker.at.queue))
    key = idempotency_key("later")
    submitted = SubmitAction(0, first_action(table, 0), key=key, respond_async=True)
    outcome = games.submit_action(harness.load(table, key), submitted)
    assert isinstance(outcome, Deferred)
    assert harness.load(table).version == 1
    worker.burst()
    assert jobs.load(outcome.job.id).status == "done"
    repeated = games.submit_action(harness.load(table, key), submitted)
    assert isinstance(repeated, Replayed)
    assert repeated.body == bytes(jobs.load(outcome.job.id).result)
