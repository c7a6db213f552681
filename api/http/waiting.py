"""Outcomes of a view that are not yet a response: wait for a change, or stream events.

A view returns ``WaitUntil`` or ``StreamFrom`` after all its checks. The server waits and streams on its event loop, so
that a thousand readers need neither threads nor connections; under a plain WSGI server a bounded number of threads
does the same.
"""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Callable, Iterator
from typing import TYPE_CHECKING, Any, Protocol

from flask import Response, current_app, request
from flask.typing import ResponseReturnValue
from msgspec import Struct

from store.redis.wakeups import TooManyWaiters, Wakeups

if TYPE_CHECKING:
    from api.server.streams import StreamHub


class WaitUntil(Struct):
    """Respond when a game, job or bot changes, or after this many seconds."""

    id: str
    """The id of the game, job or bot."""
    seconds: float
    ready: Callable[[], bool]
    """Has it already changed?"""
    resume: Callable[[], Outcome]
    """Build the response, in the context of the request."""
    refused: Callable[[], Response] | None = None
    """Build the response if the server has reached its limit of waiting reads; without it, a problem."""


class EventSource(Protocol):
    """The content of an event stream."""

    id: str

    def frames(self, hub: StreamHub) -> AsyncGenerator[bytes, None]: ...

    def frames_on_thread(self, wakeups: Wakeups) -> Iterator[bytes]: ...


class StreamFrom(Struct):
    """Respond with an event stream."""

    source: EventSource
    headers: list[tuple[str, str]]


Outcome = Response | WaitUntil | StreamFrom
"""What a view returns."""


class Pending(Response):
    """Carries an outcome through Flask's hooks to the server. A plain WSGI server that calls it waits on its thread."""

    def __init__(self, outcome: WaitUntil | StreamFrom) -> None:
        super().__init__()
        self.outcome = outcome
        if isinstance(outcome, StreamFrom):
            self.headers = type(self.headers)(outcome.headers)

    def __call__(self, environ: Any, start_response: Any) -> Any:
        app = current_app
        wakeups: Wakeups = app.extensions["services"].wakeups
        if isinstance(self.outcome, StreamFrom):
            self.response = self.outcome.source.frames_on_thread(wakeups)
            return super().__call__(environ, start_response)
        answer: ResponseReturnValue
        try:
            answer = wait_on_thread(self.outcome, wakeups)
        except Exception as error:
            answer = app.handle_user_exception(error)
        return app.process_response(app.make_response(answer))(environ, start_response)


def as_response(outcome: Outcome) -> Response:
    """The response for Flask's hooks: the real one, or a placeholder. A HEAD never streams."""
    if isinstance(outcome, Response):
        return outcome
    if isinstance(outcome, StreamFrom) and request.method == "HEAD":
        response = Response()
        response.automatically_set_content_length = False  # the length of a stream is unknown
        response.headers = type(response.headers)(outcome.headers)
        return response
    return Pending(outcome)


def is_waiting(response: Response) -> bool:
    """Is there nothing to send or log yet?"""
    return isinstance(response, Pending) and isinstance(response.outcome, WaitUntil)


def wait_on_thread(outcome: WaitUntil, wakeups: Wakeups) -> Response:
    """Block until it is ready or the time is up, then build the response."""
    deadline = time.monotonic() + outcome.seconds
    try:
        with wakeups.changes(outcome.id) as changed:
            while not outcome.ready() and (left := deadline - time.monotonic()) > 0 and changed.wait(left):
                changed.clear()
    except TooManyWaiters:
        if outcome.refused is None:
            raise
        return outcome.refused()
    return as_response(outcome.resume())


def wake_times(wakeups: Wakeups, identifier: str, seconds: float) -> Iterator[Any]:
    """Yield at once, after every change, and at least this often."""
    with wakeups.changes(identifier) as changed:
        while True:
            yield None
            changed.wait(seconds)
            changed.clear()
