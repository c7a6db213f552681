"""What people do at the web table."""

from __future__ import annotations

from typing import Any

import httpx

from tests.system.browser.browser import Browser

Json = dict[str, Any]
SHORT: dict[str, Json] = {
    "mekong": {"round_cap": 4},
    "babord": {"rows": 3, "cols": 3, "max_rounds": 12},
    "kimbac": {"max_search_turns": 20, "max_hunt_turns": 20},
    "bailouke": {"wins_needed": 1},
}
"""A short evening of each game."""


def sit_down(browser: Browser, url: str, slug: str, **options: Any) -> None:
    """Start a game from its page, by filling in the form."""
    browser.open(f"{url}/#/{slug}")
    browser.find("[name=start]")
    if options:
        browser.click(".setup details summary")
    for name, value in options.items():
        browser.write(f".setup [name={name}]", str(value))
    browser.click("[name=start]")
    browser.wait(lambda _: browser.version, "the table does not show itself")


def my_turn(browser: Browser) -> None:
    browser.find(".yours")
    browser.wait(lambda _: not browser.all(".busy"))


def click_a_piece(browser: Browser) -> None:
    """Play by clicking on the board: the first piece that is marked, and the first choice if it leaves several."""
    my_turn(browser)
    before = browser.version
    browser.piece(browser.pieces()[0]).click()
    if browser.all(".menu:not([hidden])"):
        browser.click(".menu button.action")
    browser.wait(lambda _: browser.version > before, "the click on the board did nothing")


def click_an_action(browser: Browser) -> str:
    """Play the first action of the list; its words."""
    my_turn(browser)
    before = browser.version
    words = browser.text(".yours button.action")
    browser.click(".yours button.action")
    browser.wait(lambda _: browser.version > before, "the action did nothing")
    return words


def lay_cards(browser: Browser, cards: list[str]) -> None:
    """Lay a program, card by card."""
    my_turn(browser)
    before = browser.version
    for card in cards:
        browser.click(f'.program [data-card="{card}"]')
    browser.click(".program [data-send]")
    browser.wait(lambda _: browser.version > before, "the program was not laid")


def over_http(browser: Browser, http: httpx.Client) -> Json:
    """The same table over plain HTTP, through the browser's own token."""
    slug, identifier = browser.table
    headers = {"Authorization": f"Bearer {browser.stored()['token']}"}
    response = http.get(f"/v1/{slug}/games/{identifier}", headers=headers)
    assert response.status_code == 200, response.text
    return dict(response.json())


def settled(browser: Browser, http: httpx.Client) -> Json:
    """The table over HTTP once the page shows the same version: bots may still have moved."""
    return dict(browser.wait(lambda _: (view := over_http(browser, http))["version"] == browser.version and view))
