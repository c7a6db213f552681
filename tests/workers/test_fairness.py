"""One client against all: bots that think in many games hold up neither another player's bot nor the workers."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median

import httpx
import psutil
import pytest

from tests.support.client import GameClient, create
from tests.support.processes import children
from tests.support.stack import UNLIMITED, Stack
from tests.support.waiting import wait_until
from tests.system.bots.players import bearer, failures, remote, webhook
from workers.processes import SEARCH_NICENESS

ATTACK = {"seats": [{"kind": "bot", "bot": "search", "level": 8}] * 6}
GAMES = 60
BOUND = 1.0
"""Seconds. An answer takes about 0.06 without the attack, and took 39.5 with it when all turns shared one queue."""
TIMES = 10
"""On a machine that does other things as well: an answer takes no more than so many times as long as before."""


@pytest.fixture(scope="module")
def services() -> Iterator[Stack]:
    with Stack(
        workers=1, **UNLIMITED, LUDOTHEQUE_TRUSTED_PROXIES="1", LUDOTHEQUE_REMOTE_NETWORKS="127.0.0.0/8"
    ) as running:
        yield running


def client(services: Stack, address: str) -> httpx.Client:
    return httpx.Client(base_url=services.url, timeout=60, headers={"X-Forwarded-For": address}, verify=False)


def answers(http: httpx.Client, rounds: int) -> list[float]:
    """How long another player's greedy bot takes to answer, several times; dice may end a game before that."""
    taken: list[float] = []
    while len(taken) < rounds:
        _, (seat, _) = create(http, "bakong", {"seats": [{"kind": "human"}, {"kind": "bot", "bot": "greedy"}]})
        while len(taken) < rounds and (view := seat.my_turn())["status"] == "running":
            taken.append(answered(seat, view["version"]))
    return taken


def answered(seat: GameClient, version: int) -> float:
    """Seconds from this seat's act until its bot has acted or the seat is to act again."""
    assert seat.act(seat.legal()["actions"][0]).status_code == 200
    began = time.monotonic()

    def is_answered() -> bool:
        view = seat.view()
        return view["version"] > version + 1 or view["to_act"] == [0] or view["status"] != "running"

    wait_until(is_answered)
    return time.monotonic() - began


@contextmanager
def searches_held(services: Stack) -> Iterator[None]:
    """Stop the processes that search, in the middle of what they do."""
    all_ = map(psutil.Process, children(services.processes["workers"].pid))
    thinkers = [process for process in all_ if process.nice() == SEARCH_NICENESS]
    assert thinkers
    for process in thinkers:
        os.kill(process.pid, signal.SIGSTOP)
    try:
        for process in thinkers:
            wait_until(lambda process=process: process.status() == psutil.STATUS_STOPPED)
        yield
    finally:
        for process in thinkers:
            os.kill(process.pid, signal.SIGCONT)


def play_rounds(seat: GameClient, rounds: int) -> None:
    for _ in range(rounds):
        if (view := seat.my_turn())["status"] == "running":
            answered(seat, view["version"])


@pytest.mark.parametrize("opponent", ["greedy", "random", "fallback", "clock"])
def test_a_quick_turn_never_waits_for_a_search(services: Stack, opponent: str) -> None:
    """While a game of six is being searched, all searches stand still; whatever waited for one would do so for ever."""
    with client(services, "192.0.2.7") as http, webhook(http, lambda _: (200, b"{}")) as broken:
        searched, (thought, *_) = create(http, "bakong", ATTACK)
        thought.wait_for(lambda view: view["version"] > 1)
        bot = {"kind": "human"} if opponent == "clock" else {"kind": "bot", "bot": opponent}
        seats = [{"kind": "human"}, remote(broken) if opponent == "fallback" else bot]
        clock = {"turn_seconds": 1, "on_timeout": "bot"} if opponent == "clock" else None
        with searches_held(services):
            before = thought.view()["version"]
            made, (ana, *_) = create(http, "kimbac", {"seats": seats, "clock": clock})
            if opponent == "clock":
                ana.wait_for(lambda view: view["version"] > 2)
            else:
                play_rounds(ana, 3)
            acted = [event["seat"] for event in ana.get("/events").json()["events"] if event["type"] == "pawn_placed"]
            assert {0, 1} <= set(acted)
            assert thought.view()["version"] == before, "meanwhile nothing was searched"
        if opponent == "fallback":
            assert {event["fault"] for event in failures(http, "kimbac", made["id"])} == {"nonsense"}
        thought.wait_for(lambda view: view["version"] > before)
        assert http.delete(thought.path, headers=bearer(searched["host_token"])).status_code == 200


@pytest.fixture(scope="module")
def bound(services: Stack) -> float:
    """Seconds that an answer may take, measured before the attack begins."""
    with client(services, "192.0.2.6") as http:
        return max(BOUND, TIMES * median(answers(http, 5)))


def test_a_greedy_bot_answers_while_others_think(services: Stack, bound: float) -> None:
    with client(services, "192.0.2.1") as attacker, client(services, "192.0.2.2") as other:
        for _ in range(GAMES):
            assert attacker.post("/v1/mekong/games", json=ATTACK).status_code == 201
        taken = answers(other, 12)
    print("answers of a greedy bot under attack:", [round(one, 3) for one in taken])
    assert median(taken) < bound


def test_a_burst_of_quick_bots_waits_behind_another_player(services: Stack, bound: float) -> None:
    """Games with a person and five greedy bots each: what is beyond the client's share waits in its own lane."""
    full_game = {"seats": [{"kind": "human"}] + [{"kind": "bot", "bot": "greedy"}] * 5}
    with client(services, "192.0.2.3") as attacker, client(services, "192.0.2.4") as other:
        for _ in range(GAMES):
            assert attacker.post("/v1/mekong/games", json=full_game).status_code == 201
        taken = answers(other, 12)
    print("answers of a greedy bot beside a burst:", [round(one, 3) for one in taken])
    assert median(taken) < bound


def test_a_thinking_bot_of_another_client_is_not_held_up(services: Stack) -> None:
    """The attack above goes on: the other client's own searching bot is played before games of bots only."""
    with client(services, "192.0.2.5") as http:
        _, (table, _) = create(http, "bakong", {"seats": [{"kind": "human"}, {"kind": "bot", "bot": "search"}]})
        table.my_turn()
        assert table.act(table.legal()["actions"][0]).status_code == 200
        table.my_turn()  # the games of the attack take many minutes
