"""Everybody can use the table: measured by axe-core, in light and dark, on a desktop and on a phone."""

from __future__ import annotations

import os
from typing import Literal

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


@pytest.mark.parametrize(
    ("scheme", "size", "slug"),
    [
        ("light", "desktop", "kimbac"),
        ("dark", "desktop", "bailouke"),
        ("light", "phone", "babord"),
        ("dark", "phone", "mekong"),
    ],
)
def test_nothing_serious_is_found(
    table: TablePage, stack: Stack, http: httpx.Client, scheme: Literal["light", "dark"], size: str, slug: str
) -> None:
    width, height = SIZES[size]
    table.page.set_viewport_size({"width": width, "height": height})
    table.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    table.open(stack.url + ("/ladder" if size == "desktop" else ""))
    expect(table.place(".ladder" if size == "desktop" else ".game").first).to_be_visible()
    assert findings(table) == []
    table.setup.open(stack.url, slug)
    assert findings(table) == []
    table.setup.start.click()
    table.play(2 if slug != "mekong" else 0)
    table.wait_for_turn()
    expect(table.place("h1")).to_have_count(1)
    for landmark in ("banner", "navigation", "main"):
        expect(table.page.get_by_role(landmark)).to_have_count(1)
    expect(table.place(".told[role=status][aria-live=polite]")).not_to_be_empty()
    assert table.run("document.documentElement.scrollWidth") == width
    table.place("[data-key=guide]").click()
    expect(table.rules).to_be_visible()
    assert findings(table) == []


def test_the_keyboard_reaches_everything(table: TablePage, stack: Stack, http: httpx.Client) -> None:
    table.start_game(stack.url, "bakong")
    table.wait_for_turn()
    table.page.reload()
    table.wait_for_turn()
    table.page.keyboard.press("Tab")
    expect(table.place(".skip")).to_be_focused()
    table.page.keyboard.press("Enter")
    expect(table.place("main")).to_be_focused()
    pieces_explain_themselves(table)


def pieces_explain_themselves(table: TablePage) -> None:
    """What each piece is and does, for the keyboard, a pointer and a finger; the browser's own tooltips are gone."""
    assert findings(table) == []
    tip, board = table.place(".tip"), table.board.locator("[part=board]")
    board.focus()
    table.page.keyboard.press("ArrowRight")
    expect(tip).to_be_visible()
    first = tip.inner_text()
    for _ in range(40):
        table.page.keyboard.press("ArrowRight")
        table.page.keyboard.press("ArrowDown")
    assert tip.inner_text() != first
    expect(table.board.locator(".web-look")).to_have_count(1)
    table.page.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    table.board.locator("[id=supply-rope]").hover()
    expect(tip).to_contain_text("You do not have to stop on rivers.")
    table.page.mouse.move(1, 1)
    expect(tip).to_be_hidden()
    table.board.locator("[id=slot-6] > rect").first.dispatch_event(
        "pointerdown", {"pointerType": "touch", "bubbles": True}
    )
    expect(tip).to_be_visible()
    before = table.version
    rope = table.board.locator("[id=supply-rope] > *").last
    rope.dispatch_event("pointerdown", {"pointerType": "touch", "bubbles": True})  # a finger that stays on a choice
    expect(tip).to_contain_text("Rope")
    rope.dispatch_event("click")
    assert table.place(".busy").count() == 0  # nothing is on its way
    assert table.version == before
    assert table.board.locator("title").count() == 1  # that of the whole picture
