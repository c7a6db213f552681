"""The web table as people use it: with friends, across reloads, in both languages, on a phone, with the keyboard."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import expect

from store.model.builtin import DEFAULT_LEVEL
from tests.api.problems import first_action, two_humans
from tests.support.stack import Stack
from tests.system.browser.table_page import TablePage

ACT_ELSEWHERE = """
([path, token, action]) => {
  const elsewhere = new XMLHttpRequest();
  elsewhere.open("POST", path, false);
  elsewhere.setRequestHeader("Authorization", `Bearer ${token}`);
  elsewhere.setRequestHeader("Content-Type", "application/json");
  elsewhere.send(JSON.stringify(action));
  document.querySelector(".yours button.action").click();
  return elsewhere.status;
}
"""
"""The same seat acts elsewhere, and this tab acts before it has heard of that."""

SEAT_0_BEGINS = "9" * 64
"""The seed of a game of Bakong in which the first seat begins."""


def test_two_browsers_at_one_table(table: TablePage, other: TablePage, stack: Stack, http: httpx.Client) -> None:
    table.setup.invite_a_friend(stack.url, "bakong", "Ana")
    expect(table.standing).to_have_text("Waiting for players: 1 free")
    other.open(table.link("seat"))
    other.place(".join [name=name]").fill("Bo <b>&")
    other.place(".join button").click()
    expect(other.place(".people .players")).to_be_visible()
    expect(table.standing).not_to_contain_text("Waiting for players")

    pages = [table, other]
    first = table.over_http(http)["to_act"][0]  # drawn
    for player, watcher in ((pages[first], pages[1 - first]), (pages[1 - first], pages[first])):
        words = player.play_an_action().rpartition(": ")[2]
        watcher.wait_for_version(player.version)
        expect(watcher.place(".story li[data-type=object_taken]").filter(has_text=words)).not_to_have_count(0)
    mine, theirs = table.over_http(http), other.over_http(http)
    assert mine["version"] == theirs["version"] == table.version == other.version
    assert (mine["you"], theirs["you"]) == (0, 1)
    assert (mine["status"], mine["result"]) == ("running", None)
    assert [seat["name"] for seat in mine["seats"]] == ["Ana", "Bo <b>&"]
    expect(table.names).to_have_text(["Ana", "Bo <b>&"])
    anas = mine["to_act"] == [0]  # doubles can play a whole turn by themselves
    expect(table.standing).to_have_text("Your turn" if anas else "Waiting for Bo <b>&")
    expect(other.standing).to_have_text("Waiting for Ana" if anas else "Your turn")
    assert table.console() == other.console() == []


def test_a_private_table_opens_by_link_only(
    table: TablePage, other: TablePage, stack: Stack, http: httpx.Client
) -> None:
    table.setup.invite_a_friend(stack.url, "kimbac", "Ana", private=True)
    seat, watch, bare = table.link("seat"), table.link("watch"), table.page.url
    assert "?" not in seat + watch
    assert seat.startswith(f"{bare}/invite/")
    assert watch.startswith(f"{bare}/watch/")

    other.open(bare)
    expect(other.place("main h1")).to_have_text("This table does not exist, or it is private.")
    assert [line for line in other.console() if "404" not in line] == []
    other.open(watch)
    expect(other.place(".standing small")).to_have_text("You are watching.")
    expect(other.page).to_have_url(bare)  # the secret does not stay in the address bar
    other.run("localStorage.clear()")
    other.open(seat)
    other.place(".join [name=name]").fill("Bo")
    expect(other.page).to_have_url(bare)
    other.place(".join button").click()
    expect(other.place(".people .players")).to_be_visible()
    mine, theirs = table.settled(http), other.settled(http)
    assert table.version == other.version
    assert (mine["status"], mine["result"], mine["private"]) == ("running", None, True)
    assert (theirs["you"], theirs["version"]) == (1, other.version)
    assert table.console() == []
    assert [line for line in other.console() if "404" not in line] == []


def test_a_reload_in_mid_game(table: TablePage, stack: Stack, http: httpx.Client) -> None:
    table.start_game(stack.url, "bailouke")
    table.play_an_action()
    table.wait_for_turn()
    version = table.settled(http)["version"]
    lines = table.story.all_inner_texts()
    table.page.reload()
    table.wait_for_turn()
    assert table.version >= version
    assert lines
    table.wait_until(lambda: table.story.all_inner_texts()[: len(lines)] == lines, "the story is not what it was")
    table.play_an_action()
    view = table.over_http(http)
    assert view["version"] >= table.version > version
    assert (view["you"], view["status"], view["result"]) == (0, "running", None)
    table.open(stack.url)
    expect(table.place("section .listing li").first).to_contain_text("Baïlouké")
    assert table.console() == []


def test_tokens_stand_apart(table: TablePage, stack: Stack, http: httpx.Client) -> None:
    """Placing a token is possible at most moments: it is folded away from what is to be decided."""
    _, *players = two_humans(http, "bailouke")
    for player in players:
        assert player.act({"type": "ready"}).status_code == 200
    player = players[players[0].view()["to_act"][0]]
    table.sit_at(stack.url, "bailouke", player.id, str(player.token))
    table.wait_for_turn()
    legal = [action["type"] for action in table.legal(http)]
    assert legal.count("assign_token") == 3
    fold = table.choices.locator("details.folded").filter(has_text="token")
    expect(fold).not_to_have_attribute("open", "")
    expect(fold.locator("button.action")).to_have_count(legal.count("assign_token"))
    expect(table.actions.and_(table.place(":visible"))).to_have_count(len(legal) - legal.count("assign_token"))


def test_a_stale_tab_is_told_the_rule(table: TablePage, stack: Stack, http: httpx.Client) -> None:
    table.start_game(stack.url, "bakong", seed=SEAT_0_BEGINS)
    table.wait_for_turn()
    slug, identifier = table.game
    path = f"/v1/{slug}/games/{identifier}/actions"
    action = {"type": "take_object", "object": "map"}
    assert table.run(ACT_ELSEWHERE, [path, table.stored()["token"], action]) == 200
    assert table.notice.get_attribute("data-problem") in ("not_to_act", "wrong_phase")
    rule = table.notice.locator("[data-rule]").get_attribute("data-rule")
    table.notice.locator("[data-rule]").click()
    expected = http.get(f"/v1/bakong/rules/{rule}").json()
    assert rule == expected["id"]
    expect(table.rules.locator(".named b")).to_have_text(rule)
    expect(table.rules.locator(".named p")).to_have_text(expected["text"].replace("`", ""))
    view = table.settled(http)
    taken = table.place(".story li[data-type=object_taken]").filter(has_text="Player 1")
    # Once, and only what was taken elsewhere.
    expect(taken).to_have_text(["Player 1 takes an object from the supply: Map."])
    assert (view["status"], view["result"]) == ("running", None)
    assert [line for line in table.console() if path not in line or "409" not in line] == []


def test_an_illegal_action_by_hand_names_its_rule(table: TablePage, stack: Stack, http: httpx.Client) -> None:
    table.start_game(stack.url, "bakong")
    table.wait_for_turn()
    before = table.version
    table.place(".byhand summary").click()
    table.place(".byhand textarea").fill('{"type": "move", "steps": 3}')
    table.place(".byhand button").click()
    expect(table.notice).to_have_attribute("data-problem", "wrong_phase")
    expect(table.notice.locator("[data-rule^=BAK-]")).to_have_text("Read the rule")
    table.notice.locator("[data-rule]").click()
    search = table.rules.locator("input")
    search.fill("temple")
    expect(table.rules.locator("article p").filter(has_not_text="temple")).to_have_count(0)
    expect(table.rules.locator("article p")).not_to_have_count(0)
    search.press("Escape")
    expect(table.rules).to_be_hidden()
    assert table.over_http(http)["version"] == table.version == before
    assert all("409" in line for line in table.console())


def test_the_language_can_be_changed_in_mid_game(table: TablePage, stack: Stack, http: httpx.Client) -> None:
    table.start_game(stack.url, "bakong", seed=SEAT_0_BEGINS)
    table.wait_for_turn()
    html = table.place("html")
    expect(html).to_have_attribute("lang", "en")
    expect(table.actions.first).to_have_text("Take: Rope")
    table.place("[data-key='language fr']").click()
    expect(table.actions.first).to_have_text("Prendre la corde")
    expect(html).to_have_attribute("lang", "fr")
    expect(table.standing).to_have_text("À vous de jouer")
    expect(table.story.first).to_have_text(re.compile("^La piste est en place"))
    expect(table.board.locator("svg")).to_contain_text("Campement")
    table.page.reload()
    expect(table.actions.first).to_have_text("Prendre la corde")
    table.play_an_action()
    view = table.over_http(http)
    assert (view["status"], view["result"]) == ("running", None)
    assert table.version >= 2
    assert table.console() == []


def test_a_move_between_the_first_reads_is_not_missed(table: TablePage, stack: Stack, http: httpx.Client) -> None:
    """It is in the history that is read after the view, so the stream does not tell of it again."""
    _, ana, _ = two_humans(http)
    history = table.hold("**/events?after=0*")
    table.open(f"{stack.url}/#/bakong/{ana.id}")
    history.wait()
    assert ana.act(first_action(ana)).status_code == 200
    history.release()
    table.wait_for_version(2)


def test_a_game_is_played_with_the_keyboard_alone(table: TablePage, stack: Stack, http: httpx.Client) -> None:
    table.setup.open(stack.url, "kimbac")
    table.setup.name.fill("Ana")
    table.setup.name.press("Enter")
    table.wait_for_turn()
    before = table.version
    keyboard = table.page.keyboard
    for _ in range(40):
        keyboard.press("Tab")
        if table.run("document.activeElement.shadowRoot?.activeElement?.matches('.web-choice')"):
            break
    else:
        pytest.fail("the keyboard does not reach the board")
    keyboard.press("Enter")
    expect(table.menu.locator("button.action").first).to_be_focused()  # any of the pawns can be placed there
    expect(table.place(".fresh")).to_have_count(0)
    keyboard.press("Enter")
    table.wait_beyond(before, "the key did nothing on the board")
    table.wait_for_turn()
    before = table.version
    table.choices.locator(".folded > summary").press("Enter")
    table.actions.first.press("Space")
    table.wait_beyond(before, "the key did nothing in the list")
    view = table.over_http(http)
    assert view["version"] >= before
    assert (view["seats"][0]["name"], view["result"]) == ("Ana", None)
    assert table.console() == []


def test_a_remote_bot_and_one_that_thinks_ahead_sit_down(table: TablePage, stack: Stack, http: httpx.Client) -> None:
    registered = http.post("/v1/bots", json={"name": "Robo <i>", "games": ["bakong"]})
    assert registered.status_code == 201, registered.text
    bot = registered.json()["id"]
    table.setup.open(stack.url, "mekong")
    offered = table.setup.seat(1).locator(f"option[value='remote {bot}']")
    expect(table.setup.seat(1)).to_be_visible()
    expect(offered).to_have_count(0)  # it does not play that game
    table.setup.open(stack.url, "bakong")
    table.setup.seat(1).select_option(f"remote {bot}")
    table.place("[data-key=add]").click()
    table.setup.seat(2).select_option("bot search")
    expect(table.setup.level(2)).to_have_value(str(DEFAULT_LEVEL))
    table.setup.level(2).select_option("2")
    table.setup.start.click()
    table.wait_for_table()
    expect(table.names.nth(1)).to_have_text("Robo <i>")
    expect(table.player(2).locator("small")).to_contain_text("Bot: strong 2")
    view = table.settled(http)
    assert [seat["kind"] for seat in view["seats"]] == ["human", "remote", "bot"]
    assert (view["seats"][2]["bot"], view["seats"][2]["level"]) == ("search", 2)
    assert (view["status"], view["result"]) == ("running", None)
    assert table.console() == []


def test_a_bot_fills_in_and_the_host_calls_the_game_off(table: TablePage, stack: Stack, http: httpx.Client) -> None:
    table.setup.invite_a_friend(stack.url, "kimbac", "Ana")
    table.player(1).locator("button").click()  # no friend comes
    table.wait_for_turn()
    expect(table.player(1).locator("small")).to_contain_text("Bot: casual")
    table.stop_clock()
    abort = table.place(".duties button").last
    abort.click()
    expect(abort).to_have_text("Really call it off?")
    abort.click()
    expect(table.standing).to_have_text("The game was called off")
    expect(table.place(".verdict")).to_have_attribute("data-fair", "true")
    view = table.settled(http)
    assert (view["status"], view["result"]) == ("aborted", None)
    assert table.console() == []


def test_a_bot_plays_while_i_am_away(table: TablePage, stack: Stack, http: httpx.Client) -> None:
    table.setup.invite_a_friend(stack.url, "kimbac", "Ana")
    expect(table.place(".players")).to_be_visible()
    friend = http.post(f"/v1/kimbac/games/{table.game[1]}/seats", json={"name": "Bo"})
    assert friend.status_code == 201
    table.wait_for_turn()
    mine = table.player(0)
    mine.locator("button").click()
    expect(table.standing).to_have_text("Waiting for Bo")
    expect(mine.locator("small")).to_have_text("you · Bot: casual")
    mine.locator("button").click()
    expect(mine.locator("small")).to_have_text("you")
    view = table.settled(http)
    assert (view["seats"][0]["kind"], view["to_act"], view["result"]) == ("human", [1], None)
    a_rematch_is_for_people_again(table, http)
    assert table.console() == []


def a_rematch_is_for_people_again(table: TablePage, http: httpx.Client) -> None:
    """A bot has the reader's seat when the game is called off; the rematch gives it back."""
    table.player(0).locator("button").click()
    expect(table.player(0).locator("small")).to_contain_text("Bot: casual")
    before = table.game
    table.stop_clock()
    for _ in range(2):
        table.place(".duties button").last.click()
    table.place(".ending button.main").click()
    table.wait_until(lambda: table.game != before, "the rematch did not open")
    table.wait_for_table()
    again = table.over_http(http)
    assert (again["you"], [seat["kind"] for seat in again["seats"]]) == (0, ["human", "human"])


def test_the_clock_is_shown_and_the_bank_grows(table: TablePage, stack: Stack, http: httpx.Client) -> None:
    table.start_game(stack.url, "bakong", clock=3000, bank=120, increment=7, seed=SEAT_0_BEGINS)
    table.wait_for_turn()
    left = re.fullmatch(r"(\d+) min(?: (\d+) s)? left", table.place(".time").inner_text())
    assert left is not None
    assert 2400 < 60 * int(left[1]) + int(left[2] or 0) <= 3120  # with the bank
    for seat in (0, 1):
        expect(table.player(seat).locator("small")).to_contain_text("bank 2 min")
    table.play_an_action()
    expect(table.player(0).locator("small")).to_contain_text("bank 2 min 7 s")
    view = table.over_http(http)
    assert view["clock"]["bank_seconds"] == 120
    assert view["clock"]["banks"][0] >= 127
    assert table.console() == []
