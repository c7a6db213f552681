"""OpenTelemetry traces (LUDOTHEQUE_TRACES=1, extra `otel`): imported only if enabled.

OpenTelemetry's own variables (`OTEL_...`) set destination, sampling and service name.
"""

from __future__ import annotations

import os
from contextlib import AbstractContextManager

from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import PROCESS_PID, SERVICE_NAME, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import Span, SpanKind, Tracer, get_current_span
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

_FORM = TraceContextTextMapPropagator()
HEADER = "traceparent"


class Tracing:
    """The spans of this process; a forked child sends its own."""

    def __init__(self) -> None:
        self._made: tuple[int, Tracer] | None = None

    def span(
        self, name: str, parent: str | None = None, kind: SpanKind = SpanKind.INTERNAL, **said: str | int
    ) -> AbstractContextManager[Span]:
        """A child of the current span, or of the span that ``parent`` (a `traceparent`) names."""
        context = None if parent is None or self.under_way() else _FORM.extract({HEADER: parent})
        made: AbstractContextManager[Span] = self._tracer().start_as_current_span(name, context, kind, attributes=said)
        return made

    @staticmethod
    def under_way() -> bool:
        return bool(get_current_span().get_span_context().is_valid)

    @staticmethod
    def traceparent() -> str:
        """The current span in the format of W3C Trace Context."""
        carrier: dict[str, str] = {}
        _FORM.inject(carrier)
        return carrier.get(HEADER, "")

    def _tracer(self) -> Tracer:
        if self._made is None or self._made[0] != os.getpid():
            service = os.environ.get("OTEL_SERVICE_NAME", "ludotheque")
            names = Resource.create({SERVICE_NAME: service, PROCESS_PID: os.getpid()})
            provider = TracerProvider(resource=names)
            provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
            self._made = os.getpid(), provider.get_tracer("ludotheque")
        return self._made[1]
