"""The docs page in a real browser: nothing on the console, nothing from elsewhere, and its buttons work."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect

from tests.support.stack import Stack
from tests.system.browser.conftest import opened
from tests.system.browser.docs_page import DocsPage

LOCAL = ("data", "blob", "about", "chrome")
"""Schemes that stay inside the browser."""


@pytest.fixture(scope="module")
def docs(chromium: Browser, stack: Stack) -> Iterator[DocsPage]:
    """Loaded once: it is the slowest page to put itself together."""
    for page in opened(DocsPage(chromium)):
        page.visit(stack.url)
        yield page


def test_an_example_can_be_executed(docs: DocsPage) -> None:
    status, body = docs.execute("catalogue-readCatalogue")
    assert status == "200"
    assert '"bakong"' in body


def test_a_recorded_request_creates_a_game(docs: DocsPage) -> None:
    status, body = docs.execute("kimbac-createKimbac")
    assert status == "201"
    assert '"host_token"' in body


def test_the_authorisation_button_works(docs: DocsPage) -> None:
    docs.press(".auth-wrapper .authorize")
    docs.place(".modal-ux input[type=text], .modal-ux input[type=password]").first.fill("seat_example")
    docs.press(".modal-ux button.authorize")
    expect(docs.place(".modal-ux .auth-btn-wrapper button:not(.authorize):not(.btn-done)").first).to_have_text("Logout")
    docs.press(".modal-ux button.btn-done")


def test_nothing_is_complained_about_and_nothing_comes_from_elsewhere(docs: DocsPage, stack: Stack) -> None:
    """Last, so that everything above is in the logs."""
    assert docs.console() == []
    assert f"{stack.url}/openapi.json" in docs.asked
    assert [url for url in docs.asked if urlsplit(url).scheme not in LOCAL and not url.startswith(stack.url)] == []
