"""The short profile of the simulation: nothing is violated, every way is taken, and mistakes are found.

`make simulate` is the long one.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.system.simulation.broken import MISTAKES
from tests.system.simulation.run import simulate, simulate_until_all_seen, simulated_world
from tests.system.simulation.world import World

SEED = 1
HISTORIES, ROUNDS = 6, 20
MOST_HISTORIES = 300
"""About a minute of them."""


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    with simulated_world() as running:
        yield running


def test_nothing_is_violated_and_every_way_is_taken(world: World) -> None:
    assert simulate_until_all_seen(world, SEED, ROUNDS, HISTORIES) == []


@pytest.mark.parametrize("mistake", ["broken commit", "no idempotency", "lost outbox"])
def test_a_mistake_is_found(world: World, mistake: str, monkeypatch: pytest.MonkeyPatch) -> None:
    MISTAKES[mistake](monkeypatch)
    with pytest.raises(AssertionError):
        simulate(world, SEED, MOST_HISTORIES, shrink=False)
