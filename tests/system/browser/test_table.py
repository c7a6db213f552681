"""The web table as people use it: with friends, across reloads, in both languages, on a phone, with the keyboard."""

from __future__ import annotations

import httpx
import pytest
from selenium.webdriver.common.keys import Keys

from engines.kernel.registry import slugs
from tests.api.problems import first_action, two_humans
from tests.support.stack import Stack
from tests.system.browser.browser import Browser
from tests.system.browser.players import click_an_action, my_turn, over_http, settled, sit_down

WIDTH = "return document.documentElement.scrollWidth"
ACT_ELSEWHERE = """
const [path, token, action, button] = arguments;
const elsewhere = new XMLHttpRequest();
elsewhere.open("POST", path, false);
elsewhere.setRequestHeader("Authorization", `Bearer ${token}`);
elsewhere.setRequestHeader("Content-Type", "application/json");
elsewhere.send(JSON.stringify(action));
button.click();
return elsewhere.status;
"""
"""The same seat acts elsewhere, and this tab acts before it has heard of that."""


def invite_a_friend(browser: Browser, stack: Stack, slug: str, name: str, private: bool = False) -> None:
    browser.open(f"{stack.url}/#/{slug}")
    browser.write(".setup [name=name]", name)
    browser.choose("[name=seat-1]", "friend")
    if private:
        browser.click("[name=private]")
    browser.click("[name=start]")


def test_two_browsers_at_one_table(browser: Browser, other: Browser, stack: Stack, http: httpx.Client) -> None:
    invite_a_friend(browser, stack, "bakong", "Ana")
    assert browser.text(".standing strong") == "Waiting for players: 1 free"
    link = browser.find("[data-link='share.seat']").get_attribute("value")
    other.open(link)
    other.write(".join [name=name]", "Bo <b>&")
    other.click(".join button")
    other.find(".people .players")

    for player, watcher in ((browser, other), (other, browser)):
        words = click_an_action(player).rpartition(": ")[2]
        watcher.wait(lambda _, w=watcher, p=player: w.version == p.version, "the move did not arrive")
        assert any(words in sentence for sentence in watcher.texts(".story li[data-type=object_taken]"))
    mine, theirs = over_http(browser, http), over_http(other, http)
    assert mine["version"] == theirs["version"] == browser.version == other.version
    assert (mine["you"], theirs["you"]) == (0, 1)
    assert (mine["status"], mine["result"]) == ("running", None)
    assert [seat["name"] for seat in mine["seats"]] == browser.texts(".players .who b") == ["Ana", "Bo <b>&"]
    anas = mine["to_act"] == [0]  # doubles can play a whole turn by themselves
    assert browser.text(".standing strong") == ("Your turn" if anas else "Waiting for Bo <b>&")
    assert other.text(".standing strong") == ("Waiting for Ana" if anas else "Your turn")
    assert browser.console() == other.console() == []


def test_a_private_table_opens_by_link_only(browser: Browser, other: Browser, stack: Stack, http: httpx.Client) -> None:
    invite_a_friend(browser, stack, "kimbac", "Ana", private=True)
    seat = browser.find("[data-link='share.seat']").get_attribute("value")
    watch = browser.find("[data-link='share.watch']").get_attribute("value")
    bare = browser.driver.current_url
    assert "?" not in seat + watch
    assert seat.startswith(f"{bare}/invite/")
    assert watch.startswith(f"{bare}/watch/")

    other.open(bare)
    assert other.text("main h1") == "This table does not exist, or it is private."
    assert [line for line in other.console() if "404" not in line] == []
    other.open(watch)
    assert other.text(".standing small") == "You are watching."
    assert other.driver.current_url == bare  # the secret does not stay in the address bar
    other.run("localStorage.clear()")
    other.open(seat)
    other.write(".join [name=name]", "Bo")
    assert other.driver.current_url == bare
    other.click(".join button")
    other.find(".people .players")
    browser.wait(lambda _: browser.version == other.version)
    mine, theirs = over_http(browser, http), over_http(other, http)
    assert (mine["status"], mine["result"], mine["private"]) == ("running", None, True)
    assert (theirs["you"], theirs["version"]) == (1, other.version)
    assert browser.console() == []
    assert [line for line in other.console() if "404" not in line] == []


def test_a_reload_in_mid_game(browser: Browser, stack: Stack, http: httpx.Client) -> None:
    sit_down(browser, stack.url, "bailouke")
    click_an_action(browser)
    my_turn(browser)
    told = browser.texts(".story li")
    version = browser.version
    browser.driver.refresh()
    my_turn(browser)
    assert browser.version >= version
    assert browser.texts(".story li")[: len(told)] == told
    click_an_action(browser)
    view = over_http(browser, http)
    assert view["version"] >= browser.version > version
    assert (view["you"], view["status"], view["result"]) == (0, "running", None)
    browser.open(stack.url)
    assert "Baïlouké" in browser.text("section .listing li")
    assert browser.console() == []


def test_a_stale_tab_is_told_the_rule(browser: Browser, stack: Stack, http: httpx.Client) -> None:
    sit_down(browser, stack.url, "bakong")
    my_turn(browser)
    button = browser.find(".yours button.action")
    slug, identifier = browser.table
    path = f"/v1/{slug}/games/{identifier}/actions"
    token, action = browser.stored()["token"], {"type": "take_object", "object": "map"}
    assert browser.run(ACT_ELSEWHERE, path, token, action, button) == 200
    notice = browser.find(".notice")
    assert notice.get_attribute("data-problem") in ("not_to_act", "wrong_phase")
    rule = browser.find(".notice [data-rule]").get_attribute("data-rule")
    browser.click(".notice [data-rule]")
    named = browser.find("#rules .named")
    expected = http.get(f"/v1/bakong/rules/{rule}").json()
    assert named.find_element("css selector", "b").text == rule == expected["id"]
    assert named.find_element("css selector", "p").text == expected["text"].replace("`", "")
    view = over_http(browser, http)
    taken = [event for event in browser.texts(".story li[data-type=object_taken]") if "Player 1" in event]
    assert taken == ["Player 1 takes an object from the supply: Map."]  # once, and only what was taken elsewhere
    assert (view["status"], view["result"]) == ("running", None)
    refusals = browser.console()
    assert [line for line in refusals if path not in line or "409" not in line] == []


def test_an_illegal_action_by_hand_names_its_rule(browser: Browser, stack: Stack, http: httpx.Client) -> None:
    sit_down(browser, stack.url, "bakong")
    my_turn(browser)
    before = browser.version
    browser.click(".byhand summary")
    browser.write(".byhand textarea", '{"type": "move", "steps": 3}')
    browser.click(".byhand button")
    assert browser.find(".notice").get_attribute("data-problem") == "wrong_phase"
    assert browser.find(".notice [data-rule]").text.startswith("Read rule BAK-")
    browser.find(".notice [data-rule]").click()
    browser.write("#rules input", "temple")
    shown = browser.texts("#rules article p")
    assert shown
    assert all("temple" in text.lower() for text in shown)
    browser.find("#rules input").send_keys(Keys.ESCAPE)
    browser.wait(lambda _: browser.all("#rules[hidden]"))
    assert over_http(browser, http)["version"] == browser.version == before
    assert all("409" in line for line in browser.console())


def test_the_language_can_be_changed_in_mid_game(browser: Browser, stack: Stack, http: httpx.Client) -> None:
    sit_down(browser, stack.url, "bakong")
    my_turn(browser)
    assert browser.run("return document.documentElement.lang") == "en"
    assert browser.text(".yours button.action") == "Take the object: Rope"
    browser.click("[data-key='language fr']")
    browser.wait(lambda _: browser.text(".yours button.action") == "Prendre l'objet : Corde")
    assert browser.run("return document.documentElement.lang") == "fr"
    assert browser.text(".standing strong") == "À vous de jouer"
    assert browser.texts(".story li")[0].startswith("La piste est en place")
    assert "Campement" in browser.run("return document.querySelector('[data-board]').shadowRoot.textContent")
    browser.driver.refresh()
    browser.wait(lambda _: browser.text(".yours button.action") == "Prendre l'objet : Corde")
    click_an_action(browser)
    view = over_http(browser, http)
    assert (view["status"], view["result"]) == ("running", None)
    assert browser.version >= 2
    assert browser.console() == []


HELD = """
const passing = window.fetch;
window.fetch = async (path, options) => {
  if (String(path).includes("/events?after=0")) {
    window.asked = true;
    await new Promise((resolve) => { window.release = resolve; });
  }
  return passing(path, options);
};
"""


def test_a_move_between_the_first_reads_is_not_missed(browser: Browser, stack: Stack, http: httpx.Client) -> None:
    """It is in the history that is read after the view, so the stream does not tell of it again."""
    _, ana, _ = two_humans(http)
    with browser.prepared(HELD):
        browser.open(f"{stack.url}/#/bakong/{ana.id}")
        browser.wait(lambda _: browser.run("return window.asked"), "the history was not asked for")
        assert ana.act(first_action(ana)).status_code == 200
        browser.run("window.release()")
    browser.wait(lambda _: browser.version == 2, "the page stays behind")


@pytest.mark.parametrize("slug", slugs())
def test_a_phone_scrolls_only_downwards(browser: Browser, stack: Stack, http: httpx.Client, slug: str) -> None:
    browser.size(375, 720)
    browser.open(stack.url)
    browser.find(".game")
    assert browser.run(WIDTH) == 375
    browser.open(f"{stack.url}/#/{slug}")
    browser.click(".setup details summary")
    assert browser.run(WIDTH) == 375
    browser.click("[name=start]")
    my_turn(browser)
    assert browser.run(WIDTH) == 375
    assert browser.run("return document.querySelector('[data-board]').getBoundingClientRect().width") > 340
    browser.click("[data-key=rules]")
    browser.find("#rules article")
    assert browser.run(WIDTH) == 375
    view = settled(browser, http)
    assert (view["status"], view["result"]) == ("running", None)
    assert browser.console() == []


def test_a_game_is_played_with_the_keyboard_alone(browser: Browser, stack: Stack, http: httpx.Client) -> None:
    browser.open(f"{stack.url}/#/kimbac")
    browser.find(".setup [name=name]").send_keys("Ana", Keys.ENTER)
    my_turn(browser)
    before = browser.version
    active = browser.driver.switch_to.active_element
    for _ in range(40):
        active.send_keys(Keys.TAB)
        active = browser.driver.switch_to.active_element
        if browser.run("return document.activeElement.shadowRoot?.activeElement?.matches('.web-choice')"):
            break
    else:
        pytest.fail("the keyboard does not reach the board")
    active.send_keys(Keys.ENTER)
    browser.wait(lambda _: browser.version > before)
    my_turn(browser)
    before = browser.version
    browser.find(".yours button.action").send_keys(Keys.SPACE)
    browser.wait(lambda _: browser.version > before)
    view = over_http(browser, http)
    assert view["version"] >= before
    assert (view["seats"][0]["name"], view["result"]) == ("Ana", None)
    assert browser.console() == []


def test_a_remote_bot_can_be_seated(browser: Browser, stack: Stack, http: httpx.Client) -> None:
    registered = http.post("/v1/bots", json={"name": "Robo <i>", "games": ["bakong"]})
    assert registered.status_code == 201, registered.text
    bot = registered.json()["id"]
    browser.open(f"{stack.url}/#/mekong")
    browser.find("[name=seat-1]")
    assert browser.all(f"[name=seat-1] option[value='remote {bot}']") == []  # it does not play that game
    browser.open(f"{stack.url}/#/bakong")
    browser.choose("[name=seat-1]", f"remote {bot}")
    browser.click("[name=start]")
    my_turn(browser)
    assert browser.texts(".players .who b")[1] == "Robo <i>"
    view = settled(browser, http)
    assert [seat["kind"] for seat in view["seats"]] == ["human", "remote"]
    assert (view["status"], view["result"]) == ("running", None)
    assert browser.console() == []


def test_a_bot_fills_in_and_the_host_calls_the_game_off(browser: Browser, stack: Stack, http: httpx.Client) -> None:
    invite_a_friend(browser, stack, "kimbac", "Ana")
    browser.click(".players li:nth-child(2) button")  # no friend comes
    my_turn(browser)
    assert "Bot: greedy" in browser.text(".players li:nth-child(2) small")
    abort = ".duties button:last-child"
    browser.click(abort)
    assert browser.text(abort) == "Really call it off?"
    browser.click(abort)
    browser.wait(lambda _: browser.text(".standing strong") == "The game was called off")
    browser.wait(lambda _: browser.all(".verdict[data-fair=true]"))
    view = settled(browser, http)
    assert (view["status"], view["result"]) == ("aborted", None)
    assert browser.console() == []


def test_a_thinker_sits_down_at_its_level(browser: Browser, stack: Stack, http: httpx.Client) -> None:
    browser.open(f"{stack.url}/#/kimbac")
    browser.choose("[name=seat-1]", "bot search")
    assert browser.find("[name=level-1]").get_attribute("value") == "4"
    browser.choose("[name=level-1]", "2")
    browser.click("[name=start]")
    my_turn(browser)
    assert "Bot: thinker 2" in browser.text(".players li:nth-child(2) small")
    seat = settled(browser, http)["seats"][1]
    assert (seat["bot"], seat["level"]) == ("search", 2)
    assert browser.console() == []


def test_a_bot_plays_while_i_am_away(browser: Browser, stack: Stack, http: httpx.Client) -> None:
    invite_a_friend(browser, stack, "kimbac", "Ana")
    browser.find(".players")
    friend = http.post(f"/v1/kimbac/games/{browser.table[1]}/seats", json={"name": "Bo"})
    assert friend.status_code == 201
    my_turn(browser)
    mine = ".players li:first-child "
    browser.click(mine + "button")
    browser.wait(lambda _: browser.text(".standing strong") == "Waiting for Bo", "the bot did not play")
    assert browser.text(mine + "small") == "you · Bot: greedy"
    browser.click(mine + "button")
    browser.wait(lambda _: browser.text(mine + "small") == "you")
    view = settled(browser, http)
    assert (view["seats"][0]["kind"], view["to_act"], view["result"]) == ("human", [1], None)
    assert browser.console() == []


def test_the_clock_is_shown(browser: Browser, stack: Stack, http: httpx.Client) -> None:
    sit_down(browser, stack.url, "bakong", clock=300)
    my_turn(browser)
    seconds, _, words = browser.text(".time").partition(" ")
    assert 240 < int(seconds) <= 300
    assert words == "s left"
    view = settled(browser, http)
    assert (view["clock"]["turn_seconds"], view["result"]) == (300, None)
    assert browser.console() == []
