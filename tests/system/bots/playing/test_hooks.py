"""Hooks of people's games: proven, signed, called for what they want to know, logged, and gone with game and token."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.api.problems import illegal, problem, two_humans
from tests.support.client import GameClient, Json, create
from tests.support.stack import Stack
from tests.support.waiting import wait_until
from tests.system.bots.players import WebhookBot, serving
from workers.remote.webhooks import signature


@pytest.fixture
def listener() -> Iterator[WebhookBot]:
    with serving(WebhookBot()) as bot:
        yield bot


def add(table: GameClient, listener: WebhookBot, *on: str, **headers: str) -> Json:
    response = table.post("/hooks", {"url": listener.url, **({"on": list(on)} if on else {})}, **headers)
    assert response.status_code == 201, response.text
    assert response.headers["Location"] == f"{table.path}/hooks/{response.json()['id']}"
    return dict(response.json())


def notices(listener: WebhookBot) -> list[Json]:
    return [call.json for call in listener.calls if call.json.get("notice") == "game"]


def act(seats: list[GameClient]) -> GameClient:
    turn = seats[seats[0].view()["to_act"][0]]
    assert turn.act(turn.legal()["actions"][0]).status_code == 200
    return turn


def test_a_seat_hears_of_its_own_turn_only(http: httpx.Client, listener: WebhookBot) -> None:
    _, ana, ben = two_humans(http, "kimbac")
    hook = add(ben, listener, "turn")
    act([ana, ben])
    wait_until(lambda: len(notices(listener)) == 1)
    [notice] = notices(listener)
    view = ben.view()
    assert notice == {
        "notice": "game", "event": "turn", "game": "kimbac", "id": ben.id, "version": 2, "seat": 1,
        "sentence": "It is the turn of Ben.", "url": ben.path,
    }  # fmt: skip
    assert view["to_act"] == [1]
    call = next(call for call in listener.calls if call.json == notice)
    secret = base64.b64decode(hook["secret"].removeprefix("whsec_"))
    stamp, identifier = int(call.headers["webhook-timestamp"]), call.headers["webhook-id"]
    assert call.headers["webhook-signature"] == signature(secret, identifier, stamp, call.body)
    act([ana, ben])
    act([ana, ben])
    wait_until(lambda: len(notices(listener)) == 2)
    assert [notice["seat"] for notice in notices(listener)] == [1, 1]
    wait_until(lambda: len(ben.get(f"/hooks/{hook['id']}").json()["deliveries"]) == 2)
    shown = ben.get(f"/hooks/{hook['id']}").json()
    assert "secret" not in shown
    assert (shown["url"], shown["on"]) == (listener.url, ["turn"])
    assert {(entry["call"], entry["status"], entry["fault"]) for entry in shown["deliveries"]} == {
        ("notice", 204, None)
    }


def test_the_host_hears_of_seats_and_of_the_end_in_french(http: httpx.Client, listener: WebhookBot) -> None:
    made, [ana, _] = create(http, "kimbac", {"seats": [{"kind": "human", "name": "Ana"}, {"kind": "open"}]})
    host = ana.as_(made["host_token"])
    add(host, listener, "seat_taken", "over", Accept_Language="fr")
    ana.as_(None).post("/seats", {"name": "Bo"}).raise_for_status()
    http.delete(host.path, headers=host.headers()).raise_for_status()
    wait_until(lambda: len(notices(listener)) == 2)
    told = {notice["event"]: notice for notice in notices(listener)}
    assert told["seat_taken"]["sentence"] == "Bo prend place à la table."
    assert told["over"]["sentence"] == "La partie a été annulée."
    illegal(host.post("/hooks", {"url": listener.url}), "kimbac", "KIM-92", "game_over")


def test_a_hook_is_for_whoever_made_it_and_ends_with_the_token(http: httpx.Client, listener: WebhookBot) -> None:
    made, ana, ben = two_humans(http, "kimbac")
    hook = add(ben, listener)
    path = f"/hooks/{hook['id']}"
    for other in (ana, ana.as_(made["host_token"])):
        problem(other.get(path), 404, "not-found")
        problem(http.delete(other.path + path, headers=other.headers()), 404, "not-found")
    problem(ana.as_(None).get(path), 401, "unauthorized")
    problem(http.get(f"/v1/bots/{hook['id']}", headers=ben.headers()), 401, "unauthorized")
    assert hook["id"] not in http.get("/v1/bots?limit=100").text, "it is no bot"
    seats = [{"kind": "human"}, {"kind": "remote", "bot": hook["id"]}]
    problem(http.post("/v1/kimbac/games", json={"seats": seats}), 422, "invalid")
    ben.put("/seats/1", {"kind": "open"}).raise_for_status()
    ana.act(ana.legal()["actions"][0]).raise_for_status()
    second = add(ana, listener, "over")
    http.delete(ana.path, headers=ana.as_(made["host_token"]).headers()).raise_for_status()
    wait_until(lambda: [notice["event"] for notice in notices(listener)] == ["over"])
    assert http.delete(f"{ana.path}/hooks/{second['id']}", headers=ana.headers()).status_code == 204
    problem(ana.get(f"/hooks/{second['id']}"), 404, "not-found")


def test_a_hook_that_fails_is_called_again(http: httpx.Client, listener: WebhookBot) -> None:
    _, ana, ben = two_humans(http, "kimbac")
    hook = add(ben, listener, "turn")
    listener.notice_answer = 500, b""
    act([ana, ben])
    wait_until(lambda: len(notices(listener)) == 1)
    listener.notice_answer = 204, b""
    wait_until(lambda: len(ben.get(f"/hooks/{hook['id']}").json()["deliveries"]) == 2)
    assert len({call.headers["webhook-id"] for call in listener.calls if call.json.get("notice") == "game"}) == 1
    log = ben.get(f"/hooks/{hook['id']}").json()["deliveries"]
    assert [(entry["status"], entry["fault"]) for entry in log] == [(204, None), (500, "status")]


@pytest.mark.parametrize(
    ("body", "pointer"),
    [({}, "/url"), ({"url": "ftp://x"}, "/url"), ({"url": "http://127.0.0.1:9/", "on": ["dance"]}, "/on/0"),
     ({"url": "http://127.0.0.1:9/", "on": []}, "/on"), ({"url": "http://127.0.0.1:9/"}, "/url")],
)  # fmt: skip
def test_hooks_that_cannot_be(http: httpx.Client, body: Any, pointer: str) -> None:
    _, ana, _ = two_humans(http, "kimbac")
    assert problem(ana.post("/hooks", body), 422, "invalid")["errors"][0]["pointer"] == pointer


def test_a_game_has_so_many_hooks(http: httpx.Client, listener: WebhookBot) -> None:
    _, ana, _ = two_humans(http, "kimbac")
    for _ in range(20):
        add(ana, listener, "over")
    problem(ana.post("/hooks", {"url": listener.url}), 429, "too-much-held")


def test_a_client_has_so_many_hooks_and_a_killed_dispatcher_loses_no_notice(listener: WebhookBot) -> None:
    """The task lies beside the game, written by the commit itself: the next dispatcher finds it."""
    with (
        Stack(LUDOTHEQUE_CLIENT_HOOKS="2") as stack,
        httpx.Client(base_url=stack.url, timeout=40, verify=False) as http,
    ):
        _, ana, ben = two_humans(http, "kimbac")
        add(ben, listener, "turn")
        _, cleo, _ = two_humans(http, "kimbac")
        second = add(cleo, listener, "over")
        refused = problem(ana.post("/hooks", {"url": listener.url}), 429, "too-much-held")
        assert "2 hooks" in refused["detail"]
        assert http.delete(f"{cleo.path}/hooks/{second['id']}", headers=cleo.headers()).status_code == 204
        add(ana, listener, "over")
        stack.stop("workers", 9)
        act([ana, ben])
        assert notices(listener) == []
        stack.start("workers", "-m", "workers")
        wait_until(lambda: [notice["seat"] for notice in notices(listener)] == [1])
