"""The short profile of the simulation: nothing is violated, every way is taken, and mistakes are found.

`make simulate` is the long one.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engines.kernel.registry import game as registered
from tests.system.simulation import checks
from tests.system.simulation.broken import MISTAKES
from tests.system.simulation.clients import READER, Clients
from tests.system.simulation.run import simulate, simulate_until_all_seen, simulated_world
from tests.system.simulation.seam import Fault
from tests.system.simulation.world import SYNC_MS, World

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


def test_a_game_may_end_while_everything_comes_to_rest(world: World) -> None:
    world.begin()
    clients = Clients(world)
    clients.create(0, None, "mekong", "hb", False, None)
    [played] = clients.games
    clients.add_hook(0, None, played)
    clients.change(
        0, None, played, "SeatChanged", 0, lambda at, game: at.games.change_seat(game, 0, 0, "bot", None, READER)
    )
    while not world.truth.load(registered(played.slug), played.id).over:
        assert checks.at_rest(clients) == []


def test_a_client_may_learn_late_of_a_game_that_is_on_the_disk(world: World) -> None:
    """Its first answer was lost; the game stays when the server loses its last second."""
    world.begin()
    clients = Clients(world)
    clients.create(0, Fault("died after", 1), "bakong", "hh", True, None)
    assert clients.games == []
    world.wait(SYNC_MS)
    clients.repeat(1, None, clients.requests[0])
    world.restart(lose=True)
    assert len(clients.games) == 1
    assert checks.after_step(clients) == []


@pytest.mark.parametrize("mistake", ["broken commit", "no idempotency", "lost outbox"])
def test_a_mistake_is_found(world: World, mistake: str, monkeypatch: pytest.MonkeyPatch) -> None:
    MISTAKES[mistake](monkeypatch)
    with pytest.raises(AssertionError):
        simulate(world, SEED, MOST_HISTORIES, shrink=False)
