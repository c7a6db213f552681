"""Seeing it run: metrics of all processes, readiness that comes back by itself, an end that loses no request."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator

import httpx
import pytest

from tests.support.client import create
from tests.support.stack import Stack
from tests.support.waiting import PATIENCE, wait_until


@pytest.fixture
def services() -> Iterator[Stack]:
    with Stack(wired=True) as running:
        yield running


@pytest.fixture
def http(services: Stack) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=services.url, timeout=60, verify=False) as client:
        yield client


def figure(http: httpx.Client, name: str) -> float:
    text = http.get("/metrics").text
    found = re.findall(rf"^ludotheque_{name} (\S+)$", text, re.M)
    assert len(found) == 1, f"{name} is not in\n{text}"
    return float(found[0])


def settles(http: httpx.Client, name: str, value: float) -> None:
    """Workers write their sums down once a second."""
    wait_until(lambda: figure(http, name) == value, what=lambda: f"{name} is {figure(http, name)}, not {value}")


def test_the_house_can_be_watched_and_outlives_its_store(services: Stack, http: httpx.Client) -> None:
    _, (table, *_) = create(http, "mekong", {"seats": [{"kind": "human"}, {"kind": "bot"}, {"kind": "bot"}]})
    table.wait_for(lambda view: view["to_act"] == [0])
    settles(http, "bot_turns_total", 2)
    settles(http, "commits_total", 3)
    settles(http, "owed_turns", 0)
    assert table.act(table.legal()["actions"][0], Idempotency_Key="k").status_code == 200
    assert figure(http, "repeats_total") == 0
    assert figure(http, "queue_depth") >= 0
    assert figure(http, "store_up") == figure(http, "queue_up") == 1

    services.server.kill()
    answer = http.get("/readyz")
    assert (answer.status_code, answer.json()["type"]) == (503, "/problems/store-unavailable")
    assert answer.headers["Retry-After"] == "1"
    assert http.get("/healthz").status_code == 200
    assert figure(http, "store_up") == figure(http, "queue_up") == 0
    assert http.get("/v1/mekong").status_code == 200
    assert table.get().status_code == 503
    services.server.start()
    assert http.get("/readyz").status_code == 200
    assert figure(http, "store_up") == 1
    before = table.my_turn()["version"]
    action = table.legal()["actions"][0]
    first, again = (table.act(action, Idempotency_Key="again") for _ in range(2))
    assert first.status_code == again.status_code == 200
    assert first.json()["version"] > before
    assert figure(http, "repeats_total") == 1
    table.my_turn()  # the workers are back as well
    settles(http, "queue_depth", 0)


def test_a_stopping_api_answers_what_it_has_begun(services: Stack, http: httpx.Client) -> None:
    _, (table, _) = create(http, "bakong", {"seats": [{"kind": "human"}, {"kind": "human"}]})
    action = table.legal()["actions"][0]
    answers: list[httpx.Response] = []
    slow = threading.Thread(target=lambda: answers.append(table.act(action)))
    services.wire.hold()
    slow.start()
    wait_until(lambda: services.wire.holds(table.id))  # the request hangs
    api = services.processes.pop("api")
    api.terminate()
    wait_until(lambda: not services.listens)
    services.wire.release()
    slow.join(PATIENCE)
    assert [answer.status_code for answer in answers] == [200]
    assert answers[0].json()["version"] == 2
    assert api.wait(PATIENCE) == 0
    services.start("api", "-m", "api.cli", "api")
    services.wait_until_ready()
    assert table.view()["version"] == 2
