"""What a failed test leaves behind for the person who looks for its cause."""

from __future__ import annotations

import zipfile
from pathlib import Path

from playwright.sync_api import Browser

from tests.support.stack import Stack
from tests.system.browser.conftest import kept
from tests.system.browser.tab import Tab
from tests.system.browser.table_page import TablePage


def test_a_failure_leaves_a_screenshot_the_page_and_a_trace(table: TablePage, stack: Stack, tmp_path: Path) -> None:
    table.setup.open(stack.url, "bakong")
    for attempt in ("first", "second"):  # a tab that several tests share can fail more than once
        folder = tmp_path / attempt
        kinds = ("png", "html", "zip")
        assert kept(table, folder, 0) == "\n".join(f"kept {folder / f'tab-0.{kind}'}" for kind in kinds)
        assert (folder / "tab-0.png").read_bytes().startswith(b"\x89PNG")
        assert "<form" in (folder / "tab-0.html").read_text("utf-8")
        assert "trace.trace" in zipfile.ZipFile(folder / "tab-0.zip").namelist()


def test_a_closed_tab_says_that_it_left_nothing(other: TablePage, tmp_path: Path) -> None:
    other.close()
    assert kept(other, tmp_path, 0).startswith("tab 0 left no trace: ")


def test_a_tab_finds_nothing_of_the_one_before(chromium: Browser, stack: Stack) -> None:
    """Contexts are used again: what a site has stored is gone."""
    leave = "async () => { localStorage.left = document.cookie = 'left=1'; await caches.open('left'); }"
    look = "async () => [localStorage.left ?? '', document.cookie, ...await caches.keys()]"
    before = Tab(chromium)
    before.open(f"{stack.url}/healthz")
    before.run(leave)
    before.close()
    after = Tab(chromium)
    assert after.context is before.context
    after.open(f"{stack.url}/healthz")
    assert after.run(look) == ["", ""]
    after.close()
