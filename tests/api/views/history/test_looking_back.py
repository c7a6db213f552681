"""A game as it was: `?at=N` on the view, the boards and the position, and games that fork off there."""

from __future__ import annotations

from typing import Any

import httpx
import orjson
import pytest

from engines.kernel.registry import slugs
from tests.api.problems import problem
from tests.support.client import GameClient, Json, create

HUMANS = {"seats": [{"kind": "human"}, {"kind": "human"}]}
REMEMBERED = ("bakong", "babord", "bailouke")
"""Games in which remembering is a part of it, unless `memory_aid` is on."""


def played(http: httpx.Client, slug: str, acts: int, **payload: Any) -> tuple[Json, list[GameClient], list[list[Json]]]:
    """A game after so many acts, and the views of every seat after each version."""
    made, seats = create(http, slug, {**HUMANS, **payload})
    seen = [[table.view() for table in seats]]
    for _ in range(acts):
        turn = seats[seen[-1][0]["to_act"][0]]
        assert turn.act(turn.legal()["actions"][0]).status_code == 200
        seen.append([table.view() for table in seats])
    return made, seats, seen


def as_then(view: Json) -> Json:
    """What a view of the past must show again."""
    return {name: view[name] for name in ("version", "phase", "to_act", "position", "result", "you")}


def finish(http: httpx.Client, made: Json, path: str) -> None:
    http.delete(path, headers={"Authorization": f"Bearer {made['host_token']}"}).raise_for_status()


@pytest.mark.parametrize("slug", slugs())
def test_every_version_is_seen_again(http: httpx.Client, slug: str) -> None:
    """Once the game is over, and before that where nothing must be remembered; each seat sees its own view."""
    payload = {"options": {"memory_aid": True}} if slug in REMEMBERED else {}
    made, seats, seen = played(http, slug, 6, **payload)
    boards = seats[0].get("/board.txt").text
    for over in (False, True):
        if over:
            finish(http, made, seats[0].path)
        for version, views in enumerate(seen, 1):
            for table, view in zip(seats, views, strict=True):
                past = table.get(f"?at={version}").json()
                assert as_then(past) == as_then(view)
                assert past["at"] == version
                assert past["events"]
                assert all(event["version"] == version for event in past["events"])
        assert seats[0].get(f"/board.txt?at={len(seen)}").text == boards
        assert seats[0].get("/board.svg?at=1").text != seats[0].get(f"/board.svg?at={len(seen)}").text
    assert seats[0].get(f"?at={len(seen)}").json()["status"] == "running"
    assert seats[0].get(f"?at={len(seen) + 1}").json()["status"] == "aborted"


@pytest.mark.parametrize("slug", REMEMBERED)
def test_nobody_looks_back_where_remembering_is_a_part_of_the_game(http: httpx.Client, slug: str) -> None:
    made, seats, seen = played(http, slug, 8)
    for tail in ("?at=1", "/board.svg?at=1", "/board.txt?at=1", f"?at={len(seen)}"):
        assert problem(seats[0].get(tail), 409, "conflict")["reason"] == "memory"
    finish(http, made, seats[0].path)
    assert as_then(seats[0].get("?at=1").json()) == as_then(seen[0][0])
    for table in seats:
        events = table.get("/events?limit=500").json()["events"]
        again = [event for version in range(1, len(seen) + 1) for event in table.get(f"?at={version}").json()["events"]]
        assert again == events[: len(again)], "nothing is forgotten any more"


def test_the_past_of_a_finished_game_can_be_kept(http: httpx.Client) -> None:
    made, seats, seen = played(http, "mekong", 3)
    assert "ETag" not in seats[0].get("?at=2").headers, "seats may still change"
    finish(http, made, seats[0].path)
    for tail in ("", "/board.svg", "/board.txt", "/position"):
        first = seats[0].get(f"{tail}?at=2")
        assert first.headers["Cache-Control"] == "private, max-age=86400"
        again = seats[0].get(f"{tail}?at=2", If_None_Match=first.headers["ETag"])
        assert (again.status_code, again.content) == (304, b"")
        assert seats[0].get(f"{tail}?at=3").headers["ETag"] != first.headers["ETag"]
    assert seats[0].get("?at=2").headers["ETag"] != seats[1].get("?at=2").headers["ETag"]
    seats[0].post("/rematch").raise_for_status()
    assert seats[0].get("?at=2").json()["position"] == seen[1][0]["position"]
    assert seats[0].get(f"?at={len(seen) + 1}").json()["status"] == "aborted"
    assert seats[0].get(f"?at={len(seen)}").json()["status"] == "running"


@pytest.mark.parametrize("at", ["0", "-1", "x", "1.5", "99", "", "9999999999", "1&at=2"])
def test_versions_that_there_are_not(http: httpx.Client, at: str) -> None:
    made, seats, _ = played(http, "kimbac", 1)
    finish(http, made, seats[0].path)
    for tail in ("", "/board.svg", "/board.txt", "/position"):
        assert problem(seats[0].get(f"{tail}?at={at}"), 422, "invalid")["errors"][0]["parameter"] == "at"


def test_before_the_deal_there_is_nothing_to_draw(http: httpx.Client) -> None:
    made, seats = create(http, "kimbac", {"seats": [{"kind": "human"}, {"kind": "open"}]})
    assert seats[0].post("/seats", {"name": "Bo"}).status_code == 201
    view = seats[0].get("?at=1").json()
    assert (view["status"], view["position"], view["events"]) == ("open", None, [])
    assert problem(seats[0].get("/board.svg?at=1"), 409, "conflict")["reason"] == "not_started"
    finish(http, made, seats[0].path)
    assert problem(seats[0].get("/position?at=1"), 409, "conflict")["reason"] == "not_started"
    refused = problem(http.post("/v1/kimbac/games", json={"fork": {"id": made["id"], "at": 1}}), 422, "invalid")
    assert refused["errors"][0]["pointer"] == "/fork/at"


@pytest.mark.parametrize("slug", slugs())
def test_a_fork_goes_on_from_there(http: httpx.Client, slug: str) -> None:
    made, seats, _ = played(http, slug, 5)
    finish(http, made, seats[0].path)
    whole = seats[0].get("/position?at=4").json()
    forked, [mine, _] = create(http, slug, {"fork": {"id": made["id"], "at": 4}, **HUMANS})
    view = mine.view()
    assert view["forked_from"] == {"id": made["id"], "at": 4}
    assert (view["sandbox"], view["status"], view["open_seed"]) == (True, "running", False)
    assert forked["commitment"] != made["commitment"]
    host = mine.as_(forked["host_token"])
    assert host.get("/position").json() == whole
    turn = mine.as_(forked["seats"][view["to_act"][0]]["token"])
    assert turn.act(turn.legal()["actions"][0]).status_code == 200
    assert host.get("/position?at=1").json() == whole
    assert len(create(http, slug, {"fork": {"id": made["id"], "at": 4}})[0]["seats"]) == 2, "as many as before"
    again, _ = create(http, slug, {"fork": {"id": made["id"], "at": 4}, **HUMANS})
    assert again["commitment"] != forked["commitment"], "a fresh seed each time"


def test_whoever_may_read_the_position_may_fork(http: httpx.Client) -> None:
    made, seats, _ = played(http, "mekong", 3, visibility="private")
    fork = {"fork": {"id": made["id"], "at": 2}}

    def tried(token: str | None) -> httpx.Response:
        return http.post("/v1/mekong/games", json=fork, headers=seats[0].as_(token).headers())

    problem(tried(made["host_token"]), 409, reason="not_over")
    problem(tried(None), 404, "not-found")
    finish(http, made, seats[0].path)
    problem(tried(None), 404, "not-found")
    problem(tried("seat_of-another-game"), 404, "not-found")
    for token in (made["host_token"], made["spectator_token"], seats[1].token):
        assert tried(token).status_code == 201
    own, [mine, *_] = create(http, "mekong", {"position": seats[0].get("/position?at=2").json()})
    fork = {"fork": {"id": own["id"], "at": 1}}
    problem(tried(None), 401, "unauthorized")
    problem(tried(mine.token), 403, "forbidden")
    assert tried(own["host_token"]).status_code == 201, "a sandbox is open to its host"


@pytest.mark.parametrize(
    ("payload", "pointer"),
    [
        ({"seed": "5e" * 32}, "/seed"),
        ({"options": {"first_seat": 0}}, "/options"),
        ({"fork": {"id": "", "at": 1}}, "/fork/id"),
        ({"fork": {"at": 1}}, "/fork/id"),
        ({"fork": {"id": "00" + "a" * 26, "at": 0}}, "/fork/at"),
        ({"fork": {"id": "00" + "a" * 26, "at": "2"}}, "/fork/at"),
        ({"fork": {"id": "00" + "a" * 26, "at": 1, "seat": 0}}, "/fork/seat"),
        ({"seats": 3}, "/seats"),
        ({"at": 99}, "/fork/at"),
    ],
)
def test_forks_that_cannot_be(http: httpx.Client, payload: Json, pointer: str) -> None:
    made, seats, _ = played(http, "bakong", 1)
    finish(http, made, seats[0].path)
    at = payload.pop("at", 1)
    body = {"fork": {"id": made["id"], "at": at}, **payload}
    assert problem(http.post("/v1/bakong/games", json=body), 422, "invalid")["errors"][0]["pointer"] == pointer
    whole = seats[0].get("/position").json()
    both = problem(
        http.post("/v1/bakong/games", json={**body, "fork": {"id": made["id"], "at": 1}, "position": whole}),
        422,
        "invalid",
    )
    assert both["errors"]


def test_a_finished_game_is_not_forked_at_its_end(http: httpx.Client) -> None:
    made, [table, _] = create(http, "bailouke", {**HUMANS, "options": {"wins_needed": 1}})
    other = table.as_(made["seats"][1]["token"])
    while (view := table.view())["status"] == "running":
        turn = (table, other)[view["to_act"][0]]
        assert turn.act(turn.legal()["actions"][0]).status_code == 200
    body = {"fork": {"id": made["id"], "at": view["version"]}}
    refused = problem(http.post("/v1/bailouke/games", json=body), 422)
    assert refused["errors"][0]["pointer"] == "/fork/at"
    past = table.get(f"?at={view['version']}").json()
    assert (past["status"], past["result"]) == ("finished", view["result"])
    assert table.get(f"?at={view['version'] - 1}").json()["result"] is None
    assert orjson.loads(table.get(f"/position?at={view['version']}").content) == table.get("/position").json()
