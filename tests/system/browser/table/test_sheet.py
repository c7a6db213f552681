"""What the page takes from a game's sheet: pieces with copies and effects, notes, advice, credits, suggestions."""

from __future__ import annotations

import httpx
from playwright.sync_api import expect

from engines.kernel.registry import slugs
from tests.support.stack import Stack
from tests.system.browser.table_page import TablePage


def test_the_page_of_each_game_shows_its_guide_pieces_notes_and_credits(
    table: TablePage, stack: Stack, http: httpx.Client
) -> None:
    table.page.set_viewport_size({"width": 375, "height": 720})
    table.page.add_init_script("localStorage.setItem('ludotheque.language', 'fr')")
    table.open(stack.url)
    for slug in slugs():
        table.run("(slug) => { location.hash = `#/${slug}`; }", slug)
        the_page_shows_the_sheet(table, http, slug)
        table.setup.advanced.click()
        assert table.run("document.documentElement.scrollWidth") == 375
        assert table.small_on_a_phone() == []
    assert table.console() == []


def the_page_shows_the_sheet(table: TablePage, http: httpx.Client, slug: str) -> None:
    sheet = http.get(f"/v1/{slug}", headers={"Accept-Language": "fr"}).json()
    expect(table.place("main > h1")).to_have_text(sheet["name"])
    panel = table.place(".reference")
    panel.locator("summary").click()
    entries = [entry for group in sheet["reference"] for entry in group["entries"]]
    expect(panel.locator(".pieces b")).to_have_text([entry["name"] for entry in entries])
    expect(panel.locator(".pieces p")).to_have_text([entry["effect"] for entry in entries if entry["effect"]])
    expect(panel.locator(".pieces .number")).to_have_count(sum(entry["copies"] is not None for entry in entries))
    expect(panel.locator(".pieces small")).to_have_count(sum(bool(entry["reconstructed"]) for entry in entries))
    expect(panel.locator(".note")).to_have_text(sheet["notes"])
    made = sheet["content"]["game"]
    for credit in made["credits"]:
        expect(table.place(".credits")).to_contain_text(credit["role"]["fr"])
        expect(table.place(".credits")).to_contain_text(credit["names"][0])
    for words in filter(None, (made.get("advice"), made.get("subtitle"))):
        expect(table.place("main > .soft").filter(has_text=words["fr"])).to_be_visible()
    for text in (sheet["guide"]["goal"], *sheet["guide"]["turn"], sheet["guide"]["end"]):
        expect(table.place("main .howto")).to_contain_text(text)
    for option in sheet["options"].values():
        if option["type"] in ("int", "bool", "enum", "seat_or_null"):
            expect(table.place(".setup details")).to_contain_text(option["label"])


def test_the_table_has_the_same_panel_beside_the_board(table: TablePage, stack: Stack, http: httpx.Client) -> None:
    table.start_game(stack.url, "bailouke")
    sheet = http.get("/v1/bailouke").json()
    expect(table.place(".reference .note")).to_have_text(sheet["notes"])
    table.place(".reference summary").click()
    expect(table.place(".reference .pieces li")).to_have_count(15)
    assert table.console() == []


def test_people_among_themselves_are_offered_planks_by_eye(table: TablePage, stack: Stack, http: httpx.Client) -> None:
    table.setup.open(stack.url, "mekong")
    choice = table.setup.field("plank_attempt")
    expect(choice).to_have_value("")
    table.setup.seat(1).select_option("friend")
    expect(choice).to_have_value('"eyeball"')
    table.setup.seat(1).select_option("bot greedy")
    expect(choice).to_have_value("")
    table.setup.advanced.click()
    choice.select_option('"guided"')
    table.setup.seat(1).select_option("friend")
    expect(choice).to_have_value('"guided"')  # what the reader has chosen stays
    table.page.reload()
    table.setup.invite_a_friend(stack.url, "mekong", "Ana")
    table.wait_for_table()
    assert http.post(f"/v1/mekong/games/{table.game[1]}/seats", json={"name": "Bo"}).status_code == 201
    assert table.over_http(http)["position"]["options"]["plank_attempt"] == "eyeball"
    assert table.console() == []
