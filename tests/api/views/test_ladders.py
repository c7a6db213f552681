"""Ladders and matches over HTTP: who gets in, and what is refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import msgspec
import pytest
from redis import Redis

from store.ids import new_id
from store.ladders.entries import Pairing
from store.process.clock import now_ms
from store.redis import keys
from tests.support.stack import Stack
from tests.support.waiting import wait_until
from tests.system.bots.players import pass_test, webhook

LADDER = "/v1/ladders/babord"
NOWHERE = f"00{'a' * 26}"


@pytest.fixture
def bot(http: httpx.Client) -> Iterator[dict[str, Any]]:
    """A pull bot that never asks for its turns, and has room for no game that would wait for it."""
    made: dict[str, Any] = http.post("/v1/bots", json={"name": "Croc", "games": ["babord"], "concurrent": 1}).json()
    yield made
    http.delete(f"/v1/bots/{made['id']}", headers=bearer(made))


def bearer(bot: dict[str, Any]) -> dict[str, str]:
    return {"Authorization": f"Bearer {bot['token']}"}


def test_a_bot_enters_and_leaves(http: httpx.Client, bot: dict[str, Any]) -> None:
    body = {"bot": bot["id"], "owner": "  Ana\u0007 "}
    first = http.post(f"{LADDER}/entries", json=body, headers=bearer(bot))
    assert (first.status_code, first.headers["Location"]) == (201, LADDER)
    assert first.json() | {"low": 0, "high": 0} == {
        "bot": bot["id"], "name": "Croc", "owner": "Ana", "status": "active", "reason": None, "rating": 0.0, "mu": 25.0,
        "sigma": 8.3333, "low": 0, "high": 0, "games": 0, "win_rate": None, "latency_ms": None,
    }  # fmt: skip
    assert http.post(f"{LADDER}/entries", json=body, headers=bearer(bot)).status_code == 200
    table = http.get(LADDER).json()
    assert bot["id"] in [row["bot"] for row in table["rows"]]
    assert {"random", "greedy"} <= {row["bot"] for row in table["rows"] if row["status"] == "anchor"}
    assert set(table["next"]) == {"number", "commitment"}, "the seed itself is secret"
    assert http.delete(f"{LADDER}/entries/{bot['id']}", headers=bearer(bot)).status_code == 204
    assert http.delete(f"{LADDER}/entries/{bot['id']}", headers=bearer(bot)).status_code == 404


def test_a_game_is_paired_with_the_seed_that_was_announced(
    http: httpx.Client, stack: Stack, bot: dict[str, Any]
) -> None:
    pass_test(stack, bot["id"], "babord")
    http.post(f"{LADDER}/entries", json={"bot": bot["id"]}, headers=bearer(bot))

    def mine() -> list[dict[str, Any]]:
        games = http.get(f"{LADDER}/games?limit=100").json()["games"]
        return [game for game in games if bot["id"] in [seat["bot"] for seat in game["seats"]]]

    wait_until(lambda: mine() != [])
    [game] = mine()
    view = http.get(f"/v1/babord/games/{game['id']}").json()
    assert view["open_seed"] is False and "seed" not in view
    assert sorted(seat["name"] for seat in view["seats"]) == sorted(seat["name"] for seat in game["seats"])
    assert game["status"] == "running" and game["ranks"] is None


def test_a_game_is_listed_as_soon_as_it_exists() -> None:
    """Its pairing is stored a moment before; a sweeper that dies in between leaves the game to the next."""
    with (
        Stack(workers=0) as stack,
        httpx.Client(base_url=stack.url, timeout=40, verify=False) as http,
        Redis.from_url(stack.server.url) as redis,
    ):
        exists, missing = http.post("/v1/babord/games", json={"seats": 2}).json()["id"], new_id()
        for number, game in enumerate((exists, missing), 1):
            pairing = Pairing(game, number, bytes(32), ["greedy", "random"], "", now_ms())
            redis.hset(keys.ladder("babord", "open"), game, msgspec.msgpack.encode(pairing))
        assert [game["id"] for game in http.get(f"{LADDER}/games").json()["games"]] == [exists]


@pytest.mark.parametrize("token", [None, "bot_of-another", "x y"])
def test_only_its_owner_enters_a_bot(http: httpx.Client, bot: dict[str, Any], token: str | None) -> None:
    given = {} if token is None else {"Authorization": f"Bearer {token}"}
    refused = http.post(f"{LADDER}/entries", json={"bot": bot["id"]}, headers=given)
    assert refused.status_code == 401 and refused.headers["WWW-Authenticate"].startswith("Bearer")
    assert http.delete(f"{LADDER}/entries/{bot['id']}", headers=given).status_code == 401


def test_a_bot_enters_only_ladders_of_its_games(http: httpx.Client, bot: dict[str, Any]) -> None:
    refused = http.post("/v1/ladders/kimbac/entries", json={"bot": bot["id"]}, headers=bearer(bot))
    assert (refused.status_code, refused.json()["reason"]) == (409, "seat")
    unknown = http.post(f"{LADDER}/entries", json={"bot": NOWHERE}, headers=bearer(bot))
    assert unknown.status_code == 404
    for path in ("", "/games", "/results.ndjson"):
        assert http.get(f"/v1/ladders/chess{path}").status_code == 404


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"entries": [{"bot": "greedy"}]}, "/entries"),
        ({"entries": [{"bot": "greedy"}] * 6}, "/entries"),
        ({"entries": [{"bot": "greedy"}, {"bot": "chess"}]}, "/entries/1/bot"),
        ({"entries": [{"bot": "greedy"}, {"bot": NOWHERE}]}, "/entries/1/bot"),
        ({"entries": [{"bot": "greedy", "level": 3}, {"bot": "random"}]}, "/entries/0/level"),
        ({"entries": [{"bot": "greedy"}] * 2, "games": 0}, "/games"),
        ({"entries": [{"bot": "greedy"}] * 2, "games": 201}, "/games"),
        ({"entries": [{"bot": "greedy"}] * 2, "seed": "no hex"}, "/seed"),
        ({"games": 3}, "/entries"),
    ],
)
def test_a_match_that_cannot_be(http: httpx.Client, body: dict[str, Any], pointer: str) -> None:
    refused = http.post("/v1/babord/matches", json=body)
    assert refused.status_code == 422
    assert pointer in [error["pointer"] for error in refused.json()["errors"]]


def test_a_match_with_a_given_seed_is_one_job_for_one_key(http: httpx.Client) -> None:
    body = {"entries": [{"bot": "greedy"}, {"bot": "random"}], "games": 2, "seed": "cd" * 32}
    key = {"Idempotency-Key": "a match that is ordered twice"}
    first, again = (http.post("/v1/mekong/matches", json=body, headers=key) for _ in range(2))
    assert (first.status_code, again.status_code) == (202, 202)
    assert first.json()["id"] == again.json()["id"] and again.headers["Idempotent-Replay"] == "true"
    path = first.headers["Location"]
    wait_until(lambda: http.get(path, headers={"Prefer": "wait=10"}).json()["status"] == "done")
    result = http.get(path).json()["result"]
    assert result["seed"] == "cd" * 32 and result["void"] == 0
    for game in result["games"]:
        replay = http.get(f"/v1/mekong/games/{game['id']}/replay").json()
        assert replay["result"]["winners"] == game["winners"]
        assert http.get(f"/v1/mekong/games/{game['id']}").json()["open_seed"] is True


def test_a_simulation_with_a_registered_bot_plays_real_games_with_it(http: httpx.Client) -> None:
    with webhook(http, games=["bailouke"]) as bot:
        body = {"seats": [{"bot": bot.id}, {"bot": "random"}], "games": 2, "options": {"wins_needed": 1}}
        path = http.post("/v1/bailouke/simulations", json=body).headers["Location"]
        wait_until(lambda: http.get(path, headers={"Prefer": "wait=10"}).json()["status"] == "done")
        job = http.get(path).json()
        assert len(bot.turns()) > 2
    assert job["kind"] == "simulation"
    found = job["result"]
    assert [(one["bot"], one["level"]) for one in found["bots"]] == [(bot.id, None), ("random", None)]
    assert sum(one["wins"] for one in found["bots"]) + found["undecided"] == found["games"] == 2
    assert found["options"]["wins_needed"] == 1


@pytest.mark.parametrize(
    ("change", "status", "pointer"),
    [
        ({"seats": [{"bot": NOWHERE}, {"bot": "random"}]}, 422, "/seats/0/bot"),
        ({"seats": [{"bot": "chess"}, {"bot": "random"}]}, 422, "/seats/0/bot"),
        ({"seats": [{"bot": "mine", "level": 2}, {"bot": "random"}]}, 422, "/seats/0/level"),
        ({"games": 201}, 422, "/games"),
        ({"options": {"rows": 99}}, 422, "/options/rows"),
        ({"seats": [{"bot": "mine"}] * 5}, 422, "/seats"),
    ],
)
def test_a_simulation_with_registered_bots_that_cannot_be(
    http: httpx.Client, bot: dict[str, Any], change: dict[str, Any], status: int, pointer: str
) -> None:
    body = {"seats": [{"bot": "mine"}, {"bot": "random"}], "games": 2} | change
    seats = [{**seat, "bot": bot["id"] if seat["bot"] == "mine" else seat["bot"]} for seat in body["seats"]]
    refused = http.post("/v1/babord/simulations", json=body | {"seats": seats})
    assert refused.status_code == status
    assert pointer in [error["pointer"] for error in refused.json()["errors"]]


def test_a_registered_bot_simulates_only_its_games(http: httpx.Client, bot: dict[str, Any]) -> None:
    refused = http.post("/v1/kimbac/simulations", json={"seats": [{"bot": bot["id"]}, {"bot": "random"}], "games": 2})
    assert (refused.status_code, refused.json()["reason"]) == (409, "seat")


def test_results_go_on_behind_a_number(http: httpx.Client) -> None:
    answer = http.get(f"{LADDER}/results.ndjson?after=0")
    assert answer.headers["Content-Type"] == "application/x-ndjson"
    assert http.get(f"{LADDER}/results.ndjson?after=-1").status_code == 422
    text = http.get(f"{LADDER}/results.ndjson", headers={"Accept": "text/plain"})
    assert text.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert http.get(f"{LADDER}/games?limit=101").status_code == 422
    assert http.get(f"{LADDER}/games?cursor=x").json()["errors"][0]["parameter"] == "cursor"
    assert http.get(f"{LADDER}/games?cursor=r0").json()["next"] is None
