"""Jobs: work whose result comes later. The id of a job grants the right to read it.

An open job is on its partition's list until it has ended, so losing the queue or a worker loses no job.
Long jobs are done in parts. Each part is leased to a worker, and its result is stored once, by its number: a part
whose worker died is repeated by another, and a part done twice counts once.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from importlib.resources import files
from typing import Any

from store.games.idempotency import IdempotencyKey
from store.games.repository import GameRepository
from store.ids import ALPHABET, PARTITIONS, new_id
from store.model.job import ENDED, OPEN, Job, JobKind, JobStatus, NoSuchJob, job_of, stored_fields
from store.process.clock import iso, now_ms
from store.redis import keys
from store.redis.client import RedisClient, Script

PARALLEL_PARTS = 4
"""Parts of one job that are queued or running at once, so that jobs share the workers."""
LEASE_MS = 6000
"""A part whose lease was not renewed for this long is leased again."""


def _script(name: str) -> Script:
    return Script((files("store") / "redis" / "scripts" / "jobs" / name).read_text("utf-8"))


OPENING, MOVING, PARTS = (_script(name) for name in ("job_open.lua", "job_move.lua", "job_part.lua"))


class Jobs:
    def __init__(self, store: GameRepository) -> None:
        self.store = store
        self.redis: RedisClient = store.redis
        self.seconds = store.settings.job_seconds
        self._secret = store.secret

    # --- ordering ------------------------------------------------------------------------------------------------

    def new_id(self, key: IdempotencyKey | None = None) -> str:
        """An id for a job; with a key, the same id for every job created with it.

        Without the server's secret it cannot be guessed.
        """
        if key is None:
            return new_id()
        digest = hmac.new(self._secret.encode(), f"job {key.field}".encode(), sha256).digest()
        letters = "".join(ALPHABET[byte % len(ALPHABET)] for byte in digest[:26])
        return f"{digest[-1] % PARTITIONS:02d}{letters}"

    def open(
        self,
        kind: JobKind,
        order: dict[str, Any],
        parts: int = 0,
        key: IdempotencyKey | None = None,
        identifier: str | None = None,
    ) -> Job:
        """Create a job; with a key, the same request twice creates one job."""
        made = Job(identifier or self.new_id(key), kind, created_at=iso(now_ms()), parts=parts)
        made.order, made.fingerprint = order, "" if key is None else key.fingerprint.hex()
        names = [keys.job(made.id), keys.orders(keys.tag_of(made.id))]
        found = self.redis.run(OPENING, names, [made.id, now_ms(), self.seconds, *stored_fields(made)])
        if found:
            return job_of(made.id, found)
        self.store.await_replicas()
        made.fresh = True
        return made

    def announce_match(self, identifier: str) -> None:
        """Put a match on the sweeper's list."""
        self.redis.write(("SADD", keys.MATCHES, identifier))

    def ordered(self, key: IdempotencyKey) -> Job | None:
        """The job created with this key before, if any, perhaps by another request."""
        for form in key.forms:
            with suppress(NoSuchJob):
                return self.load(self.new_id(form))
        return None

    # --- reading and moving on -----------------------------------------------------------------------------------

    def load(self, identifier: str) -> Job:
        try:
            [data] = self.redis.read(("HGETALL", keys.job(identifier)))
        except keys.UnknownId as error:
            raise NoSuchJob(identifier) from error
        return job_of(identifier, data)

    def begin(self, identifier: str) -> Job | None:
        """Start a job; None if it has ended or expired, in which case it leaves the list of open jobs."""
        try:
            job, moved = self._move(identifier, "running", OPEN)
        except NoSuchJob:
            moved = False
        if moved:
            return job
        self.forget(identifier)
        return None

    def finish(self, job: Job) -> Job:
        """Store the result, unless the job has already ended, and wake the requests that wait for it."""
        fields = ["progress", job.progress, "result", bytes(job.result), "problem", bytes(job.problem)]
        return self._move(job.id, job.status, OPEN, fields)[0]

    def cancel(self, identifier: str) -> Job:
        """Cancel a job; an ended one stays as it is, and so does an action that is being played."""
        kind = self.load(identifier).kind
        return self._move(identifier, "cancelled", OPEN if kind != "act" else ("queued",))[0]

    def _move(
        self, identifier: str, status: JobStatus, allowed: Sequence[JobStatus], fields: Sequence[Any] = ()
    ) -> tuple[Job, bool]:
        names = [keys.job(identifier), keys.orders(keys.tag_of(identifier)), *_part_keys(identifier)]
        ends = int(status in ENDED)
        arguments = [identifier, status, self.seconds, ends, len(allowed), *allowed, *fields]
        job = job_of(identifier, self.redis.run(MOVING, names, arguments))
        return job, job.status == status

    # --- parts ---------------------------------------------------------------------------------------------------

    def lease_parts(self, identifier: str, count: int = PARALLEL_PARTS) -> list[int]:
        """Lease parts that were never leased."""
        return self._part(identifier, "", b"", count)[1]

    def keep_part(self, identifier: str, part: int, outcome: bytes) -> tuple[int, list[int]]:
        """Store the result of a part once; returns how many are done (-1: the job is over) and the part to do next."""
        return self._part(identifier, part, outcome, 1)

    def _part(self, identifier: str, part: int | str, outcome: bytes, count: int) -> tuple[int, list[int]]:
        names = [keys.job(identifier), *_part_keys(identifier)]
        done, *leased = self.redis.run(
            PARTS, names, [identifier, part, outcome, now_ms() + LEASE_MS, count, self.seconds]
        )
        return done, leased

    def renew(self, identifier: str, part: int) -> bool:
        """Renew the lease of a part; False if the job is over."""
        _, leases = _part_keys(identifier)
        status, *_ = self.redis.write(
            ("HGET", keys.job(identifier), "status"),
            ("ZADD", leases, "XX", now_ms() + LEASE_MS, part),
            ("EXPIRE", keys.job(identifier), self.seconds),
        )
        return status is not None and status.decode() in OPEN

    def leased(self, identifier: str) -> list[int]:
        """The leased parts."""
        [parts] = self.redis.read(("ZRANGE", _part_keys(identifier)[1], 0, -1))
        return sorted(int(part) for part in parts)

    def keep(self, identifier: str) -> None:
        """Extend the expiry of a running job and its parts."""
        names = (keys.job(identifier), *_part_keys(identifier))
        self.redis.write(*[("EXPIRE", name, self.seconds) for name in names])

    def outcomes(self, identifier: str) -> list[bytes]:
        """The stored results, in the order of the parts."""
        [data] = self.redis.read(("HGETALL", _part_keys(identifier)[0]))
        return [outcome for _, outcome in sorted(zip(map(int, data[::2]), data[1::2], strict=True))]

    def parts_done(self, identifier: str) -> int:
        return int(self.redis.read(("HLEN", _part_keys(identifier)[0]))[0])

    def lost_parts(self, identifier: str, now: int) -> list[int]:
        """Parts to enqueue again: those with an expired lease or, if none is leased, the next ones."""
        _, leases = _part_keys(identifier)
        lapsed, held = self.redis.read(("ZRANGEBYSCORE", leases, "-inf", now), ("ZCARD", leases))
        if lapsed:
            lost = [int(part) for part in lapsed]
            self.redis.write(*[("ZADD", leases, "XX", now + LEASE_MS, part) for part in lost])
            return lost
        if held:
            return []
        return self.lease_parts(identifier) or [0]  # all parts are done, but the result was not assembled

    # --- for the sweeper -----------------------------------------------------------------------------------------

    def overdue(self, before_ms: int) -> list[str]:
        """Jobs created before this moment that have not ended."""
        commands = [("ZRANGEBYSCORE", keys.orders(tag), "-inf", before_ms, "LIMIT", 0, 100) for tag in keys.tags()]
        return [entry.decode() for reply in self.redis.read(*commands) for entry in reply]

    def count(self) -> int:
        """The number of jobs that have not ended."""
        return sum(self.redis.read(*[("ZCARD", keys.orders(tag)) for tag in keys.tags()]))

    def touch(self, identifier: str, now: int) -> None:
        """Postpone the moment at which a job that was enqueued again counts as lost."""
        self.redis.write(("ZADD", keys.orders(keys.tag_of(identifier)), "XX", now, identifier))

    def forget(self, identifier: str) -> None:
        """Remove a job from the list that has ended or expired."""
        self.redis.write(("ZREM", keys.orders(keys.tag_of(identifier)), identifier))


def _part_keys(identifier: str) -> tuple[str, str]:
    return keys.job(identifier, "parts"), keys.job(identifier, "leases")
