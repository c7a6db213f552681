"""Actions that answer later (`Prefer: respond-async`): a worker plays them through the same service as the API."""

from __future__ import annotations

import logging
from typing import Any

import msgspec

from engines.kernel.refusals import Illegal
from store.actions import SubmitAction
from store.errors import NotStarted, SeatUnavailable, StaleVersion, Superseded
from store.game import SchemaMismatch
from store.jobs.jobs import Job, NoSuchJob
from store.jobs.outbox import Turn
from store.redis.client import OutcomeUnknown, StoreUnavailable
from store.repository import AnswerGone, IdempotencyKey, KeyReused, NoSuchGame, Replayed, engine_of
from store.views import acted_document, encode
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

    While the store is away the job stays open, and the sweeper enqueues it again.
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
        job.result, job.status = msgspec.Raw(_answer(services, job)), "done"
    except (StoreUnavailable, OutcomeUnknown):
        raise
    except SchemaMismatch as error:  # the job stays open, and a worker of the version that stored the game plays it
        log.warning("an action waits for another version", extra={"fields": {"job_id": job.id, "error": str(error)}})
        return
    except Exception as error:
        job.problem, job.status = (
            msgspec.Raw(encode(problem(error, job.order["slug"], job.order["language"]))),
            "failed",
        )
        if type(error) not in (Illegal, StaleVersion, AnswerGone, *REASONS, *FAILURES):
            _close(services, job)
            raise
    _close(services, job)


def _answer(services: WorkerServices, job: Job) -> bytes:
    order = job.order
    engine, seat, language = engine_of(order["slug"]), order["seat"], order["language"]
    ticket = _ticket(job)
    table = services.store.load(engine, order["game"], ticket)
    action, decision = msgspec.convert(order["action"], engine.rules.action_union), table.record.decisions[seat]
    try:
        _, answer = services.changes.make(
            table,
            SubmitAction(seat, action, order["if_match"], order.get("remote") is not None, order.get("decision")),
            lambda changed: encode(acted_document(changed, seat, language)),
            ticket,
        )
    except Replayed as repeat:
        return repeat.answer
    if order.get("remote") is not None:
        services.remotes.acted(order["remote"], Turn(order["slug"], order["game"], seat, decision or 0))
    return answer


def _ticket(job: Job) -> IdempotencyKey:
    """The request's own Idempotency-Key, or else the job's id: a worker that takes over plays nothing twice."""
    given = job.order["ticket"]
    if given is None:
        return IdempotencyKey.of("job", job.id, b"")
    return IdempotencyKey(given[0], bytes.fromhex(given[1]))


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
    if isinstance(error, AnswerGone):
        return {"kind": "answer-gone", "detail": "", "reason": "answer_gone", "version": error.version}
    kind, detail = FAILURES.get(type(error), ("internal", ""))
    return {"kind": kind, "detail": detail}
