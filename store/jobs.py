"""Work that answers later: its state lies in Redis under an id that is itself the right to read it.

A job that is open stands in its partition's list of orders until it has ended: losing the queue or a worker loses none.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct

from store import keys
from store.clock import iso, now_ms
from store.ids import new_id
from store.link import Link
from store.store import Store

JobStatus = Literal["queued", "running", "done", "failed", "cancelled"]
ENDED: tuple[JobStatus, ...] = ("done", "failed", "cancelled")
NULL = msgspec.Raw(b"null")


class NoSuchJob(Exception):
    """There is no job with that id."""


class Job(Struct):
    """A job as it is kept."""

    id: str
    kind: str
    status: JobStatus = "queued"
    progress: float = 0.0
    created_at: str = ""
    order: dict[str, Any] = {}
    """What is to be done; only workers read it."""
    result: msgspec.Raw = NULL
    problem: msgspec.Raw = NULL

    @property
    def ended(self) -> bool:
        return self.status in ENDED


class Jobs:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.link: Link = store.link
        self.seconds = store.settings.job_seconds

    def open(self, kind: str, order: dict[str, Any]) -> Job:
        job = Job(new_id(), kind, created_at=iso(now_ms()), order=order)
        # Listed first: an id without a job is dropped by the sweeper, a job that is not listed could be lost.
        self.link.write(("ZADD", keys.orders(keys.tag_of(job.id)), now_ms(), job.id), *self._saving(job))
        self.store.await_replicas()
        return job

    def load(self, identifier: str) -> Job:
        try:
            [data] = self.link.read(("GET", keys.job(identifier)))
        except keys.UnknownId as error:
            raise NoSuchJob(identifier) from error
        if data is None:
            raise NoSuchJob(identifier)
        return msgspec.json.decode(data, type=Job)

    def save(self, job: Job) -> None:
        """Keep the job's state and wake whoever waits for it."""
        commands = self._saving(job)
        if job.ended:
            commands.append(("ZREM", keys.orders(keys.tag_of(job.id)), job.id))
        self.link.write(*commands)

    def _saving(self, job: Job) -> list[tuple[Any, ...]]:
        return [
            ("SET", keys.job(job.id), msgspec.json.encode(job), "EX", self.seconds),
            ("PUBLISH", keys.WAKE + job.id, job.status),
        ]

    def cancel(self, identifier: str) -> Job:
        """Call a job off; one that has ended stays as it is."""
        job = self.load(identifier)
        if not job.ended:
            job.status = "cancelled"
            self.save(job)
        return job

    # --- for the sweeper -----------------------------------------------------------------------------------------

    def overdue(self, before_ms: int) -> list[str]:
        """Jobs that were ordered before this moment and have not ended."""
        commands = [("ZRANGEBYSCORE", keys.orders(tag), "-inf", before_ms, "LIMIT", 0, 100) for tag in keys.tags()]
        return [entry.decode() for reply in self.link.read(*commands) for entry in reply]

    def touch(self, identifier: str, now: int) -> None:
        """Give a job that was handed over again some time before it counts as lost once more."""
        self.link.write(("ZADD", keys.orders(keys.tag_of(identifier)), "XX", now, identifier))

    def forget(self, identifier: str) -> None:
        """Take a job off the list that has ended, or is no longer kept."""
        self.link.write(("ZREM", keys.orders(keys.tag_of(identifier)), identifier))
