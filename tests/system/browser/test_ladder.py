"""The page of the ladders in a real browser: ratings with their intervals, in both languages."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.support.stack import Stack
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
    expect(rows.first.locator("svg line")).to_have_count(1)
    expect(page.page.locator(".tabs [aria-current=page]")).to_have_text("Kim-Bac")
    page.page.get_by_role("button", name="FR").click()
    expect(page.page.locator("h1")).to_have_text("Classement des bots")
    assert page.console() == []


def test_the_first_page_leads_to_it(page: Tab, stack: Stack) -> None:
    page.open(f"{stack.url}/")
    page.page.locator('a[href="/ladder"]').click()
    expect(page.page.locator("table.ladder")).to_be_visible()
