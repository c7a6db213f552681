"""Bots that are away for a moment, slow, or late: what it costs them, and how they become healthy again."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from store.bots.health import last_full_time
from tests.support.client import SHORT, GameClient, create
from tests.support.stack import Stack
from tests.support.waiting import spend, wait_until
from tests.system.bots.players import Json, WebhookBot, bearer, failures, first_action, register, remote, webhook


@pytest.fixture(scope="module")
def http() -> Iterator[httpx.Client]:
    with (
        Stack(LUDOTHEQUE_REMOTE_SECONDS="6") as stack,
        httpx.Client(base_url=stack.url, timeout=40, verify=False) as client,
    ):
        yield client


def shown(http: httpx.Client, bot: Any) -> Json:
    return dict(http.get(f"/v1/bots/{bot.id}", headers=bearer(bot.token)).json())


def rounds(table: GameClient, number: int) -> None:
    for _ in range(number):
        if table.my_turn()["status"] != "running":
            return
        assert table.act(table.legal()["actions"][0]).status_code == 200
        table.my_turn()


@pytest.mark.parametrize("status", [500, 503, 429, None])
def test_a_bot_that_is_away_for_two_seconds_loses_no_decision(http: httpx.Client, status: int | None) -> None:
    """It refuses, or drops the connection, as a bot does that is being started anew."""
    back: list[float] = []

    def restarting(turn: Json) -> Any:
        back[:] = back or [time.monotonic() + 2]
        if time.monotonic() < back[0]:
            return None if status is None else (status, b"")
        return first_action(turn)

    with webhook(http, restarting) as bot:
        made, (ana, _) = create(http, "kimbac", {"seats": [{"kind": "human"}, remote(bot)]})
        rounds(ana, 1)
        assert failures(http, "kimbac", made["id"]) == []
        calls = bot.turns()
        assert 3 <= len(calls) <= 8, "with pauses between"
        assert len({call.headers["webhook-id"] for call in calls}) == 1


def test_a_stranger_s_short_clock_harms_a_slow_bot_only_there(http: httpx.Client) -> None:
    """It needs 1.5 seconds; a game with a one-second clock makes it fail in that game alone."""

    def slow(turn: Json) -> Any:
        spend(1.5)
        return first_action(turn)

    with webhook(http, slow) as bot:
        plan = {"seats": [{"kind": "human"}, remote(bot)]}
        hasty, (eve, _) = create(http, "kimbac", plan | {"clock": {"turn_seconds": 1}})
        for _ in range(4):
            eve.act(eve.legal()["actions"][0])
            eve.wait_for(lambda view: 0 in view["to_act"] or view["status"] != "running")
        assert len(failures(http, "kimbac", hasty["id"])) >= 3
        assert shown(http, bot)["healthy"] is True
        fair, (ana, _) = create(http, "kimbac", plan)
        rounds(ana, 2)
        assert failures(http, "kimbac", fair["id"]) == []
        assert shown(http, bot)["failures"] == 0


def broken(turn: Json) -> Any:
    return 200, b"{}"


def fail_three_times(http: httpx.Client, bot: WebhookBot) -> tuple[Json, GameClient]:
    made, (ana, _) = create(http, "kimbac", {"seats": [{"kind": "human"}, remote(bot)]})
    for _ in range(20):
        rounds(ana, 1)
        if len(failures(http, "kimbac", made["id"])) >= 3:
            break
    assert shown(http, bot)["healthy"] is False
    return made, ana


def seconds_left(call: Any) -> float:
    from datetime import datetime

    deadline = datetime.fromisoformat(call.json["deadline"]).timestamp()
    return deadline - int(call.headers["webhook-timestamp"])


def test_a_turn_names_the_deadline_that_holds(http: httpx.Client) -> None:
    with webhook(http, broken) as bot:
        _, ana = fail_three_times(http, bot)
        assert seconds_left(bot.turns()[0]) > 4
        seen = len(bot.turns())
        rounds(ana, 1)
        assert seconds_left(bot.turns()[seen]) <= 3.1, "it fails here: its turns are short, and say so"
        _, (ben, _) = create(http, "kimbac", {"seats": [{"kind": "human"}, remote(bot)]})
        seen = len(bot.turns())
        ben.act(ben.legal()["actions"][0])
        ben.my_turn()
        other = [call for call in bot.turns()[seen:] if call.json["id"] == ben.id]
        assert seconds_left(other[0]) > 4, "in another game it has all its time"


@pytest.mark.parametrize("cure", ["change", "test", "answer"])
def test_what_makes_a_bot_healthy_again(http: httpx.Client, cure: str) -> None:
    with webhook(http, broken) as bot:
        _, ana = fail_three_times(http, bot)
        bot.answer = first_action
        path, mine = f"/v1/bots/{bot.id}", bearer(bot.token)
        if cure == "change":
            assert http.patch(path, json={"name": "Mended"}, headers=mine).status_code == 200
        elif cure == "test":
            assert http.post(f"{path}/test", json={"game": "kimbac"}, headers=mine).json()["ok"] is True
        else:
            rounds(ana, 1)
        assert shown(http, bot)["healthy"] is True
        seen = len(bot.turns())
        ana.act(ana.legal()["actions"][0])
        ana.my_turn()
        assert seconds_left(bot.turns()[seen]) > 4, "and has all its time again"


def test_a_bot_that_keeps_failing_gets_all_its_time_now_and_then() -> None:
    """Else one that needs more than two seconds could never answer well again."""
    assert [number for number in range(1, 100) if last_full_time(number) == number] == [6, 12, 24, 48, 96]
    assert [last_full_time(number) for number in (0, 5, 7, 11, 13, 95)] == [0, 0, 6, 6, 12, 48]


def test_a_bot_that_needs_more_than_two_seconds_becomes_healthy_again(http: httpx.Client) -> None:
    """Its sixth turn is short, since it has failed; one of the next two has all its time."""
    decisions: list[int] = []

    def mended(turn: Json) -> Any:
        if turn["decision"] not in decisions:
            decisions.append(turn["decision"])
        if len(decisions) <= 5:
            return broken(turn)
        spend(2.5)
        return first_action(turn)

    with webhook(http, mended) as bot:
        made, (ana, _) = create(http, "kimbac", {"seats": [{"kind": "human"}, remote(bot)]})
        for _ in range(40):
            rounds(ana, 1)
            if len(decisions) > 6 and shown(http, bot)["healthy"]:
                break
        assert shown(http, bot)["healthy"] is True
        found = [event["fault"] for event in failures(http, "kimbac", made["id"])]
        assert found in (["nonsense"] * 5 + ["timeout"] * count for count in (1, 2))


def test_a_promise_that_is_not_kept_counts_like_silence(http: httpx.Client) -> None:
    with webhook(http, lambda _: (202, b"")) as bot:
        made, (ana, _) = create(
            http, "kimbac", {"seats": [{"kind": "human"}, remote(bot)], "clock": {"turn_seconds": 1}}
        )
        for _ in range(3):
            ana.act(ana.legal()["actions"][0])
            ana.wait_for(lambda view: 0 in view["to_act"] or view["status"] != "running")
        assert {event["fault"] for event in failures(http, "kimbac", made["id"])} == {"timeout"}
        log = http.get(f"/v1/bots/{bot.id}/deliveries", headers=bearer(bot.token)).json()["deliveries"]
        assert {(entry["status"], entry["fault"]) for entry in log if entry["call"] == "turn"} == {
            (202, None),
            (None, "timeout"),
        }


def test_a_late_act_is_never_played_on_a_later_decision(http: httpx.Client) -> None:
    bot = register(http, name="Late")
    plan = {"seats": [{"kind": "human"}, {"kind": "remote", "bot": bot["id"]}], "clock": {"turn_seconds": 1}}
    made, (ana, _) = create(http, "kimbac", plan)
    mine, path = bearer(bot["token"]), f"/v1/bots/{bot['id']}/turns"

    def turn() -> Json:
        assert ana.act(ana.legal()["actions"][0]).status_code == 200
        found = http.get(path, headers=mine | {"Prefer": "wait=20"}).json()["turns"]
        return dict(found[0])

    first = turn()
    ana.wait_for(lambda _: bool(failures(http, "kimbac", made["id"])))  # its time is up
    ana.my_turn()
    second = turn()
    assert second["decision"] > first["decision"]
    late = http.post(first["act"], json=first["actions"]["actions"][0], headers=mine)
    assert late.status_code == 409
    assert late.json()["reason"] in ("superseded", "game_over")


def test_faults_carry_their_field_and_rule(http: httpx.Client) -> None:
    with webhook(http, lambda _: (200, b'{"action": {"type": 7}}')) as bot:
        made, (ana, _) = create(http, "kimbac", {"seats": [{"kind": "human"}, remote(bot)]})
        rounds(ana, 1)
        [failure] = failures(http, "kimbac", made["id"])
        assert (failure["fault"], failure["field"]) == ("nonsense", "/action/type")
        log = http.get(f"/v1/bots/{bot.id}/deliveries", headers=bearer(bot.token)).json()["deliveries"]
        [entry, *_] = [entry for entry in log if entry["call"] == "turn"]
        assert entry["field"] == "/action/type"
        assert "no action of this game" in entry["detail"]


def test_notices_carry_the_result(http: httpx.Client) -> None:
    bot = register(http, name="Reader")
    path, mine = f"/v1/bots/{bot['id']}/turns", bearer(bot["token"])
    with webhook(http) as hook:
        seats = [{"kind": "remote", "bot": bot["id"]}, remote(hook)]
        made, (watcher, _) = create(http, "kimbac", {"seats": seats, "options": SHORT["kimbac"]})
        stop = threading.Event()

        def play() -> None:
            with httpx.Client(base_url=http.base_url, timeout=40, verify=False) as mine_http:
                while not stop.is_set():
                    for turn in mine_http.get(path, headers=mine | {"Prefer": "wait=1"}).json()["turns"]:
                        mine_http.post(turn["act"], json=turn["actions"]["actions"][0], headers=mine)

        player = threading.Thread(target=play)
        player.start()
        try:
            view = watcher.wait_for(lambda view: view["status"] == "finished")
        finally:
            stop.set()
            player.join()
        notices: list[Json] = wait_until(
            lambda: len(found := http.get(f"{path}?after=0", headers=mine).json()["notices"]) >= 2 and found
        )
        assert [(notice["notice"], notice["status"]) for notice in notices] == [
            ("start", "running"),
            ("end", "finished"),
        ]
        assert notices[1]["result"] == view["result"]
        ended = [call.json for call in hook.calls if call.json.get("notice") == "end"]
        assert [(call["status"], call["result"]) for call in ended] == [("finished", view["result"])]
        assert made["id"] == ended[0]["id"]
