"""One trace goes from a request through its commit and a bot's turn to the call of a webhook."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import httpx
import pytest

from tests.support.client import create
from tests.support.stack import ROOT, Stack
from tests.support.waiting import wait_until
from tests.system.bots.players import remote, webhook
from tests.system.traces.conftest import OTEL

pytest.importorskip("opentelemetry", reason="the extra `otel` is not installed: make .venv/development")
from tests.system.traces.collector import Collector, collecting

TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
CALLER = f"00-{TRACE}-00f067aa0ba902b7-01"


@pytest.fixture(scope="module")
def collector() -> Iterator[Collector]:
    with collecting() as running:
        yield running


@pytest.fixture(scope="module")
def traced(collector: Collector) -> Iterator[httpx.Client]:
    with (
        Stack(
            LUDOTHEQUE_TRACES="1", LUDOTHEQUE_REMOTE_NETWORKS="127.0.0.0/8", OTEL_EXPORTER_OTLP_ENDPOINT=collector.url,
            OTEL_BSP_SCHEDULE_DELAY="100", PYTHONPATH=str(OTEL),
        ) as stack,
        httpx.Client(base_url=stack.url, timeout=40, verify=False) as http,
    ):  # fmt: skip
        yield http


def test_a_trace_goes_through_api_worker_and_webhook(traced: httpx.Client, collector: Collector) -> None:
    with webhook(traced) as bot:
        plan = [{"kind": "human"}, {"kind": "bot"}, remote(bot)]
        _, (table, *_) = create(traced, "bakong", {"seats": plan, "options": {"first_seat": 0}})
        while table.view()["to_act"] == [0]:
            assert table.act(table.legal()["actions"][0], traceparent=CALLER).status_code == 200
        [first, *_] = wait_until(bot.turns)
        assert first.headers["traceparent"].split("-")[1] == TRACE

        def processes(*names: str) -> set[int]:
            return {span.process for span in collector.of(TRACE) if span.name in names}

        wait_until(lambda: processes("bakong_act") and processes("job") and processes("webhook"))
        wait_until(lambda: len(processes("bakong_act", "job", "webhook")) >= 3)  # each sends its spans in its own time
        wait_until(lambda: processes("bakong_act", "job") <= processes("commit"))


def test_a_request_without_a_caller_begins_a_trace(traced: httpx.Client, collector: Collector) -> None:
    for header in ({}, {"traceparent": "nonsense"}):
        before = len(collector.spans)
        assert traced.get("/healthz", headers=header).status_code == 200
        wait_until(lambda before=before: any(span.name == "health" for span in collector.spans[before:]))


def test_nothing_of_it_is_imported_where_it_is_switched_off() -> None:
    """But by redis, which imports what it finds."""
    make = "create_app(Settings(redis_url='unix:///nowhere', secret='s' * 32))"
    ask = "print([name for name in sys.modules if 'trac' in name and name.startswith(('api', 'store', 'workers'))])"
    script = f"import sys, workers.remote.dispatcher; from api.app import *; {make}; {ask}"
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
