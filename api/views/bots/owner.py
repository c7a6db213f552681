"""Shared parts of the operations for a bot's owner: access, repeated requests, and calls by the dispatcher."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import Response

from api.http.auth import bearer_token, unauthorized
from api.http.waiting import Outcome, WaitUntil
from api.services import ApiServices
from store.bots.record import RemoteBot
from store.games.idempotency import IdempotencyKey
from store.ids import hashed, new_token, same
from store.model.outcomes import Repeat

View = Callable[..., Outcome]


class OwnerRoutes:
    """Base of the routes below `/v1/bots`."""

    def __init__(self, services: ApiServices) -> None:
        self.services = services
        self.remotes = services.remotes

    def owned(self, view: View) -> View:
        """Find the bot and its owner, before the body is read."""

        @wraps(view)
        def entered(*args: Any, id: str, **kwargs: Any) -> Outcome:  # noqa: A002
            bot, token = self.remotes.load(id), bearer_token()
            if token is None or not same(hashed(token), bot.token):
                raise unauthorized("This needs the bot's own token.")
            return view(bot, *args, **kwargs)

        return entered

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
        answer: Callable[[bytes | None], Response],
        refused: Callable[[], Response] | None = None,
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


def no_content() -> Response:
    response = Response(status=204)
    del response.headers["Content-Type"]
    return response
