"""Sixty-four clients at one game: one winner per version, the stored answer for repeats, no conflict without cause."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from tests.support.client import GameClient, Json, create
from tests.support.stack import Stack

CLIENTS = 64


@pytest.fixture(scope="module")
def services() -> Iterator[Stack]:
    with Stack(LUDOTHEQUE_API_PROCESSES="2", LUDOTHEQUE_LOG_LEVEL="warning") as running:
        yield running


@pytest.fixture
def http(services: Stack) -> Iterator[httpx.Client]:
    limits = httpx.Limits(max_connections=CLIENTS, max_keepalive_connections=CLIENTS)
    with httpx.Client(base_url=services.url, timeout=40, limits=limits, verify=False) as client:
        yield client


def at_once(requests: list[Callable[[], httpx.Response]]) -> list[httpx.Response]:
    """All requests at the same moment."""
    gate = threading.Barrier(len(requests))
    answers: list[Any] = [None] * len(requests)

    def send(number: int) -> None:
        gate.wait()
        answers[number] = requests[number]()

    threads = [threading.Thread(target=send, args=(number,)) for number in range(len(requests))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def mover(tables: list[GameClient]) -> tuple[GameClient, Json]:
    """A seat that is to act, and one of its actions."""
    table = tables[tables[0].view()["to_act"][0]]
    return table, table.legal()["actions"][0]


def check_log(table: GameClient, http: httpx.Client, host: str, won: list[int]) -> None:
    """The log has the deal, then the winners and nobody else."""
    assert table.as_(host).http.delete(table.path, headers={"Authorization": f"Bearer {host}"}).status_code == 200
    replay = table.get("/replay").json()
    assert [act["version"] for act in replay["acts"]] == won


@pytest.mark.parametrize("if_match", [False, True])
def test_different_keys_have_one_winner_per_version(http: httpx.Client, if_match: bool) -> None:
    made, tables = create(http, "bakong", {"seats": [{"kind": "human"}, {"kind": "human"}]})
    won: list[int] = []
    for number in range(4):
        table, action = mover(tables)
        version = table.view()["version"]
        headers = {"If_Match": f'"{version}-0"'} if if_match else {}
        answers = at_once(
            [
                lambda n=n, t=table, a=action, k=number, h=headers: t.act(a, Idempotency_Key=f"{k}-{n}", **h)
                for n in range(CLIENTS)
            ]
        )
        winners = [answer.json()["version"] for answer in answers if answer.status_code == 200]
        assert sorted(winners) == list(range(version + 1, version + 1 + len(winners)))
        if if_match:
            assert winners == [version + 1]
            assert {answer.status_code for answer in answers} <= {200, 409, 412}
            reasons = {answer.json()["reason"] for answer in answers if answer.status_code == 409}
            assert reasons <= {"superseded"}
        else:
            assert winners
            assert {answer.status_code for answer in answers} <= {200, 409}
        won += sorted(winners)
    check_log(tables[0], http, made["host_token"], won)


@pytest.mark.parametrize("if_match", [False, True])
def test_one_key_is_applied_once(http: httpx.Client, if_match: bool) -> None:
    made, tables = create(http, "bakong", {"seats": [{"kind": "human"}, {"kind": "human"}]})
    won: list[int] = []
    for number in range(4):
        table, action = mover(tables)
        version = table.view()["version"]
        headers = {"If_Match": f'"{version}-0"'} if if_match else {}
        answers = at_once(
            [lambda t=table, a=action, k=number, h=headers: t.act(a, Idempotency_Key=f"{k}", **h)] * CLIENTS
        )
        assert Counter(answer.status_code for answer in answers) == {200: CLIENTS}
        assert {answer.content for answer in answers} == {answers[0].content}
        assert answers[0].json()["version"] == version + 1
        assert sum("Idempotent-Replay" not in answer.headers for answer in answers) == 1
        won.append(version + 1)
    check_log(tables[0], http, made["host_token"], won)


def test_one_creation_makes_one_game(http: httpx.Client) -> None:
    create_ = lambda: http.post("/v1/kimbac/games", json={}, headers={"Idempotency-Key": "the same: 8d1e57b0a4"})  # noqa: E731
    answers = at_once([create_] * CLIENTS)
    assert {answer.status_code for answer in answers} == {201}
    assert {answer.content for answer in answers} == {answers[0].content}
    assert sum("Idempotent-Replay" not in answer.headers for answer in answers) == 1


def test_one_seat_is_taken_once(http: httpx.Client) -> None:
    _, tables = create(http, "kimbac", {"seats": [{"kind": "human"}, {"kind": "open"}]})
    guest = tables[1]
    answers = at_once([lambda n=n: guest.post("/seats", {"name": f"Guest {n}"}) for n in range(CLIENTS)])
    assert Counter(answer.status_code for answer in answers) == {201: 1, 409: CLIENTS - 1}
    assert tables[0].view()["version"] == 2


def test_one_rematch_is_made(http: httpx.Client) -> None:
    made, tables = create(http, "kimbac", {"seats": [{"kind": "human"}, {"kind": "human"}]})
    http.delete(tables[0].path, headers={"Authorization": f"Bearer {made['host_token']}"})
    answers = at_once([lambda n=n: tables[n % 2].post("/rematch") for n in range(CLIENTS)])
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.json()["id"] for answer in answers}) == 1


def test_all_crews_choose_at_once(http: httpx.Client) -> None:
    """A simultaneous phase: every seat is accepted, in any order, and a seat that sends twice counts once."""
    for _ in range(5):
        _, tables = create(http, "mekong", {"seats": [{"kind": "human"}] * 4})
        choices = [table.legal()["actions"][0] for table in tables]
        answers = at_once([lambda n=n, t=tables, c=choices: t[n % 4].act(c[n % 4]) for n in range(4)])
        assert [answer.status_code for answer in answers] == [200] * 4
        assert sorted(answer.json()["version"] for answer in answers) == [2, 3, 4, 5]
        _, tables = create(http, "mekong", {"seats": [{"kind": "human"}] * 4})
        choices = [table.legal()["actions"][0] for table in tables[:3]]
        answers = at_once([lambda n=n, t=tables, c=choices: t[n % 3].act(c[n % 3]) for n in range(12)])
        for seat in range(3):
            assert Counter(answer.status_code for answer in answers[seat::3]) == {200: 1, 409: 3}
        reasons = {answer.json()["reason"] for answer in answers if answer.status_code == 409}
        assert reasons <= {"superseded", "not_to_act"}
        assert tables[0].view()["version"] == 4
