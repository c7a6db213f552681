"""Registering a bot, proving its URL, its rules, its secret, and who may do what with its token."""

from __future__ import annotations

import base64
import hashlib
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from api.views.bots.registration import CHALLENGE_SECONDS
from store.bots.remote import NOT_PROVEN
from tests.support.client import SHORT, GameClient, create
from tests.support.stack import Stack
from tests.support.waiting import spend, wait_until
from tests.system.bots.players import Call, PullBot, WebhookBot, bearer, failures, register, remote, webhook

NOWHERE = "00aaaaaaaaaaaaaaaaaaaaaaaaaa"


def signatures(secret: str, call: Call) -> str:
    """The signature by the words of the standard, with an HMAC written out by hand."""
    key = base64.b64decode(secret.removeprefix("whsec_")).ljust(64, b"\0")
    text = f"{call.headers['webhook-id']}.{call.headers['webhook-timestamp']}.".encode() + call.body
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in key) + text).digest()
    return "v1," + base64.b64encode(hashlib.sha256(bytes(byte ^ 0x5C for byte in key) + inner).digest()).decode()


def test_a_new_bot_has_no_games(http: httpx.Client) -> None:
    bot = register(http, name="Croc", games=["kimbac"])
    answer = http.get(f"/v1/bots/{bot['id']}/games", headers=bearer(bot["token"]))
    assert (answer.status_code, answer.json()) == (200, {"games": []})


def test_a_pull_bot_is_registered_and_listed(http: httpx.Client) -> None:
    response = http.post("/v1/bots", json={"name": " Deep\u0007 Croc ", "games": ["kimbac"], "concurrent": 3})
    assert response.status_code == 201
    made = response.json()
    assert response.headers["Location"] == f"/v1/bots/{made['id']}"
    assert response.headers["Cache-Control"] == "no-store"
    assert made["token"].startswith("bot_")
    assert made["secret"].startswith("whsec_")
    assert (made["name"], made["kind"], made["url"]) == ("Deep Croc", "pull", None)
    listed = http.get("/v1/bots").json()
    assert {bot["id"] for bot in listed["built_in"]} >= {"random", "greedy"}
    [card] = [card for card in listed["remote"] if card["id"] == made["id"]]
    assert card == {
        "id": made["id"], "kind": "pull", "name": "Deep Croc", "games": ["kimbac"], "healthy": True,
        "games_played": 0, "median_ms": None, "p95_ms": None, "min_turn_seconds": 0,
    }  # fmt: skip
    mine = http.get(f"/v1/bots/{made['id']}", headers=bearer(made["token"])).json()
    assert "token" not in mine
    assert "secret" not in mine
    assert mine["concurrent"] == 3


def test_the_list_has_pages(http: httpx.Client) -> None:
    made = [register(http, name=f"Bot {number}")["id"] for number in range(3)]
    seen: list[str] = []
    page = http.get("/v1/bots", params={"limit": 2}).json()
    while True:
        seen += [card["id"] for card in page["remote"]]
        if page["next"] is None:
            break
        page = http.get("/v1/bots", params={"limit": 2, "cursor": page["next"]}).json()
    assert len(seen) == len(set(seen))
    assert [identifier for identifier in seen if identifier in made] == made[::-1]


def test_tokens_and_secrets_lie_nowhere_in_the_open(http: httpx.Client, stack: Stack) -> None:
    from redis import Redis

    payload = {"name": "Secretive"}
    made = http.post("/v1/bots", json=payload, headers={"Idempotency-Key": "secretive"}).json()
    http.get(f"/v1/bots/{made['id']}", headers=bearer(made["token"]))
    secret = base64.b64decode(made["secret"].removeprefix("whsec_"))
    with Redis.from_url(stack.server.url) as redis:
        stored = [redis.dump(key) or b"" for key in redis.scan_iter("*remote*")]
        stored += [redis.dump(key) or b"" for key in redis.scan_iter("*created*")]
    assert len(stored) >= 3
    for text in stored:
        assert made["token"].encode() not in text
        assert secret not in text
        assert made["secret"].encode() not in text
    assert made["token"] not in stack.log("api")


def test_a_url_is_proven_by_a_signed_challenge(http: httpx.Client) -> None:
    with webhook(http) as bot:
        [challenge] = bot.calls
        assert challenge.json["notice"] == "challenge"
        assert challenge.headers["webhook-signature"] == signatures(bot.secret, challenge)
        assert abs(int(challenge.headers["webhook-timestamp"]) - time.time()) < 30


def test_a_url_that_does_not_answer_is_not_registered(http: httpx.Client, served: Callable[..., WebhookBot]) -> None:
    """Nor does the time of the answer tell why."""
    silent = served(lambda _: (200, b"{}"))
    silent.echo = False
    before = [card["id"] for card in http.get("/v1/bots?limit=100").json()["remote"]]
    urls = (
        silent.url,
        "http://127.0.0.1:1025/",
        "http://169.254.169.254/latest/meta-data/",
        "http://no-such-name.invalid/",
    )

    def ask(url: str) -> httpx.Response:
        return http.post("/v1/bots", json={"name": "Nobody", "url": url})

    with ThreadPoolExecutor() as pool:
        responses = list(pool.map(ask, urls))
    for response in responses:
        assert not_proven(response)
    times = [response.elapsed.total_seconds() for response in responses]
    assert min(times) >= CHALLENGE_SECONDS
    assert max(times) - min(times) < 2
    [error] = ask("http://127.0.0.1:22/").json()["errors"]
    assert error["pointer"] == "/url"
    assert "port 22" in error["detail"]
    assert [card["id"] for card in http.get("/v1/bots?limit=100").json()["remote"]] == before


def not_proven(response: httpx.Response) -> bool:
    assert response.status_code == 422, response.text
    [error] = response.json()["errors"]
    return error["pointer"] == "/url" and NOT_PROVEN in error["detail"]


def test_loopback_is_closed_by_default_and_behind_a_trusted_proxy(served: Callable[..., WebhookBot]) -> None:
    bot = served(lambda _: (200, b"{}"))
    plain, proxied = {"LUDOTHEQUE_REMOTE_LOOPBACK": "0"}, {"LUDOTHEQUE_TRUSTED_PROXIES": "1"}
    for settings in (plain, proxied):
        with Stack(**settings) as stack, httpx.Client(base_url=stack.url, timeout=40, verify=False) as http:
            assert not_proven(http.post("/v1/bots", json={"name": "Scanner", "url": bot.url}))
    assert bot.calls == []
    opened = Stack(**proxied, LUDOTHEQUE_REMOTE_NETWORKS="127.0.0.0/8")
    with opened as stack, httpx.Client(base_url=stack.url, timeout=40, verify=False) as http:
        assert http.post("/v1/bots", json={"name": "Neighbour", "url": bot.url}).status_code == 201


def test_a_bot_that_moves_to_loopback_from_elsewhere_is_refused(http: httpx.Client) -> None:
    with webhook(http) as bot:
        away = bearer(bot.token) | {"X-Forwarded-For": "203.0.113.7"}
        calls = len(bot.calls)
        assert http.patch(f"/v1/bots/{bot.id}", json={"url": bot.url}, headers=away).status_code == 422
        assert len(bot.calls) == calls
        assert http.patch(f"/v1/bots/{bot.id}", json={"url": bot.url}, headers=bearer(bot.token)).status_code == 200


@pytest.mark.parametrize("body", [{}, {"name": ""}, {"name": "x", "games": ["chess"]}, {"name": "x", "url": "ftp://x"},
                                  {"name": "x", "concurrent": 0}, {"name": "x", "secret": "mine"}])  # fmt: skip
def test_a_bad_registration_names_its_field(http: httpx.Client, body: Any) -> None:
    response = http.post("/v1/bots", json=body)
    assert response.status_code == 422
    assert response.json()["errors"]


@pytest.fixture(scope="module")
def forgetful() -> Iterator[httpx.Client]:
    """A server that forgets a replaced secret after a second."""
    with (
        Stack(LUDOTHEQUE_SECRET_OVERLAP_SECONDS="1") as stack,
        httpx.Client(base_url=stack.url, timeout=40, verify=False) as http,
    ):
        yield http


def next_turn(bot: WebhookBot, ana: GameClient) -> Call:
    seen = len(bot.turns())
    ana.act(ana.legal()["actions"][0])
    ana.my_turn()
    return bot.turns()[seen]


def rotated(http: httpx.Client, bot: WebhookBot) -> str:
    """The new secret of the bot."""
    answer = http.patch(f"/v1/bots/{bot.id}", json={"rotate_secret": True}, headers=bearer(bot.token))
    assert answer.status_code == 200
    assert answer.json()["secret"] != bot.secret
    return str(answer.json()["secret"])


def test_calls_are_signed_and_a_replaced_secret_overlaps(http: httpx.Client) -> None:
    with webhook(http) as bot:
        made, (ana, _) = create(http, "kimbac", {"seats": [{"kind": "human"}, remote(bot)]})
        call = next_turn(bot, ana)
        assert call.headers["webhook-signature"] == signatures(bot.secret, call)
        fresh = rotated(http, bot)
        call = next_turn(bot, ana)
        assert call.headers["webhook-signature"].split() == [signatures(fresh, call), signatures(bot.secret, call)]
        assert failures(http, "kimbac", made["id"]) == []


def test_a_replaced_secret_is_forgotten_after_a_while(forgetful: httpx.Client) -> None:
    with webhook(forgetful) as bot:
        made, (ana, _) = create(forgetful, "kimbac", {"seats": [{"kind": "human"}, remote(bot)]})
        fresh = rotated(forgetful, bot)
        spend(1.1)
        call = next_turn(bot, ana)
        assert call.headers["webhook-signature"] == signatures(fresh, call)
        assert failures(forgetful, "kimbac", made["id"]) == []


def test_a_bot_is_changed_by_its_owner_alone(http: httpx.Client) -> None:
    made = register(http, name="Mine")
    path, mine = f"/v1/bots/{made['id']}", bearer(made["token"])
    other = bearer(register(http, name="Other")["token"])
    for method, tail in (("GET", ""), ("PATCH", ""), ("DELETE", ""), ("POST", "/test"), ("GET", "/deliveries"),
                         ("GET", "/turns")):  # fmt: skip
        for headers in ({}, other, bearer("nonsense")):
            refused = http.request(method, path + tail, headers=headers)
            assert refused.status_code == 401
            assert refused.headers["WWW-Authenticate"].startswith("Bearer")
        assert http.request(method, f"/v1/bots/{NOWHERE}{tail}", headers=mine).status_code == 404
    changed = http.patch(path, json={"name": "Still mine", "games": ["bakong"], "concurrent": 2}, headers=mine).json()
    assert (changed["name"], changed["games"], changed["concurrent"]) == ("Still mine", ["bakong"], 2)
    unproven = http.patch(path, json={"url": "http://127.0.0.1:1025/"}, headers=mine)
    assert unproven.status_code == 422
    assert http.delete(path, headers=mine).status_code == 204
    assert http.get(path, headers=mine).status_code == 404


def test_a_changed_url_is_proven_before_it_is_called(http: httpx.Client, served: Callable[..., WebhookBot]) -> None:
    other = served(lambda _: (200, b"{}"))
    with webhook(http) as bot:
        path, mine = f"/v1/bots/{bot.id}", bearer(bot.token)
        other.echo = False
        assert http.patch(path, json={"url": other.url}, headers=mine).status_code == 422
        assert http.get(path, headers=mine).json()["url"] == bot.url
        other.echo = True
        assert http.patch(path, json={"url": other.url}, headers=mine).json()["url"] == other.url


def test_the_owners_rules_refuse_games(http: httpx.Client) -> None:
    made = register(http, name="Choosy", games=["kimbac"], concurrent=1)
    seats = [{"kind": "human"}, {"kind": "remote", "bot": made["id"]}]
    refused = http.post("/v1/bakong/games", json={"seats": seats})
    assert refused.status_code == 409
    assert refused.json()["detail"] == "Choosy does not play bakong; GET /v1/bots says which games each bot plays."
    game = http.post("/v1/kimbac/games", json={"seats": seats})
    assert game.status_code == 201
    refused = http.post("/v1/kimbac/games", json={"seats": seats})
    assert refused.status_code == 409
    assert "1 games already" in refused.json()["detail"]
    host = bearer(game.json()["host_token"])
    assert http.delete(f"/v1/kimbac/games/{game.json()['id']}", headers=host).status_code == 200
    wait_until(lambda: http.post("/v1/kimbac/games", json={"seats": seats}).status_code == 201)
    assert http.get(f"/v1/bots/{made['id']}", headers=bearer(made["token"])).json()["games_played"] == 1


def test_a_seat_names_a_bot_that_exists(http: httpx.Client) -> None:
    for seat in ({"kind": "remote"}, {"kind": "remote", "bot": NOWHERE}, {"kind": "bot", "bot": NOWHERE},
                 {"kind": "remote", "bot": "greedy"}):  # fmt: skip
        refused = http.post("/v1/kimbac/games", json={"seats": [{"kind": "human"}, seat]})
        assert refused.status_code == 422, refused.text
        assert refused.json()["errors"][0]["pointer"] == "/seats/1/bot"


def test_a_person_hands_over_to_a_remote_bot_and_takes_back(http: httpx.Client) -> None:
    with webhook(http) as bot:
        _, (ana, bo) = create(http, "kimbac", {"seats": [{"kind": "human"}, {"kind": "human"}]})
        handed = bo.put("/seats/1", {"kind": "remote", "bot": bot.id})
        assert handed.status_code == 200, handed.text
        assert handed.json()["view"]["seats"][1]["kind"] == "remote"
        assert handed.json()["view"]["seats"][1]["bot"] == bot.id
        ana.act(ana.legal()["actions"][0])
        ana.my_turn()
        assert len(bot.turns()) >= 1
        assert bo.act({"type": "pass"}).status_code in (409, 422)
        assert bo.legal()["actions"] == []
        playing = bo.as_(bot.token)
        assert playing.view()["you"] == 1
        assert playing.put("/seats/1", {"kind": "open"}).status_code == 403
        assert playing.post("/resign").status_code == 403
        assert bo.put("/seats/1", {"kind": "human"}).status_code == 200
        assert playing.get().status_code == 401, "the bot's token opened the seat only while it played it"
        assert bo.view()["you"] == 1
        wait_until(lambda: bot.notices() == ["challenge", "start", "end"], what=bot.notices)


def test_a_bot_with_several_seats_says_which(http: httpx.Client) -> None:
    made = register(http, name="Twins")
    seat = {"kind": "remote", "bot": made["id"]}
    game, (table, *_) = create(http, "kimbac", {"seats": [{"kind": "human"}, seat, seat]})
    path, mine = f"/v1/kimbac/games/{game['id']}", bearer(made["token"])
    assert http.get(path, headers=mine).json()["you"] == 1
    assert http.get(f"{path}?seat=2", headers=mine).json()["you"] == 2
    assert http.get(f"{path}/actions?seat=2", headers=mine).json()["seat"] == 2
    assert http.get(f"{path}?seat=0", headers=mine).status_code == 401
    assert http.get(f"{path}?seat=x", headers=mine).status_code == 422
    assert table.get("?seat=1").json()["you"] == 0, "a person has one seat"


def test_turns_arrive_as_a_stream_until_they_are_acted_on(http: httpx.Client) -> None:
    made = register(http, name="Listener")
    mine = bearer(made["token"])
    _, (ana, *_) = create(http, "kimbac", {"seats": [{"kind": "human"}, {"kind": "remote", "bot": made["id"]}]})
    path, live = f"/v1/bots/{made['id']}/turns", mine | {"Accept": "text/event-stream"}
    with http.stream("GET", path, headers=live) as one, http.stream("GET", path, headers=live) as other:
        assert one.headers["Content-Type"].startswith("text/event-stream")
        ana.act(ana.legal()["actions"][0])
        import json

        for stream in (one, other):  # every connection is told
            lines = stream.iter_lines()
            data = next(line for line in lines if line.startswith("data: "))
            turn = json.loads(data.removeprefix("data: "))
            assert turn["view"]["you"] == 1
    again = http.get(path, headers=mine).json()["turns"]
    assert [turn["decision"] for turn in again] == [turn["decision"]], "told again until acted on"
    acted = http.post(f"{ana.path}/actions", json=turn["actions"]["actions"][0], headers=mine)
    assert acted.status_code == 200


def test_a_waiting_read_is_answered_when_a_turn_comes(http: httpx.Client) -> None:
    made = register(http, name="Patient")
    mine = bearer(made["token"])
    path = f"/v1/bots/{made['id']}/turns"
    started = time.monotonic()
    empty = http.get(path, headers=mine | {"Prefer": "wait=1"})
    assert empty.json() == {"turns": [], "notices": []}
    assert empty.headers["Preference-Applied"] == "wait=1"
    assert time.monotonic() - started >= 1


def test_a_rematch_asks_the_bots_again(http: httpx.Client) -> None:
    with PullBot(http, games=["kimbac"]) as bot:
        _, (ana, _) = create(http, "kimbac", {"seats": [{"kind": "human"}, remote(bot)], "options": SHORT["kimbac"]})
        ana.play_to_the_end()
        again = ana.post("/rematch")
        assert again.status_code == 201, again.text
        assert again.json()["seats"][1]["kind"] == "remote"
        assert again.json()["view"]["seats"][1]["bot"] == bot.id
