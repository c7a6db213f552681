"""The server is killed and comes back: the web table and the board on another site go on by themselves."""

from __future__ import annotations

import signal
from itertools import pairwise

import httpx
from playwright.sync_api import expect

from tests.support.client import create
from tests.support.stack import Stack
from tests.system.browser.other_site import other_site
from tests.system.browser.pages.test_board_element import PEOPLE, page_of
from tests.system.browser.table_page import TablePage

SOON = 3000
"""Milliseconds between two attempts, and so from the server's return until the page notices it, at most."""
ATTEMPTS = 6
RETRY = """async () => {
  const before = times.length;
  document.querySelector("[data-key=retry]").click();
  await new Promise((done) => setTimeout(done, 50));
  return times.length - before;
}"""
"""How often the page asks at once when the reader wants it to."""


def attempts_while_gone(table: TablePage) -> list[float]:
    """When the page asked the server that is gone, in milliseconds: often enough to see its longest pause."""
    table.run(
        "() => { const real = fetch; window.times = []; Math.random = () => 1;"  # no pause is shortened by chance
        "window.fetch = (...asked) => { times.push(performance.now()); return real(...asked); }; }"
    )
    table.wait_until(lambda: table.run("times.length") >= ATTEMPTS, "the page gave up")
    return list(table.run("times"))


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
            tries = attempts_while_gone(table)
            assert (
                max(later - earlier for earlier, later in pairwise(tries)) < SOON
            )  # so it is back soon after the server
            assert table.run(RETRY) > 0
            expect(other.place("[part=error]")).to_have_text("The connection is lost; trying again.")
            stack.start("api", "-m", "api.cli", "api")
            stack.wait_until_ready()
            acted = ana.act(ana.legal()["actions"][0]).json()
            table.wait_for_version(acted["version"])
            expect(table.notice).to_have_count(0)
            assert not any(table.run("[...document.querySelectorAll('.board, .yours')].map((place) => place.inert)"))
            expect(other.place("[part=status]")).to_contain_text(acted["events"][-1]["sentence"])
            expect(other.place("[part=error]")).to_have_text("")
            table.play_an_action()
