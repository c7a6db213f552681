"""A job as it is stored."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec
from msgspec import Struct

JobKind = Literal["act", "odds", "simulation", "match"]
JobStatus = Literal["queued", "running", "done", "failed", "cancelled"]
ENDED: tuple[JobStatus, ...] = ("done", "failed", "cancelled")
OPEN: tuple[JobStatus, ...] = ("queued", "running")
NULL = msgspec.Raw(b"null")


class NoSuchJob(Exception):
    """There is no job with that id."""


class Job(Struct):
    """A stored job."""

    id: str
    kind: JobKind
    status: JobStatus = "queued"
    progress: float = 0.0
    created_at: str = ""
    parts: int = 0
    """Number of parts; 0 = not split."""
    order: dict[str, Any] = {}
    """The payload; only workers read it."""
    result: msgspec.Raw = NULL
    problem: msgspec.Raw = NULL
    fingerprint: str = ""
    """Fingerprint of the request, if it had an Idempotency-Key."""
    fresh: bool = False
    """True only in the request that created the job."""

    @property
    def ended(self) -> bool:
        return self.status in ENDED


def stored_fields(job: Job) -> list[Any]:
    return [
        "kind", job.kind, "status", job.status, "progress", 0, "created_at", job.created_at, "parts", job.parts,
        "order", msgspec.json.encode(job.order), "fingerprint", job.fingerprint,
    ]  # fmt: skip


def job_of(identifier: str, data: Sequence[bytes]) -> Job:
    """The job stored in a hash; raises NoSuchJob if it is empty."""
    held = {name.decode(): value for name, value in zip(data[::2], data[1::2], strict=True)}
    if "kind" not in held:
        raise NoSuchJob(identifier)
    plain = {name: held[name].decode() for name in ("kind", "status", "progress", "created_at", "parts", "fingerprint")}
    job = msgspec.convert({"id": identifier, **plain}, Job, strict=False)
    job.order = msgspec.json.decode(held["order"])
    job.result, job.problem = (msgspec.Raw(held.get(name, b"null")) for name in ("result", "problem"))
    return job
