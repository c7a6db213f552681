"""Actions that answer later (`Prefer: respond-async`): a worker plays them through the same service as the API."""

from __future__ import annotations

import logging
from typing import Any

import msgspec

from engines.kernel.refusals import Illegal
from store.actions import check_token, submitted_by
from store.errors import KeyReused, NotStarted, SeatUnavailable, StaleVersion, Superseded, TokenRevoked
from store.jobs.jobs import Job, NoSuchJob
from store.jobs.outbox import Turn
from store.outcomes import Accepted, Refused, Replayed
from store.record import SchemaMismatch
from store.redis.client import OutcomeUnknown, StoreUnavailable
from store.repository import NoSuchGame, engine_of
from store.views import encode
from workers.services import WorkerServices, worker_services

log = logging.getLogger("ludotheque")

REASONS: dict[type[Exception], tuple[str, str]] = {
    NotStarted: ("not_started", "Nothing has been dealt yet."),
    Superseded: ("superseded", "Another action came first."),
    SeatUnavailable: ("seat", ""),
}
FAILURES: dict[type[Exception], tuple[str, str]] = {
    NoSuchGame: ("not-found", "There is no such game."),
    KeyReused: ("key-reused", ""),
}


def act(identifier: str) -> None:
    """Play the action of a job and keep its answer, or the problem. It may be called again: the action is played once.

    While the store is away the job stays open, and the sweeper brings it again.
    """
    services = worker_services()
    try:
        job = services.jobs.begin(identifier)
    except NoSuchJob:
        job = None
    if job is None:
        services.jobs.forget(identifier)
        return
    try:
        outcome = _play(services, job)
    except (StoreUnavailable, OutcomeUnknown):
        raise
    except SchemaMismatch as error:  # the job stays open, and a worker of the version that stored the game plays it
        log.warning("an action waits for another version", extra={"fields": {"job_id": job.id, "error": str(error)}})
        return
    except Exception as error:
        _fail(services, job, error)
        if type(error) not in FAILURES:
            raise
        return
    if isinstance(outcome, Refused):
        _fail(services, job, outcome.cause)
    else:
        job.result, job.status = msgspec.Raw(outcome.body), "done"
        _close(services, job)


def _play(services: WorkerServices, job: Job) -> Accepted | Replayed | Refused:
    engine = engine_of(job.order["slug"])
    submitted = submitted_by(job.order, engine, job.id)
    game = services.store.load(engine, job.order["game"], submitted.key)
    decision = game.record.decisions[submitted.seat]
    if game.key_record is None and (revoked := check_token(game, submitted)) is not None:
        return Refused(revoked)
    outcome = services.games.submit_action(game, submitted)
    if submitted.bot is not None and isinstance(outcome, Accepted):
        services.remotes.acted(submitted.bot, Turn(game.record.slug, game.id, submitted.seat, decision or 0))
    return outcome


def _fail(services: WorkerServices, job: Job, cause: Exception) -> None:
    job.problem, job.status = msgspec.Raw(encode(problem(cause, job.order["slug"], job.order["language"]))), "failed"
    _close(services, job)


def _close(services: WorkerServices, job: Job) -> None:
    job.progress = 1.0
    services.jobs.finish(job)


def problem(error: Exception, slug: str, language: str = "en") -> dict[str, Any]:
    """The members of the problem document that this failure stands for."""
    if isinstance(error, Illegal):
        url, detail = f"/v1/{slug}/rules/{error.rule}", engine_of(slug).words.refusal(error.detail, language)
        return {"kind": "conflict", "detail": detail, "rule": error.rule, "reason": error.reason, "type_": url}
    if type(error) in REASONS:
        reason, detail = REASONS[type(error)]
        return {"kind": "conflict", "detail": detail or str(error), "reason": reason}
    if isinstance(error, StaleVersion):
        return {"kind": "stale-version", "detail": str(error), "version": error.version}
    if isinstance(error, TokenRevoked):
        return {"kind": "not-found" if error.private else "unauthorized", "detail": ""}
    kind, detail = FAILURES.get(type(error), ("internal", ""))
    return {"kind": kind, "detail": detail}
