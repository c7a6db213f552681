"""Looking back at a finished game."""

from __future__ import annotations

import httpx
from playwright.sync_api import expect

from tests.support.stack import Stack
from tests.system.browser.table_page import TablePage


def test_every_board_can_be_seen_again(table: TablePage, stack: Stack, http: httpx.Client) -> None:
    table.start_game(stack.url, "bakong", seed="9" * 64)  # the first seat is drawn: seat 0
    opening = table.picture
    table.play_to_the_end()
    last = table.picture
    view = table.over_http(http)
    replay = http.get(f"/v1/bakong/games/{view['id']}/replay").json()
    steps = len(replay["acts"])

    step, slider = table.place(".replay output"), table.place(".replay input[type=range]")
    shown = table.place(".replay")
    expect(shown).to_have_attribute("data-ready", str(steps))
    expect(step).to_have_text(f"Step {steps} of {steps}")
    slider.fill("0")
    expect(step).to_have_text("The deal")
    expect(shown).to_have_attribute("data-shown", "0")
    assert table.picture == opening
    table.place(".replay [aria-label='One step on']").click()
    expect(step).to_have_text(f"Step 1 of {steps}")
    expect(shown).to_have_attribute("data-shown", "1")
    assert table.picture not in (opening, last)
    expect(table.place(".story .present").first).to_have_text("Player 1 takes an object from the supply: Rope.")
    assert table.place(".story .later").last.inner_text() == table.story.last.inner_text()
    slider.fill(str(steps))
    expect(step).to_have_text(f"Step {steps} of {steps}")
    expect(shown).to_have_attribute("data-shown", str(steps))
    assert table.picture == last
    expect(table.place(".story .later")).to_have_count(0)

    assert view["status"] == "finished"
    assert view["version"] == table.version
    assert view["result"] == replay["result"]
    assert table.console() == []


def test_a_rematch_keeps_the_seat(table: TablePage, stack: Stack, http: httpx.Client) -> None:
    table.start_game(stack.url, "bailouke", wins_needed=1)
    table.play_to_the_end()
    before = table.over_http(http)
    table.place(".ending button.main").click()
    table.wait_until(lambda: table.game[1] != before["id"], "the rematch did not open")
    expect(table.actions.first).to_be_visible()
    again = table.settled(http)
    assert (again["id"], again["you"], again["status"]) == (table.game[1], 0, "running")
    assert again["result"] is None
    assert again["version"] >= 1
    assert [seat["name"] for seat in again["seats"]] == [seat["name"] for seat in before["seats"]]
    assert table.console() == []
