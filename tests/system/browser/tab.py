"""One tab in a context of its own: nothing stored, nothing shared, everything on its console kept."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Request, Route, ViewportSize, expect

from tests.system.browser import contexts

PATIENCE = 60
"""Seconds that any condition may take on a busy machine; a test that passes does not wait for them."""
PHONE: ViewportSize = {"width": 375, "height": 720}
SMALL = """
() => [...document.querySelectorAll("a, button, summary, select, input, textarea")]
  .map((control) => (control.type === "checkbox" ? control.closest("label") : control))
  .filter((control) => !control.matches("p:not(.row) a")) // a link in a sentence is text
  .filter((control) => control.checkVisibility() && Math.round(control.getBoundingClientRect().height) < 40)
  .map((control) => control.outerHTML.slice(0, 80))
"""
T = TypeVar("T")
expect.set_options(timeout=PATIENCE * 1000)


class Tab:
    """A page, what it wrote to the console, which addresses it asked, and a trace of what was done with it."""

    def __init__(
        self, browser: Browser, width: int = 1200, height: int = 900, scale: float = 1, motion: bool = False
    ) -> None:
        self._browser, self._kind = browser, (scale, motion)
        self.reusable = True
        """May another tab use the context later? Not when the test has changed what stays with it."""
        self.context, self.page = contexts.take(browser, self._kind)
        self.context.set_default_timeout(PATIENCE * 1000)
        self.page.set_viewport_size({"width": width, "height": height})
        self.asked: list[str] = []
        self._sites: set[str] = set()
        self._console: list[str] = []
        self.page.on("console", self._written)
        self.page.on("pageerror", lambda error: self._console.append(str(error)))
        self.page.on("request", self._requested)

    def _written(self, message: ConsoleMessage) -> None:
        self._console.append(f"{message.location['url']} {message.text}")

    def _requested(self, request: Request) -> None:
        self.asked.append(request.url)
        self._sites.add("{0.scheme}://{0.netloc}".format(urlsplit(request.url)))

    def close(self) -> None:
        if self.page.is_closed():
            return
        if self.reusable:
            contexts.give_back(self._browser, self._kind, self.context, self._sites)
        else:
            self.context.close()

    def open(self, address: str) -> None:
        if self.page.url.partition("#")[0].rstrip("/") == address.partition("#")[0].rstrip("/"):
            self.page.goto("about:blank")  # a change of the fragment alone would not load anything
        self.page.goto(address)

    def console(self) -> list[str]:
        """Everything written to the console so far."""
        self.page.evaluate("0")  # messages arrive in order: those written before this answer are here after it
        return list(self._console)

    def keep(self, folder: Path, name: str) -> list[Path]:
        """Write a screenshot, the page and the trace, for a person who looks for the cause of a failure."""
        folder.mkdir(parents=True, exist_ok=True)
        picture, page, trace = (folder / f"{name}.{ending}" for ending in ("png", "html", "zip"))
        self.context.tracing.stop_chunk(path=trace)
        self.context.tracing.start_chunk()
        self.page.screenshot(path=picture, timeout=10_000)
        page.write_text(self.page.content(), "utf-8")
        return [picture, page, trace]

    def hold(self, address: str) -> HeldRequest:
        """Keep the next request to an address from reaching the server until it is released."""
        return HeldRequest(self, address)

    def wait_until(self, condition: Callable[[], T], message: str) -> T:
        """Wait for a condition that no locator can express, such as one on two pages; its value."""
        for _ in range(PATIENCE * 50):
            if value := condition():
                return value
            self.page.wait_for_timeout(20)
        raise AssertionError(f"{message} (within {PATIENCE} s)")

    def small_on_a_phone(self) -> list[str]:
        """Controls that a finger misses on a phone: less than 40 pixels high. The window is as before afterwards."""
        before = self.page.viewport_size
        self.page.set_viewport_size(PHONE)
        small = list(self.run(SMALL))
        if before:
            self.page.set_viewport_size(before)
        return small

    def run(self, script: str, value: Any = None) -> Any:
        return self.page.evaluate(script, value)


class HeldRequest:
    """A request of the page that waits: what comes meanwhile is sure to come before its answer."""

    def __init__(self, tab: Tab, address: str) -> None:
        self.tab, self.address = tab, address
        self.routes: list[Route] = []
        tab.page.route(address, self._hold, times=1)

    def _hold(self, route: Route) -> None:
        self.routes.append(route)

    def wait(self) -> None:
        """Wait until the page has asked."""
        self.tab.wait_until(lambda: self.routes, f"the page did not ask {self.address}")

    def release(self) -> None:
        """Let the request through; done when the page has its answer and has done with it what it does at once."""
        with self.tab.page.expect_response(self.address) as answer:
            self.routes[0].continue_()
        answer.value.finished()
        self.tab.run("new Promise((done) => setTimeout(done))")
