"""The docs page in a real browser: nothing on the console, nothing from elsewhere, and its buttons work."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect

from api.spec.document import TASKS
from engines.kernel.registry import slugs
from tests.support.stack import Stack
from tests.system.browser.conftest import opened
from tests.system.browser.docs_page import DocsPage

LOCAL = ("data", "blob", "about", "chrome")
"""Schemes that stay inside the browser."""


@pytest.fixture(scope="module")
def docs(chromium: Browser, stack: Stack) -> Iterator[DocsPage]:
    """Loaded once: it is the slowest page to put itself together."""
    for page in opened(DocsPage(chromium)):
        page.visit(stack.url, "kimbac")
        yield page


def test_the_operations_of_a_game_stand_by_task(docs: DocsPage) -> None:
    assert docs.groups() == [name for name in TASKS if name not in ("connect", "compete")], (
        "bots have a document of their own"
    )
    current = docs.place("nav a[aria-current]")
    expect(current).to_have_text("Kim-Bac")
    documents = docs.place("nav a").evaluate_all(
        "links => links.map((link) => new URL(link.href).searchParams.get('of'))"
    )
    assert documents == [*slugs(), "bots", "all"]


ICON = "/docs/favicon-32x32.png"
"""Browsers with windows ask for it, those without do not."""


def test_the_page_loads_little(docs: DocsPage) -> None:
    """Half a megabyte on the wire is here in no time; the whole document is not asked for."""
    loaded = docs.sent()
    assert sorted(path for path, _ in loaded if path != ICON) == [
        "/docs/start.js", "/docs/swagger-ui-bundle.js", "/docs/swagger-ui.css", "/openapi/kimbac.json",
    ]  # fmt: skip
    assert docs.page.request.get(docs.page.url.partition("/docs")[0] + ICON).ok
    assert sum(size for _, size in loaded) < 500_000


def test_the_page_is_there_before_the_document_is_taken_apart(chromium: Browser, stack: Stack) -> None:
    """Following every reference takes longer than all else together: it waits until an operation is opened."""
    for page in opened(DocsPage(chromium)):
        assert page.calls(stack.url, "resolveSubtree") == 0


def test_an_example_can_be_executed(docs: DocsPage) -> None:
    status, body = docs.execute("find-readCatalogue")
    assert status == "200"
    assert '"bakong"' in body


def test_a_recorded_request_creates_a_game(docs: DocsPage) -> None:
    status, body = docs.execute("start-createKimbac")
    assert status == "201"
    assert '"host_token"' in body


def test_code_samples_stand_beside_an_operation(docs: DocsPage) -> None:
    docs.press("#operations-tag-play")
    docs.press("#operations-play-viewKimbac .opblock-summary-control")
    samples = docs.place("#operations-play-viewKimbac .samples pre")
    expect(samples).to_have_text(['curl -H "$AUTH" $GAME', "seat.view()", "await seat.view()"])


def test_the_authorisation_button_works(docs: DocsPage) -> None:
    docs.press(".auth-wrapper .authorize")
    docs.place(".modal-ux input[type=text], .modal-ux input[type=password]").first.fill("seat_example")
    docs.press(".modal-ux button.authorize")
    expect(docs.place(".modal-ux .auth-btn-wrapper button:not(.authorize):not(.btn-done)").first).to_have_text("Logout")
    docs.press(".modal-ux button.btn-done")


def test_nothing_is_complained_about_and_nothing_comes_from_elsewhere(docs: DocsPage, stack: Stack) -> None:
    """Last, so that everything above is in the logs."""
    assert docs.console() == []
    assert f"{stack.url}/openapi/kimbac.json" in docs.asked
    assert [url for url in docs.asked if urlsplit(url).scheme not in LOCAL and not url.startswith(stack.url)] == []
