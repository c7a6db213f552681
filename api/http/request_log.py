"""Seeing it run: request ids, one structured log line per request, metrics. No token is ever written down."""

from __future__ import annotations

import logging
import os
import re
import sys
from collections.abc import Callable
from functools import cache
from itertools import count
from typing import Any

import orjson
from flask import Request, Response

from api.http.request import REQUEST_ID, Environ
from api.http.request_counters import Tally
from api.http.waiting import is_waiting
from store.clock import iso, now_ms

SOUND_ID = re.compile(r"^[A-Za-z0-9_.-]{1,64}$")
log = logging.getLogger("ludotheque")

COLOURS = {"error": "\x1b[31m", "warning": "\x1b[33m", "info": "\x1b[32m", "debug": "\x1b[36m"}
PLAIN = "\x1b[0m"


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        entry = {"time": iso(now_ms()), "level": record.levelname.lower(), "message": record.getMessage()}
        if record.exc_info:
            entry["error"] = self.formatException(record.exc_info)
        return orjson.dumps(entry).decode()


class TextLines(logging.Formatter):
    """The same for people, in colour."""

    def format(self, record: logging.LogRecord) -> str:
        text = f"{text_head(record.levelname.lower())} {record.getMessage()}"
        return text + (f"\n{self.formatException(record.exc_info)}" if record.exc_info else "")


def text_head(level: str) -> str:
    return f"{iso(now_ms())[11:19]} {_coloured(level)}"


@cache
def _coloured(level: str) -> str:
    colour = COLOURS.get(level, "") if sys.stderr.isatty() or os.environ.get("FORCE_COLOR") else ""
    return f"{colour}{level:<7}{PLAIN if colour else ''}"


def set_up_logging(level: str, form: str) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else TextLines())
    log.handlers = [handler]
    log.setLevel(level.upper())
    log.propagate = False


class RequestLog:
    """Gives every request an id, a log line and its place in the metrics."""

    def __init__(self, form: str, tally: Tally) -> None:
        self.tally = tally
        self.json = form == "json"
        self._prefix = os.urandom(5).hex()
        self._numbers = count()
        self._held: list[str] = []
        self.later: Callable[[Callable[[], None]], Any] | None = None
        """Where one thread answers everything: calls something once the requests at hand are answered."""
        os.register_at_fork(after_in_child=self._start_anew)

    def name(self, environ: Environ) -> None:
        """The request's id: the caller's, or one of ours, from a random number of this process and a counter."""
        given = environ.get("HTTP_X_REQUEST_ID")
        if given and SOUND_ID.match(given):
            environ[REQUEST_ID] = given
            return
        environ[REQUEST_ID] = f"{self._prefix}{next(self._numbers):06x}"

    def _start_anew(self) -> None:
        """A process that was forked counts for itself."""
        self._prefix = os.urandom(5).hex()

    def note(self, environ: Environ, asked: Request, response: Response, seconds: float) -> None:
        """Write down what the request came to."""
        if is_waiting(response):
            return
        status, request_id = response.status_code, environ[REQUEST_ID]
        response.headers.add("X-Request-Id", request_id)
        self.tally.add((asked.endpoint or "unknown").rpartition(".")[2], status, seconds)
        if log.level > logging.INFO:
            return
        self._write((json_line if self.json else text_line)(asked, status, round(seconds * 1000, 2), request_id))

    def _write(self, line: str) -> None:
        """At once, or with the lines of all requests that came together: each write is a system call."""
        if self.later is None:
            write(line)
            return
        if not self._held:
            self.later(self._write_held)
        self._held.append(line)

    def _write_held(self) -> None:
        lines, self._held = self._held, []
        write("".join(lines))


def write(line: str) -> None:
    """The log line of a request, without the logging machinery: there is one for every request."""
    handler = log.handlers[0]
    if isinstance(handler, logging.StreamHandler):
        handler.stream.write(line)


def json_line(asked: Request, status: int, ms: float, request_id: str) -> str:
    method, path = orjson.dumps(asked.method).decode(), orjson.dumps(asked.path).decode()
    return (
        f'{{"time":"{iso(now_ms())}","level":"info","message":"request","method":{method},"path":{path},'
        f'"status":{status},"ms":{ms},"request_id":"{request_id}"}}\n'
    )


def text_line(asked: Request, status: int, ms: float, request_id: str) -> str:
    """What a client sends must not look like a line of ours."""
    said = f"method={asked.method} path={asked.path}"
    if not said.isprintable():
        said = ascii(said)
    return f"{text_head('info')} request {said} status={status} ms={ms} request_id={request_id}\n"
