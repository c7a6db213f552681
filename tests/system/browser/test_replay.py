"""Looking back at a finished game."""

from __future__ import annotations

import httpx

from tests.support.stack import Stack
from tests.system.browser.browser import Browser
from tests.system.browser.players import over_http, sit_down

PICTURE = "return document.querySelector('[data-board]').shadowRoot.querySelector('svg').textContent"
SLIDE = """
const range = document.getElementById("step");
range.value = arguments[0];
range.dispatchEvent(new Event("input"));
"""


def test_every_board_can_be_seen_again(browser: Browser, stack: Stack, http: httpx.Client) -> None:
    sit_down(browser, stack.url, "bakong", seed="7" * 64)
    opening = browser.run(PICTURE)
    browser.play_to_the_end()
    last = browser.run(PICTURE)
    view = over_http(browser, http)
    replay = http.get(f"/v1/bakong/games/{view['id']}/replay").json()
    steps = len(replay["acts"])

    browser.wait(lambda _: browser.find(".replay").get_attribute("data-ready") == str(steps), "boards are missing")
    assert browser.text(".replay output") == f"Step {steps} of {steps}"
    browser.run(SLIDE, 0)
    assert browser.text(".replay output") == "The deal"
    assert browser.run(PICTURE) == opening
    browser.click(".replay [aria-label='One step on']")
    assert browser.text(".replay output") == f"Step 1 of {steps}"
    assert browser.run(PICTURE) not in (opening, last)
    assert browser.texts(".story .present")[0] == "Player 1 takes an object from the supply: Rope."
    assert browser.texts(".story .later")[-1] == browser.texts(".story li")[-1]
    browser.run(SLIDE, steps)
    assert browser.run(PICTURE) == last
    assert browser.texts(".story .later") == []

    assert view["status"] == "finished"
    assert view["version"] == browser.version
    assert view["result"] == replay["result"]
    assert browser.console() == []


def test_a_rematch_keeps_the_seat(browser: Browser, stack: Stack, http: httpx.Client) -> None:
    sit_down(browser, stack.url, "bailouke", wins_needed=1)
    browser.play_to_the_end()
    before = over_http(browser, http)
    browser.click(".ending button.main")
    browser.wait(lambda _: browser.table[1] != before["id"])
    browser.find(".yours button.action")
    again = over_http(browser, http)
    assert (again["id"], again["you"], again["status"]) == (browser.table[1], 0, "running")
    assert again["result"] is None
    assert again["version"] >= 1
    assert [seat["name"] for seat in again["seats"]] == [seat["name"] for seat in before["seats"]]
    assert browser.console() == []
