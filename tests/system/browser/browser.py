"""A real browser, and the few things that a player does with it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

from tests.system.browser.chromium import start

PATIENCE = 30

CLICK_THE_FIRST = """
const [most, seconds, done] = arguments;
const end = Date.now() + seconds * 1000;
const clicked = [];
const look = () => {
  const { status } = document.body.dataset;
  const over = status === "finished" || status === "aborted" || clicked.length >= most;
  if (over || Date.now() > end) return done({ status, clicked });
  const offered = ".yours:not([hidden]) ";
  const program = document.querySelector(offered + ".program");
  const button = document.querySelector(
    offered + (program ? ".program button[data-send]:enabled, .program .card:enabled" : "button.action"));
  if (button && !document.querySelector(".busy")) {
    clicked.push(button.dataset.action ?? button.dataset.send ?? "card");
    button.click();
  }
  setTimeout(look, 4);
};
look();
"""
"""The first offered action, as soon as it is offered, so many times or until the game is over."""


class Browser:
    """One window of one browser: what is on the page, found by CSS selectors, also inside the board's picture."""

    def __init__(self) -> None:
        self.driver = start("browser", arguments=("--lang=en-GB",))
        self.driver.set_script_timeout(180)

    def quit(self) -> None:
        self.driver.quit()

    def size(self, width: int, height: int, scale: float = 1) -> None:
        """The size of the page itself: a window's frame does not count, and may be smaller than a phone."""
        metrics = {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def scheme(self, colours: str) -> None:
        features = [{"name": "prefers-color-scheme", "value": colours}]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    def open(self, address: str) -> None:
        self.driver.get("about:blank")  # only a change of what stands behind the # would not load anything
        self.driver.get(address)

    @contextmanager
    def prepared(self, script: str) -> Iterator[None]:
        """Pages that are opened meanwhile run this first."""
        source = {"source": script}
        found = self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", source)
        try:
            yield
        finally:
            self.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", found)

    def run(self, script: str, *values: Any) -> Any:
        return self.driver.execute_script(script, *values)

    # --- looking -------------------------------------------------------------------------------------------------

    def all(self, selector: str) -> list[WebElement]:
        return list(self.driver.find_elements(By.CSS_SELECTOR, selector))

    def find(self, selector: str) -> WebElement:
        """The first element that is there and can be seen, waited for."""

        def seen(_: Any) -> WebElement | None:
            return next((element for element in self.all(selector) if element.is_displayed()), None)

        element: WebElement = self.wait(seen, f"nothing visible fits {selector}")
        return element

    def wait(self, condition: Any, message: str = "") -> Any:
        waiting = WebDriverWait(self.driver, PATIENCE, poll_frequency=0.02, ignored_exceptions=(WebDriverException,))
        return waiting.until(condition, message)

    def text(self, selector: str) -> str:
        return str(self.find(selector).text)

    def texts(self, selector: str) -> list[str]:
        return list(self.run("return [...document.querySelectorAll(arguments[0])].map((e) => e.textContent)", selector))

    def pieces(self) -> list[str]:
        """The ids of the pieces of the picture that can be clicked."""
        board = "document.querySelector('[data-board]').shadowRoot"
        return list(self.run(f"return [...{board}.querySelectorAll('.web-choice')].map((element) => element.id)"))

    def piece(self, identifier: str) -> WebElement:
        root = self.find("[data-board]").shadow_root
        return root.find_element(By.CSS_SELECTOR, f'[id="{identifier}"]')

    @property
    def table(self) -> tuple[str, str]:
        """Slug and id of the table in the address bar."""
        _, slug, identifier = self.driver.current_url.partition("#")[2].split("/")
        return slug, identifier

    @property
    def version(self) -> int:
        return int(self.run("return document.body.dataset.version ?? 0"))

    def stored(self) -> dict[str, Any]:
        """What the browser keeps for the table in the address bar."""
        return dict(json.loads(self.run(f"return localStorage.getItem('ludotheque.game.{self.table[1]}')")))

    # --- doing ---------------------------------------------------------------------------------------------------

    def click(self, selector: str) -> None:
        """Click the first such element; the page may put a new one in its place meanwhile."""

        def clicked(_: Any) -> bool:
            element = self.find(selector)
            self.run("arguments[0].scrollIntoView({block: 'center'})", element)
            element.click()
            return True

        self.wait(clicked, f"{selector} cannot be clicked")

    def write(self, selector: str, text: str) -> None:
        element = self.find(selector)
        element.clear()
        element.send_keys(text)

    def choose(self, selector: str, value: str) -> None:
        self.click(f'{selector} option[value="{value}"]')

    def play(self, most: int, seconds: int = 120) -> tuple[str, list[str]]:
        """Click the first offered action so many times; the status then, and the types of the actions."""
        answer = self.driver.execute_async_script(CLICK_THE_FIRST, most, seconds)
        return str(answer["status"]), list(answer["clicked"])

    def play_to_the_end(self) -> list[str]:
        status, clicked = self.play(10_000)
        assert status == "finished", clicked
        return clicked

    # --- the console ---------------------------------------------------------------------------------------------

    def console(self) -> list[str]:
        """What was written to the console since it was last asked."""
        return [entry["message"] for entry in self.driver.get_log("browser")]
