"""What owners may refuse: clocks that are too short, hosts, games; and what one client may take of a bot."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.support.client import GameClient, create
from tests.support.stack import Stack
from tests.support.waiting import wait_until
from tests.system.bots.players import Json, WebhookBot, bearer, first_action, register, webhook


@pytest.fixture(scope="module")
def proxied() -> Iterator[httpx.Client]:
    """Behind a proxy that says who the client is."""
    stack = Stack(
        LUDOTHEQUE_TRUSTED_PROXIES="1", LUDOTHEQUE_REMOTE_IDLE_SECONDS="2", LUDOTHEQUE_REMOTE_NETWORKS="127.0.0.0/8"
    )
    with stack, httpx.Client(base_url=stack.url, timeout=40, verify=False) as client:
        yield client


def by(address: str) -> dict[str, str]:
    return {"X-Forwarded-For": address}


def seated(http: httpx.Client, bot: Json, address: str, **payload: Any) -> httpx.Response:
    plan = [{"kind": "human"}, {"kind": "remote", "bot": bot["id"]}]
    return http.post("/v1/kimbac/games", json={"seats": plan, **payload}, headers=by(address))


def registered(http: httpx.Client, **payload: Any) -> Json:
    made = http.post("/v1/bots", json={"name": "Croc", **payload}, headers=by("198.51.100.1"))
    assert made.status_code == 201, made.text
    return dict(made.json())


def test_one_client_takes_half_of_a_bot_s_places_and_its_owner_all(proxied: httpx.Client) -> None:
    bot = registered(proxied, concurrent=4)
    assert [seated(proxied, bot, "203.0.113.7").status_code for _ in range(3)] == [201, 201, 409]
    assert "share" in seated(proxied, bot, "203.0.113.7").json()["detail"]
    assert seated(proxied, bot, "203.0.113.8").status_code == 201
    assert [seated(proxied, bot, "198.51.100.1").status_code for _ in range(2)] == [201, 409]
    other = registered(proxied, concurrent=3)
    assert [seated(proxied, other, "198.51.100.1").status_code for _ in range(4)] == [201, 201, 201, 409]


def test_an_idle_game_gives_its_place_back(proxied: httpx.Client) -> None:
    """The human never acts: the bot is not asked, and after a while others may have the place."""
    bot = registered(proxied, concurrent=1)
    assert seated(proxied, bot, "203.0.113.7").status_code == 201
    assert seated(proxied, bot, "203.0.113.8").status_code == 409
    wait_until(lambda: seated(proxied, bot, "203.0.113.8").status_code != 409)
    listed = proxied.get(f"/v1/bots/{bot['id']}/games", headers=bearer(bot["token"])).json()["games"]
    assert len(listed) == 2, "the idle game goes on when its turn comes"


def test_only_hosts_on_the_list_seat_a_bot(proxied: httpx.Client) -> None:
    bot = registered(proxied, hosts=["203.0.113.0/28", "2001:db8::/32"])
    for address, status in (("203.0.113.7", 201), ("203.0.113.77", 409), ("2001:db8:1::9", 201), ("2001:dead::1", 409)):
        answer = seated(proxied, bot, address)
        assert answer.status_code == status, (address, answer.text)
    path = f"/v1/bots/{bot['id']}"
    assert proxied.patch(path, json={"hosts": []}, headers=bearer(bot["token"])).json()["hosts"] == []
    assert seated(proxied, bot, "203.0.113.77").status_code == 201


@pytest.mark.parametrize("hosts", [["example.org"], ["10.0.0.0/33"], [""], "10.0.0.1"])
def test_a_bad_host_is_named(http: httpx.Client, hosts: Any) -> None:
    refused = http.post("/v1/bots", json={"name": "Croc", "hosts": hosts})
    assert refused.status_code == 422
    assert refused.json()["errors"][0]["pointer"].startswith("/hosts")


def test_a_clock_that_is_too_short_is_refused(http: httpx.Client) -> None:
    bot = register(http, name="Slow", min_turn_seconds=10)
    plan = [{"kind": "human"}, {"kind": "remote", "bot": bot["id"]}]
    refused = http.post("/v1/kimbac/games", json={"seats": plan, "clock": {"turn_seconds": 9}})
    assert refused.status_code == 409
    assert "at least 10 seconds" in refused.json()["detail"]
    for clock in ({"turn_seconds": 10}, None):
        assert http.post("/v1/kimbac/games", json={"seats": plan, "clock": clock}).status_code == 201
    [card] = [card for card in http.get("/v1/bots?limit=100").json()["remote"] if card["id"] == bot["id"]]
    assert card["min_turn_seconds"] == 10


def left(table: GameClient) -> list[Any]:
    events = table.get("/events?limit=500").json()["events"]
    return [(event["seat"], event["fault"]) for event in events if event["type"] == "bot_failed"]


def test_an_owner_takes_its_bot_out_of_one_game(http: httpx.Client) -> None:
    bot = register(http, name="Leaver", concurrent=2)
    mine, seat = bearer(bot["token"]), {"kind": "remote", "bot": bot["id"]}
    games = [create(http, "kimbac", {"seats": [{"kind": "human"}, seat]}) for _ in range(2)]
    path = f"/v1/bots/{bot['id']}/games"
    listed = http.get(path, headers=mine).json()["games"]
    assert [(game["id"], game["game"], game["seats"], game["status"]) for game in listed] == [
        (made["id"], "kimbac", [1], "running") for made, _ in games
    ]
    (gone, (ana, *_)), (kept, (ben, *_)) = games
    assert http.delete(f"{path}/{gone['id']}", headers=mine).status_code == 204
    assert ana.view()["seats"][1]["kind"] == "bot"
    assert left(ana) == [(1, "left")]
    assert ana.as_(bot["token"]).get("/actions").status_code == 401
    assert ben.view()["seats"][1]["kind"] == "remote"
    assert [game["id"] for game in http.get(path, headers=mine).json()["games"]] == [kept["id"]]
    assert http.delete(f"{path}/{gone['id']}", headers=mine).status_code == 404
    assert create(http, "kimbac", {"seats": [{"kind": "human"}, seat]}), "its place is free"


def test_a_webhook_bot_declines_a_game_in_its_answer_to_the_start_notice(http: httpx.Client) -> None:
    with webhook(http) as bot:
        decline(bot)
        _, (ana, *_) = create(http, "kimbac", {"seats": [{"kind": "human"}, {"kind": "remote", "bot": bot.id}]})
        ana.wait_for(lambda view: view["seats"][1]["kind"] == "bot")
        assert left(ana) == [(1, "left")]
        assert bot.turns() == []


def decline(bot: WebhookBot) -> None:
    bot.notice_answer = 200, json.dumps({"decline": True}).encode()


def test_turns_in_the_bot_s_language_and_in_words(http: httpx.Client) -> None:
    with webhook(http, first_action, language="fr", text=True) as bot:
        _, (ana, _) = create(http, "kimbac", {"seats": [{"kind": "human"}, {"kind": "remote", "bot": bot.id}]})
        ana.act(ana.legal()["actions"][0])
        ana.my_turn()
        turn = bot.turns()[0].json
        french = ana.get("/events", Accept_Language="fr").json()["events"]
        assert turn["events"][0]["sentence"] == french[0]["sentence"]
        assert len(turn["text"]["actions"]) == len(turn["actions"]["actions"])
        assert turn["text"]["actions"][0].startswith("1. ")
        assert turn["text"]["board"].strip()
        assert turn["act"] == f"{ana.path}/actions?seat=1&decision={turn['decision']}"


def test_a_pull_bot_asks_for_text(http: httpx.Client) -> None:
    bot = register(http, name="Reader")
    mine, path = bearer(bot["token"]), f"/v1/bots/{bot['id']}/turns"
    _, (ana, _) = create(http, "kimbac", {"seats": [{"kind": "human"}, {"kind": "remote", "bot": bot["id"]}]})
    ana.act(ana.legal()["actions"][0])
    [turn] = http.get(path, headers=mine | {"Prefer": "wait=20"}).json()["turns"]
    assert "text" not in turn
    [turn] = http.get(f"{path}?text=1", headers=mine).json()["turns"]
    assert turn["text"]["actions"]
    assert http.get(f"{path}?text=maybe", headers=mine).status_code == 422
