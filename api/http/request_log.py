"""The id, the log line and the counters of each request. Tokens are never logged."""

from __future__ import annotations

import json
import logging
import os
import re
from bisect import bisect_left
from collections import Counter, deque
from collections.abc import Callable, Mapping
from itertools import count
from threading import Lock
from typing import Any

import orjson

from api.http.request import ApiRequest
from store.process.clock import iso, now_ms
from store.process.counters import Counters
from store.process.logs import log, text_head

PLAIN_PATH = re.compile(r"[A-Za-z0-9/_.~-]*")
JOB = re.compile(r"^/v1/jobs/[^/]+")
SOUND_ID = re.compile(r"^[A-Za-z0-9_.-]{1,64}$")
BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
LABELS = [*map(str, BOUNDS), "+Inf"]
MUCH = 1024
ANSWERS, TIMES, MICROS = "answers", "times", "micros"
"""Counters have names of these kinds: ``answers/act/200``, ``times/act/3`` (the fourth bucket), ``micros/act``."""


class RequestLog:
    """Gives every request an id, a log line and its counters."""

    def __init__(self, form: str, counters: RequestCounters) -> None:
        self.counters = counters
        self.json = form == "json"
        self._prefix = os.urandom(5).hex()
        self._numbers = count()
        self._held: list[str] = []
        self.later: Callable[[Callable[[], None]], Any] | None = None
        """Under our own server: schedules a call soon, so that many lines are written at once."""
        os.register_at_fork(after_in_child=self._start_anew)

    def name(self, request: ApiRequest) -> None:
        """Assign the request's id: the caller's, or one from a random number of this process and a counter."""
        given = request.environ.get("HTTP_X_REQUEST_ID")
        request.id = given if given and SOUND_ID.match(given) else f"{self._prefix}{next(self._numbers):06x}"

    def _start_anew(self) -> None:
        """A forked process counts for itself."""
        self._prefix = os.urandom(5).hex()

    def note(self, request: ApiRequest, status: int, seconds: float) -> None:
        """Log and count a request with its response."""
        self.counters.add("unknown" if request.operation is None else request.operation.id, status, seconds)
        if log.level <= logging.INFO:
            self._write((json_line if self.json else text_line)(request, status, round(seconds * 1000, 2)))

    def _write(self, line: str) -> None:
        """Write a line at once, or soon with those of other requests: each write is a system call."""
        if self.later is None:
            write(line)
            return
        if not self._held:
            self.later(self.write_pending)
        self._held.append(line)

    def write_pending(self) -> None:
        lines, self._held = self._held, []
        if lines:
            write("".join(lines))


class RequestCounters:
    """Adding is one append without a lock; the counters of the metrics library cost five times as much."""

    def __init__(self, counters: Counters) -> None:
        self._fresh: deque[tuple[str, int, float]] = deque()
        self._lock = Lock()
        self._sums: Counter[str] = Counter()
        self._keep_writing = counters.keep_writing
        counters.drains.append(self.drain)

    def add(self, operation: str, status: int, seconds: float) -> None:
        fresh = self._fresh
        if not fresh:
            self._keep_writing()
        fresh.append((operation, status, seconds))
        if len(fresh) >= MUCH:
            self._fold()

    def drain(self) -> Mapping[str, int]:
        """The counts collected since the last call."""
        self._fold()
        with self._lock:
            sums, self._sums = self._sums, Counter()
        return sums

    def _fold(self) -> None:
        with self._lock:
            for _ in range(len(self._fresh)):  # only the holder of the lock removes entries
                operation, status, seconds = self._fresh.popleft()
                self._sums[f"{ANSWERS}/{operation}/{status}"] += 1
                self._sums[f"{TIMES}/{operation}/{bisect_left(BOUNDS, seconds)}"] += 1
                self._sums[f"{MICROS}/{operation}"] += round(seconds * 1e6)


def write(line: str) -> None:
    """The log line of a request, formatted without the logging module: there is one per request."""
    handler = log.handlers[0]
    if isinstance(handler, logging.StreamHandler):
        handler.stream.write(line)


def json_line(request: ApiRequest, status: int, ms: float) -> str:
    said = {
        "time": iso(now_ms()),
        "level": "info",
        "message": "request",
        "method": request.method,
        "path": logged_path(request.path),
        "status": status,
        "ms": ms,
        "request_id": request.id,
    }
    return orjson.dumps(said, option=orjson.OPT_APPEND_NEWLINE).decode()


def text_line(request: ApiRequest, status: int, ms: float) -> str:
    """Quote client input unless it is plain, so that it cannot look like a line or field of the log."""
    method, path = (
        text if PLAIN_PATH.fullmatch(text) else json.dumps(text) for text in (request.method, logged_path(request.path))
    )
    said = f"method={method} path={path} status={status} ms={ms} request_id={request.id}"
    return f"{text_head('info')} request {said}\n"


def logged_path(path: str) -> str:
    """The path without the id of a job, which would allow anyone to cancel it."""
    return JOB.sub("/v1/jobs/*", path) if path.startswith("/v1/jobs/") else path
