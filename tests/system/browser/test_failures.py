"""What a failed test leaves behind for the person who looks for its cause."""

from __future__ import annotations

import zipfile
from pathlib import Path

from tests.support.stack import Stack
from tests.system.browser.conftest import kept
from tests.system.browser.table_page import TablePage


def test_a_failure_leaves_a_screenshot_and_a_trace(table: TablePage, stack: Stack, tmp_path: Path) -> None:
    table.setup.open(stack.url, "bakong")
    for attempt in ("first", "second"):  # a tab that several tests share can fail more than once
        folder = tmp_path / attempt
        assert kept(table, folder, 0) == f"kept {folder / 'tab-0.png'}\nkept {folder / 'tab-0.zip'}"
        assert (folder / "tab-0.png").read_bytes().startswith(b"\x89PNG")
        assert "trace.trace" in zipfile.ZipFile(folder / "tab-0.zip").namelist()


def test_a_closed_tab_says_that_it_left_nothing(other: TablePage, tmp_path: Path) -> None:
    other.close()
    assert kept(other, tmp_path, 0).startswith("tab 0 left no trace: ")
