"""Odds and simulations over HTTP: jobs with progress, results, limits, and no delay for anybody's bot."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from engines.kernel.registry import slugs
from tests.api.problems import illegal, problem, two_humans
from tests.support.client import Json, create
from tests.support.stack import Stack
from tests.support.waiting import wait_until

GREEDY_RANDOM = [{"bot": "greedy"}, {"bot": "random"}]
SEED = "5e" * 32
ENDLESS_GAMES = 200
ENDLESS = {"seats": [{"bot": "search", "level": 6}] * 2, "games": ENDLESS_GAMES}
"""More than a test waits for."""


@pytest.fixture(scope="module")
def wide() -> Iterator[Stack]:
    """A server of its own: jobs that are left open here disturb no other test."""
    with Stack(LUDOTHEQUE_CLIENT_JOBS="2", LUDOTHEQUE_SIMULATION_SECONDS="100000") as stack:
        yield stack


@pytest.fixture
def busy(wide: Stack) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=wide.url, timeout=40, verify=False) as client:
        yield client


def ended(http: httpx.Client, response: httpx.Response) -> Json:
    """The job once it has ended: one waiting read will do, unless the machine is very busy."""
    assert response.status_code == 202, response.text
    job = response.json()
    assert response.headers["Location"] == job["url"] == f"/v1/jobs/{job['id']}"
    for _ in range(4):
        if job["status"] in ("queued", "running"):
            read = http.get(job["url"], headers={"Prefer": "wait=30"})
            assert read.headers["Preference-Applied"] == "wait=30"
            job = read.json()
    return dict(job)


@pytest.mark.parametrize("slug", slugs())
def test_the_odds_of_a_game(http: httpx.Client, slug: str) -> None:
    made, (ana, *_) = create(http, slug, {"seats": [{"kind": "human"}, {"kind": "human"}]})
    job = ended(http, ana.post("/odds", {"rollouts": 20}))
    assert (job["kind"], job["status"], job["progress"], job["problem"]) == ("odds", "done", 1, None)
    found = job["result"]
    assert (found["game"], found["id"], found["version"]) == (slug, made["id"], made["version"])
    assert (found["seat"], found["rollouts"]) == (0, 20)
    assert [chance["seat"] for chance in found["chances"]] == [0, 1]
    assert all(0 <= chance["low"] <= chance["chance"] <= chance["high"] <= 1 for chance in found["chances"])


def test_the_odds_are_those_of_the_reader(http: httpx.Client) -> None:
    made, ana, ben = two_humans(http, "mekong", visibility="private")
    for token, seat in ((ben.token, 1), (made["host_token"], None), (made["spectator_token"], None)):
        assert ended(http, ana.as_(token).post("/odds", {"rollouts": 10}))["result"]["seat"] == seat
    problem(ana.as_(None).post("/odds", {}), 404, "not-found")
    problem(ana.as_("seat_of-nobody").post("/odds", {}), 404, "not-found")


def test_there_are_no_odds_before_and_after(http: httpx.Client) -> None:
    _, (waiting, _) = create(http, "bakong", {"seats": [{"kind": "human"}, {"kind": "open"}]})
    problem(waiting.post("/odds"), 409, "conflict", reason="not_started")
    made, ana, _ = two_humans(http)
    http.delete(ana.path, headers={"Authorization": f"Bearer {made['host_token']}"})
    illegal(ana.post("/odds"), "bakong", "BAK-68", "game_over")


def test_a_simulation(http: httpx.Client) -> None:
    payload = {"seats": GREEDY_RANDOM, "games": 20, "seed": SEED, "options": {"wins_needed": 1}}
    job = ended(http, http.post("/v1/bailouke/simulations", json=payload))
    assert (job["kind"], job["status"], job["progress"], job["problem"]) == ("simulation", "done", 1, None)
    found = job["result"]
    assert (found["game"], found["games"], found["seed"]) == ("bailouke", 20, SEED)
    assert found["options"]["wins_needed"] == 1
    greedy, rand = found["bots"]
    assert (greedy["bot"], rand["bot"]) == ("greedy", "random")
    assert greedy["wins"] + rand["wins"] + found["undecided"] == 20
    assert greedy["win_rate"] > rand["win_rate"]
    assert sum(bar["count"] for bar in found["lengths"]["histogram"]) == 20
    again = ended(http, http.post("/v1/bailouke/simulations", json=payload))
    assert again["result"] == found
    assert again["id"] != job["id"]


def test_the_same_key_is_the_same_job(http: httpx.Client) -> None:
    headers = {"Idempotency-Key": "once"}
    payload: Any = {"seats": GREEDY_RANDOM, "games": 2}
    first = http.post("/v1/bakong/simulations", json=payload, headers=headers)
    again = http.post("/v1/bakong/simulations", json=payload, headers=headers)
    assert first.json()["id"] == again.json()["id"]
    assert "Idempotent-Replay" not in first.headers
    assert again.headers["Idempotent-Replay"] == "true"
    problem(http.post("/v1/bakong/simulations", json=payload | {"games": 3}, headers=headers), 422, "key-reused")
    _, ana, ben = two_humans(http)
    mine = [ana.post("/odds", {"rollouts": 10}, **headers).json()["id"] for _ in range(2)]
    assert mine[0] == mine[1] != ben.post("/odds", {"rollouts": 10}, **headers).json()["id"]


def test_the_same_key_at_the_same_moment_is_one_job(http: httpx.Client) -> None:
    payload = {"seats": GREEDY_RANDOM, "games": 2}

    def order(_: int) -> httpx.Response:
        return http.post("/v1/bakong/simulations", json=payload, headers={"Idempotency-Key": "at once"})

    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(order, range(6)))
    assert {answer.status_code for answer in answers} == {202}
    assert len({answer.json()["id"] for answer in answers}) == 1
    assert sum("Idempotent-Replay" not in answer.headers for answer in answers) == 1


@pytest.mark.parametrize(
    ("payload", "pointer"),
    [
        ({}, "/seats"),
        ({"seats": GREEDY_RANDOM * 4}, "/seats"),
        ({"seats": [{"bot": "greedy"}]}, "/seats"),
        ({"seats": [{"bot": "greedy"}, {"bot": "nobody"}]}, "/seats/1/bot"),
        ({"seats": [{"bot": "greedy"}, {"bot": "greedy", "level": 3}]}, "/seats/1/level"),
        ({"seats": GREEDY_RANDOM, "games": 0}, "/games"),
        ({"seats": GREEDY_RANDOM, "games": 10_001}, "/games"),
        ({"seats": [{"bot": "search", "level": 8}] * 2, "games": 1000}, "/games"),
        ({"seats": GREEDY_RANDOM, "options": {"first_seat": 7}}, "/options/first_seat"),
        ({"seats": GREEDY_RANDOM, "seed": "x"}, "/seed"),
    ],
)
def test_what_cannot_be_simulated_is_refused(http: httpx.Client, payload: Any, pointer: str) -> None:
    refused = problem(http.post("/v1/bakong/simulations", json=payload), 422, "invalid")
    assert [error["pointer"] for error in refused["errors"]] == [pointer]


def test_too_many_rollouts_are_refused(http: httpx.Client) -> None:
    _, ana, _ = two_humans(http)
    for rollouts in (0, 5001, "many"):
        refused = problem(ana.post("/odds", {"rollouts": rollouts}), 422, "invalid")
        assert [error["pointer"] for error in refused["errors"]] == ["/rollouts"]


def test_a_simulation_is_called_off_soon(busy: httpx.Client) -> None:
    job = busy.post("/v1/bakong/simulations", json=ENDLESS).json()
    wait_until(lambda: busy.get(job["url"]).json()["status"] != "queued")
    assert busy.delete(job["url"]).json()["status"] == "cancelled"
    quick = busy.post("/v1/bakong/simulations", json={"seats": GREEDY_RANDOM, "games": 1})
    assert ended(busy, quick)["status"] == "done", "the workers are free again, long before the endless one could end"
    shown = busy.get(job["url"]).json()
    assert (shown["status"], shown["result"]) == ("cancelled", None)


def test_a_client_has_a_few_jobs_at_once(busy: httpx.Client) -> None:
    opened = [busy.post("/v1/bakong/simulations", json=ENDLESS) for _ in range(2)]
    _, ana, _ = two_humans(busy)
    refused = ana.post("/odds", {"rollouts": 10})
    problem(refused, 429, "too-much-held")
    assert int(refused.headers["Retry-After"]) > 0
    for response in opened:
        busy.delete(response.json()["url"])
    assert ended(busy, ana.post("/odds", {"rollouts": 10}))["status"] == "done"


def test_a_match_counts_as_a_job(busy: httpx.Client) -> None:
    """One whose bot never answers lasts as long as one likes; it holds a place until it is cancelled."""
    bot = busy.post("/v1/bots", json={"name": "Sleeper", "games": ["babord"]}).json()
    order = {"entries": [{"bot": bot["id"]}, {"bot": "greedy"}], "games": 2}
    simulated = {"seats": order["entries"], "games": 2}
    opened = [busy.post("/v1/babord/matches", json=order), busy.post("/v1/babord/simulations", json=simulated)]
    assert [response.status_code for response in opened] == [202, 202]
    for kind, body in (("matches", order), ("simulations", simulated)):
        problem(busy.post(f"/v1/babord/{kind}", json=body), 429, "too-much-held")
    for response in opened:
        busy.delete(response.json()["url"])
    again = busy.post("/v1/babord/matches", json=order)
    assert again.status_code == 202
    busy.delete(again.json()["url"])
    busy.delete(f"/v1/bots/{bot['id']}", headers={"Authorization": f"Bearer {bot['token']}"})


def test_bots_answer_at_once_while_a_big_simulation_runs(busy: httpx.Client) -> None:
    """Long jobs have a queue and workers of their own."""
    jobs = [busy.post("/v1/bakong/simulations", json=ENDLESS).json() for _ in range(2)]
    wait_until(lambda: any(busy.get(job["url"]).json()["status"] == "running" for job in jobs))
    _, (ana, _) = create(busy, "bakong")
    before = games_simulated(busy, jobs)
    while (view := ana.view())["status"] == "running" and view["position"]["turn"] < 12:
        if view["to_act"] == [0]:
            assert ana.act(ana.legal()["actions"][0]).status_code == 200
        else:
            ana.wait_for(lambda v: v["to_act"] == [0] or v["status"] != "running")
    turns = view["position"]["turn"] // 2  # every other one is the bot's
    simulated = games_simulated(busy, jobs) - before
    still = [busy.get(job["url"]).json()["status"] for job in jobs]
    for job in jobs:
        busy.delete(job["url"])
    assert "running" in still
    assert set(still) <= {"running", "queued"}
    assert turns >= 3
    assert simulated < turns, "in one queue, every turn would wait for a game of the simulations"


def games_simulated(http: httpx.Client, jobs: list[Json]) -> int:
    return sum(round(http.get(job["url"]).json()["progress"] * ENDLESS_GAMES) for job in jobs)
