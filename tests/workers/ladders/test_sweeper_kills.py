"""The sweeper killed again and again while a simulation with a remote bot is played: each game is played once."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from typing import Any

import httpx
import msgspec
import pytest

from engines.kernel.registry import game
from engines.kernel.verification import ReplayFile, verify
from tests.support.processes import children
from tests.support.stack import Stack
from tests.support.waiting import wait_until
from tests.system.bots.players import WebhookBot, webhook

SLUG = "mekong"
GAMES = 8
KILLS = 3
Json = dict[str, Any]


@pytest.fixture(scope="module")
def services() -> Iterator[Stack]:
    with Stack(LUDOTHEQUE_LOG_FORMAT="json") as running:
        yield running


class Sweeper:
    """The first child of the workers; after a kill, the child that is new."""

    def __init__(self, services: Stack) -> None:
        self.parent = services.processes["workers"].pid
        self.pid = min(children(self.parent))

    def kill(self) -> None:
        before = set(children(self.parent))
        os.kill(self.pid, signal.SIGKILL)
        [self.pid] = wait_until(lambda: set(children(self.parent)) - before)


def replay_of(http: httpx.Client, identifier: str) -> Json:
    """A replay in which every action stands once, and the dice and positions fit."""
    answer = http.get(f"/v1/{SLUG}/games/{identifier}/replay")
    replay: Json = answer.json()
    versions = [act["version"] for act in replay["acts"]]
    assert versions == list(range(2, len(versions) + 2))
    assert list(verify(game(SLUG), msgspec.json.decode(answer.content, type=ReplayFile)))
    return replay


def seat_of(http: httpx.Client, identifier: str) -> int:
    """Where the remote bot sat."""
    kinds = [seat["kind"] for seat in http.get(f"/v1/{SLUG}/games/{identifier}").json()["seats"]]
    return kinds.index("remote")


def won(replay: Json, seat: int) -> float:
    winners = replay["result"]["winners"]
    return 1 / len(winners) if seat in winners else 0.0


def simulate(http: httpx.Client, bot: WebhookBot, services: Stack) -> Json:
    """Order a simulation, and kill the sweeper as often as another game is counted; returns its result."""
    order = {"seats": [{"bot": bot.id}, {"bot": "greedy"}], "games": GAMES}
    path = http.post(f"/v1/{SLUG}/simulations", json=order).headers["Location"]
    sweeper, counted = Sweeper(services), 0.0
    for _ in range(KILLS):
        wait_until(lambda counted=counted: float(http.get(path).json()["progress"]) > counted, 120)
        sweeper.kill()
        counted = float(http.get(path).json()["progress"])
        if counted == 1:
            break
    wait_until(lambda: http.get(path).json()["status"] == "done", 120, lambda: http.get(path).text)
    found: Json = http.get(path).json()["result"]
    return found


def test_no_game_of_a_simulation_is_lost_or_doubled(services: Stack) -> None:
    with httpx.Client(base_url=services.url, timeout=40, verify=False) as http, webhook(http, games=[SLUG]) as bot:
        found = simulate(http, bot, services)
        listed = http.get(f"/v1/{SLUG}/games?limit=100").json()["games"]
        replays = [replay_of(http, each["id"]) for each in listed]
        seats = [seat_of(http, each["id"]) for each in listed]
    ended = [line for line in services.log("workers").splitlines() if '"a child process ended"' in line]
    assert [msgspec.json.decode(line)["child"] for line in ended] == ["sweeper"] * len(ended) != []
    assert found["games"] == len(listed) == GAMES
    assert sorted(seats) == [0] * (GAMES // 2) + [1] * (GAMES // 2), "each seat equally often"
    wins = sum(won(replay, seat) for replay, seat in zip(replays, seats, strict=True))
    assert found["bots"][0]["wins"] == pytest.approx(wins, abs=1e-3)
    lengths = [len(replay["acts"]) for replay in replays]
    assert (found["lengths"]["min"], found["lengths"]["max"]) == (min(lengths), max(lengths))
