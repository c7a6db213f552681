"""A game whose seed is open is played the same way again by the same built-in bots."""

from __future__ import annotations

import httpx
import pytest

from engines.kernel.registry import game, slugs
from tests.support.client import SHORT, create

SEED = "0123456789abcdef" * 4
THINKERS = [{"kind": "bot", "bot": "search", "level": 1}, {"kind": "bot", "bot": "search", "level": 2}]


def story(http: httpx.Client, slug: str, seed: str | None = SEED) -> list[dict[str, object]]:
    """What happened in a game of thinking bots: its first 500 events, and its result."""
    seats = [*THINKERS, {"kind": "bot", "bot": "greedy"}][: max(game(slug).seats)]
    body = {"seats": seats, "options": SHORT.get(slug, {})} | ({} if seed is None else {"seed": seed})
    made, [watcher, *_] = create(http, slug, body)
    last = watcher.wait_for(lambda view: view["status"] == "finished", 180)
    told = http.get(f"/v1/{slug}/games/{made['id']}/events?limit=500").json()["events"]
    return [*[{name: value for name, value in event.items() if name != "at"} for event in told], last["result"]]


@pytest.mark.parametrize("slug", slugs())
def test_the_same_seed_options_and_bots_give_the_same_game(http: httpx.Client, slug: str) -> None:
    first = story(http, slug)
    assert len(first) > 10
    assert story(http, slug) == first


def test_where_the_seed_is_secret_bots_play_otherwise(http: httpx.Client) -> None:
    assert story(http, "kimbac", None) != story(http, "kimbac", None)
