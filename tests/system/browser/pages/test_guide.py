"""How to play: half a page with pictures, advice in the first game, settings that suit it, the rules behind."""

from __future__ import annotations

import httpx
from playwright.sync_api import expect

from tests.support.stack import Stack
from tests.system.browser.table_page import TablePage


def test_how_to_play_stands_before_the_rules_and_readings_stand_apart(
    table: TablePage, stack: Stack, http: httpx.Client
) -> None:
    table.setup.open(stack.url, "bakong")
    sheet = http.get("/v1/bakong").json()
    page = table.place("main .howto")
    for text in (sheet["guide"]["goal"], *sheet["guide"]["turn"], sheet["guide"]["end"]):
        expect(page).to_contain_text(text)
    for image in page.locator("img").all():
        assert image.evaluate("(image) => image.decode().then(() => image.naturalWidth)") > 0

    table.place("[data-key=guide]").click()
    expect(table.rules.locator(".howto")).to_contain_text(sheet["guide"]["goal"])
    expect(table.rules.locator(".rulebook")).not_to_have_attribute("open", "")
    table.rules.locator(".rulebook > summary").click()
    rules = http.get("/v1/bakong/rules").json()["rules"]
    readings = [rule["id"] for rule in rules if rule["provenance"] == "reading"]
    expect(table.rules.locator(".readings article b")).to_have_text(readings)
    expect(table.rules.locator("article")).to_have_count(len(rules))
    expect(table.rules.locator(f"#rule-{readings[0]}")).to_be_hidden()
    assert table.console() == []


def test_a_first_game_is_proposed_with_help_and_walked_through(
    table: TablePage, stack: Stack, http: httpx.Client
) -> None:
    table.setup.open(stack.url, "bakong")
    aid, first = table.setup.field("memory_aid"), table.setup.field("first")
    expect(first).to_be_checked()
    expect(aid).to_have_value("true")
    first.uncheck()
    expect(aid).to_have_value("")
    first.check()
    help_text = http.get("/v1/bakong").json()["options"]["memory_aid"]["help"]
    table.setup.advanced.click()
    expect(table.setup.form).to_contain_text(help_text)
    table.setup.field("seed").fill("9" * 64)  # the first seat is drawn: seat 0
    table.setup.start.click()
    table.wait_for_turn()
    assert table.over_http(http)["position"]["options"]["memory_aid"] is True
    advice = table.place(".advice")
    expect(table.place(".guide .goal")).to_contain_text("Reach the temple")
    expect(advice).to_have_attribute("data-step", "0")
    table.play_an_action()
    table.wait_for_turn()
    expect(advice).to_have_attribute("data-step", "1")
    table.page.set_viewport_size({"width": 375, "height": 800})
    assert advice.bounding_box()["y"] < table.board.bounding_box()["y"]  # type: ignore[index]
    advice.get_by_role("button").click()
    expect(advice).to_have_count(0)
    table.page.reload()
    expect(table.place(".guide .goal")).to_be_visible()
    expect(advice).to_have_count(0)
    assert table.console() == []
