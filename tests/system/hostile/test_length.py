"""Nobody ends a game by its length: neither with takebacks nor by giving a seat away and taking it back."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from tests.api.problems import problem, two_humans
from tests.support.client import GameClient
from tests.support.stack import Stack
from tests.support.waiting import PATIENCE

EVENTS = 300


@pytest.fixture(scope="module")
def players() -> Iterator[httpx.Client]:
    stack = Stack(workers=0, LUDOTHEQUE_GAME_EVENTS=str(EVENTS), LUDOTHEQUE_API_PROCESSES="1")
    with stack, httpx.Client(base_url=stack.url, timeout=PATIENCE, verify=False) as client:
        yield client


def act_and_take_back(seats: list[GameClient]) -> httpx.Response:
    turn = seats[seats[0].view()["to_act"][0]]
    acted = turn.act(turn.legal()["actions"][0])
    assert acted.status_code == 200, acted.text
    return turn.http.delete(f"{turn.path}/actions/{acted.json()['version']}", headers=turn.headers())


def test_by_takebacks(players: httpx.Client) -> None:
    _, *seats = two_humans(players, "kimbac", seed="5e" * 32)
    for _ in range(EVENTS):
        refused = act_and_take_back(seats)
        if refused.status_code == 409 and refused.json()["detail"].startswith("The game has so many events"):
            break
    assert problem(refused, 409, "conflict")["reason"] == "takebacks"
    assert seats[0].view()["status"] == "running"
    assert act_and_take_back(seats).status_code == 409


def test_by_changing_a_seat(players: httpx.Client) -> None:
    _, ana, ben = two_humans(players, "kimbac")
    for kind in ["bot", "human"] * EVENTS:  # no worker plays for the bot here
        changed = ana.put("/seats/0", {"kind": kind})
        if changed.status_code != 200:
            break
    assert problem(changed, 409, "conflict")["reason"] == "seat"
    assert ben.view()["status"] == "running"
    assert ana.act(ana.legal()["actions"][0]).status_code == 200
