"""The sweeper: hands over again what a crash left behind, and calls time. Any number of them may run."""

from __future__ import annotations

import logging
import threading
from itertools import cycle

from redis.exceptions import RedisError

from engines.kernel.registry import slugs
from store.clock import now_ms
from store.jobs.jobs import NoSuchJob
from store.jobs.queue import act_job, clock_job, lane_job, part_job, turn_job
from store.redis import keys
from store.redis.client import OutcomeUnknown, StoreUnavailable
from workers.services import WorkerServices

TICK = 0.25
LOST_AFTER_MS = 3000
"""What is still owed after this time has lost its job, unless it waits in the queue."""
CLOCK_JOB_MS = 5000
log = logging.getLogger("ludotheque")


def sweep(at: WorkerServices) -> None:
    """One round."""
    now = now_ms()
    expired, turns, jobs = (
        at.owed.expired(now),
        at.owed.overdue(now - LOST_AFTER_MS),
        at.jobs.overdue(now - LOST_AFTER_MS),
    )
    if not expired and not turns and not jobs:
        return
    waiting = at.queue.waiting()
    if waiting is None:
        return  # the workers are far behind: nothing can be told to be lost, and more entries would not help them
    for turn in expired:
        at.owed.postpone(turn, now + CLOCK_JOB_MS)
        if clock_job(turn) not in waiting:
            at.queue.enqueue_clock(turn)
    for turn in turns:
        at.owed.touch(turn, now)
        if not {turn_job(turn), lane_job(turn)} & waiting:
            at.queue.enqueue([turn])
    for job in jobs:
        at.jobs.touch(job, now)
        _bring_again(at, job, waiting)


def _bring_again(at: WorkerServices, identifier: str, waiting: set[str]) -> None:
    """Hand a job over again: the whole of it, or the parts that were lost."""
    try:
        job = at.jobs.load(identifier)
    except NoSuchJob:
        at.jobs.forget(identifier)
        return
    if not job.parts:
        if act_job(identifier) not in waiting:
            at.queue.enqueue_job(identifier)
        return
    queued = at.queue.parts_waiting()
    lost = [part for part in at.jobs.lost_parts(identifier, now_ms()) if part_job(identifier, part) not in queued]
    at.queue.enqueue_parts(identifier, lost, soon=job.kind == "odds")


def run(at: WorkerServices, stop: threading.Event) -> None:
    """Sweep until told to stop, and tidy one list a round; a store or a queue that is away is waited for."""
    listings = cycle(keys.listings(slugs()))
    while not stop.wait(TICK):
        try:
            sweep(at)
            at.history.forget_gone(next(listings))
        except (StoreUnavailable, OutcomeUnknown, RedisError) as error:
            log.warning("sweeper waits for the store", extra={"fields": {"error": str(error)}})
            stop.wait(1)
