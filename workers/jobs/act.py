"""Deferred actions (`Prefer: respond-async`): a worker plays them through the same service as the API."""

from __future__ import annotations

from typing import Any

import msgspec

from store.games.changes.actions import check_token
from store.games.repository import NoSuchGame, engine_of
from store.games.views import encode
from store.jobs.deferred import submitted_by
from store.model.job import Job
from store.model.outcomes import (
    Accepted,
    BrokenRule,
    Deferred,
    KeyReused,
    NotStarted,
    Refusal,
    Refused,
    Replayed,
    SeatUnavailable,
    StaleVersion,
    Superseded,
    TokenRevoked,
)
from store.model.record import SchemaMismatch
from store.model.turns import Turn
from store.process.clock import now_ms
from store.redis.client import OutcomeUnknown, StoreUnavailable
from workers.services import WorkerServices, worker_services

INTERNAL = {"kind": "internal", "detail": ""}
"""The members of the problem document of a fault."""


def act(identifier: str) -> None:
    """Play the action of a job and store its response or problem. May be called again: the action is played once.

    While the store is down the job stays open, and the sweeper enqueues it again.
    """
    services = worker_services()
    job = services.jobs.begin(identifier)
    if job is None:
        return
    try:
        outcome = _play(services, job)
    except (StoreUnavailable, OutcomeUnknown):
        raise
    except SchemaMismatch as error:  # the job stays open for a worker of the version that stored the game
        delay = services.unreadable.delay(job.order["game"], error)
        services.jobs.touch(job.id, now_ms() + delay)
        return
    except NoSuchGame:
        _fail(services, job, {"kind": "not-found", "detail": "There is no such game."})
        return
    except Exception:
        _fail(services, job, INTERNAL)
        raise
    if isinstance(outcome, Refused):
        _fail(services, job, problem(outcome.cause, job.order["slug"], job.order["language"]))
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
    if isinstance(outcome, Deferred):
        raise TypeError("an action that a worker plays was deferred again")
    if not isinstance(outcome, Refused):
        services.store.stored.add(game.record.client, len(outcome.body), services.settings.job_seconds)
    if submitted.bot is not None and isinstance(outcome, Accepted):
        services.remotes.acted(submitted.bot, Turn(game.record.slug, game.id, submitted.seat, decision or 0))
    return outcome


def _fail(services: WorkerServices, job: Job, members: dict[str, Any]) -> None:
    job.problem, job.status = msgspec.Raw(encode(members)), "failed"
    _close(services, job)


def _close(services: WorkerServices, job: Job) -> None:
    job.progress = 1.0
    services.jobs.finish(job)


def problem(refusal: Refusal, slug: str, language: str = "en") -> dict[str, Any]:  # noqa: PLR0911 - one for each refusal
    """The members of the problem document of a refused action."""
    match refusal:
        case BrokenRule(rule=rule, detail=detail, reason=reason, decision=decision):
            url = f"/v1/{slug}/rules/{rule}"
            text = engine_of(slug).words.refused_action(detail, language, reason, decision)
            return {"kind": "conflict", "detail": text, "rule": rule, "reason": reason, "type_": url}
        case NotStarted():
            return {
                "kind": "conflict",
                "detail": "Some seats are still open; nothing has been dealt.",
                "reason": "not_started",
            }
        case Superseded(never=never):
            text = "Another action came first; read the game and choose again."
            text = text if never is None else f"This seat has no decision {never}."
            return {"kind": "conflict", "detail": text, "reason": "superseded"}
        case SeatUnavailable(detail=detail):
            return {"kind": "conflict", "detail": detail, "reason": "seat"}
        case StaleVersion(version=version):
            return {"kind": "stale-version", "detail": f"The game is at version {version}.", "version": version}
        case TokenRevoked(private=private):
            return {"kind": "not-found" if private else "unauthorized", "detail": ""}
        case KeyReused():
            return {"kind": "key-reused", "detail": ""}
        case _:
            raise TypeError(f"no action is refused by {type(refusal).__name__}")
