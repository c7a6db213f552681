"""Browsers for the tests: started once, as clean as new for each test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.stack import Stack
from tests.system.browser.browser import Browser


@pytest.fixture(scope="session")
def _browsers(stack: Stack) -> Iterator[list[Browser]]:
    """Asks for the house so that it is closed after them."""
    started: list[Browser] = []
    yield started
    for browser in started:
        browser.quit()


def _clean(browsers: list[Browser], number: int, stack: Stack) -> Browser:
    while len(browsers) <= number:
        browsers.append(Browser())
    browser = browsers[number]
    browser.size(1200, 900)
    browser.open(stack.url)
    browser.run("localStorage.clear()")
    browser.open("about:blank")
    browser.console()
    return browser


@pytest.fixture
def browser(_browsers: list[Browser], stack: Stack) -> Browser:
    return _clean(_browsers, 0, stack)


@pytest.fixture
def other(_browsers: list[Browser], stack: Stack) -> Browser:
    """Somebody else's browser."""
    return _clean(_browsers, 1, stack)
