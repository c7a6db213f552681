"""Bots that hang, babble, cheat, drop the line or flood it: the game goes on in time, and says why."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from tests.support.client import GameClient, create
from tests.support.processes import children
from tests.support.processes import memory as resident
from tests.support.stack import Stack
from tests.support.waiting import spend, wait_until
from tests.system.bots.players import (
    Json,
    PullBot,
    WebhookBot,
    bearer,
    failures,
    first_action,
    register,
    remote,
    serving,
    webhook,
)

BUDGET = 2
BOTS = 12
FLAT_KB = 3_000
"""Of all processes, while a bot is called 48 times; 64 KB kept for every call would be more."""
ANSWER_KB = 8_000
"""Of all processes, in all; a single answer of 10 MB that is kept would be more."""
SLACK = 30
"""This machine may be busy with other things; a bot that hangs does so for longer."""


@pytest.fixture(scope="module")
def quick() -> Iterator[Stack]:
    with Stack(LUDOTHEQUE_REMOTE_SECONDS=str(BUDGET), LUDOTHEQUE_SECRET_OVERLAP_SECONDS="3") as running:
        yield running


@pytest.fixture
def http(quick: Stack) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=quick.url, timeout=40, verify=False) as client:
        yield client


def hangs(turn: Json) -> Any:
    spend(BUDGET + 2 * SLACK)
    return first_action(turn)


def stubborn() -> Callable[[Json], Any]:
    """Always the action that was legal once."""
    first: list[Any] = []

    def answer(turn: Json) -> Any:
        first[:] = first or [first_action(turn)]
        return first[0]

    return answer


FAULTS: dict[str, tuple[Callable[[Json], Any], str]] = {
    "hangs": (hangs, "timeout"),
    "promises and forgets": (lambda _: (202, b""), "timeout"),
    "answers garbage": (lambda _: (200, b"\xff\x00 not JSON"), "nonsense"),
    "answers a list": (lambda _: (200, b"[1, 2]"), "nonsense"),
    "invents an action": (lambda _: (200, b'{"action": {"type": "dance"}}'), "nonsense"),
    "breaks the rules": (stubborn(), "illegal"),
    "drops the connection": (lambda _: None, "unreachable"),
    "is broken": (lambda _: (500, b"oops"), "status"),
    "redirects": (lambda _: (302, b""), "status"),
    "answers 10 MB": (lambda _: (200, b"x" * 10_000_000), "too_large"),
}


def rounds(table: GameClient, number: int) -> float:
    """Play so many actions; the longest wait for the others."""
    longest = 0.0
    for _ in range(number):
        if table.my_turn()["status"] != "running":
            break
        assert table.act(table.legal()["actions"][0]).status_code == 200
        started = time.monotonic()
        table.my_turn()
        longest = max(longest, time.monotonic() - started)
    return longest


@pytest.mark.parametrize("manner", FAULTS)
def test_no_game_waits_longer_than_its_budget(http: httpx.Client, quick: Stack, manner: str) -> None:
    answer, fault = FAULTS[manner]
    with webhook(http, answer) as bot:
        made, (ana, _) = create(http, "kimbac", {"seats": [{"kind": "human", "name": "Ana"}, remote(bot)]})
        longest = rounds(ana, 2 if fault == "timeout" else 5)
        assert longest < BUDGET + SLACK
        failed = failures(http, "kimbac", made["id"])
        assert failed
        assert {(event["seat"], event["bot"], event["fault"]) for event in failed} == {(1, bot.id, fault)}
        assert "a built-in bot decides" in failed[0]["sentence"]
        assert ("rule" in failed[0]) == (fault == "illegal"), "the rule that was broken is named"
        log = http.get(f"/v1/bots/{bot.id}/deliveries", headers=bearer(bot.token)).json()["deliveries"]
        assert fault in {entry["fault"] for entry in log}
        # nothing of what it answered is told to others
        assert "oops" not in ana.get("/events").text


def test_a_piece_that_does_not_exist_is_nonsense(http: httpx.Client) -> None:
    """As it is for the schema of the HTTP API; the bot is asked once more, not until its time is up."""
    answer = json.dumps({"action": {"type": "take_object", "object": "none"}}).encode()
    with webhook(http, lambda _: (200, answer)) as bot:
        made, (ana, _) = create(http, "bakong", {"seats": [{"kind": "human", "name": "Ana"}, remote(bot)]})
        ana.my_turn()
        ana.act(ana.legal()["actions"][0])
        wait_until(lambda: failures(http, "bakong", made["id"]))
        [failed] = failures(http, "bakong", made["id"])[:1]
        assert (failed["fault"], failed["field"]) == ("nonsense", "/action/object")
        assert len({call.json["decision"] for call in bot.turns()[:2]}) == 1
        tested = http.post(f"/v1/bots/{bot.id}/test", json={"game": "bakong"}, headers=bearer(bot.token))
        assert tested.status_code == 200, tested.text
        assert {call["fault"] for call in tested.json()["calls"] if call["call"] == "turn"} == {"nonsense"}


@pytest.mark.parametrize("manner", ["hangs", "answers garbage", "answers 10 MB", "drops the connection"])
def test_memory_stays_flat_however_long_a_bot_misbehaves(http: httpx.Client, quick: Stack, manner: str) -> None:
    """Many games at once, round after round: what the first rounds have taken is enough for all."""
    with webhook(http, FAULTS[manner][0], concurrent=BOTS) as bot:
        tables = [create(http, "kimbac", {"seats": [{"kind": "human"}, remote(bot)]})[1][0] for _ in range(BOTS)]

        def play(calls: int) -> None:
            """Until the bot was called so often for each game; a person moves six pawns before it is called again."""
            wanted = len(bot.turns()) + calls * BOTS
            while len(bot.turns()) < wanted:
                for table in tables:
                    assert table.act(table.legal()["actions"][0]).status_code == 200
                for table in tables:
                    table.my_turn()

        play(4)
        settled = memory(quick)
        for _ in range(3):  # on a busy machine more calls meet than in the first rounds, once
            before = memory(quick)
            play(4)
            assert memory(quick) - settled < ANSWER_KB, "an answer is kept"
            if memory(quick) - before < FLAT_KB:
                break
        else:
            pytest.fail(f"{memory(quick) - settled} KB more, and more with every call")


def test_a_late_bot_draws_on_its_bank_before_it_fails(http: httpx.Client) -> None:
    late: list[Json] = []

    def is_late_once(turn: Json) -> Any:
        if not late:
            late.append(turn)
            spend(BUDGET + 1)
        return first_action(turn)

    clock = {"turn_seconds": BUDGET, "bank_seconds": 600}
    with webhook(http, is_late_once) as bot:
        body = {"seats": [{"kind": "human", "name": "Ana"}, remote(bot)], "clock": clock}
        made, (ana, _) = create(http, "kimbac", body)
        rounds(ana, 2)
        assert late
        assert failures(http, "kimbac", made["id"]) == []
        banks = ana.view()["clock"]["banks"]
        assert banks[1] < 600, "it was late"


def test_a_hook_is_called_when_a_bot_fails(http: httpx.Client) -> None:
    with webhook(http, FAULTS["is broken"][0]) as bot, serving(WebhookBot()) as listener:
        _, (ana, _) = create(http, "kimbac", {"seats": [{"kind": "human", "name": "Ana"}, remote(bot)]})
        assert ana.post("/hooks", {"url": listener.url, "on": ["bot_failed"]}).status_code == 201
        rounds(ana, 1)
        wait_until(lambda: listener.notices() == ["challenge", "game"])
        notice = listener.calls[-1].json
        assert (notice["event"], notice["seat"], notice["url"]) == ("bot_failed", 1, ana.path)
        assert notice["sentence"] == "The bot of Hook fails; a built-in bot decides."
        assert "oops" not in str(notice)


def memory(stack: Stack) -> int:
    """Resident memory of the workers and the API, in kB."""
    trees = [[process.pid, *children(process.pid)] for process in stack.processes.values()]
    return sum(resident(pid) for tree in trees for pid in tree) // 1024


def test_one_retry_is_enough_for_a_stumble(http: httpx.Client) -> None:
    seen: list[Json] = []

    def stumbles(turn: Json) -> Any:
        seen.append(turn)
        return None if len(seen) % 2 else first_action(turn)

    with webhook(http, stumbles) as bot:
        made, (ana, _) = create(http, "kimbac", {"seats": [{"kind": "human"}, remote(bot)]})
        rounds(ana, 2)
        assert failures(http, "kimbac", made["id"]) == []
        calls = bot.turns()
        assert calls[0].headers["webhook-id"] == calls[1].headers["webhook-id"], "the same matter, the same id"
        assert seen[0]["decision"] == seen[1]["decision"]
        assert seen[0]["latency_ms"] is None
        assert seen[-1]["latency_ms"] is not None
        # events since its last turn, each once
        failed = [event["seq"] for turn in seen[::2] for event in turn["events"]]
        assert failed == sorted(set(failed))
        assert failed[0] == 1


def test_three_failures_make_a_bot_unhealthy_and_one_success_heals_it(http: httpx.Client) -> None:
    with webhook(http, lambda _: (500, b"")) as bot:
        _, (ana, _) = create(http, "kimbac", {"seats": [{"kind": "human"}, remote(bot)]})
        rounds(ana, 4)
        mine = http.get(f"/v1/bots/{bot.id}", headers=bearer(bot.token)).json()
        assert mine["healthy"] is False
        assert mine["failures"] >= 3
        assert [card["healthy"] for card in http.get("/v1/bots").json()["remote"] if card["id"] == bot.id] == [False]
        bot.answer = first_action
        rounds(ana, 2)
        assert http.get(f"/v1/bots/{bot.id}", headers=bearer(bot.token)).json()["healthy"] is True


def test_a_bot_that_promises_may_act_later(http: httpx.Client) -> None:
    with webhook(http, lambda _: (202, b"")) as bot:
        made, (ana, _) = create(http, "kimbac", {"seats": [{"kind": "human"}, remote(bot)]})
        assert ana.act(ana.legal()["actions"][0]).status_code == 200
        path = f"/v1/bots/{bot.id}/turns"
        [turn] = http.get(path, headers=bearer(bot.token) | {"Prefer": "wait=2"}).json()["turns"]
        action = turn["actions"]["actions"][0]
        acted = http.post(f"{ana.path}/actions", json=action, headers=bearer(bot.token))
        assert acted.status_code == 200
        assert acted.json()["view"]["you"] == 1
        assert http.get(path, headers=bearer(bot.token)).json()["turns"] == []
        assert failures(http, "kimbac", made["id"]) == []


def test_a_pull_bot_that_sleeps_is_played_for(http: httpx.Client) -> None:
    made = register(http, name="Sleeper")
    seats = [{"kind": "human"}, {"kind": "remote", "bot": made["id"]}]
    game, (ana, _) = create(http, "kimbac", {"seats": seats})
    assert rounds(ana, 1) < BUDGET + SLACK
    assert {event["fault"] for event in failures(http, "kimbac", game["id"])} == {"timeout"}


def test_a_clock_that_says_less_is_the_budget(http: httpx.Client) -> None:
    with webhook(http, hangs) as bot:
        payload = {"seats": [{"kind": "human"}, remote(bot)], "clock": {"turn_seconds": 1, "on_timeout": "abort"}}
        made, (ana, _) = create(http, "kimbac", payload)
        started = time.monotonic()
        ana.act(ana.legal()["actions"][0])
        ana.wait_for(lambda _: bool(failures(http, "kimbac", made["id"])))
        assert time.monotonic() - started < 1 + SLACK
        assert bot.turns()[0].json["view"]["clock"]["turn_seconds"] == 1


def test_a_bot_that_was_deleted_is_played_for_at_once(http: httpx.Client) -> None:
    with webhook(http) as bot:
        made, (ana, _) = create(http, "kimbac", {"seats": [{"kind": "human"}, remote(bot)]})
        assert http.delete(f"/v1/bots/{bot.id}", headers=bearer(bot.token)).status_code == 204
        assert rounds(ana, 1) < SLACK
        assert {event["fault"] for event in failures(http, "kimbac", made["id"])} == {"gone"}
        assert bot.turns() == []


def test_a_killed_dispatcher_is_replaced_and_loses_no_turn(http: httpx.Client, quick: Stack) -> None:
    import os
    import signal

    with PullBot(http) as puller:
        _, (ana, *_) = create(http, "kimbac", {"seats": [{"kind": "human"}, remote(puller)]})
        rounds(ana, 1)
        workers = quick.processes["workers"].pid
        for child in children(workers):
            os.kill(child, signal.SIGKILL)
        rounds(ana, 1)
        assert json.dumps(puller.failures) == "[]"
