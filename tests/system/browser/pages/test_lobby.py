"""The first page: what each game is, a game in one click, one's own tables, open games and live ones."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import expect

from engines.kernel.registry import slugs
from tests.support.client import create
from tests.support.stack import Stack
from tests.system.browser.table_page import TablePage

TWO = {"seats": [{"kind": "human", "name": "Ana"}, {"kind": "human", "name": "Bo"}], "options": {"first_seat": 0}}


NOTIFIED = """
window.notified = [];
window.Notification = class {
  static permission = "granted";
  constructor(title, { body }) { notified.push(`${title}: ${body}`); }
};
null; // a class as the value of a script would be called
"""
"""A browser whose reader has allowed notifications."""
DIFFICULTY = {1: "easy to learn", 2: "takes a game to learn", 3: "for experts"}


def test_cards_say_what_each_game_is_and_start_one_in_a_click(
    table: TablePage, stack: Stack, http: httpx.Client
) -> None:
    table.open(stack.url)
    cards = table.place(".card")
    expect(cards).to_have_count(len(slugs()))
    for card, game in zip(cards.all(), http.get("/v1").json()["games"], strict=True):
        expect(card).to_contain_text(game["blurb"])
        expect(card).to_contain_text(f"{game['minutes'][0]} to {game['minutes'][1]} min")
        expect(card).to_contain_text(DIFFICULTY[game["difficulty"]])
        assert card.locator("img").evaluate("(image) => image.decode().then(() => image.naturalWidth)") > 0
    table.place("[data-quick=kimbac]").dblclick()
    table.wait_for_table()
    view = table.over_http(http)
    assert [seat["kind"] for seat in view["seats"]] == ["human", "bot"]
    assert view["position"]["options"]["rounds"] == 1  # a first game
    assert len(table.run("Object.keys(localStorage).filter((key) => key.startsWith('ludotheque.game.'))")) == 1
    assert table.console() == []


CLICK_AGAIN = """(button) => new Promise((done) => {
  addEventListener("hashchange", () => { button.click(); done(); }, { once: true });
  button.click();
})"""


@pytest.mark.parametrize(("page", "button"), [("/#/", "[data-quick=kimbac]"), ("/#/kimbac", "[name=start]")])
def test_a_second_click_after_the_answer_makes_no_second_game(
    table: TablePage, stack: Stack, page: str, button: str
) -> None:
    """The game is there, and its table not yet drawn."""
    table.open(stack.url + page)
    table.place(button).evaluate(CLICK_AGAIN)
    table.wait_for_table()
    assert table.asked.count(f"{stack.url}/v1/kimbac/games") == 1


def test_own_tables_show_the_opponent_and_whose_turn_it_is(table: TablePage, stack: Stack, http: httpx.Client) -> None:
    _, (ana, bo) = create(http, "bakong", TWO)
    for seat in (ana, bo):  # the same browser sits on both sides, once a game
        table.sit_at(stack.url, "bakong", ana.id, str(seat.token))
        table.open(stack.url)
        row = table.place(f'.owntables [data-id="{ana.id}"]')
        expect(row).to_contain_text(f"Bakong with {'Bo' if seat is ana else 'Ana'}")
        expect(row.locator(".badge")).to_be_visible(visible=seat is ana)
    assert table.small_on_a_phone() == []
    table.stop_clock()
    forget = row.get_by_role("button")
    forget.click()
    expect(forget).to_have_text("Forget it? The seat is lost.")
    expect(row).to_be_visible()
    forget.click()
    expect(row).to_have_count(0)
    assert table.console() == []


def test_open_games_can_be_filtered_and_live_ones_move(table: TablePage, stack: Stack, http: httpx.Client) -> None:
    free = {"seats": [{"kind": "human", "name": "Noémie"}, {"kind": "open"}]}
    waiting, _ = create(http, "mekong", free)
    _, (ana, _) = create(http, "bakong", TWO)
    table.open(stack.url)
    row = table.place(f'.opengames [data-id="{waiting["id"]}"]')
    expect(row).to_contain_text("Noémie")
    expect(row).to_contain_text(re.compile("just now|minutes? ago"))
    table.place("[name=filter]").select_option("bakong")
    expect(row).to_have_count(0)
    table.place("[name=filter]").select_option("mekong")
    expect(row).to_be_visible()
    live = table.place(f'.livegames [data-id="{ana.id}"]')
    expect(live.locator("[part=board] svg")).to_be_visible()
    expect(live).to_contain_text("Ana and Bo")
    before = str(live.locator("[part=board]").text_content())
    assert ana.act({"type": "take_object", "object": "rope"}).status_code == 200
    expect(live.locator("[part=board]")).not_to_have_text(before)
    assert table.small_on_a_phone() == []
    row.get_by_role("link").click()
    expect(table.place(".join")).to_be_visible()
    assert table.console() == []


def test_the_waiting_room_tells_the_two_links_apart(
    table: TablePage, other: TablePage, stack: Stack, http: httpx.Client
) -> None:
    table.setup.open(stack.url, "bakong")
    table.setup.advanced.click()
    table.setup.field("first_seat").select_option("0")
    table.setup.seat(1).select_option("friend")
    table.setup.start.click()
    expect(table.place(".waiting")).to_contain_text("Send the link for a friend")
    expect(table.place(".waiting .steps li")).to_have_count(3)
    assert table.link("seat") != table.link("watch")
    table.place("[data-share='share.seat'] summary").click()
    expect(table.place("[data-share='share.seat'] .qr")).to_be_visible()
    assert table.small_on_a_phone() == []
    other.open(table.link("watch"))
    expect(other.place(".waiting")).to_be_visible()
    expect(other.place(".join")).to_have_count(0)
    other.open(table.link("seat"))
    expect(other.place(".join")).to_be_visible()
    assert other.small_on_a_phone() == []

    table.run("Object.defineProperty(document, 'hidden', { get: () => true })")
    table.run(NOTIFIED)
    before = table.run("document.querySelector('link[rel=icon]').href")
    game = http.post(f"/v1/bakong/games/{table.game[1]}/seats", json={"name": "Bo"})
    assert game.status_code == 201, game.text
    expect(table.body).to_have_attribute("data-status", "running")
    assert table.page.title().startswith("● Your turn")
    assert table.run("document.querySelector('link[rel=icon]').href") != before
    assert table.run("notified") == ["Bakong: Your turn"]
    assert table.console() == []
    assert other.console() == []
