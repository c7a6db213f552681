"""A whole game of each kind, played in the browser against bots by clicking."""

from __future__ import annotations

import httpx
import pytest

from engines.kernel.registry import slugs
from tests.support.stack import Stack
from tests.system.browser.browser import Browser
from tests.system.browser.players import SHORT, click_a_piece, lay_cards, over_http, sit_down


@pytest.mark.parametrize("slug", slugs())
def test_a_whole_game_by_clicking(browser: Browser, stack: Stack, http: httpx.Client, slug: str) -> None:
    sit_down(browser, stack.url, slug, **SHORT.get(slug, {}))
    if slug == "mekong":
        lay_cards(browser, ["place_2_stones", "place_2_planks", "place_1_stone", "move_1", "jump"])
    click_a_piece(browser)
    assert browser.play_to_the_end()

    view = over_http(browser, http)
    assert (view["status"], view["version"]) == ("finished", browser.version)
    result = view["result"]
    names = [seat["name"] for seat in view["seats"]]
    ranking = [seat for group in result["ranking"] for seat in group]
    assert browser.texts(".ranking b") == [names[seat] for seat in ranking]
    if result["scores"]:
        assert browser.texts(".ranking b + span") == [f"{result['scores'][str(seat)]} points" for seat in ranking]
    won = browser.text(".winner")
    assert all(names[seat] in won for seat in result["winners"])
    assert bool(result["winners"]) == (won != "Nobody won.")

    browser.wait(lambda _: browser.all(".verdict[data-fair]"))
    assert browser.find(".verdict").get_attribute("data-fair") == "true"
    assert browser.texts(".dice code") == [view["commitment"], view["seed"]]
    assert browser.texts(".story li[data-type=game_over]")
    assert browser.console() == []
