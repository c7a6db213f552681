"""Shared parts of the operations for a bot's owner: access, repeated requests, and calls by the dispatcher."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from api.http.outcomes import Outcome, Reply, WaitUntil
from api.http.problems import Problem, unauthorized
from api.http.request import ApiRequest
from api.services import ApiServices
from api.spec.operation import Operation
from store.bots.record import RemoteBot
from store.games.idempotency import IdempotencyKey
from store.ids import hashed, new_token, same
from store.model.outcomes import Repeat

NOT_OWNER = "This needs the bot's own token."


class OwnerRoutes:
    """Base of the routes below `/v1/bots`."""

    def __init__(self, services: ApiServices) -> None:
        self.services = services
        self.remotes = services.remotes

    def owned(self, request: ApiRequest, operation: Operation, arguments: dict[str, Any]) -> RemoteBot:
        """Find the bot that the path names, for its owner."""
        return owned_bot(request, self.remotes.load(arguments.pop("id")))

    def repeat_of(self, key: IdempotencyKey | None) -> Repeat | None:
        """The response of an equal earlier request."""
        return None if key is None else self.services.store.repeat_of_creation(key)

    def keep_answer(self, key: IdempotencyKey | None, answer: bytes) -> Repeat | None:
        """Store the response for repetitions; not None if an equal request was first."""
        return None if key is None else self.services.store.keep_answer(key, answer)

    def call(
        self,
        task: str,
        bot: RemoteBot,
        seconds: float,
        answer: Callable[[bytes | None], Reply],
        refused: Callable[[Problem], Outcome] | None = None,
        *about: str,
        ready: Callable[[bytes | None], bool] = lambda report: report is not None,
    ) -> WaitUntil:
        """Have the dispatcher call the bot; respond with its report once that is ready, or when the time is up."""
        number, reported = new_token(task), self.remotes.deliveries.reported
        self.services.queue.enqueue_tasks("/".join((task, bot.id, number, *about)))
        return WaitUntil(
            bot.id,
            seconds,
            lambda: ready(reported(bot.id, number)),
            lambda: answer(reported(bot.id, number)),
            refused,
        )


def owned_bot(request: ApiRequest, bot: RemoteBot) -> RemoteBot:
    """The bot, if the request has its token."""
    token = request.token
    if token is None or not same(hashed(token), bot.token):
        raise unauthorized(NOT_OWNER)
    return bot
