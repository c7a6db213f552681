"""Habits that protect: tests wait for conditions, not for a clock; signals are handled in one place."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import cache

import pytest

from tests.support.stack import ROOT

CLOCKS = {"time", "asyncio", "gevent"}
MAY_SLEEP = {"tests/support/waiting.py", "tests/support/session.py"}
MAY_YIELD = {
    "tests/api/server/test_http_protocol.py": "an event loop with a clock of its own",
    "tests/workers/remote/test_client.py": "a peer that sends in pieces",
    "tests/workers/remote/test_places.py": "calls that are let in one after the other",
}
"""Tests that sleep inside an event loop, and what for."""
MAY_SPEND = {
    "tests/support/proxy.py": "a slow wire",
    "tests/store/redis/test_pipeliner.py": "the age of a connection",
    "tests/system/hostile/test_crowd.py": "bots that hang",
    "tests/system/bots/playing/test_faults.py": "bots that hang",
    "tests/system/bots/playing/test_recovery.py": "a slow bot",
    "tests/system/bots/registering/test_registration.py": "a secret that expires",
    "tests/system/cluster/test_play.py": "how long faults last",
    "tests/system/faults/broken.py": "a commit in two halves",
    "tests/system/faults/players.py": "players that try again",
    "tests/system/faults/storm.py": "how long faults last",
    "tests/system/partitions/cases.py": "how long a line is cut",
    "tests/system/partitions/players.py": "players that try again",
    "tests/system/release.py": "a server that is asked again",
    "tests/test_session.py": "a run that hangs",
    "tests/workers/remote/test_selftest.py": "a slow bot",
    "tests/workers/test_kills.py": "moments at which workers are killed",
}
"""Where the length of time is the input of a test, and what it stands for."""


def sleeps(node: ast.AST) -> bool:
    if isinstance(node, ast.ImportFrom):
        return node.module in CLOCKS and any(name.name == "sleep" for name in node.names)
    return isinstance(node, ast.Attribute) and node.attr == "sleep" and getattr(node.value, "id", "") in CLOCKS


def spends(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") == "spend"


@cache
def texts() -> dict[str, str]:
    """Every file of the tests."""
    return {str(path.relative_to(ROOT)): path.read_text("utf-8") for path in (ROOT / "tests").rglob("*.py")}


def files_with(habit: Callable[[ast.AST], bool], word: str) -> set[str]:
    """Files with such a node; only those that have its word are parsed."""
    known = {path: text for path, text in texts().items() if word in text}
    return {path for path, text in known.items() if any(map(habit, ast.walk(ast.parse(text))))}


def test_only_the_helpers_sleep() -> None:
    assert files_with(sleeps, "sleep") <= MAY_SLEEP | MAY_YIELD.keys(), "use tests.support.waiting.wait_until"


def test_time_is_spent_only_where_its_length_is_the_input() -> None:
    assert files_with(spends, "spend") <= set(MAY_SPEND)


def reads_certificates(node: ast.AST) -> bool:
    """A client of httpx that reads the certificates of the machine: a tenth of a second of CPU, for plain HTTP."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
        return False
    known = {keyword.arg for keyword in node.keywords}
    makes_client = node.func.attr in {"get", "post", "put", "delete", "request", "stream", "Client", "AsyncClient"}
    return getattr(node.func.value, "id", "") == "httpx" and makes_client and not known & {"verify", "transport"}


def test_no_client_reads_certificates_that_it_does_not_need() -> None:
    assert files_with(reads_certificates, "httpx.") == set(), "verify=False"


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("import time\ntime.sleep(1)", True),
        ("from time import monotonic, sleep", True),
        ("lambda: time.sleep(1)", True),
        ("async def wait():\n    await asyncio.sleep(1)", True),
        ("'time.sleep(1)'", False),
        ("time.monotonic()", False),
    ],
)
def test_a_sleep_is_found(code: str, found: bool) -> None:
    assert any(sleeps(node) for node in ast.walk(ast.parse(code))) == found


OURS = ("adapters", "api", "clients/python", "engines", "store", "tools", "workers")


def handles_signals(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "signal" and getattr(node.value, "id", "") == "signal"


def test_signals_are_handled_in_one_place() -> None:
    """A handler that takes a lock may wait for itself: ``StopSignal`` takes none."""
    files = [path for package in OURS for path in (ROOT / package).rglob("*.py")]
    handling = {
        str(path.relative_to(ROOT))
        for path in files
        if any(handles_signals(node) for node in ast.walk(ast.parse(path.read_text("utf-8"))))
    }
    assert handling == {"store/process/stopping.py", "store/process/supervision.py"}
