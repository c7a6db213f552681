"""Deferred actions: what their jobs contain, and how they are opened."""

from __future__ import annotations

from typing import Any

import msgspec

from engines.kernel.game import Game
from store.games.changes.actions import SubmitAction
from store.games.idempotency import IdempotencyKey
from store.jobs.jobs import Jobs
from store.jobs.queue import TurnQueue
from store.model.documents.parts import Include
from store.model.game import StoredGame
from store.model.job import Job


class DeferredActions:
    """Opens jobs for actions and enqueues them."""

    def __init__(self, jobs: Jobs, queue: TurnQueue) -> None:
        self.jobs = jobs
        self.queue = queue

    def open(self, game: StoredGame, submitted: SubmitAction) -> Job:
        """Store the job first: if the queue is down, the sweeper enqueues it."""
        job = self.jobs.open("act", order_of(game, submitted))
        self.queue.enqueue_job(job.id)
        return job


def order_of(game: StoredGame, submitted: SubmitAction) -> dict[str, Any]:
    """The payload of a job that plays the action later."""
    key = submitted.key
    return {
        "slug": game.record.slug,
        "game": game.id,
        "seat": submitted.seat,
        "remote": submitted.bot,
        "token": submitted.token,
        "action": msgspec.to_builtins(submitted.action),
        "if_match": submitted.if_match,
        "decision": submitted.decision,
        "language": submitted.language,
        "include": msgspec.to_builtins(submitted.include),
        "idempotency_key": None if key is None else [key.field, key.fingerprint.hex()],
    }


def submitted_by(order: dict[str, Any], engine: Game[Any, Any], job: str) -> SubmitAction:
    """The action of a job. Without a key in the request, the job's id prevents a second application."""
    given = order["idempotency_key"] if "idempotency_key" in order else order["ticket"]  # stored by 0.2
    key = IdempotencyKey.of("job", job, b"") if given is None else IdempotencyKey(given[0], bytes.fromhex(given[1]))
    return SubmitAction(
        seat=order["seat"],
        action=msgspec.convert(order["action"], engine.rules.action_union),
        language=order["language"],
        if_match=order["if_match"],
        decision=order.get("decision"),
        bot=order.get("remote"),
        token=order.get("token"),
        key=key,
        include=msgspec.convert(order.get("include", {}), Include),
    )
