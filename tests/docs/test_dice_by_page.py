"""docs/dice.md gives the order of all draws: an implementation of the page derives those of whole games."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from engines.kernel.dice import SeededDice, stream_key
from engines.kernel.registry import game, slugs
from tests.docs.dice_by_page import DRAWS, Stream, Verifier
from tests.support.kit.play import opening, steps
from tests.support.stack import ROOT

GAMES = {"bakong": 6, "mekong": 2, "babord": 4, "kimbac": 6, "bailouke": 30}
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "bakong": [{}, {"first_seat": 1}],
    "mekong": [{}, {"first_seat": 1}],
    "babord": [{}, {"wind_die": "four_winds", "rows": 4, "cols": 5, "first_seat": 0}],
    "kimbac": [{"rounds": 2}, {}],
    "bailouke": [{}, {"first_seat": 0, "token_on_replace": "stays"}],
}
PAGE = (ROOT / "docs" / "dice.md").read_text("utf-8")


def plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def derive(slug: str, number: int) -> set[tuple[str, str]]:
    """Play a game at random, and derive all of its draws by the page; which of its events there were."""
    engine, seed, nonces = game(slug), f"{number:064x}", ["ana", "my own luck"][: number % 3]
    seats = engine.seats[number % len(engine.seats)]
    choices = OPTIONS.get(slug, [{}])
    position, events, dice = opening(
        engine, seats, choices[number % len(choices)], stream_key(bytes.fromhex(seed), nonces)
    )
    verifier = Verifier(slug, seats, plain(position)["options"], Stream(seed, nonces))
    assert verifier.step(plain(events), None, plain(position)) == (dice.drawn, dice.outcomes)
    policies = ["greedy" if number % 2 else "random"] * seats
    dice.drawn, dice.outcomes = [], []
    for step in steps(engine, position, dice, SeededDice(bytes([number])), policies):
        assert verifier.step(plain(step.events), plain(step.before), plain(step.after)) == (dice.drawn, dice.outcomes)
        dice.drawn, dice.outcomes = [], []
    return verifier.seen


@pytest.mark.parametrize("slug", slugs())
def test_every_draw_of_whole_games_follows_from_the_page(slug: str) -> None:
    seen = set[tuple[str, str]]().union(*(derive(slug, number) for number in range(GAMES[slug])))
    assert seen == {row for row in DRAWS if row[0] == slug}, "each row of the table was met"


def test_the_page_and_its_implementation_name_the_same_events() -> None:
    table = PAGE.partition("<!-- draws -->")[2].partition("<!-- end of draws -->")[0]
    assert set(re.findall(r"^\| `(\w+)` \| `(\w+)` \|", table, re.M)) == set(DRAWS)
