"""Real worker processes: killed in mid-turn, all at once, or asked to leave; no turn is lost, none is played twice."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from tests.support.client import Json, StoredGame, create
from tests.support.stack import Stack

BOTS = {"seats": [{"kind": "bot"}, {"kind": "bot"}, {"kind": "bot"}]}


@pytest.fixture(scope="module")
def services() -> Iterator[Stack]:
    """A house whose workers may be killed."""
    with Stack(workers=2) as running:
        yield running


@pytest.fixture
def http(services: Stack) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=services.url, timeout=20) as client:
        yield client


def children(services: Stack) -> list[int]:
    pid = services.processes["workers"].pid
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def finishes(tables: list[StoredGame]) -> None:
    for table in tables:
        view = table.wait_for(lambda v: v["status"] == "finished", 60)
        replay = table.get("/replay").json()
        versions = [act["version"] for act in replay["acts"]]
        assert versions == sorted(set(versions))
        assert view["result"]["ranking"]


def test_killed_workers_are_replaced_and_lose_nothing(services: Stack, http: httpx.Client) -> None:
    """The supervisor stays; its workers of both kinds, its sweeper and its dispatcher are killed while they play."""
    before = children(services)
    assert len(before) == 6
    tables = [create(http, "kimbac", BOTS)[1][0] for _ in range(4)]
    for _ in range(3):
        time.sleep(0.3)
        for child in children(services):
            os.kill(child, signal.SIGKILL)
    finishes(tables)
    after = children(services)
    assert len(after) == 6
    assert not set(before) & set(after)


def test_all_workers_may_be_away_for_a_while(services: Stack, http: httpx.Client) -> None:
    tables = [create(http, "babord", BOTS)[1][0] for _ in range(4)]
    services.stop("workers", signal.SIGKILL)
    tables += [create(http, "mekong", BOTS)[1][0] for _ in range(2)]  # nobody is there to hear of these
    assert all(table.view()["status"] == "running" for table in tables[4:])
    services.start("workers", "-m", "workers")
    finishes(tables)


def test_workers_that_are_asked_to_leave_finish_what_they_are_at(services: Stack, http: httpx.Client) -> None:
    tables = [create(http, "bailouke", BOTS)[1][0] for _ in range(4)]
    time.sleep(0.2)
    process = services.processes.pop("workers")
    process.terminate()  # the supervisor alone: it tells its children
    assert process.wait(15) == 0
    with httpx.Client(base_url=services.url) as fresh:
        versions = [StoredGame(fresh, table.slug, table.id).view()["version"] for table in tables]
        time.sleep(0.3)
        assert [StoredGame(fresh, table.slug, table.id).view()["version"] for table in tables] == versions
    services.start("workers", "-m", "workers")
    finishes(tables)


def order(http: httpx.Client, games: int) -> str:
    """The URL of a new job: so many games between bots, always the same ones."""
    payload = {"seats": [{"bot": "greedy"}, {"bot": "random"}], "games": games, "seed": "5e" * 32}
    answer = http.post("/v1/kimbac/simulations", json=payload)
    assert answer.status_code == 202, answer.text
    return str(answer.json()["url"])


def job(http: httpx.Client, url: str, until: Callable[[Json], bool], seconds: float = 90) -> Json:
    limit = time.monotonic() + seconds
    while time.monotonic() < limit:
        found: Json = http.get(url).json()
        if until(found):
            return found
        time.sleep(0.02)
    raise AssertionError(f"waited {seconds} s for a job: {found}")


def test_workers_that_are_asked_to_leave_hand_a_long_job_on(services: Stack, http: httpx.Client) -> None:
    """In the middle of a simulation and of the turns of a bot that thinks: nothing is lost, nothing counts twice."""
    games = 150
    undisturbed = job(http, order(http, games), lambda found: found["status"] == "done")["result"]
    thinkers = {"seats": [{"kind": "bot", "bot": "search", "level": 1}, {"kind": "bot"}]}
    url, [table, _] = order(http, games), create(http, "kimbac", thinkers)[1]
    assert job(http, url, lambda found: found["progress"] > 0)["status"] == "running"
    process = services.processes.pop("workers")
    process.terminate()
    assert process.wait(20) == 0
    with httpx.Client(base_url=services.url) as fresh:
        left = fresh.get(url).json()
        assert left["status"] == "running", "it was in the middle of it"
        assert 0 < left["progress"] < 1
    services.start("workers", "-m", "workers")
    done = job(http, url, lambda found: found["status"] == "done")
    assert done["result"] == undisturbed
    finishes([table])
