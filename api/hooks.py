"""Hooks around every request: id, CORS, rate limit, log line and metrics."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from flask import Flask, Request, Response, g, request

from api.http.compression import compress
from api.http.cors import Cors
from api.http.rate_limit import Limits
from api.http.request import REQUEST_ID, Environ
from api.http.request_log import RequestLog

Make = Callable[[], Response]


class RequestHooks:
    """Called by Flask before and after each request (``install``); the accelerator calls the same methods."""

    def __init__(self, request_log: RequestLog, cors: Cors, limits: Limits) -> None:
        self.request_log = request_log
        self.cors = cors
        self.limits = limits

    def install(self, app: Flask) -> None:
        app.before_request(self._before_request)
        app.after_request(self._after_request)

    def before(self, incoming: Request, cost: int = 1) -> Response | None:
        """Assign the id and count the request; returns the response to a CORS preflight. Raises a problem if the client
        exceeds its limit."""
        if REQUEST_ID not in incoming.environ:
            self.request_log.name(incoming.environ)
        answer = self.cors.preflight(incoming.environ)
        if answer is None:
            self.limits.admit(incoming, cost)
        return answer

    def after(self, environ: Environ, incoming: Request, response: Response, seconds: float) -> None:
        """Complete the headers, log and count."""
        self.limits.add_headers(environ, response)
        self.cors.share(environ, response)
        compress(environ, response)
        self.request_log.note(environ, incoming, response, seconds)

    def _before_request(self) -> Response | None:
        g.started = perf_counter()
        return self.before(request)

    def _after_request(self, response: Response) -> Response:
        self.after(request.environ, request, response, perf_counter() - g.started)
        return response


class StockApplication(Flask):
    """Flask's own dispatch and hooks, with one more entry point for servers that wait and stream on an event loop."""

    hooks: RequestHooks

    def respond(self, environ: Environ, make: Make | None = None, cost: int = 1) -> Response:
        """Dispatch a request, or ``make`` its response in its context. ``cost``: its weight for the rate limit."""
        with self.request_context(environ):
            if make is None:
                return self.full_dispatch_request()
            g.started = perf_counter()
            try:
                made = self.hooks.before(request, cost) or make()
            except Exception as error:
                return self.finalize_request(self.handle_user_exception(error))
            return self.finalize_request(made)
