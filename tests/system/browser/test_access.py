"""Everybody can use the table: measured by axe-core, in light and dark, on a desktop and on a phone."""

from __future__ import annotations

import os

import httpx
import pytest
from playwright.sync_api import expect

from tests.support.stack import Stack
from tests.system.browser.table_page import TablePage

try:
    from axe_playwright_python.sync_playwright import Axe
except ImportError:
    if os.environ.get("CI") == "true":
        raise
    pytest.skip("axe-playwright-python is not installed", allow_module_level=True)

GRAVE = ("serious", "critical")
SIZES = {"desktop": (1200, 900), "phone": (375, 720)}


def findings(table: TablePage) -> list[str]:
    """What axe-core calls serious or critical, the picture of the board included."""
    violations = Axe().run(table.page).response["violations"]
    return [
        f"{one['id']}: {node['html'][:120]} {node['failureSummary'][:200]}"
        for one in violations
        if one["impact"] in GRAVE
        for node in one["nodes"]
    ]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_serious_is_found(table: TablePage, stack: Stack, http: httpx.Client, scheme: str, size: str) -> None:
    width, height = SIZES[size]
    table.page.set_viewport_size({"width": width, "height": height})
    table.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce")
    table.open(stack.url)
    expect(table.place(".game").first).to_be_visible()
    assert findings(table) == []
    table.start_game(stack.url, "kimbac" if size == "desktop" else "bakong")
    table.play(2)
    table.wait_for_turn()
    expect(table.place("h1")).to_have_count(1)
    assert findings(table) == []


def test_the_keyboard_skips_the_head(table: TablePage, stack: Stack, http: httpx.Client) -> None:
    table.start_game(stack.url, "bakong")
    table.wait_for_turn()
    table.page.reload()
    table.wait_for_turn()
    table.page.keyboard.press("Tab")
    expect(table.place(".skip")).to_be_focused()
    table.page.keyboard.press("Enter")
    expect(table.place("main")).to_be_focused()
