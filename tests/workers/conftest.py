"""A server of its own for each test of the workers: queues and outboxes start empty."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from store.games.service import GameService
from store.redis.embedded import EmbeddedServer
from tests.store.services import StoreHarness
from tests.workers.services import LocalWorker, use_services


@pytest.fixture(scope="session")
def queue_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    server = EmbeddedServer(tmp_path_factory.mktemp("workers"))
    server.start()
    yield server
    server.stop()


@pytest.fixture
def harness(queue_server: EmbeddedServer, tmp_path: Path) -> Iterator[StoreHarness]:
    made = StoreHarness(queue_server.url, tmp_path)
    made.redis.flushall()
    yield made
    made.close()


@pytest.fixture
def worker(harness: StoreHarness, monkeypatch: pytest.MonkeyPatch) -> Iterator[LocalWorker]:
    """A worker; turns of the harness go to its real queue."""
    worker = LocalWorker(harness)
    harness.games = GameService(harness.store, worker.at.queue)
    use_services(monkeypatch, worker.at)
    yield worker
    worker.close()
