"""What can be done with a finished game: look back, share a move, play on from it, play again."""

from __future__ import annotations

import httpx
from playwright.sync_api import expect

from tests.system.browser.table_page import Json, TablePage

DRAG = """(slider) => {
  for (let step = Number(slider.max) - 1; step > 0; step -= 1) {
    slider.value = step;
    slider.dispatchEvent(new Event("input"));
  }
}"""
"""Drag a slider from the end to the first step."""


def look_back(table: TablePage, other: TablePage, http: httpx.Client, view: Json) -> None:
    """Every board can be seen again."""
    last = table.picture
    replay = http.get(f"/v1/{view['game']}/games/{view['id']}/replay").json()
    steps = len(replay["acts"])
    step, slider = table.place(".replay output"), table.place(".replay input[type=range]")
    shown = table.place(".replay")
    expect(shown).to_have_attribute("data-ready", str(steps))
    expect(step).to_have_text(f"Step {steps} of {steps}")
    slider.fill("0")
    expect(step).to_have_text("The deal")
    expect(shown).to_have_attribute("data-shown", "0")
    dealt = table.picture
    table.place(".replay [aria-label='One step on']").click()
    expect(step).to_have_text(f"Step 1 of {steps}")
    expect(shown).to_have_attribute("data-shown", "1")
    assert table.picture not in (dealt, last)
    events = http.get(f"/v1/{view['game']}/games/{view['id']}/events").json()["events"]
    first = [event["sentence"] for event in events if event["version"] == replay["acts"][0]["version"]]
    expect(table.place(".story .present")).to_have_text(first)
    assert table.place(".story .later").last.inner_text() == table.story.last.inner_text()
    slider.fill(str(steps))
    expect(shown).to_have_attribute("data-shown", str(steps))
    assert table.picture == last
    expect(table.place(".story .later")).to_have_count(0)
    assert view["result"] == replay["result"]


def fork_and_share(table: TablePage, other: TablePage, http: httpx.Client, view: Json) -> None:
    """Points with their sources, the proof behind a fold, a move to share, a game to play on."""
    expect(table.place(".ranking .crowns").first).to_have_text("♛")
    expect(table.place(".breakdown tbody td")).to_have_text(
        [str(total) for total in view["position"]["last_round"]["totals"]]
    )
    [winner] = view["result"]["winners"]
    expect(table.place(".ranking .won b")).to_have_text(view["seats"][winner]["name"])
    table.place(".replay input[type=range]").evaluate(DRAG)
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
    expect(other.place(".dice")).not_to_have_attribute("open", "")
    assert other.picture == table.picture

    table.asked.clear()
    table.place("[data-key=fork]").dblclick()
    table.wait_until(lambda: table.game[1] != view["id"], "the fork did not open")
    assert len([address for address in table.asked if address.endswith("/bailouke/games")]) == 1
    table.wait_for_table()
    again = table.over_http(http)
    assert (again["forked_from"]["id"], again["sandbox"], again["you"]) == (view["id"], True, view["you"])
    assert f"/at/{again['forked_from']['at']}" in link


def rematch(table: TablePage, other: TablePage, http: httpx.Client, view: Json) -> None:
    """Play again: the same seats for the same players."""
    table.place(".ending button.main").click()
    table.wait_until(lambda: table.game[1] != view["id"], "the rematch did not open")
    expect(table.actions.first).to_be_attached()
    again = table.settled(http)
    assert (again["id"], again["you"], again["status"]) == (table.game[1], view["you"], "running")
    assert again["result"] is None
    assert [(seat["name"], seat["kind"]) for seat in again["seats"]] == [
        (seat["name"], seat["kind"]) for seat in view["seats"]
    ]
