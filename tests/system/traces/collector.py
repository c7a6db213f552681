"""A collector of OpenTelemetry's spans: OTLP over HTTP, kept in a list."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest


@dataclass(frozen=True)
class CollectedSpan:
    trace: str
    name: str
    process: int


class Collector(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.spans: list[CollectedSpan] = []
        self.url = f"http://127.0.0.1:{self.server_address[1]}"

    def of(self, trace: str) -> list[CollectedSpan]:
        return [span for span in self.spans if span.trace == trace]


class Handler(BaseHTTPRequestHandler):
    server: Collector

    def do_POST(self) -> None:
        sent = ExportTraceServiceRequest()
        sent.ParseFromString(self.rfile.read(int(self.headers["Content-Length"])))
        for resource in sent.resource_spans:
            said = {each.key: each.value for each in resource.resource.attributes}
            for scope in resource.scope_spans:
                for span in scope.spans:
                    found = CollectedSpan(span.trace_id.hex(), span.name, said["process.pid"].int_value)
                    self.server.spans.append(found)
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        """Tests are quiet."""


@contextmanager
def collecting() -> Iterator[Collector]:
    with Collector() as collector:
        threading.Thread(target=collector.serve_forever, args=(0.05,), daemon=True).start()
        try:
            yield collector
        finally:
            collector.shutdown()
