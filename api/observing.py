"""Seeing it run: request ids, one structured log line per request, metrics. No token is ever written down."""

from __future__ import annotations

import logging
import os
import re
import sys
import time
from typing import Any

import orjson
from flask import Flask, Response, g, request
from prometheus_client import Counter, Gauge, Histogram

from api.waiting import WAIT
from store.clock import iso, now_ms

REQUESTS = Counter("ludotheque_requests_total", "Requests answered.", ["operation", "status"])
SECONDS = Histogram(
    "ludotheque_request_seconds",
    "Time to answer.",
    ["operation"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
)
STREAMS = Gauge("ludotheque_streams", "Open event streams.")
REQUEST_ID = re.compile(r"^[A-Za-z0-9_.-]{1,64}$")
log = logging.getLogger("ludotheque")

COLOURS = {"error": "\x1b[31m", "warning": "\x1b[33m", "info": "\x1b[32m", "debug": "\x1b[36m"}


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, Any] = {
            "time": iso(now_ms()),
            "level": record.levelname.lower(),
            "message": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            entry["error"] = self.formatException(record.exc_info)
        return orjson.dumps(entry).decode()


class TextLines(logging.Formatter):
    """The same for people, in colour."""

    def format(self, record: logging.LogRecord) -> str:
        level = record.levelname.lower()
        colour = COLOURS.get(level, "") if sys.stderr.isatty() or os.environ.get("FORCE_COLOR") else ""
        fields = " ".join(f"{key}={value}" for key, value in getattr(record, "fields", {}).items())
        plain = "\x1b[0m" if colour else ""
        text = f"{iso(now_ms())[11:19]} {colour}{level:<7}{plain} {record.getMessage()} {fields}".rstrip()
        return text + (f"\n{self.formatException(record.exc_info)}" if record.exc_info else "")


def set_up_logging(level: str, form: str) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else TextLines())
    log.handlers = [handler]
    log.setLevel(level.upper())
    log.propagate = False


def observe(app: Flask, form: str) -> None:
    """Give every request an id, a log line and its place in the metrics."""
    counters: dict[tuple[str, int], Any] = {}
    timers: dict[str, Any] = {}

    @app.before_request
    def start() -> None:
        g.started = time.perf_counter()
        given = request.headers.get("X-Request-Id")
        g.request_id = given if given and REQUEST_ID.match(given) else os.urandom(8).hex()

    @app.after_request
    def finish(response: Response) -> Response:
        if WAIT in request.environ:  # not answered yet: the edge will ask again
            return response
        asked, status, request_id = request._get_current_object(), response.status_code, g.request_id  # type: ignore[attr-defined]
        response.headers.add("X-Request-Id", request_id)
        seconds = time.perf_counter() - g.started
        operation = (asked.endpoint or "unknown").rpartition(".")[2]
        key = (operation, status)
        if key not in counters:
            counters[key] = REQUESTS.labels(operation, str(status))
            timers.setdefault(operation, SECONDS.labels(operation))
        counters[key].inc()
        timers[operation].observe(seconds)
        if log.level <= logging.INFO:
            fields = {
                "method": asked.method,
                "path": asked.path,
                "status": status,
                "ms": round(seconds * 1000, 2),
                "request_id": request_id,
            }
            if form == "json":
                write_line({"time": iso(now_ms()), "level": "info", "message": "request", **fields})
            else:
                log.info("request", extra={"fields": fields})
        return response


def write_line(fields: dict[str, Any]) -> None:
    """One log line, without the logging machinery: it is written for every request."""
    handler = log.handlers[0]
    if isinstance(handler, logging.StreamHandler):
        handler.stream.write(orjson.dumps(fields).decode() + "\n")
