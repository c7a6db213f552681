"""The docs page in a real browser: nothing on the console, nothing from elsewhere, and its buttons work."""

from __future__ import annotations

import json
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support import expected_conditions as expect
from selenium.webdriver.support.wait import WebDriverWait

from tests.support.stack import Stack
from tests.system.browser.chromium import start

LOCAL = ("data", "blob", "about", "chrome")
"""Schemes that stay inside the browser."""
READY = """
const selectors = window.ui.specSelectors;
for (const [path, item] of selectors.specJson().get("paths").entrySeq())
  for (const [method, operation] of item.entrySeq())
    if (operation.get?.("operationId") === arguments[0])
      return selectors.specResolvedSubtree(["paths", path, method])?.get("operationId") === arguments[0];
return false;
"""
"""Has the page put an operation together, references and all? Only then can it be executed."""


@pytest.fixture(scope="module")
def page(stack: Stack) -> Iterator[webdriver.Chrome]:
    browser = start("browser", "performance")
    try:
        browser.get(f"{stack.url}/docs")
        wait_for(browser, "#operations-tag-catalogue")
        yield browser
    finally:
        browser.quit()


def wait_for(page: webdriver.Chrome, selector: str) -> WebElement:
    return WebDriverWait(page, 30).until(expect.presence_of_element_located((By.CSS_SELECTOR, selector)))


def press(page: webdriver.Chrome, selector: str) -> None:
    """Press it as a script would: a sticky header may lie over it."""
    page.execute_script("arguments[0].click()", wait_for(page, selector))


def execute(page: webdriver.Chrome, operation: str) -> tuple[str, str]:
    """Open an operation, execute it with its example, and read status and body of the answer."""
    press(page, f"#operations-tag-{operation.partition('-')[0]}")
    press(page, f"#operations-{operation} .opblock-summary-control")
    WebDriverWait(page, 30).until(lambda page: page.execute_script(READY, operation.partition("-")[2]))
    press(page, f"#operations-{operation} button.execute")
    status = wait_for(page, f"#operations-{operation} .live-responses-table tbody .response-col_status").text
    body = wait_for(page, f"#operations-{operation} .live-responses-table .highlight-code").text
    return status.split()[0], body


def test_an_example_can_be_executed(page: webdriver.Chrome) -> None:
    status, body = execute(page, "catalogue-catalogue")
    assert status == "200"
    assert '"bakong"' in body


def test_a_recorded_request_creates_a_game(page: webdriver.Chrome) -> None:
    status, body = execute(page, "kimbac-kimbac_create")
    assert status == "201"
    assert '"host_token"' in body


def test_the_authorisation_button_works(page: webdriver.Chrome) -> None:
    press(page, ".auth-wrapper .authorize")
    field = wait_for(page, ".modal-ux input[type=text], .modal-ux input[type=password]")
    field.send_keys("seat_example")
    press(page, ".modal-ux button.authorize")
    assert wait_for(page, ".modal-ux .auth-btn-wrapper button:not(.authorize):not(.btn-done)").text == "Logout"
    press(page, ".modal-ux button.btn-done")


def test_nothing_is_complained_about_and_nothing_comes_from_elsewhere(page: webdriver.Chrome, stack: Stack) -> None:
    """Last, so that everything above is in the logs."""
    assert page.get_log("browser") == []
    asked = set()
    for entry in page.get_log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            asked.add(message["params"]["request"]["url"])
    assert f"{stack.url}/openapi.json" in asked
    assert [url for url in asked if urlsplit(url).scheme not in LOCAL and not url.startswith(stack.url)] == []
