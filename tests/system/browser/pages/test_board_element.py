"""The board as an element on the page of another site, and as a frame in it."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import expect

from engines.kernel.registry import slugs
from tests.support.client import GameClient, create
from tests.support.stack import Stack
from tests.system.browser.other_site import other_site
from tests.system.browser.table_page import TablePage

FIVE_LINES = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Another site</title><link rel="icon" href="data:,"></head><body>
<script type="module" src="{api}/web/ludotheque-board.js"></script>
<ludotheque-board src="{api}" game="{slug}" id="{id}" token="{token}"></ludotheque-board>
</body></html>"""
FRAME = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Another site</title><link rel="icon" href="data:,"></head><body>
<iframe src="{api}/embed/{slug}/{id}" width="640" height="700" title="A game"></iframe>
</body></html>"""
PEOPLE = {"seats": [{"kind": "human", "name": "Ana"}, {"kind": "human", "name": "Bo <b>&"}]}


def page_of(stack: Stack, game: GameClient, token: str | None = None) -> str:
    return FIVE_LINES.format(api=stack.url, slug=game.slug, id=game.id, token=token or "")


@pytest.mark.parametrize("slug", slugs())
def test_every_board_is_drawn_and_can_be_played_on(
    table: TablePage, stack: Stack, http: httpx.Client, slug: str
) -> None:
    _, (ana, _) = create(http, slug, PEOPLE)
    with other_site(page_of(stack, ana, ana.token)) as address:
        table.open(address)
        expect(table.place("[part=board] svg")).to_be_visible()
        expect(table.place("[part=status]")).to_contain_text("Your turn.")
        expect(table.place("[part=choice]")).not_to_have_count(0)
        before = ana.view()["version"]
        table.place("[part=choice]").first.click()
        table.wait_until(lambda: ana.view()["version"] > before, "the click did nothing")
    assert table.console() == []


@pytest.mark.parametrize("by", ["pointer", "keyboard"])
def test_a_piece_is_played(table: TablePage, stack: Stack, http: httpx.Client, by: str) -> None:
    _, (ana, bo) = create(http, "kimbac", PEOPLE)
    with other_site(page_of(stack, ana, ana.token)) as address:
        table.open(address)
        for number in range(2):  # pawns are placed in turns: the second one after Bo's, which arrives live
            pieces, status = table.place("[part=board] .web-choice"), table.place("[part=status]")
            if number:  # else it could still be the turn before
                expect(status).to_contain_text(f"{bo.view()['seats'][1]['name']} places pawn {number}")
            expect(status).to_contain_text("Your turn.")
            expect(pieces.first).to_have_attribute("role", "button")
            if by == "pointer":
                pieces.first.click()
            else:
                pieces.first.focus()
                table.page.keyboard.press("Enter")
            expect(table.place("[part~=all]")).to_be_visible()  # of the choices, those for this gate
            if by == "pointer":
                table.place("[part=choice]").first.click()
            else:
                table.page.keyboard.press("Enter")
            bo.act(bo.my_turn() and bo.legal()["actions"][0])
            pawns = ana.view()["position"]["pawns"]
            assert [len([pawn for pawn in seat if pawn]) for seat in pawns] == [number + 1] * 2
    assert table.console() == []


def test_a_half_made_choice_stays_when_the_stream_begins(table: TablePage, stack: Stack, http: httpx.Client) -> None:
    """The stream tells the past first: what is shown already is not shown anew."""
    _, (ana, _) = create(http, "kimbac", PEOPLE)
    with other_site(page_of(stack, ana, ana.token)) as address:
        stream = table.hold("**/events*")
        table.open(address)
        table.place("[part=board] .web-choice").first.click()
        expect(table.place("[part~=all]")).to_be_visible()
        stream.wait()
        stream.routes[0].continue_()
        expect(table.place("[part=status]")).to_contain_text("Round 1")
        expect(table.place("[part~=all]")).to_be_visible()


def test_a_spectator_sees_what_happens_and_has_no_choices(table: TablePage, stack: Stack, http: httpx.Client) -> None:
    _, (ana, _) = create(http, "bakong", PEOPLE)
    with other_site(page_of(stack, ana)) as address:
        table.open(address)
        board = table.place("[part=board] svg")
        expect(board).to_have_attribute("role", "img")
        expect(board).to_have_attribute("aria-label", re.compile("Waiting for Ana"))
        expect(table.place("[part=choices]")).to_be_hidden()
        acted = ana.act(ana.legal()["actions"][0]).json()
        expect(table.place("[part=status]")).to_contain_text(acted["events"][-1]["sentence"])
        table.place("[part=text] summary").click()
        expect(table.place("[part=text] pre")).to_contain_text("Ana")
    assert table.console() == []


def test_a_refusal_is_shown_and_a_private_game_is_not(table: TablePage, stack: Stack, http: httpx.Client) -> None:
    _, (ana, _) = create(http, "mekong", {**PEOPLE, "visibility": "private"})
    with other_site(page_of(stack, ana)) as address:
        table.open(address)
        expect(table.place("[part=error]")).to_have_text("There is no such game, or it is private.")
        expect(table.place("[part=board] svg")).to_have_count(0)
        table.run("(token) => document.querySelector('ludotheque-board').setAttribute('token', token)", ana.token)
        expect(table.place("[part=board] svg")).to_be_visible()
        expect(table.place("[part=error]")).to_have_text("")


def test_a_frame_shows_the_game_live(table: TablePage, stack: Stack, http: httpx.Client) -> None:
    _, (ana, _) = create(http, "bakong", PEOPLE)
    with other_site(FRAME.format(api=stack.url, slug="bakong", id=ana.id)) as address:
        table.open(address)
        frame = table.page.frame_locator("iframe")
        expect(frame.locator("[part=board] svg")).to_be_visible()
        acted = ana.act(ana.legal()["actions"][0]).json()
        expect(frame.locator("[part=status]")).to_contain_text(acted["events"][-1]["sentence"])
    assert table.console() == []


def test_a_link_with_a_preview_leads_to_the_table(table: TablePage, stack: Stack, http: httpx.Client) -> None:
    _, (ana, _) = create(http, "bakong", PEOPLE)
    table.open(f"{stack.url}/table/bakong/{ana.id}")
    table.wait_for_table()
    expect(table.page).to_have_url(f"{stack.url}/#/bakong/{ana.id}")
    assert table.link("watch") == f"{stack.url}/table/bakong/{ana.id}"
    assert table.console() == []
