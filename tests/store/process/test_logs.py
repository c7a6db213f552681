"""One logging set-up for all processes."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator

import pytest

from store.process.logs import job_named, log, set_up_logging


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """What is logged from here on; the set-up of before comes back."""
    before = log.handlers, log.level, log.propagate
    yield io.StringIO()
    log.handlers, log.level, log.propagate = before
    log.setLevel(before[1])


def into(stream: io.StringIO, level: str, form: str) -> None:
    set_up_logging(level, form, "worker-1")
    for handler in log.handlers:
        assert isinstance(handler, logging.StreamHandler)
        handler.setStream(stream)


def test_fields_process_and_job_stand_in_a_json_line(written: io.StringIO) -> None:
    into(written, "warning", "json")
    with job_named("turn-bakong-7"):
        log.warning("the queue is slow", extra={"fields": {"seconds": 3, "queue": "interactive"}})
    line = json.loads(written.getvalue())
    assert line["message"] == "the queue is slow"
    assert (line["seconds"], line["queue"], line["job"]) == (3, "interactive", "turn-bakong-7")
    assert line["process"].startswith("worker-1[")


def test_fields_stand_in_a_text_line_and_cannot_be_forged(written: io.StringIO) -> None:
    into(written, "info", "text")
    log.info("called", extra={"fields": {"url": "x status=200\nforged", "ms": 4}})
    [line] = written.getvalue().splitlines()
    assert "worker-1[" in line
    assert r"url='x status=200\nforged' ms=4" in line


@pytest.mark.parametrize("form", ["json", "text"])
def test_a_traceback_is_written(written: io.StringIO, form: str) -> None:
    into(written, "info", form)
    try:
        raise ValueError("a bug")
    except ValueError:
        log.exception("failed")
    assert "Traceback" in written.getvalue()
    assert "ValueError: a bug" in written.getvalue()


def test_the_level_counts_for_libraries_too(written: io.StringIO) -> None:
    into(written, "error", "text")
    log.warning("not written")
    logging.getLogger("rq.worker").warning("not written")
    logging.getLogger("rq.worker").error("written")
    assert [line.rpartition(" ")[2] for line in written.getvalue().splitlines()] == ["written"]
