"""Fixtures: a live server with a real store and real workers, shared by the tests of a session."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Generator, Iterator
from pathlib import Path

import httpx
import pytest

from tests.support import session
from tests.support.stack import Stack


def pytest_configure(config: pytest.Config) -> None:
    # Scripts call the Python that runs the tests: a wrapper that chooses one costs five times as much as it does.
    os.environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
    if (run := session.begin()) is not None:
        config.add_cleanup(run.end)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Thousands of tests stay in memory to the end: the garbage collector need not look at them again and again."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


LONGEST = (
    "system/contract/test_fuzz.py", "system/bots/playing/test_faults.py", "clients/python/test_restart.py",
    "docker/test_image.py", "system/browser", "system/bots", "system/contract", "system/faults", "system/simulation",
    "system/cluster", "clients", "engines/kernel/test_kit.py", "api/server", "bench", "examples", "workers", "docs",
)  # fmt: skip
"""Files and folders that are begun first, so that no worker is left alone with one at the end."""


def place_in_line(item: pytest.Item) -> int:
    path = item.nodeid.removeprefix("tests/")
    return next((place for place, long in enumerate(LONGEST) if path.startswith(long)), len(LONGEST))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=place_in_line)


WIDE = {f"LUDOTHEQUE_LIMIT_{name}": "1000000" for name in ("READ", "ACT", "CREATE", "JOB", "BOT")}
"""All tests of a process are one client: on a fast machine they ask for more in a minute than one may."""


@pytest.fixture(scope="session")
def stack() -> Iterator[Stack]:
    with Stack(LUDOTHEQUE_API_PROCESSES="2", LUDOTHEQUE_LADDER_ANCHORS="random greedy", **WIDE) as running:
        yield running


@pytest.fixture
def http(stack: Stack) -> Iterator[httpx.Client]:
    # No TLS here: reading the certificates of the world would cost every test more than its requests.
    # Nothing is compressed unless a test asks for it: the tags of views are then the plain ones.
    plain = {"Accept-Encoding": "identity"}
    with httpx.Client(base_url=stack.url, timeout=40, verify=False, headers=plain) as client:
        yield client
