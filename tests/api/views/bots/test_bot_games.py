"""Whole games over HTTP: bots at every size of every table, and a person against bots."""

from __future__ import annotations

import httpx
import pytest

from engines.kernel.registry import game, slugs
from tests.support.client import Json, create

SIZES = [(slug, seats) for slug in slugs() for seats in game(slug).seats]
SHORT: dict[str, Json] = {
    "mekong": {"round_cap": 6},
    "babord": {"max_rounds": 12},
    "kimbac": {"rounds": 1},
    "bailouke": {"wins_needed": 1},
}
"""A few rounds of each game will do here."""


def check_the_end(view: Json, seats: int) -> None:
    assert (view["status"], view["phase"], view["to_act"]) == ("finished", "game_over", [])
    result = view["result"]
    assert sorted(seat for group in result["ranking"] for seat in group) == list(range(seats))
    assert set(result["winners"]) <= set(range(seats))
    assert len(result["scores"]) in (0, seats)
    assert result["reason"]
    assert len(view["seed"]) == 64


@pytest.mark.parametrize(("slug", "seats"), SIZES)
def test_a_game_of_bots_plays_itself(http: httpx.Client, slug: str, seats: int) -> None:
    bots = [{"kind": "bot", "bot": ("greedy", "random")[seat % 2]} for seat in range(seats)]
    made, tables = create(http, slug, {"seats": bots, "options": SHORT.get(slug, {})})
    view = tables[0].wait_for(lambda v: v["status"] == "finished")
    check_the_end(view, seats)
    assert view["commitment"] == made["commitment"]
    last = tables[0].get("/events?limit=500").json()
    while last["more"]:
        last = tables[0].get(f"/events?after={last['next_after']}&limit=500").json()
    over = last["events"][-1]
    assert over["type"] == "game_over"
    assert {name: over[name] for name in view["result"]} == view["result"]


@pytest.mark.parametrize("slug", slugs())
def test_a_person_plays_against_bots_to_the_end(http: httpx.Client, slug: str) -> None:
    """Always the first legal action, and none is ever refused: bots do not get into anybody's way."""
    _, (ana, *_) = create(http, slug, {"options": SHORT.get(slug, {})})
    while (view := ana.my_turn())["status"] == "running":
        legal = ana.legal()
        assert legal["decision"] == view["decision"]
        answer = ana.act(legal["actions"][0])
        assert answer.status_code == 200, answer.text
    check_the_end(view, game(slug).seats[0])
