"""Optional traces of requests: a span per request, as part of the caller's `traceparent`."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

from opentelemetry.trace import SpanKind, Status, StatusCode, get_current_span

from api.http.outcomes import Outcome, Reply, WaitUntil
from api.http.request import ApiRequest
from api.pipeline import Pipeline
from api.spec.operation import Route
from store.process.tracing import Tracing


class TracedPipeline(Pipeline):
    """Every request is a span, named after its operation; so is what follows a wait."""

    def __init__(self, *parts: Any, tracing: Tracing) -> None:
        super().__init__(*parts)
        self.tracing = tracing

    def _span(self, request: ApiRequest) -> AbstractContextManager[Any]:
        said = {"http.request.method": request.method, "url.path": request.path}
        return self.tracing.span("request", request.environ.get("HTTP_TRACEPARENT"), SpanKind.SERVER, **said)

    def run(self, operation: Route, request: ApiRequest, arguments: dict[str, Any]) -> Outcome:
        with self._span(request):
            return super().run(operation, request, arguments)

    def resume(self, request: ApiRequest, wait: WaitUntil) -> Outcome:
        with self._span(request):
            return super().resume(request, wait)

    def refuse(self, request: ApiRequest, error: Exception) -> Outcome:
        with self._span(request):
            return super().refuse(request, error)

    def finish(self, request: ApiRequest, outcome: Outcome, started: float) -> Outcome:
        finished = super().finish(request, outcome, started)
        if not isinstance(finished, WaitUntil):
            status, span = finished.status if isinstance(finished, Reply) else 200, get_current_span()
            span.update_name("unknown" if request.operation is None else request.operation.id)
            span.set_attribute("http.response.status_code", status)
            if status >= 500:
                span.set_status(Status(StatusCode.ERROR))
        return finished
