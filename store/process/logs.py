"""One logging set-up for all processes: level, format, structured fields, tracebacks, names of process and job.

Add fields with ``log.warning("text", extra={"fields": {"name": value}})``.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import Any

import orjson

from store.process.clock import iso, now_ms

log = logging.getLogger("ludotheque")
FOREIGN = ("rq.worker", "rq.job", "rq.scheduler", "uvicorn.error")
"""Loggers of libraries: their errors go to the same place."""
COLOURS = {"error": "\x1b[31m", "warning": "\x1b[33m", "info": "\x1b[32m", "debug": "\x1b[36m"}
PLAIN = "\x1b[0m"

_process = "ludotheque"
_job: ContextVar[str] = ContextVar("job", default="")


def set_up_logging(level: str, form: str, process: str = "") -> None:
    """Log to standard error from now on; ``process`` names this process in every line."""
    global _process  # noqa: PLW0603
    _process = process or _process
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else TextLines())
    log.handlers = [handler]
    log.setLevel(level.upper())
    log.propagate = False
    for name in FOREIGN:
        library = logging.getLogger(name)
        library.handlers, library.propagate = [handler], False
        library.setLevel(logging.ERROR)


def process_name() -> str:
    """The name of this process in log lines."""
    return f"{_process}[{os.getpid()}]"


@contextmanager
def job_named(name: str) -> Iterator[None]:
    """Name the job in all lines logged within this context."""
    token = _job.set(name)
    try:
        yield
    finally:
        _job.reset(token)


class JsonLines(logging.Formatter):
    """One JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, Any] = {"time": iso(now_ms()), "level": record.levelname.lower(), "process": process_name()}
        entry |= {"job": job} if (job := _job.get()) else {}
        entry["message"] = record.getMessage()
        entry |= {name: value for name, value in fields_of(record).items() if name not in entry}
        if record.exc_info:
            entry["error"] = self.formatException(record.exc_info)
        return orjson.dumps(entry, default=str, option=orjson.OPT_NON_STR_KEYS).decode()


class TextLines(logging.Formatter):
    """Readable lines in colour."""

    def format(self, record: logging.LogRecord) -> str:
        named = {"job": job} if (job := _job.get()) else {}
        values = "".join(f" {name}={quoted(value)}" for name, value in (named | fields_of(record)).items())
        text = f"{text_head(record.levelname.lower())} {process_name()} {record.getMessage()}{values}"
        return text + (f"\n{self.formatException(record.exc_info)}" if record.exc_info else "")


def fields_of(record: logging.LogRecord) -> dict[str, Any]:
    """The structured fields of a line."""
    found = getattr(record, "fields", None)
    return found if isinstance(found, dict) else {}


def quoted(value: object) -> str:
    """A value in a text line, quoted unless it is one plain word, so that it cannot look like another field."""
    text = str(value)
    if text and text.isprintable() and not any(mark in text for mark in ' ="'):
        return text
    return ascii(text)


def text_head(level: str) -> str:
    return f"{iso(now_ms())[11:19]} {_coloured(level)}"


@cache
def _coloured(level: str) -> str:
    colour = COLOURS.get(level, "") if sys.stderr.isatty() or os.environ.get("FORCE_COLOR") else ""
    return f"{colour}{level:<7}{PLAIN if colour else ''}"
