"""A real server for the tests of the store: one for the session, one of its own where a test breaks it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from store.redis.embedded import EmbeddedServer
from tests.store.services import StoreHarness


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    server = EmbeddedServer(tmp_path_factory.mktemp("store"))
    server.start()
    yield server
    server.stop()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[EmbeddedServer]:
    """A server that the test may break."""
    own = EmbeddedServer(tmp_path)
    own.start()
    yield own
    own.stop()


@pytest.fixture
def open_rooms(tmp_path: Path) -> Iterator[Callable[..., StoreHarness]]:
    """Make a harness over any server."""
    made: list[StoreHarness] = []

    def make(url: str, **settings: Any) -> StoreHarness:
        made.append(StoreHarness(url, tmp_path, **settings))
        return made[-1]

    yield make
    for harness in made:
        harness.close()


@pytest.fixture
def harness(shared_server: EmbeddedServer, open_rooms: Callable[..., StoreHarness]) -> StoreHarness:
    return open_rooms(shared_server.url)
