"""Workers killed at random while a simulation and bot turns are under way: nothing is lost, nothing is doubled.

`KILL_ROUNDS` says how often all of it is done (1 in `make test`), each time with another seed.
"""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import httpx
import msgspec
import pytest

from engines.kernel.registry import game
from engines.kernel.verification import ReplayFile, verify
from store.jobs.analysis import SimulationOrder
from store.model.builtin import BuiltIn
from tests.support.client import GameClient, create
from tests.support.processes import children
from tests.support.stack import Stack
from tests.support.waiting import spend
from workers.simulate import tournament

ROUNDS = int(os.environ.get("KILL_ROUNDS", "1"))
GAMES = 200
SECONDS = 4.0
"""How long workers are killed."""
BOTS = [{"kind": "bot", "bot": "greedy"}, {"kind": "bot", "bot": "search", "level": 1}]
TABLES = ("bailouke", "bakong", "mekong")


@pytest.fixture(scope="module")
def services() -> Iterator[Stack]:
    with Stack(workers=2, LUDOTHEQUE_BATCH_WORKERS="2") as running:
        yield running


@pytest.fixture
def http(services: Stack) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=services.url, timeout=40, verify=False) as client:
        yield client


def kill_at_random(services: Stack, rng: random.Random) -> int:
    """Kill one process of the workers after the other; how many there were."""
    pid, killed, until = services.processes["workers"].pid, 0, time.monotonic() + SECONDS
    while time.monotonic() < until:
        spend(rng.uniform(0.05, 0.3))
        with suppress(ProcessLookupError, IndexError):  # all of them may be away
            os.kill(rng.choice(children(pid)), signal.SIGKILL)
            killed += 1
    return killed


def undisturbed(order: SimulationOrder) -> Any:
    engine = game(order.slug)
    played = list(tournament.games(engine, order, range(order.games), lambda: None))
    return msgspec.to_builtins(tournament.summarize(engine, order, played))


def check_replay(table: GameClient) -> None:
    """Every action of the game stands there once, and the dice and positions fit."""
    replay = table.get("/replay")
    acts = replay.json()["acts"]
    assert [act["version"] for act in acts] == list(range(2, len(acts) + 2))
    assert list(verify(game(table.slug), msgspec.json.decode(replay.content, type=ReplayFile)))


@pytest.mark.parametrize("number", range(ROUNDS))
def test_killed_workers_lose_nothing_and_double_nothing(services: Stack, http: httpx.Client, number: int) -> None:
    seed = f"{number:064x}"
    payload = {"seats": [{"bot": "greedy"}, {"bot": "random"}, {"bot": "greedy"}], "games": GAMES, "seed": seed}
    job = http.post("/v1/bakong/simulations", json=payload).json()
    tables = [create(http, slug, {"seats": BOTS})[1][0] for slug in TABLES]
    killed = kill_at_random(services, random.Random(number))
    assert killed >= 8
    for table in tables:
        table.wait_for(lambda view: view["status"] == "finished", 120)
        check_replay(table)
    for _ in range(3):
        job = http.get(job["url"], headers={"Prefer": "wait=30"}).json()
    assert job["status"] == "done", job["problem"]
    order = SimulationOrder("bakong", [BuiltIn("greedy"), BuiltIn("random"), BuiltIn("greedy")], GAMES, {}, seed)
    assert job["result"] == undisturbed(order)
