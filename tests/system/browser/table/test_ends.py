"""Games of two that end because a player gives up."""

from __future__ import annotations

import httpx
from playwright.sync_api import expect

from tests.support.client import GameClient, create
from tests.support.stack import Stack
from tests.system.browser.table_page import TablePage


def hosted(table: TablePage, stack: Stack, http: httpx.Client, **options: object) -> tuple[GameClient, GameClient]:
    """A game of two people; the browser is that of Ana, who is its host."""
    seats = [{"kind": "human", "name": "Ana"}, {"kind": "human", "name": "Bo"}]
    made, (ana, bo) = create(http, "mekong", {"seats": seats, "options": options})
    table.open(stack.url)
    table.run(
        "([id, keys]) => localStorage.setItem(`ludotheque.game.${id}`, JSON.stringify(keys))",
        [made["id"], {"slug": "mekong", "token": ana.token, "host": made["host_token"]}],
    )
    table.open(f"{stack.url}/#/mekong/{made['id']}")
    table.wait_for_table()
    return ana, bo


def test_giving_up_ends_a_game_of_two(table: TablePage, stack: Stack, http: httpx.Client) -> None:
    ana, _ = hosted(table, stack, http, first_seat=0)
    table.stop_clock()
    table.place("[data-key='Give up']").click()
    table.place(".duties .warning").click()
    expect(table.place(".ending .winner")).to_have_text("Ana gave up: Bo wins.")
    expect(table.place(".ranking .won b")).to_have_text("Bo")
    expect(table.place(".told")).to_have_text("The game is over: Bo wins.")
    view = ana.view()
    assert (view["status"], view["result"]["winners"], view["result"]["reason"]) == ("finished", [1], "resigned")
    expect(table.place(".ending button.main")).to_have_text("Play again")
    expect(table.place(".dice")).to_be_hidden()  # even the first player was not drawn: no chance, nothing to prove
    assert table.console() == []


def test_who_stays_may_call_a_game_of_two_off(table: TablePage, stack: Stack, http: httpx.Client) -> None:
    ana, bo = hosted(table, stack, http)
    assert bo.post("/resign").status_code == 200
    expect(table.place(".given-up b")).to_have_text("Bo has given up.")
    table.place(".given-up button").click()
    expect(table.place(".ending")).to_contain_text("The game was called off")
    expect(table.place(".ending")).to_contain_text("Bo has given up.")
    expect(table.place(".dice")).to_be_visible()  # the first player was drawn
    view = ana.view()
    assert (view["status"], view["result"]) == ("aborted", None)
    table.open(stack.url)
    past = table.place(f'.owntables .past [data-id="{ana.id}"]')
    expect(past).to_be_attached()
    expect(past).to_be_hidden()
    assert table.console() == []
