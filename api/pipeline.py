"""The way of every request: limit, admit, decode, view, finish. Read it from top to bottom."""

from __future__ import annotations

from time import perf_counter
from typing import Any

from api.http.compression import compress
from api.http.cors import Cors, is_preflight, options
from api.http.outcomes import Headers, Outcome, Reply, StreamFrom, WaitUntil
from api.http.problems import Problem
from api.http.problems.causes import error_reply
from api.http.rate_limit import READ, Limits
from api.http.request import ApiRequest
from api.http.request_log import RequestLog
from api.spec.operation import Route

SECURITY_HEADERS = [("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer")]
"""Headers of every response."""
BODILESS = (204, 304)
"""Statuses without a body."""


class Pipeline:
    """Runs operations, for whichever server received the request."""

    def __init__(self, request_log: RequestLog, cors: Cors, limits: Limits) -> None:
        self.request_log = request_log
        self.cors = cors
        self.limits = limits

    def run(self, operation: Route, request: ApiRequest, arguments: dict[str, Any]) -> Outcome:
        """Run an operation; ``arguments`` are the variables of its path."""
        started = perf_counter()
        self.request_log.name(request)
        request.operation = operation
        try:
            self.limits.admit(request, operation.limit)
            subject = operation.admit(request, arguments)
            decoded = operation.decode(request)
            outcome = operation.view(request, *subject, *decoded, **arguments)
            if not request.waits and not isinstance(outcome, Reply):
                outcome = answer_at_once(outcome, Problem("cannot-wait"))
        except Exception as error:
            outcome = error_reply(error, request)
        return self.finish(request, outcome, started)

    def resume(self, request: ApiRequest, wait: WaitUntil) -> Outcome:
        """Go on after a wait, which was counted when it began."""
        started = perf_counter()
        try:
            self.limits.look_again(request, None if request.operation is None else request.operation.limit)
            outcome = wait.resume()
        except Exception as error:
            outcome = error_reply(error, request)
        return self.finish(request, outcome, started)

    def refuse(self, request: ApiRequest, error: Exception) -> Outcome:
        """Answer a request that never gets to a view."""
        started = perf_counter()
        self.request_log.name(request)
        if is_preflight(request):
            return self.finish(request, options(request, ()), started)
        try:
            self.limits.admit(request, READ if request.operation is None else request.operation.limit)
        except Problem as problem:
            error = problem
        return self.finish(request, error_reply(error, request), started)

    def turn_away(self, request: ApiRequest, outcome: WaitUntil | StreamFrom, problem: Problem) -> Outcome:
        """Answer a request whose wait or stream cannot begin."""
        started = perf_counter()
        try:
            answer = answer_at_once(outcome, problem)
        except Exception as error:
            answer = error_reply(error, request)
        return self.finish(request, answer, started)

    def finish(self, request: ApiRequest, outcome: Outcome, started: float) -> Outcome:
        """Complete the headers, log and count; waits are not over yet, and the server opens streams."""
        if isinstance(outcome, WaitUntil):
            return outcome
        if isinstance(outcome, StreamFrom):
            return outcome if request.method != "HEAD" else Reply(200, self.open(request, outcome))
        reply = compress(request, outcome)
        headers = self._complete(request, reply.headers)
        if reply.status not in BODILESS:
            headers.append(("Content-Length", str(len(reply.body))))
        self.request_log.note(request, reply.status, perf_counter() - started)
        return reply if request.method != "HEAD" else Reply(reply.status, headers)

    def open(self, request: ApiRequest, stream: StreamFrom) -> Headers:
        """The headers of a stream that begins, which is logged and counted."""
        self.request_log.note(request, 200, 0.0)
        return self._complete(request, stream.headers)

    def _complete(self, request: ApiRequest, headers: Headers) -> Headers:
        """Add the headers of every response."""
        if request.rate is not None:
            headers += (("RateLimit-Policy", request.rate[0]), ("RateLimit", request.rate[1]))
        headers += SECURITY_HEADERS
        if "HTTP_ORIGIN" in request.environ:
            self.cors.share(request, headers)
        headers.append(("X-Request-Id", request.id))
        return headers


def answer_at_once(outcome: WaitUntil | StreamFrom, problem: Problem) -> Outcome:
    """Neither wait nor stream, for this reason."""
    if isinstance(outcome, StreamFrom):
        raise problem
    return outcome.refuse(problem)
