"""One browser per test process; each test gets tabs as clean as new, and leaves a trace behind when it fails."""

from __future__ import annotations

import os
import re
from collections.abc import Generator, Iterator

import pytest
from playwright.sync_api import Browser, Error, sync_playwright

from tests.support.stack import ROOT, Stack
from tests.system.browser.chromium import launch
from tests.system.browser.tab import Tab
from tests.system.browser.table_page import TablePage

FAILURES = ROOT / "var" / "test" / "browser"
"""A folder per failed test. `playwright show-trace` opens the traces."""
OPEN_TABS: list[Tab] = []


@pytest.fixture(scope="package")
def chromium(stack: Stack) -> Iterator[Browser]:
    """Closed before the server, and at the end of this package: Playwright keeps an event loop in the thread."""
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture
def table(chromium: Browser) -> Iterator[TablePage]:
    yield from opened(TablePage(chromium))


@pytest.fixture
def other(chromium: Browser) -> Iterator[TablePage]:
    """The browser of another player."""
    yield from opened(TablePage(chromium))


def opened(tab: Tab) -> Iterator[Tab]:
    """A tab whose screenshot and trace are kept when a test fails meanwhile."""
    OPEN_TABS.append(tab)
    yield tab
    OPEN_TABS.remove(tab)
    tab.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.failed and OPEN_TABS:
        folder = FAILURES / re.sub(r"[^\w.-]+", "-", item.name).strip("-")
        report.sections.append(
            ("Browser", "\n".join(kept(tab, folder, number) for number, tab in enumerate(OPEN_TABS)))
        )
    return report


def kept(tab: Tab, folder: os.PathLike[str], number: int) -> str:
    try:
        return "\n".join(f"kept {path}" for path in tab.keep(folder, f"tab-{number}"))
    except Error as error:
        return f"tab {number} left no trace: {error}"
