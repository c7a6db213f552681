"""Real worker processes: killed in mid-turn, all at once, or asked to leave; no turn is lost, none is played twice."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress

import httpx
import pytest

from tests.support.client import SHORT, GameClient, Json, create
from tests.support.processes import children
from tests.support.stack import Stack
from tests.support.waiting import PATIENCE, wait_until

BOTS = {"seats": [{"kind": "bot"}, {"kind": "bot"}, {"kind": "bot"}]}


@pytest.fixture(scope="module")
def services() -> Iterator[Stack]:
    """A server whose workers may be killed."""
    with Stack(workers=2) as running:
        yield running


@pytest.fixture
def http(services: Stack) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=services.url, timeout=60, verify=False) as client:
        yield client


def workers_of(services: Stack) -> list[int]:
    return children(services.processes["workers"].pid)


def finishes(tables: list[GameClient]) -> None:
    for table in tables:
        view = table.wait_for(lambda v: v["status"] == "finished", 120)
        replay = table.get("/replay").json()
        versions = [act["version"] for act in replay["acts"]]
        assert versions == sorted(set(versions))
        assert view["result"]["ranking"]


def test_killed_workers_are_replaced_and_lose_nothing(services: Stack, http: httpx.Client) -> None:
    """The supervisor stays; its workers of both kinds, its sweeper and its dispatcher are killed while they play."""
    before = workers_of(services)
    assert len(before) == 6
    tables: list[GameClient] = []
    for _ in range(3):
        fresh = [create(http, "kimbac", BOTS | {"options": SHORT["kimbac"]})[1][0] for _ in range(2)]
        wait_until(lambda fresh=fresh: any(table.view()["version"] > 1 for table in fresh))
        tables += fresh  # older ones may be over by now
        for child in workers_of(services):
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
    finishes(tables)
    wait_until(lambda: len(workers_of(services)) == 6)
    after = workers_of(services)
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
    wait_until(lambda: any(table.view()["version"] > 1 for table in tables))  # they are at it
    process = services.processes.pop("workers")
    process.terminate()  # the supervisor alone: it tells its children
    assert process.wait(PATIENCE) == 0
    with httpx.Client(base_url=services.url, verify=False) as fresh:
        assert any(GameClient(fresh, table.slug, table.id).view()["status"] == "running" for table in tables)
    services.start("workers", "-m", "workers")
    finishes(tables)


def order(http: httpx.Client, games: int) -> str:
    """The URL of a new job: so many games between bots, always the same ones."""
    payload = {
        "seats": [{"bot": "greedy"}, {"bot": "random"}],
        "games": games,
        "seed": "5e" * 32,
        "options": SHORT["kimbac"],
    }
    answer = http.post("/v1/kimbac/simulations", json=payload)
    assert answer.status_code == 202, answer.text
    return str(answer.json()["url"])


def job(http: httpx.Client, url: str, until: Callable[[Json], bool], seconds: float = 90) -> Json:
    def found() -> Json | None:
        job: Json = http.get(url).json()
        return job if until(job) else None

    job = wait_until(found, seconds, lambda: http.get(url).text)
    assert job is not None
    return job


def test_workers_that_are_asked_to_leave_hand_a_long_job_on(services: Stack, http: httpx.Client) -> None:
    """In the middle of a simulation and of the turns of a bot that thinks: nothing is lost, nothing counts twice."""
    games = 150
    undisturbed = job(http, order(http, games), lambda found: found["status"] == "done")["result"]
    thinkers = {"seats": [{"kind": "bot", "bot": "search", "level": 1}, {"kind": "bot"}], "options": SHORT["kimbac"]}
    url, [table, _] = order(http, games), create(http, "kimbac", thinkers)[1]
    assert job(http, url, lambda found: found["progress"] > 0)["status"] == "running"
    process = services.processes.pop("workers")
    process.terminate()
    assert process.wait(PATIENCE) == 0
    with httpx.Client(base_url=services.url, verify=False) as fresh:
        left = fresh.get(url).json()
        assert left["status"] == "running", "it was in the middle of it"
        assert 0 < left["progress"] < 1
    services.start("workers", "-m", "workers")
    done = job(http, url, lambda found: found["status"] == "done")
    assert done["result"] == undisturbed
    finishes([table])


def test_workers_end_in_the_middle_of_a_long_part(services: Stack, http: httpx.Client) -> None:
    """A game of six bots that think takes half a minute; nobody waits for it, and nobody is killed."""
    thinkers = {"seats": [{"bot": "search", "level": 8}] * 6, "games": 1}
    job = http.post("/v1/bakong/simulations", json=thinkers).json()
    wait_until(lambda: http.get(f"/v1/jobs/{job['id']}").json()["status"] == "running")
    services.stop("workers")
    assert "killing a child process" not in services.log("workers")
    services.start("workers", "-m", "workers")
    http.delete(f"/v1/jobs/{job['id']}").raise_for_status()
