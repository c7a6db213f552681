"""The page of the ladders in a real browser: ratings with their intervals, in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Browser, expect

from tests.support.stack import Stack
from tests.support.waiting import wait_until
from tests.system.bots.players import PullBot, bearer, pass_test
from tests.system.browser.conftest import opened
from tests.system.browser.tab import Tab


@pytest.fixture
def page(chromium: Browser, stack: Stack) -> Iterator[Tab]:
    for tab in opened(Tab(chromium)):
        tab.open(f"{stack.url}/ladder#/kimbac")
        yield tab


def test_the_table_shows_the_anchors_with_their_intervals(page: Tab) -> None:
    rows = page.page.locator("table.ladder tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.first.locator("th")).to_contain_text("Greedy")
    expect(rows.first.locator("th")).to_contain_text("casual")  # as the setup calls it
    expect(rows.first.locator("svg line")).to_have_count(1)
    expect(page.page.locator(".tabs [aria-current=page]")).to_have_text("Kim-Bac")
    page.page.get_by_role("button", name="FR").click()
    expect(page.page.locator("h1")).to_have_text("Classement des robots")
    assert page.console() == []


def test_an_entry_has_its_row_and_its_game_can_be_watched(page: Tab, stack: Stack) -> None:
    with httpx.Client(base_url=stack.url, verify=False) as http:
        bot = http.post("/v1/bots", json={"name": "Page Croc", "games": ["babord"], "concurrent": 1}).json()
        mine = {"Authorization": f"Bearer {bot['token']}"}
        pass_test(stack, bot["id"], "babord")
        try:
            http.post("/v1/ladders/babord/entries", json={"bot": bot["id"], "owner": "Ana"}, headers=mine)
            page.open(f"{stack.url}/ladder#/babord")
            row = page.page.locator("table.ladder tbody tr", has_text="Page Croc")
            expect(row.locator("small").first).to_contain_text("Ana")
            expect(row.locator("td").last).to_have_text("–")  # no answer yet, so no latency
            game = page.page.locator("ul.listing li", has_text="Page Croc").first
            expect(game.get_by_role("link")).to_have_attribute("href", re.compile(r"^/#/babord/[0-9]{2}[a-z0-9]{26}$"))
            assert page.small_on_a_phone() == []
        finally:
            http.delete(f"/v1/bots/{bot['id']}", headers=mine)


def test_latencies_are_shown_after_real_answers(page: Tab, stack: Stack) -> None:
    with httpx.Client(base_url=stack.url, verify=False) as http, PullBot(http, games=["mekong"]) as bot:
        ladder = "/v1/ladders/mekong"
        assert http.post(f"{ladder}/entries", json={"bot": bot.id}, headers=bearer(bot.token)).status_code == 201

        def latency() -> int | None:
            [row] = [row for row in http.get(ladder).json()["rows"] if row["bot"] == bot.id]
            found: int | None = row["latency_ms"]
            return found

        try:
            wait_until(lambda: latency() is not None)
        finally:
            http.delete(f"{ladder}/entries/{bot.id}", headers=bearer(bot.token))
        wait_until(lambda: all(game["status"] != "running" for game in http.get(f"{ladder}/games").json()["games"]))
        page.open(f"{stack.url}/ladder#/mekong")
        row = page.page.locator("table.ladder tbody tr", has_text="Puller")
        expect(row.locator("td").last).to_have_text(f"{latency()} ms")
        anchors = page.page.locator("table.ladder tbody tr[data-status=anchor]")
        expect(anchors.first.locator("td").last).to_have_text("–")
        assert page.console() == []


def test_the_first_page_leads_to_it(page: Tab, stack: Stack) -> None:
    page.open(f"{stack.url}/")
    page.page.locator('a[href="/ladder"]').click()
    expect(page.page.locator("table.ladder")).to_be_visible()
