"""Clocks: what happens to a player who does not decide in time."""

from __future__ import annotations

import httpx
import pytest

from tests.api.problems import illegal, problem, two_humans
from tests.support.client import GameClient, Json


def hurried(http: httpx.Client, on_timeout: str) -> tuple[Json, GameClient, GameClient]:
    return two_humans(http, clock={"turn_seconds": 1, "on_timeout": on_timeout})


@pytest.mark.parametrize("on_timeout", ["bot", "random"])
def test_a_bot_decides_for_the_absent(http: httpx.Client, on_timeout: str) -> None:
    made, ana, ben = hurried(http, on_timeout)
    view = ben.wait_for(lambda v: v["to_act"] == [1])
    assert view["version"] == 2
    assert [(seat["kind"], seat["absent"]) for seat in view["seats"]] == [("human", True), ("human", False)]
    out, decided, *_ = ben.get("/events?after=1").json()["events"]
    assert (out["type"], out["seat"], out["then"]) == ("clock_ran_out", 0, on_timeout)
    assert decided["type"] == "object_taken"
    problem(ben.put("/seats/0", {"kind": "bot"}), 403, "forbidden")
    handed = ana.as_(made["host_token"]).put("/seats/0", {"kind": "bot"})
    assert handed.status_code == 200
    assert ana.put("/seats/0", {"kind": "human"}).json()["view"]["seats"][0]["absent"] is False


def test_the_game_is_called_off(http: httpx.Client) -> None:
    made, ana, ben = hurried(http, "abort")
    view = ben.wait_for(lambda v: v["status"] == "aborted")
    assert (view["version"], view["to_act"], view["result"]) == (2, [], None)
    out, over = ben.get("/events?after=1").json()["events"]
    assert (out["type"], out["then"]) == ("clock_ran_out", "abort")
    assert (over["type"], over["reason"]) == ("game_aborted", "clock")
    illegal(ana.act({"type": "take_object", "object": "rope"}), "bakong", "BAK-68", "game_over")
    assert made["view"]["clock"]["deadline"] is not None
    assert view["clock"]["deadline"] is None


def test_whoever_decides_in_time_is_not_disturbed(http: httpx.Client) -> None:
    _, ana, ben = two_humans(http, clock={"turn_seconds": 1, "on_timeout": "bot"})
    assert ana.act({"type": "take_object", "object": "rope"}).status_code == 200
    view = ben.wait_for(lambda v: v["version"] > 2)
    assert [seat["absent"] for seat in view["seats"]] == [False, True]
    assert {event["seat"] for event in ben.get("/events").json()["events"] if event["type"] == "clock_ran_out"} == {1}


def test_each_decision_has_the_whole_time(http: httpx.Client) -> None:
    _, ana, ben = two_humans(http, clock={"turn_seconds": 600})
    before = ana.view()["clock"]["deadlines"]
    assert before[1] is None
    ana.act({"type": "take_object", "object": "rope"})
    after = ben.view()["clock"]["deadlines"]
    assert after[0] is None
    assert after[1] > before[0]


def test_the_host_hands_nobody_over_who_is_in_time(http: httpx.Client) -> None:
    made, ana, _ = two_humans(http, clock={"turn_seconds": 600})
    problem(ana.as_(made["host_token"]).put("/seats/0", {"kind": "bot"}), 403, "forbidden")


def test_banks_are_shown_and_used_last(http: httpx.Client) -> None:
    clock = {"turn_seconds": 600, "bank_seconds": 3600, "increment_seconds": 10}
    _, ana, ben = two_humans(http, "kimbac", clock=clock)
    shown = ana.view()["clock"]
    assert (shown["bank_seconds"], shown["increment_seconds"], shown["banks"]) == (3600, 10, [3600, 3600])
    assert ana.act(ana.legal()["actions"][0]).status_code == 200
    assert ben.view()["clock"]["banks"] == [3610, 3600]


@pytest.mark.parametrize(
    ("clock", "pointer"),
    [
        ({"turn_seconds": 2592001}, "/clock/turn_seconds"),
        ({"turn_seconds": 60, "bank_seconds": -1}, "/clock/bank_seconds"),
        ({"turn_seconds": 60, "increment_seconds": 86401}, "/clock/increment_seconds"),
        ({"bank_seconds": 60}, "/clock/turn_seconds"),
    ],
)
def test_clocks_that_cannot_be(http: httpx.Client, clock: Json, pointer: str) -> None:
    refused = problem(http.post("/v1/kimbac/games", json={"clock": clock}), 422, "invalid")
    assert [error["pointer"] for error in refused["errors"]] == [pointer]
