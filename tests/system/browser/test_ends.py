"""The end of a game: points with their sources, the proof behind a fold, a move to share, a game to play on."""

from __future__ import annotations

import httpx
from playwright.sync_api import expect

from tests.support.client import GameClient, create
from tests.support.stack import Stack
from tests.system.browser.table_page import TablePage


def test_a_finished_game_is_counted_shared_and_played_on(
    table: TablePage, other: TablePage, stack: Stack, http: httpx.Client
) -> None:
    table.start_game(stack.url, "bailouke", wins_needed=1)
    table.play_to_the_end()
    view = table.over_http(http)
    [winner] = view["result"]["winners"]
    expect(table.place(".ranking .crowns").first).to_have_text("♛")
    expect(table.place(".breakdown tbody td")).to_have_text(
        [str(total) for total in view["position"]["last_round"]["totals"]]
    )
    expect(table.place(".ranking .won b")).to_have_text(view["seats"][winner]["name"])
    expect(table.place(".dice")).not_to_have_attribute("open", "")

    table.place(".replay input[type=range]").fill("1")
    expect(table.place(".replay")).to_have_attribute("data-shown", "1")
    boards = len([address for address in table.asked if "board.svg?at=" in address])
    assert boards <= 2  # this step and the next, however far the slider was dragged
    share = table.place("[data-key='share move']")
    share.click()
    expect(share).to_have_text("Copied")
    link = str(share.get_attribute("data-link"))
    other.open(link)
    expect(other.place(".replay")).to_have_attribute("data-step", "1")
    expect(other.place(".replay")).to_have_attribute("data-shown", "1")
    assert other.picture == table.picture

    table.place("[data-key=fork]").click()
    table.wait_until(lambda: table.game[1] != view["id"], "the fork did not open")
    table.wait_for_table()
    again = table.over_http(http)
    assert (again["forked_from"]["id"], again["sandbox"], again["you"]) == (view["id"], True, view["you"])
    assert f"/at/{again['forked_from']['at']}" in link
    assert table.console() == []


def hosted(table: TablePage, stack: Stack, http: httpx.Client) -> tuple[GameClient, GameClient]:
    """A game of two people; the browser is that of Ana, who is its host."""
    seats = [{"kind": "human", "name": "Ana"}, {"kind": "human", "name": "Bo"}]
    made, (ana, bo) = create(http, "mekong", {"seats": seats})
    table.open(stack.url)
    table.run(
        "([id, keys]) => localStorage.setItem(`ludotheque.game.${id}`, JSON.stringify(keys))",
        [made["id"], {"slug": "mekong", "token": ana.token, "host": made["host_token"]}],
    )
    table.open(f"{stack.url}/#/mekong/{made['id']}")
    table.wait_for_table()
    return ana, bo


def test_giving_up_ends_a_game_of_two(table: TablePage, stack: Stack, http: httpx.Client) -> None:
    ana, _ = hosted(table, stack, http)
    table.stop_clock()
    table.place("[data-key='Give up']").click()
    table.place(".duties .warning").click()
    expect(table.place(".ending .winner")).to_have_text("Ana gave up: Bo wins.")
    expect(table.place(".ranking .won b")).to_have_text("Bo")
    expect(table.place(".told")).to_have_text("The game is over: Bo wins.")
    view = ana.view()
    assert (view["status"], view["result"]["winners"], view["result"]["reason"]) == ("finished", [1], "resigned")
    expect(table.place(".ending button.main")).to_have_text("Play again")
    assert table.console() == []


def test_who_stays_may_end_a_game_of_two(table: TablePage, stack: Stack, http: httpx.Client) -> None:
    ana, bo = hosted(table, stack, http)
    assert bo.post("/resign").status_code == 200
    expect(table.place(".won .winner")).to_have_text("Bo has given up: you have won.")
    table.place("[data-key='end here']").click()
    expect(table.place(".ending .winner")).to_have_text("Bo gave up: Ana wins.")
    view = ana.view()
    assert (view["status"], view["result"]["winners"], view["result"]["reason"]) == ("finished", [0], "resigned")
    table.open(stack.url)
    past = table.place(f'.owntables .past [data-id="{ana.id}"]')
    expect(past).to_be_attached()
    expect(past).to_be_hidden()
    assert table.console() == []
