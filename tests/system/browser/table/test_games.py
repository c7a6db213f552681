"""A whole game of each kind against bots, played by clicking: begun on a phone, played to the end on a laptop."""

from __future__ import annotations

import re
from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import expect

from engines.kernel.registry import slugs
from tests.support.stack import Stack
from tests.system.browser.looking_back import fork_and_share, look_back, rematch
from tests.system.browser.setup_page import SHORT
from tests.system.browser.table_page import Json, TablePage

SCORES = {"bailouke": "{} Kouronn", "kimbac": "{:,} taels"}
"""How the page writes the points of a player, where they are not simply points."""
AFTERWARDS: dict[str, list[Callable[[TablePage, TablePage, httpx.Client, Json], None]]] = {
    "bakong": [look_back],
    "bailouke": [fork_and_share],
    "mekong": [rematch],
}
"""What else is tried with the finished game."""
WIDTH = "document.documentElement.scrollWidth"
IDS = re.compile(r"#\d|\bt\d\d\b|\b\w+-i?\d+\b|\b[a-z]+_[a-z]+\b|\bx\d{3}\b|\bseat \d|\(\d+, ?\d+\)", re.IGNORECASE)
"""What only programs should read: ids of pieces, numbers of seats, coordinates."""
EXTENT = "document.querySelector('[data-board]').shadowRoot.querySelector('svg').viewBox.baseVal.height"
TEXTS = """[document.body, ...document.querySelector("[data-board]").shadowRoot.querySelectorAll("text, desc")]
  .map((part) => part.innerText ?? part.textContent).join("\\n")"""


@pytest.mark.parametrize("slug", slugs())
def test_a_whole_game_by_clicking(
    table: TablePage, other: TablePage, stack: Stack, http: httpx.Client, slug: str
) -> None:
    table.page.set_viewport_size({"width": 375, "height": 720})
    table.start_game(stack.url, slug, **SHORT.get(slug, {}))
    table.wait_for_turn()
    a_phone_scrolls_only_downwards(table)
    table.page.set_viewport_size({"width": 1366, "height": 768})
    nothing_of_the_board_is_below_the_edge(table)
    height = table.run(EXTENT)
    assert IDS.findall(table.run(TEXTS)) == []
    if slug == "mekong":
        table.lay_program("place_2_stones", "place_2_planks", "place_1_stone", "move_1", "jump")
    table.play_a_piece()
    if slug == "kimbac":  # some 150 clicks of the same kinds: a bot takes over
        table.play(20)
        table.player(0).get_by_role("button").click()
        expect(table.body).to_have_attribute("data-status", "finished")
    else:
        assert table.play_to_the_end()
    assert table.run(EXTENT) >= height  # what lies still keeps its scale

    view = table.over_http(http)
    assert (view["status"], view["version"]) == ("finished", table.version)
    the_result_is_told(table, view)
    expect(table.place(".verdict")).to_have_attribute("data-fair", "true")
    expect(table.place(".dice code")).to_have_text([view["commitment"], view["seed"]])
    expect(table.place(".story li[data-type=game_over]")).not_to_have_count(0)
    table.place(".dice").evaluate("(proof) => { proof.open = true; }")
    assert table.small_on_a_phone() == []
    table.place(".dice").evaluate("(proof) => proof.remove()")
    assert IDS.findall(table.run(TEXTS)) == []
    for more in AFTERWARDS.get(slug, []):
        more(table, other, http, view)
    assert table.console() == []


def a_phone_scrolls_only_downwards(table: TablePage) -> None:
    assert table.run(WIDTH) == 375
    assert table.small_on_a_phone() == []
    box = table.board.bounding_box()
    assert box is not None and box["width"] > 340
    table.place("[data-key=rules]").click()
    expect(table.rules.locator("article").first).to_be_visible()
    assert table.run(WIDTH) == 375
    table.rules.locator("input").press("Escape")


def nothing_of_the_board_is_below_the_edge(table: TablePage) -> None:
    box = table.board.bounding_box()
    assert box is not None and box["y"] + box["height"] <= 768


def the_result_is_told(table: TablePage, view: Json) -> None:
    """Winner, ranks and points."""
    result, names = view["result"], [seat["name"] for seat in view["seats"]]
    ranking = [seat for group in result["ranking"] for seat in group]
    expect(table.place(".ranking b")).to_have_text([names[seat] for seat in ranking])
    if result["scores"]:
        points = [SCORES.get(view["game"], "{} points").format(result["scores"][seat]) for seat in ranking]
        shown = table.place(".ranking b + span")
        if view["game"] == "bailouke":
            assert [mark.get_attribute("aria-label") for mark in shown.all()] == points
        else:
            expect(shown).to_have_text(points)
    if view["game"] in ("bakong", "kimbac"):  # where the points come from
        expect(table.place(".breakdown .total td")).to_have_text(
            [f"{result['scores'][seat]:,}" for seat in sorted(ranking)]
        )
    won = table.place(".winner").inner_text()
    assert all(names[seat] in won for seat in result["winners"])
    assert bool(result["winners"]) == (won != "Nobody won.")
