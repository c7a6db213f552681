"""The server is killed and comes back: the web table and the board on another site go on by themselves."""

from __future__ import annotations

import signal

import httpx
from playwright.sync_api import expect

from tests.support.client import create
from tests.support.stack import Stack
from tests.system.browser.other_site import other_site
from tests.system.browser.pages.test_board_element import PEOPLE, page_of
from tests.system.browser.table_page import TablePage

SOON = 3000
"""Milliseconds of the page's clock from the server's return until the page has asked it again, at most."""
ATTEMPTS = 6
"""After so many the pauses do not grow any more."""
COUNT = """() => {
  const real = fetch;
  window.attempts = { begun: 0, failed: 0 };
  window.fetch = async (...asked) => {
    attempts.begun += 1;
    try {
      return await real(...asked);
    } catch (error) {
      attempts.failed += 1;
      throw error;
    }
  };
  Math.random = () => 1; // no pause is shortened by chance
}"""


class Attempts:
    """The page's requests to a server that is gone, on a clock that moves only when told to."""

    def __init__(self, table: TablePage) -> None:
        self.table = table
        table.stop_clock()
        table.run(COUNT)
        table.wait_until(lambda: self.soon() or self.begun, "the page gave up")  # a timer from before has run out

    @property
    def begun(self) -> int:
        return int(self.table.run("attempts.begun"))

    def wait_until_failed(self) -> None:
        """Nothing is under way; the whole pause before the next attempt lies ahead."""
        self.table.wait_until(lambda: self.table.run("attempts.begun === attempts.failed"), "an attempt hangs")

    def soon(self) -> bool:
        """Does the page ask again within the time?"""
        before = self.begun
        self.table.page.clock.run_for(SOON)
        return self.begun > before


def test_pages_go_on_when_the_server_is_back(table: TablePage, other: TablePage) -> None:
    with Stack() as stack, httpx.Client(base_url=stack.url, timeout=40, verify=False) as http:
        _, (ana, bo) = create(http, "bakong", PEOPLE)
        with other_site(page_of(stack, ana)) as address:
            table.sit_at(stack.url, "bakong", ana.id, str(bo.token))
            other.open(address)
            expect(other.place("[part=status]")).to_contain_text("Waiting for Ana.")
            stack.stop("api", signal.SIGKILL)
            expect(table.notice.locator("[data-key=retry]")).to_be_visible()
            assert all(table.run("[...document.querySelectorAll('.board, .yours')].map((place) => place.inert)"))
            attempts = Attempts(table)
            for _ in range(ATTEMPTS):
                attempts.wait_until_failed()
                assert attempts.soon()
            attempts.wait_until_failed()
            before = attempts.begun
            table.notice.locator("[data-key=retry]").click()
            table.wait_until(lambda: attempts.begun > before, "the page did not ask at once")
            attempts.wait_until_failed()
            expect(other.place("[part=error]")).to_have_text("The connection is lost; trying again.")
            stack.start("api", "-m", "api.cli", "api")
            stack.wait_until_ready()
            assert attempts.soon()
            expect(table.notice).to_have_count(0)
            table.page.clock.resume()
            acted = ana.act(ana.legal()["actions"][0]).json()
            table.wait_for_version(acted["version"])
            assert not any(table.run("[...document.querySelectorAll('.board, .yours')].map((place) => place.inert)"))
            expect(other.place("[part=status]")).to_contain_text(acted["events"][-1]["sentence"])
            expect(other.place("[part=error]")).to_have_text("")
            table.play_an_action()
