"""The list of public games: by status, in pages, with free seats."""

from __future__ import annotations

import httpx
import pytest

from tests.api.problems import problem, two_humans
from tests.support.client import Json, create


def listed(http: httpx.Client, slug: str, **query: object) -> list[Json]:
    """Every game of a list, page by page."""
    games: list[Json] = []
    while True:
        page = http.get(f"/v1/{slug}/games", params=query)
        assert page.status_code == 200, page.text
        games += page.json()["games"]
        if page.json()["next"] is None:
            return games
        query["cursor"] = page.json()["next"]


def test_open_games_show_their_free_seats(http: httpx.Client) -> None:
    made, (ana, *_) = create(http, "kimbac", {"seats": [{"kind": "human", "name": "Ana"}, {"kind": "open"}]})
    [entry] = [game for game in listed(http, "kimbac", status="open") if game["id"] == made["id"]]
    assert entry["free_seats"] == [1]
    assert entry["players"] == ["Ana", ""]
    assert entry["status"] == "open"
    assert entry["version"] == 1
    assert (entry["open_seed"], entry["sandbox"]) == (False, False)
    assert entry["url"] == ana.path
    assert entry["expires_at"] == made["expires_at"]


def test_a_game_moves_from_list_to_list(http: httpx.Client) -> None:
    made, (ana, *_) = create(http, "kimbac", {"seats": [{"kind": "human"}, {"kind": "open"}]})

    def lists() -> list[str]:
        return [
            status
            for status in ("open", "running", "finished")
            if made["id"] in [game["id"] for game in listed(http, "kimbac", status=status)]
        ]

    assert lists() == ["open"]
    ana.post("/seats", {"name": "Ben"})
    assert lists() == ["running"]
    http.delete(ana.path, headers={"Authorization": f"Bearer {made['host_token']}"})
    assert lists() == []


def test_pages_follow_each_other_newest_first_without_gaps(http: httpx.Client) -> None:
    seed = "ab" * 32
    ids = [two_humans(http, "kimbac", seed=seed)[0]["id"] for _ in range(7)]
    games = listed(http, "kimbac", status="running", limit=3)
    assert [game["id"] for game in games if game["id"] in ids] == ids[::-1]
    assert len({game["id"] for game in games}) == len(games)
    created = [game["created_at"] for game in games]
    assert created == sorted(created, reverse=True)
    assert all(game["open_seed"] for game in games if game["id"] in ids)
    first = http.get("/v1/kimbac/games", params={"status": "running", "limit": 3}).json()
    assert len(first["games"]) == 3


def test_private_games_and_other_games_are_not_listed(http: httpx.Client) -> None:
    made, *_ = two_humans(http, "kimbac", visibility="private")
    other, *_ = two_humans(http, "bakong")
    ids = [game["id"] for game in listed(http, "kimbac", status="running")]
    assert made["id"] not in ids
    assert other["id"] not in ids


@pytest.mark.parametrize(
    ("query", "pointer"),
    [
        ({"status": "lost"}, "/query/status"),
        ({"limit": "0"}, "/query/limit"),
        ({"limit": "101"}, "/query/limit"),
        ({"limit": "many"}, "/query/limit"),
        ({"cursor": "x"}, "/query/cursor"),
        ({"cursor": "1-99zz"}, "/query/cursor"),
    ],
)
def test_a_bad_query_is_refused_by_name(http: httpx.Client, query: Json, pointer: str) -> None:
    document = problem(http.get("/v1/bakong/games", params=query), 422, "invalid")
    assert [error["pointer"] for error in document["errors"]] == [pointer]
