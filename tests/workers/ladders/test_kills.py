"""All workers killed again and again while a match and a ladder are played: no game is played or counted twice."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from ludotheque_client import Bot, Ludotheque

from tests.support.stack import Stack
from tests.support.waiting import wait_until

SLUG = "mekong"
GAMES = 6
KILLS = 3


@pytest.fixture(scope="module")
def services() -> Iterator[Stack]:
    with Stack(LUDOTHEQUE_LADDER_ANCHORS="random greedy", LUDOTHEQUE_LADDER_ENTRY_GAMES=str(GAMES)) as running:
        yield running


def results(http: httpx.Client) -> list[dict[str, Any]]:
    listed: list[dict[str, Any]] = http.get(f"/v1/ladders/{SLUG}/games?limit=100").json()["games"]
    return listed


def test_no_game_is_played_or_counted_twice(services: Stack) -> None:
    stopped = threading.Event()
    bot = Bot("Croc", lambda turn: turn.actions[0], games=[SLUG])
    bot.register(services.url)
    thread = threading.Thread(target=bot.run, args=(services.url, stopped.is_set), kwargs={"ladder": SLUG}, daemon=True)
    thread.start()
    with httpx.Client(base_url=services.url, timeout=40, verify=False) as http:
        body = {"entries": [{"bot": "greedy"}, {"bot": bot.id}], "games": GAMES}
        path = http.post(f"/v1/{SLUG}/matches", json=body).headers["Location"]
        for _ in range(KILLS):
            seen = over(http, path)
            wait_until(lambda seen=seen: over(http, path) > seen or over(http, path) == 2 * GAMES)
            services.stop("workers", signal.SIGKILL)
            services.start("workers", "-m", "workers")
        wait_until(lambda: http.get(path).json()["status"] == "done", seconds=120, what=lambda: http.get(path).text)
        wait_until(lambda: counted(http) >= GAMES, seconds=120, what=lambda: services.log("workers")[-2000:])
        wait_until(lambda: all(game["status"] != "running" for game in results(http)))
        stopped.set()
        match = http.get(path).json()["result"]["games"]
        ladder = results(http)
    with Ludotheque(services.url) as client:
        played = [game["id"] for game in client.mekong.games()]
        client.mekong.create(bot.id, "greedy")  # a turn ends the bot's wait
    assert len({game["id"] for game in match}) == GAMES
    assert len({game["number"] for game in ladder}) == len({game["id"] for game in ladder}) == len(ladder)
    assert sorted(played) == sorted([game["id"] for game in (*match, *ladder)])
    thread.join(60)


def counted(http: httpx.Client) -> int:
    return sum(game["status"] == "counted" for game in results(http))


def over(http: httpx.Client, path: str) -> int:
    """Games of both that are over."""
    job = http.get(path).json()
    return round(GAMES * float(job["progress"])) + sum(game["status"] != "running" for game in results(http))
