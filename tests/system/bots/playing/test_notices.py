"""Pull bots are told when games begin and end, as webhook bots are."""

from __future__ import annotations

import json
import time
from typing import Any

import httpx
import pytest

from tests.support.client import create
from tests.support.waiting import wait_until
from tests.system.bots.players import Json, bearer, register

LATER = {"Prefer": "wait=30"}


@pytest.fixture
def bot(http: httpx.Client) -> Json:
    made = register(http, name="Reader")
    return made | {"path": f"/v1/bots/{made['id']}/turns", "mine": bearer(made["token"])}


def ask(http: httpx.Client, bot: Json, query: str = "", **headers: str) -> Any:
    answer = http.get(bot["path"] + query, headers=bot["mine"] | headers)
    assert answer.status_code == 200, answer.text
    return answer.json()


def abort(http: httpx.Client, game: Json) -> None:
    path = f"/v1/{game['game']}/games/{game['id']}"
    assert http.delete(path, headers=bearer(game["host_token"])).status_code == 200


def seats(bot: Json) -> Json:
    return {"seats": [{"kind": "human"}, {"kind": "remote", "bot": bot["id"]}]}


def test_notices_are_numbered_and_waited_for(http: httpx.Client, bot: Json) -> None:
    assert ask(http, bot) == {"turns": [], "notices": []}
    game, _ = create(http, "kimbac", seats(bot))
    [start] = ask(http, bot, "?after=0", **LATER)["notices"]
    at = start.pop("at")
    assert at.endswith("Z")
    assert start == {
        "number": 1, "notice": "start", "game": "kimbac", "id": game["id"], "version": 1, "seat": 1,
        "status": "running", "result": None,
    }  # fmt: skip
    assert ask(http, bot, "?after=1")["notices"] == []
    began = time.monotonic()
    assert ask(http, bot, "?after=1", Prefer="wait=1") == {"turns": [], "notices": []}
    assert time.monotonic() - began >= 1, "it waits for what it has not seen"
    began = time.monotonic()
    assert len(ask(http, bot, Prefer="wait=1")["notices"]) == 1
    assert time.monotonic() - began >= 1, "who does not say what it has seen waits for turns alone"
    abort(http, game)
    [end] = ask(http, bot, "?after=1", **LATER)["notices"]
    assert (end["number"], end["notice"], end["version"]) == (2, "end", 2)
    assert [notice["number"] for notice in ask(http, bot)["notices"]] == [1, 2]


@pytest.mark.parametrize("query", ["after=-1", "after=x", "after=", f"after={2**31 + 1}"])
def test_a_bad_number_is_refused_by_name(http: httpx.Client, bot: Json, query: str) -> None:
    refused = http.get(f"{bot['path']}?{query}", headers=bot["mine"])
    assert refused.status_code == 422
    assert [error["parameter"] for error in refused.json()["errors"]] == [query.partition("=")[0]]


def test_a_bot_that_loses_its_seat_is_told(http: httpx.Client, bot: Json) -> None:
    game, (ana, *_) = create(http, "kimbac", seats(bot))
    host = ana.as_(game["host_token"])
    assert ask(http, bot, "?after=0", **LATER)["notices"][0]["notice"] == "start"
    assert host.put("/seats/1", {"kind": "bot"}).status_code == 200
    [end] = ask(http, bot, "?after=1", **LATER)["notices"]
    assert (end["notice"], end["seat"]) == ("end", 1)


def test_a_stream_tells_notices_behind_a_number(http: httpx.Client, bot: Json) -> None:
    first, _ = create(http, "kimbac", seats(bot))
    ask(http, bot, "?after=0", **LATER)
    live = bot["mine"] | {"Accept": "text/event-stream"}
    with (
        http.stream("GET", f"{bot['path']}?after=1", headers=live) as fresh,
        http.stream("GET", f"{bot['path']}?after=0", headers=live) as whole,
    ):
        abort(http, first)
        assert [entry["number"] for entry in notices(whole, 2)] == [1, 2]
        assert [entry["number"] for entry in notices(fresh, 1)] == [2]


def notices(stream: httpx.Response, count: int) -> list[Any]:
    found, of_notice = [], False
    for line in stream.iter_lines():
        if line.startswith("data: ") and of_notice:
            found.append(json.loads(line.removeprefix("data: ")))
        of_notice = line == "event: notice"
        if len(found) == count:
            return found
    raise AssertionError("the stream has ended")


def test_only_the_newest_hundred_are_kept(http: httpx.Client) -> None:
    made = register(http, name="Busy", concurrent=200)
    bot = made | {"path": f"/v1/bots/{made['id']}/turns", "mine": bearer(made["token"])}
    for number in range(52):
        game, _ = create(http, "kimbac", seats(bot))
        abort(http, game)
        if number % 10 == 9:
            ask(http, bot, f"?after={2 * number + 1}", **LATER)

    def numbers() -> list[int]:
        return [entry["number"] for entry in ask(http, bot)["notices"]]

    wait_until(lambda: numbers()[-1] >= 104, what=numbers)
    assert numbers() == list(range(5, 105))
