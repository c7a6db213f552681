"""What one clicks is what one means: no stray clicks, one question, take back, why not, targets for fingers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import dist

import httpx
import msgspec
import pytest
from playwright.sync_api import Browser, Locator, Route, expect

from engines.kernel.registry import game
from engines.mekong.render.panels import UNIT
from tests.api.problems import two_humans
from tests.engines.bakong.test_refusals import in_phase
from tests.support.client import GameClient, create
from tests.support.stack import Stack
from tests.system.browser.conftest import opened
from tests.system.browser.table.test_games import EXTENT
from tests.system.browser.table.test_seeing import place_stones
from tests.system.browser.table_page import TablePage

SEAT_0_ROLLS_2_AND_4 = "2" * 64
HALTING = ("river", "cliff")
HAPPENS = {
    "jungle_emerald": "1 emerald",
    "abandoned_camp": "an object",
    "river": "stop",
    "cliff": "stop",
    "ditch": "ouch",
}
FINGER = 19
"""Pixels beside the middle of a piece: within a target of 40."""
SETTLING = 400
"""Milliseconds for which clicks on what has just appeared do nothing."""
AROUND = """
(piece) => {
  const middle = (one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  return [...piece.ownerSVGElement.querySelectorAll(".web-choice")].filter((one) => one !== piece).map(middle);
}
"""
"""The middles of the other pieces that can be chosen."""


@pytest.fixture(scope="module")
def asked(chromium: Browser) -> Iterator[TablePage]:
    """A tab of a new reader, who is asked before choices that cannot be taken back."""
    yield from opened(TablePage(chromium, asks=True))


def test_a_double_click_plays_one_decision(table: TablePage, stack: Stack, http: httpx.Client) -> None:
    seeker = sit_and_seek(table, stack, http)
    table.unfold()
    before = table.version
    table.actions.first.dblclick()
    table.wait_beyond(before, "the double click did nothing")
    table.wait_for_turn()
    moved = [event for event in seeker.get("/events").json()["events"] if event["type"] == "pawn_moved"]
    assert len(moved) == 1
    what_has_just_appeared_cannot_be_clicked(table)
    assert table.console() == []


def sit_and_seek(table: TablePage, stack: Stack, http: httpx.Client) -> GameClient:
    """A game of Kim-Bac whose pawns are placed; the seat that moves first has the page."""
    _, *seats = two_humans(http, "kimbac")
    while (view := seats[0].view())["phase"] == "place":
        placing = seats[view["to_act"][0]]
        placing.act(placing.legal()["actions"][0]).raise_for_status()
    seeker = seats[view["to_act"][0]]
    assert seeker.token
    table.sit_at(stack.url, "kimbac", seeker.id, seeker.token)
    table.wait_for_turn()
    return seeker


def what_has_just_appeared_cannot_be_clicked(table: TablePage) -> None:
    """The choices are new after the step was taken back: at first a click on them is ignored."""
    table.stop_clock()
    before = table.version
    table.place("[data-key=takeback]").click()
    table.wait_beyond(before, "the step was not taken back")
    again = table.version
    table.page.clock.run_for(SETTLING - 20)
    crossroad = table.board.locator(".web-choice").first
    crossroad.click(force=True)
    assert table.place(".busy").count() == 0
    assert table.version == again
    table.page.clock.run_for(20)
    crossroad.click(force=True)
    table.wait_beyond(again, "the click did nothing later either")


def test_a_choice_for_good_asks_once(asked: TablePage, stack: Stack, http: httpx.Client) -> None:
    asked.start_game(stack.url, "bakong", seed=SEAT_0_ROLLS_2_AND_4)
    asked.wait_for_turn()
    asked.actions.get_by_text("Take: Compass").click()  # taking an object can be undone: nothing is asked
    asked.wait_for_turn()
    before = asked.version
    flip = asked.place("button.action[data-action=flip]").first
    flip.click()
    question = asked.place(".question")
    expect(question).to_contain_text("This cannot be taken back.")
    assert asked.over_http(http)["version"] == before
    question.get_by_text("Play it, and never ask again").click()
    asked.wait_beyond(before, "the answer did nothing")
    expect(asked.place("[name=setting-ask]")).not_to_be_checked()
    destinations_are_marked(asked, http)
    assert asked.console() == []


def destinations_are_marked(table: TablePage, http: httpx.Client) -> None:
    """With the compass there are two advances: the track and the list say where each ends, and what happens there."""
    table.wait_for_turn()
    view = table.over_http(http)
    steps = [action["steps"] for action in table.legal(http) if action["type"] == "move"]
    assert len(steps) == 2
    track = [tile["face"] for tile in view["position"]["track"]]  # the pawn is still at the camp
    faces = [next((face for face in track[: count - 1] if face in HALTING), track[count - 1]) for count in steps]
    names = http.get("/v1/bakong").json()["names"]
    labels = table.board.locator(".web-label").all_text_contents()
    outcomes = table.place("button.action[data-action=move] small").all_text_contents()
    assert sorted(labels) == sorted(outcomes)
    for count, face, outcome in zip(steps, faces, outcomes, strict=True):
        assert outcome.startswith(f"{count} → {names[face]}")
        if face in HAPPENS:
            assert HAPPENS[face] in outcome


def test_a_step_is_taken_back(table: TablePage, stack: Stack, http: httpx.Client) -> None:
    table.page.set_viewport_size({"width": 375, "height": 720})
    seeker = sit_and_seek(table, stack, http)
    pawns, before, height = seeker.view()["position"]["pawns"], table.version, table.run(EXTENT)
    table.page.route("**/board.svg", smaller, times=1)
    table.board.locator(".web-choice").first.click()
    table.wait_beyond(before, "the pawn did not move")
    table.wait_for_turn()
    assert table.run(EXTENT) == height  # what lies still does not grow because there is more room
    table.place("[data-key=takeback]").click()
    table.wait_beyond(before + 1, "the step was not taken back")
    assert seeker.view()["position"]["pawns"] == pawns
    expect(table.place("[data-key=takeback]")).to_have_count(0)
    expect(table.place(".story li[data-type=action_taken_back]")).to_have_count(1)
    assert table.console() == []


def smaller(route: Route) -> None:
    """The picture with less below the board."""
    answer = route.fetch()
    less = re.sub(
        r'viewBox="0 0 (\d+) (\d+)', lambda size: f'viewBox="0 0 {size[1]} {int(size[2]) - 50}', answer.text()
    )
    route.fulfill(response=answer, body=less)


def test_why_a_piece_cannot_be_chosen(table: TablePage, stack: Stack, http: httpx.Client) -> None:
    _, ana, ben = two_humans(http, "mekong")
    first, _ = place_stones(ana, ben)
    assert first.token
    table.sit_at(stack.url, "mekong", first.id, first.token)
    table.play_an_action()
    table.wait_for_turn()
    before = table.version
    table.board.locator('[id="stone-i01"]').click(force=True)  # its number lies on it
    expect(table.notice.locator("[data-rule^=MEK-]")).to_be_visible()
    expect(table.notice).not_to_contain_text("GET")
    table.board.locator('[id="village-v_red"]').click(force=True)
    expect(table.notice).to_contain_text("This cannot be chosen now.")
    assert first.view()["version"] == before
    assert all("409" in line for line in table.console())


@pytest.mark.parametrize("slug", ["kimbac", "babord"])
def test_small_pieces_are_large_targets_on_a_phone(
    table: TablePage, stack: Stack, http: httpx.Client, slug: str
) -> None:
    _, ana, ben = two_humans(http, slug)
    piece = {"kimbac": "crossroad-", "babord": "point-"}[slug]
    phase = {"kimbac": "search_move", "babord": "sail"}[slug]
    players = (ana, ben)
    table.page.set_viewport_size({"width": 375, "height": 720})
    player = players[ana.view()["to_act"][0]]
    table.sit_at(stack.url, slug, player.id, str(player.token))
    table.wait_for_turn()
    the_menu_opens_at_the_piece(table)
    while (view := ana.view())["phase"] != phase:
        actor = players[view["to_act"][0]]
        labels = actor.legal()
        chosen = next((one for one in labels["actions"] if one["type"] == "roll_wind"), labels["actions"][0])
        assert actor.act(chosen).status_code == 200
    table.wait_for_version(view["version"])
    if player is not players[view["to_act"][0]]:
        player = players[view["to_act"][0]]
        table.sit_at(stack.url, slug, player.id, str(player.token))
    table.wait_for_turn()
    if slug == "kimbac":
        the_board_names_the_crossing_streets(table)
    else:
        points_carry_their_fuel(table, player)
    small = table.board.locator(f'.web-choice[id^="{piece}"]').first
    small.evaluate("(piece) => piece.scrollIntoView({ block: 'start' })")
    box, head = small.bounding_box(), table.place(".head").bounding_box()
    assert box is not None and head is not None
    assert box["y"] >= head["y"] + head["height"]  # not below the sticky head
    a_finger_reaches_it(table, player, small)
    assert table.console() == []


def the_menu_opens_at_the_piece(table: TablePage) -> None:
    """A port or a gate leaves several choices open: their menu stands right above or below it."""
    chosen = table.board.locator('.web-choice[id^="tile-"], .web-choice[id^="gate-"]').last
    chosen.evaluate("(piece) => piece.scrollIntoView({ block: 'center' })")
    chosen.click()
    expect(table.menu).to_be_visible()
    piece, menu = chosen.bounding_box(), table.menu.bounding_box()
    assert piece is not None and menu is not None
    gap = max(menu["y"] - piece["y"] - piece["height"], piece["y"] - menu["y"] - menu["height"])
    assert 0 <= gap < FINGER
    assert menu["x"] < piece["x"] + piece["width"] / 2 < menu["x"] + menu["width"]
    table.page.keyboard.press("Escape")


def a_finger_reaches_it(table: TablePage, player: GameClient, small: Locator) -> None:
    """Up to the edge of a target of 40 pixels, on the side where no other piece is near."""
    box, piece, before = small.bounding_box(), str(small.get_attribute("id")), table.version
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    around = small.evaluate(AROUND)
    sides = [(x + FINGER, y), (x - FINGER, y), (x, y + FINGER), (x, y - FINGER)]
    table.page.mouse.click(*max(sides, key=lambda side: min(dist(side, other) for other in around)))
    table.wait_beyond(before, "the click beside the piece did nothing")
    moved = [event for event in player.get("/events").json()["events"] if event["type"] in ("sailed", "pawn_moved")]
    to = next(event for event in moved if event["version"] > before)["to"]
    reached = to if isinstance(to, str) else "-".join(map(str, to))
    assert piece.endswith(f"-{reached}")


def the_board_names_the_crossing_streets(table: TablePage) -> None:
    names = table.board.locator(".web-label")
    expect(names.first).to_be_visible()
    words = "\n".join(table.actions.all_inner_texts()).lower()
    for name in names.all_text_contents():
        assert name.lower() in words
        assert " / " not in name  # one street: the other is the one that the pawn walks along


OVERLAP = """
() => {
  const { shadowRoot } = document.querySelector("[data-board]");
  const boxes = (pieces) => [...shadowRoot.querySelectorAll(pieces)].map((piece) => piece.getBoundingClientRect());
  const edges = (pieces, side) => boxes(pieces).map((box) => box[side]);
  return Math.max(...edges(".web-label", "right")) - Math.min(...edges(".below", "left"));
}
"""
"""How far words on the board reach into what stands beside it, in pixels; negative where they do not."""


def test_words_on_the_board_leave_what_stands_beside_it_uncovered(
    table: TablePage, stack: Stack, http: httpx.Client
) -> None:
    _, ana, ben = two_humans(http, "kimbac")
    players = (ana, ben)
    first = players[ana.view()["to_act"][0]]
    assert first.act({"type": "place_pawn", "pawn": 1, "gate": "D"}).status_code == 200  # near the right edge
    while (view := ana.view())["phase"] == "place" or players[view["to_act"][0]] is not first:
        actor = players[view["to_act"][0]]
        assert actor.act(actor.legal()["actions"][0]).status_code == 200
    table.page.set_viewport_size({"width": 1366, "height": 768})
    table.page.add_init_script("localStorage.setItem('ludotheque.language', 'fr')")  # with longer names of streets
    table.sit_at(stack.url, "kimbac", first.id, str(first.token))
    table.wait_for_turn()
    expect(table.board.locator(".web-label")).to_have_count(2)
    assert table.run(OVERLAP) < 0


def points_carry_their_fuel(table: TablePage, player: GameClient) -> None:
    fold = table.choices.locator(".folded")
    expect(fold).not_to_have_attribute("open", "")  # every choice is on the board
    reachable = [action["to"] for action in player.legal()["actions"]]
    numbers = table.board.locator(".fuel")
    expect(numbers).to_have_count(len(reachable))


def test_cards_fill_the_places_on_the_board(table: TablePage, stack: Stack, http: httpx.Client) -> None:
    table.start_game(stack.url, "mekong")
    table.wait_for_turn()
    expect(table.place(".guide .round")).to_have_text("Round 1")
    planks_are_as_long_as_they_reach(table, http)
    table.lay_cards("place_2_stones", "move_1")
    laid = table.board.locator(".web-card")
    expect(laid).to_have_count(2)
    assert [laid.nth(index).get_attribute("data-piece") for index in range(2)] == ["slot-0-1", "slot-0-2"]
    table.place(".slot.full").first.click()
    expect(laid).to_have_count(1)
    assert table.console() == []


def planks_are_as_long_as_they_reach(table: TablePage, http: httpx.Client) -> None:
    sizes = http.get("/v1/mekong").json()["content"]["plank_sizes"]["items"]
    drawn = [table.board.locator(f'[id="plank-white_{size["size"]}"] rect').get_attribute("width") for size in sizes]
    assert [float(str(width)) for width in drawn] == pytest.approx([UNIT * size["reach"] for size in sizes])


def test_at_the_temple_the_object_there_is_marked(table: TablePage, stack: Stack, http: httpx.Client) -> None:
    """Not the same object in the supply."""
    position = in_phase("temple_pick")
    _, (ana, *_) = create(http, "bakong", {"position": msgspec.json.decode(game("bakong").encode(position))})
    table.sit_at(stack.url, "bakong", ana.id, str(ana.token))
    table.wait_for_turn()
    assert [piece.get_attribute("id") for piece in table.pieces.all()] == ["left-0"]
    table.board.locator('[id="left-0"]').click()
    taken = table.place(".story li[data-type=object_taken]").first
    expect(taken).to_have_text(re.compile("^Player 1 takes an object left at the temple by .*: Rope"))
    assert table.console() == []
