"""Optional traces of requests: a span per request, as part of the caller's `traceparent`."""

from __future__ import annotations

from typing import Any

from flask import Request, Response
from opentelemetry.trace import SpanKind, Status, StatusCode, get_current_span

from api.hooks import Make
from api.http.request import Environ
from api.http.request_log import RequestLog
from store.process.tracing import Tracing


class TracedRequestLog(RequestLog):
    """Also names the request's span after its operation."""

    def note(self, environ: Environ, incoming: Request, response: Response, seconds: float) -> None:
        super().note(environ, incoming, response, seconds)
        span = get_current_span()
        span.update_name((incoming.endpoint or "unknown").rpartition(".")[2])
        span.set_attribute("http.response.status_code", response.status_code)
        if response.status_code >= 500:
            span.set_status(Status(StatusCode.ERROR))


def trace_requests(app: Any) -> None:
    """Wrap both entry points of the application, so that every request is a span."""
    tracing: Tracing = app.extensions["services"].store.tracing
    respond, wsgi_app = app.respond, app.wsgi_app

    def span(environ: Environ) -> Any:
        said = {"http.request.method": environ["REQUEST_METHOD"], "url.path": environ["PATH_INFO"]}
        return tracing.span("request", environ.get("HTTP_TRACEPARENT"), SpanKind.SERVER, **said)

    def traced_respond(environ: Environ, make: Make | None = None, cost: int = 1) -> Any:
        with span(environ):
            return respond(environ, make, cost)

    def traced_wsgi_app(environ: Environ, start_response: Any) -> Any:
        with span(environ):
            return wsgi_app(environ, start_response)

    app.respond, app.wsgi_app = traced_respond, traced_wsgi_app
