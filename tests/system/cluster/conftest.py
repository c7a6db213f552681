"""One Cluster for the tests that leave it as it was."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.store.services import StoreHarness
from tests.system.cluster.nodes import Cluster


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    with Cluster() as formed:
        yield formed


@pytest.fixture
def harness(cluster: Cluster, tmp_path: Path) -> Iterator[Callable[..., StoreHarness]]:
    """Rooms over the Cluster, with whatever settings."""
    made: list[StoreHarness] = []

    def make(**settings: Any) -> StoreHarness:
        made.append(StoreHarness(cluster.url, tmp_path, **settings))
        return made[-1]

    yield make
    for one in made:
        one.close()
