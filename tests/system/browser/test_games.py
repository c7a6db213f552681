"""A whole game of each kind, played in the browser against bots by clicking."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import expect

from engines.kernel.registry import slugs
from tests.support.stack import Stack
from tests.system.browser.setup_page import SHORT
from tests.system.browser.table_page import TablePage

SCORES = {"bailouke": "{} crowns", "kimbac": "{:,} taels"}
"""How the page writes the points of a player, where they are not simply points."""


@pytest.mark.parametrize("slug", slugs())
def test_a_whole_game_by_clicking(table: TablePage, stack: Stack, http: httpx.Client, slug: str) -> None:
    table.start_game(stack.url, slug, **SHORT.get(slug, {}))
    if slug == "mekong":
        table.lay_program("place_2_stones", "place_2_planks", "place_1_stone", "move_1", "jump")
    table.play_a_piece()
    assert table.play_to_the_end()

    view = table.over_http(http)
    assert (view["status"], view["version"]) == ("finished", table.version)
    result = view["result"]
    names = [seat["name"] for seat in view["seats"]]
    ranking = [seat for group in result["ranking"] for seat in group]
    expect(table.place(".ranking b")).to_have_text([names[seat] for seat in ranking])
    if result["scores"]:
        points = [SCORES.get(slug, "{} points").format(result["scores"][seat]) for seat in ranking]
        shown = table.place(".ranking b + span")
        if slug == "bailouke":
            assert [mark.get_attribute("aria-label") for mark in shown.all()] == points
        else:
            expect(shown).to_have_text(points)
    won = table.place(".winner").inner_text()
    assert all(names[seat] in won for seat in result["winners"])
    assert bool(result["winners"]) == (won != "Nobody won.")

    expect(table.place(".verdict")).to_have_attribute("data-fair", "true")
    expect(table.place(".dice code")).to_have_text([view["commitment"], view["seed"]])
    expect(table.place(".story li[data-type=game_over]")).not_to_have_count(0)
    assert table.console() == []
