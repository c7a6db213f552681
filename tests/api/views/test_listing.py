"""The list of public games: by status, in pages, with free seats."""

from __future__ import annotations

import httpx
import pytest

from tests.api.problems import first_action, problem, two_humans
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
            for status in ("open", "running", "finished", "aborted")
            if made["id"] in [game["id"] for game in listed(http, "kimbac", status=status)]
        ]

    assert lists() == ["open"]
    ana.post("/seats", {"name": "Ben"})
    assert lists() == ["running"]
    http.delete(ana.path, headers={"Authorization": f"Bearer {made['host_token']}"})
    assert lists() == ["aborted"]


def test_pages_follow_each_other_newest_first_without_gaps(http: httpx.Client) -> None:
    seed = "ab" * 32
    ids = [two_humans(http, "kimbac", seed=seed)[0]["id"] for _ in range(7)]
    games = listed(http, "kimbac", status="running", limit=3)
    assert {game["id"] for game in games} >= set(ids)
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
    ("query", "parameter"),
    [
        ({"status": "lost"}, "status"),
        ({"limit": "0"}, "limit"),
        ({"limit": "101"}, "limit"),
        ({"limit": "many"}, "limit"),
        ({"cursor": "x"}, "cursor"),
        ({"cursor": "1-99zz"}, "cursor"),
    ],
)
def test_a_bad_query_is_refused_by_name(http: httpx.Client, query: Json, parameter: str) -> None:
    document = problem(http.get("/v1/bakong/games", params=query), 422, "invalid")
    assert [error["parameter"] for error in document["errors"]] == [parameter]


def test_all_games_are_in_one_list(http: httpx.Client) -> None:
    made = [two_humans(http, slug)[0] for slug in ("bakong", "kimbac")]
    games = {game["id"]: game for game in http.get("/v1/games", params={"limit": 100}).json()["games"]}
    assert [games[one["id"]]["game"] for one in made] == ["bakong", "kimbac"]
    assert games[made[0]["id"]]["url"] == f"/v1/bakong/games/{made[0]['id']}"
    only = http.get("/v1/games", params={"slug": "kimbac", "limit": 100}).json()["games"]
    assert {game["game"] for game in only} == {"kimbac"}


def test_filters_leave_out_what_does_not_fit(http: httpx.Client) -> None:
    seats = [{"kind": "human", "name": "Félicité"}, {"kind": "open"}, {"kind": "open"}]
    open_game, _ = create(http, "bakong", {"seats": seats})
    running, ana, _ = two_humans(http, "bakong")
    http.delete(ana.path, headers={"Authorization": f"Bearer {running['host_token']}"})

    def found(**query: object) -> list[str]:
        page = http.get("/v1/games", params=query)
        assert page.status_code == 200, page.text
        return [game["id"] for game in page.json()["games"]]

    assert open_game["id"] in found(free_seats=2)
    assert open_game["id"] not in found(free_seats=3)
    assert found(player="fÉlicitÉ") == found(player="fÉlicitÉ", status="open", slug="bakong") == [open_game["id"]]
    assert found(player="fÉlicitÉ", status="running") == []
    assert running["id"] in found(status="aborted")
    assert running["id"] not in found(status="running")


def test_every_list_leads_to_its_next_page(http: httpx.Client) -> None:
    _, ana, _ = two_humans(http, "bakong")
    two_humans(http, "bakong")
    ana.act(first_action(ana))
    for path in ("/v1/games?limit=1&status=running", "/v1/bakong/games?limit=1", f"{ana.path}/events?limit=1"):
        first = http.get(path)
        assert first.json()["next"] is not None
        second = http.get(first.links["next"]["url"])
        assert second.status_code == 200
        assert second.json() != first.json()
        assert f"cursor={first.json()['next']}" in first.links["next"]["url"]
    last = http.get(f"{ana.path}/events?limit=500")
    assert (last.json()["next"], last.links) == (None, {})
