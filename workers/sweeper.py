"""The sweeper: enqueues lost work and expired clocks. Any number of sweepers may run."""

from __future__ import annotations

import logging
from itertools import cycle
from pathlib import Path
from threading import Thread

from redis.exceptions import RedisError

from engines.kernel.registry import slugs
from store.games.replay.archive import archive
from store.jobs.matches import is_match
from store.jobs.queue import act_job, part_job
from store.model.job import NoSuchJob
from store.model.turns import POOLS, for_dispatcher
from store.process.clock import now_ms
from store.process.stopping import Stop
from store.redis import keys
from store.redis.client import OutcomeUnknown, StoreUnavailable
from workers.ladders import rounds
from workers.services import WorkerServices

TICK = 0.25
NOT_TAKEN_MS = 1000
"""A turn that no worker has claimed after this time: its mark or its worker was lost."""
LOST_AFTER_MS = 3000
"""A task or job that is open after this time is lost, unless it is queued."""
ARCHIVE_SECONDS = 300
STOP_SECONDS = 5
"""How long a stopped sweeper waits for its threads."""
log = logging.getLogger("ludotheque")


def sweep(services: WorkerServices) -> None:
    """One round."""
    now = now_ms()
    partitions = [*services.outbox.expired(now), *services.outbox.overdue(now - NOT_TAKEN_MS)]
    for pool in POOLS:  # even if nothing is overdue: an enqueued drain may have been lost
        services.queue.call(pool, [partition for partition in partitions if partition.work in pool.kinds])
    tasks, jobs = services.outbox.tasks(now - LOST_AFTER_MS), services.jobs.overdue(now - LOST_AFTER_MS)
    if not tasks and not jobs:
        return
    waiting = services.queue.waiting()
    if waiting is None:
        return  # the workers are far behind: lost jobs cannot be told apart, and more entries would not help
    for task in tasks:
        _enqueue_task_again(services, task, now, waiting)
    for job in jobs:
        services.jobs.touch(job, now)
        _enqueue_again(services, job, waiting)


def forget_bots(services: WorkerServices, tag: str) -> None:
    """Remove expired remote bots from the list of a partition; they are among its oldest."""
    redis = services.store.redis
    [entries] = redis.read(("ZRANGE", keys.remotes(tag), 0, 99))
    if not entries:
        return
    kept = redis.read(*[("EXISTS", keys.remote(entry.decode())) for entry in entries])
    gone = [entry for entry, exists in zip(entries, kept, strict=True) if not exists]
    if gone:
        redis.write(("ZREM", keys.remotes(tag), *gone))


def _enqueue_task_again(services: WorkerServices, task: str, now: int, waiting: set[str]) -> None:
    """Enqueue a dispatcher's task again. A built-in bot's turn without a class was stored by an older version."""
    if not for_dispatcher(task):
        services.outbox.move([(task, "interactive")], now - NOT_TAKEN_MS)
        return
    services.outbox.touch(now, task)
    if task not in waiting:
        services.queue.enqueue_tasks(task)


def _enqueue_again(services: WorkerServices, identifier: str, waiting: set[str]) -> None:
    """Enqueue a job again: all of it, or its lost parts."""
    try:
        job = services.jobs.load(identifier)
    except NoSuchJob:
        services.jobs.forget(identifier)
        return
    if not job.parts:
        if act_job(identifier) not in waiting:
            services.queue.enqueue_job(identifier)
        return
    if is_match(job.order):
        services.jobs.announce_match(identifier)
        return
    queued = services.queue.parts_waiting()
    lost = [part for part in services.jobs.lost_parts(identifier, now_ms()) if part_job(identifier, part) not in queued]
    services.queue.enqueue_parts(job, lost)


def keep_archive(services: WorkerServices, stop: Stop) -> None:
    """Write finished games to the archive every few minutes; failures are retried the next time."""
    while True:
        try:
            archive(services.store, services.history, Path(services.settings.archive))
        except (StoreUnavailable, OutcomeUnknown, OSError) as error:
            log.warning("cannot write the archive", extra={"fields": {"error": str(error)}})
        if stop.wait(ARCHIVE_SECONDS):
            return


def run(services: WorkerServices, stop: Stop) -> None:
    """Sweep until stopped, and clean one list per round; wait while the store or the queue is down."""
    listings, partitions = cycle(keys.listings(slugs())), cycle(keys.tags())
    beside = [Thread(target=rounds.run, args=(services, stop), name="ladders", daemon=True)]
    if services.settings.archive:
        beside.append(Thread(target=keep_archive, args=(services, stop), name="archive", daemon=True))
    for thread in beside:
        thread.start()
    while not stop.wait(TICK):
        try:
            sweep(services)
            services.history.remove_gone(next(listings))
            forget_bots(services, next(partitions))
        except (StoreUnavailable, OutcomeUnknown, RedisError) as error:
            log.warning("sweeper is waiting for the store", extra={"fields": {"error": str(error)}})
            stop.wait(1)
    for thread in beside:
        thread.join(STOP_SECONDS)
