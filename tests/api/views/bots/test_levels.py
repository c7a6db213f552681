"""The bot that thinks, at its levels: in seats, on clocks, after a resignation."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.api.problems import problem, two_humans
from tests.support.client import create

SEARCH = {"kind": "bot", "bot": "search"}


def seat_of(view: Any, seat: int) -> tuple[str, str | None, int | None]:
    held = view["seats"][seat]
    return held["kind"], held["bot"], held["level"]


def test_levels_are_listed(http: httpx.Client) -> None:
    by_name = {bot["id"]: bot for bot in http.get("/v1/bots").json()["built_in"]}
    assert by_name["search"]["levels"] == list(range(1, 9))
    assert by_name["search"]["default_level"] == 6
    assert (by_name["greedy"]["levels"], by_name["greedy"]["default_level"]) == ([], None)
    sheet = http.get("/v1/bakong").json()
    assert sheet["bots"] == ["random", "greedy", "search"]
    assert sheet["bot_levels"] == {"search": list(range(1, 9))}


def test_seats_say_who_plays_them_at_which_level(http: httpx.Client) -> None:
    payload = {"seats": [{"kind": "human"}, SEARCH, {**SEARCH, "level": 1}, {"kind": "bot"}]}
    made, _ = create(http, "bakong", payload)
    assert [seat_of(made["view"], seat) for seat in range(4)] == [
        ("human", None, None), ("bot", "search", 6), ("bot", "search", 1), ("bot", "greedy", None),
    ]  # fmt: skip
    assert made["seats"][1]["name"] == "Search B"


@pytest.mark.parametrize(
    ("payload", "pointer"),
    [
        ({"seats": [{"kind": "human"}, {**SEARCH, "level": 9}]}, "/seats/1/level"),
        ({"seats": [{"kind": "human"}, {**SEARCH, "level": 0}]}, "/seats/1/level"),
        ({"seats": [{"kind": "human"}, {**SEARCH, "level": "4"}]}, "/seats/1/level"),
        ({"seats": [{"kind": "human"}, {"kind": "bot", "bot": "greedy", "level": 2}]}, "/seats/1/level"),
        ({"seats": [{"kind": "human"}, {"kind": "bot", "level": 2}]}, "/seats/1/level"),
        ({"clock": {"turn_seconds": 9, "bot": "random", "level": 2}}, "/clock/level"),
        ({"clock": {"turn_seconds": 9, "bot": "nobody"}}, "/clock/bot"),
    ],
)
def test_a_level_that_makes_no_sense_is_refused(http: httpx.Client, payload: Any, pointer: str) -> None:
    refused = problem(http.post("/v1/bakong/games", json=payload), 422, "invalid")
    assert [error["pointer"] for error in refused["errors"]] == [pointer]


def test_a_seat_is_handed_to_a_thinker_and_taken_back(http: httpx.Client) -> None:
    _, ana, ben = two_humans(http)
    handed = ben.put("/seats/1", {**SEARCH, "level": 2})
    assert seat_of(handed.json()["view"], 1) == ("bot", "search", 2)
    refused = problem(ben.put("/seats/1", {"kind": "bot", "bot": "random", "level": 2}), 422, "invalid")
    assert [error["pointer"] for error in refused["errors"]] == ["/level"]
    back = ben.put("/seats/1", {"kind": "human"})
    assert seat_of(back.json()["view"], 1) == ("human", None, None)
    assert ana.view()["version"] == 3


def test_a_thinker_is_seen_to_think_and_then_plays(http: httpx.Client) -> None:
    made, (ana, _) = create(http, "kimbac", {"seats": [{"kind": "human"}, {**SEARCH, "level": 1}]})
    while (view := ana.view())["to_act"] != [1]:
        assert ana.act(ana.legal()["actions"][0]).status_code == 200
    assert view["seats"][1]["thinking"] is True
    after = ana.wait_for(lambda v: v["version"] > view["version"])
    replayed = ana.get("/events").json()["events"]
    assert after["version"] > made["version"]
    assert replayed


def test_a_game_of_thinkers_ends(http: httpx.Client) -> None:
    payload = {"seats": [{**SEARCH, "level": 1}, {"kind": "bot"}], "options": {"wins_needed": 1}}
    _, (table, _) = create(http, "bailouke", payload)
    assert table.wait_for(lambda v: v["status"] == "finished")["result"]["ranking"]


def test_the_clock_names_the_bot_that_plays_for_the_absent(http: httpx.Client) -> None:
    """Time runs out, the named bot decides; a player who comes back simply acts, or takes the seat back."""
    clock = {"turn_seconds": 1, "on_timeout": "bot", "bot": "search", "level": 1}
    made, ana, ben = two_humans(http, clock=clock)
    shown = made["view"]["clock"]
    assert (shown["bot"], shown["level"]) == ("search", 1)
    view = ben.wait_for(lambda v: v["to_act"] == [1])
    assert view["seats"][0]["absent"] is True
    back = ana.my_turn(15)
    while back["seats"][0]["absent"]:
        answer = ana.act(ana.legal()["actions"][0])
        assert answer.status_code in (200, 409), answer.text
        back = ana.view()
    assert seat_of(ana.view(), 0) == ("human", None, None)


def test_who_leaves_is_played_by_the_bot_of_the_game(http: httpx.Client) -> None:
    clock = {"turn_seconds": 600, "bot": "search", "level": 1}
    made, ana, ben = two_humans(http, clock=clock)
    left = ana.put("/seats/0", {"kind": "bot"}).json()["view"]
    assert seat_of(left, 0) == ("bot", "search", 1)
    ben.wait_for(lambda v: v["to_act"] == [1])
    back = ana.put("/seats/0", {"kind": "human"})
    assert seat_of(back.json()["view"], 0) == ("human", None, None)
    resigned = ben.post("/resign").json()["view"]
    assert seat_of(resigned, 1) == ("bot", "search", 1)
    ana.wait_for(lambda v: v["to_act"] == [0])
    assert ana.put("/seats/0", {"kind": "open"}).status_code == 200
    problem(ana.get(), 401, "unauthorized")  # only opening a seat to others ends its token
    assert ben.get().status_code == 200
    assert made["host_token"]
