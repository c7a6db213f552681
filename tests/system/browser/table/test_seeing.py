"""What happened can be seen: events one by one, marked pieces, the last moves, a summary, cards shown for a moment."""

from __future__ import annotations

import re
from collections.abc import Iterator

import httpx
import orjson
import pytest
from playwright.sync_api import Browser, expect

from engines.kernel.registry import game
from tests.api.problems import two_humans
from tests.support.client import GameClient, Json
from tests.support.stack import Stack
from tests.system.access.test_memory import at_sea
from tests.system.browser.conftest import opened
from tests.system.browser.table_page import TablePage

GLIDING = "document.querySelector('[data-board]').shadowRoot.getAnimations().length"
FRAMED = """
window.framed = [];
new MutationObserver((changes) => changes.flatMap(({ addedNodes }) => [...addedNodes])
  .filter((mark) => mark.classList?.contains("web-now")).forEach((mark) => framed.push(mark.dataset.piece)))
  .observe(document.querySelector("[data-board]").shadowRoot, { childList: true, subtree: true });
"""
"""Remember which pieces were framed while their event was told."""
HEARD = """
window.heard = 0;
window.OscillatorNode = class extends OscillatorNode { start(...when) { heard += 1; super.start(...when); } };
null; // a class as the value of a script would be called
"""
BURST = 200
"""Milliseconds after which the page counts a burst of events as over."""
SIZES = {"desktop": (1200, 900), "phone": (375, 720)}


@pytest.fixture(scope="module")
def moving(chromium: Browser) -> Iterator[TablePage]:
    """A tab of somebody who sees moves one by one."""
    yield from opened(TablePage(chromium, motion=True))


def place_stones(*players: GameClient) -> list[GameClient]:
    """A game of Mekong in which everybody places stones next; who acts in order."""
    program = ["place_2_stones", "place_1_stone", "move_1", "move_2", "jump"]
    for player in players:
        assert player.act({"type": "commit_program", "cards": program}).status_code == 200
    first = players[0].view()["to_act"][0]
    return [players[first], players[1 - first]]


@pytest.mark.parametrize("size", SIZES)
def test_events_are_framed_and_last_moves_stay_marked(
    moving: TablePage, stack: Stack, http: httpx.Client, size: str
) -> None:
    width, height = SIZES[size]
    moving.page.set_viewport_size({"width": width, "height": height})
    _, ana, ben = two_humans(http, "mekong")
    first, second = place_stones(ana, ben)
    assert second.token
    moving.sit_at(stack.url, "mekong", second.id, second.token)
    told = moving.place(".told")
    moving.run(FRAMED)
    for island in ("i05", "i09"):
        assert first.act({"type": "place_stone", "island": island}).status_code == 200
    expect(told).to_contain_text("Island 9")
    moving.wait_for_turn()
    expect(moving.board.locator('.web-last[data-owner="other"][data-piece="stone-i09"]')).to_have_count(1)
    moving.board.locator('[id="island-i16"]').click()
    expect(told).to_contain_text("Island 16")
    expect(moving.board.locator('.web-last[data-owner="you"][data-piece="stone-i16"]')).to_have_count(1)
    assert "stone-i16" in moving.run("framed")
    assert moving.console() == []


def test_the_summary_has_at_most_five_lines(table: TablePage, stack: Stack, http: httpx.Client) -> None:
    table.start_game(stack.url, "kimbac", rounds=1)
    table.play(3)
    table.wait_for_turn()
    expect(table.place(".recap li").first).to_be_visible()
    events = GameClient(http, *table.game).get("/events").json()["events"]
    lines = table.run("(events) => import('/web/story/recap.js').then(({ summary }) => summary(events))", events)
    assert len(lines) == 5
    assert re.fullmatch(r"\d+ earlier events are in the history\.", lines[0])
    assert lines[-1] == events[-1]["sentence"]
    history = table.place(".history details")
    expect(history).to_have_attribute("open", "")
    history.locator("summary").click()
    expect(table.story.first).to_be_hidden()
    assert table.console() == []


def test_a_reader_switches_sounds_on_and_motion_off(moving: TablePage, stack: Stack, http: httpx.Client) -> None:
    moving.page.set_viewport_size({"width": 1200, "height": 900})
    moving.start_game(stack.url, "kimbac", rounds=1)
    moving.run(HEARD)
    moving.place(".settings summary").click()
    expect(moving.place("[name=setting-sound]")).not_to_be_checked()
    moving.place("[name=setting-sound]").check()
    moving.wait_for_turn()
    moving.play_an_action()
    moving.wait_until(lambda: moving.run("heard") > 0, "nothing is heard")
    moving.place("[name=setting-sound]").uncheck()
    moving.place("[name=setting-motion]").uncheck()
    moving.wait_for_turn()
    moving.play_an_action()
    expect(moving.place("[data-key=skip]")).to_be_hidden()
    assert moving.run(GLIDING) == 0
    moving.place("[name=setting-motion]").check()
    assert moving.console() == []


IN_ITS_PLACE = """
(shown) => {
  const [place, picture] = ["rect", "use"].map((tag) => shown.querySelector(tag).getBoundingClientRect());
  return picture.width > place.width / 4 && picture.left >= place.left && picture.right <= place.right
    && picture.top >= place.top && picture.bottom <= place.bottom;
}
"""
"""Does the picture of what is shown lie on its tile?"""


def test_an_observed_tile_lies_open_for_its_reader_alone(
    table: TablePage, other: TablePage, stack: Stack, http: httpx.Client
) -> None:
    _, ana, ben = two_humans(http, "babord", options={"rows": 3, "cols": 3, "first_seat": 0})
    for player in (ana, ben):
        action = player.get("/actions").json()["actions"][0]
        assert player.act(action).status_code == 200
    for page, player in ((table, ana), (other, ben)):
        assert player.token
        page.sit_at(stack.url, "babord", player.id, player.token)
    seat = ana.view()["to_act"][0]
    reader, watcher = (table, other) if seat == 0 else (other, table)
    reader.wait_for_turn()
    tile = reader.board.locator('.web-choice[id^="tile-t"]').first
    tile.click()
    before = reader.version
    expect(reader.menu.locator("button.action")).to_have_text([re.compile("^Observe")])
    assert reader.version == before  # a click on a tile alone observes nothing
    reader.menu.locator("button.action").click()
    assert reader.board.locator(".web-reveal").evaluate(IN_ITS_PLACE)
    watcher.wait_for_version(reader.version)
    assert watcher.board.locator(".web-reveal").count() == 0
    expect(reader.board.locator(".web-reveal")).to_have_count(0)  # after a moment
    assert table.console() == other.console() == []


def test_the_story_forgets_what_its_reader_must_remember(
    table: TablePage, other: TablePage, stack: Stack, http: httpx.Client
) -> None:
    """A seat when it acts again, a spectator once both seats have; all is told at the end."""
    position = orjson.loads(game("babord").encode(at_sea(memory_aid=False)))
    made, ana, ben = two_humans(http, "babord", position=position)
    assert ana.token
    table.sit_at(stack.url, "babord", ana.id, ana.token)
    other.open(f"{stack.url}/#/babord/{ana.id}")
    for page in (table, other):
        page.wait_for_table()
    ana.act({"type": "fish"}).raise_for_status()
    shown = [page.place('.story li[data-type="tile_revealed"]') for page in (table, other)]
    masked = [page.place('.story li[data-type="masked"]') for page in (table, other)]
    for lines in shown:
        expect(lines).to_have_count(1)
    ben.act({"type": "observe", "tile": [2, 1]}).raise_for_status()
    table.wait_for_turn()
    table.play(1)
    for lines in masked:
        expect(lines).to_have_count(1)
    for lines in shown:
        expect(lines).to_have_count(0)
    http.delete(ana.path, headers={"Authorization": f"Bearer {made['host_token']}"}).raise_for_status()
    for lines in shown:
        expect(lines).to_have_count(1)
    for lines in masked:
        expect(lines).to_have_count(0)
    assert table.console() == other.console() == []


def test_many_events_are_played_one_by_one_within_three_seconds(
    moving: TablePage, stack: Stack, http: httpx.Client
) -> None:
    _, *players = two_humans(http, "mekong")
    place_stones(*players)
    moving.open(f"{stack.url}/#/mekong/{players[0].id}")
    moving.wait_for_table()
    stack.wait_until_watched(players[0].id)  # before that, the page would wait for the held picture
    picture = moving.hold("**/board.svg")  # what happens until it comes is played in one go
    events = go_on(players, 20)
    picture.wait()
    expect(moving.place(f'.story li[data-seq="{events[-1]["seq"]}"]')).to_have_count(1)
    moving.stop_clock()
    picture.routes[0].continue_()
    skip = moving.place("[data-key=skip]")
    expect(skip).to_be_visible()
    moving.page.clock.run_for(2600)
    expect(skip).to_be_visible()  # ten of them, 0.3 s each
    moving.page.clock.run_for(400)
    expect(skip).to_be_hidden()
    assert moving.place(".told").inner_text() == [event["sentence"] for event in events if tells(event)][-1]
    more_events_in_between_take_no_longer(moving, players)
    the_rest_can_be_skipped(moving, players)
    a_reader_who_wants_less_motion_sees_the_last_at_once(moving, players)
    moving.page.clock.resume()
    assert moving.console() == []


def go_on(players: list[GameClient], more: int) -> list[Json]:
    """Act until so many more events have happened; all events."""
    before = len(events := players[0].get("/events").json()["events"])
    while len(events) < before + more:
        player = players[players[0].view()["to_act"][0]]
        assert player.act(player.legal()["actions"][0]).status_code == 200
        events = player.get("/events").json()["events"]
    return list(events)


def shown(moving: TablePage, events: list[Json]) -> None:
    """The page has heard of these events, and its burst is over: their picture is there."""
    expect(moving.place(f'.story li[data-seq="{events[-1]["seq"]}"]')).to_have_count(1)
    moving.page.clock.run_for(BURST)
    moving.wait_for_version(events[-1]["version"])


def more_events_in_between_take_no_longer(moving: TablePage, players: list[GameClient]) -> None:
    moving.page.clock.run_for(1000)
    shown(moving, go_on(players, 1))  # told for up to 0.6 s
    shown(moving, go_on(players, 20))
    skip = moving.place("[data-key=skip]")
    expect(skip).to_be_visible()
    moving.page.clock.run_for(2700)
    expect(skip).to_be_hidden()  # the last is being told, for the last 0.3 s


def the_rest_can_be_skipped(moving: TablePage, players: list[GameClient]) -> None:
    moving.page.clock.run_for(1000)
    events = go_on(players, 20)
    shown(moving, events)
    skip = moving.place("[data-key=skip]")
    skip.click()
    assert skip.is_hidden()
    assert moving.run(GLIDING) == 0
    assert moving.place(".told").inner_text() == [event["sentence"] for event in events if tells(event)][-1]


def a_reader_who_wants_less_motion_sees_the_last_at_once(moving: TablePage, players: list[GameClient]) -> None:
    moving.page.emulate_media(reduced_motion="reduce")
    moving.page.clock.run_for(1000)
    events = go_on(players, 10)
    shown(moving, events)
    assert moving.place("[data-key=skip]").is_hidden()
    assert moving.place(".told").inner_text() == [event["sentence"] for event in events if tells(event)][-1]


def tells(event: Json) -> bool:
    """Does the page tell of it? Not of events that say only how the game goes on."""
    return event["type"] not in ("turn_started", "turn_ended", "choice_committed", "card_incoming")
