"""The web table as a player sees and uses it."""

from __future__ import annotations

import json
import re
import time
from typing import Any

import httpx
from playwright.sync_api import Browser, Locator, expect

from tests.system.browser.setup_page import SetupPage
from tests.system.browser.tab import PATIENCE, Tab

Json = dict[str, Any]

PLAY = """
([most, patience]) => new Promise((done) => {
  const clicked = [];
  let [version, since] = [null, Date.now()];
  const look = () => {
    const { dataset } = document.body;
    const over = dataset.status === "finished" || dataset.status === "aborted" || clicked.length >= most;
    if (dataset.version !== version) [version, since] = [dataset.version, Date.now()];
    if (over || Date.now() - since > patience * 1000) return done({ status: dataset.status, clicked });
    const offered = ".yours:not([hidden]) ";
    const program = document.querySelector(offered + ".program");
    const button = document.querySelector(
      offered + (program ? ".program button[data-send]:enabled, .program .card:enabled" : "button.action"));
    if (button && document.querySelector(".standing.mine") && !document.querySelector(".busy")) {
      clicked.push(button.dataset.action ?? button.dataset.send ?? "card");
      button.click();
    }
    setTimeout(look, 4);
  };
  look();
})
"""
"""Click the first action offered in this player's turn, so many times, until the game is over or nothing moves."""


NEVER_ASK = """
try {
  localStorage["ludotheque.settings"] ??= '{"ask":false}';
} catch {} // a page without a store
"""


SIT = """
(origin, name, keys) => {
  if (location.origin !== origin || sessionStorage[keys]) return;
  localStorage[name] = keys;
  sessionStorage[keys] = "kept";
}
"""
"""Keep a game's token as the page does, once: what the page does with it later stands."""


class TablePage(Tab):
    """A tab at a table. Its places are locators: each use finds the element anew, whatever was redrawn meanwhile."""

    def __init__(self, browser: Browser, *arguments: Any, asks: bool = False, **options: Any) -> None:
        """``asks``: the page asks before choices that cannot be taken back, as it does for new readers."""
        super().__init__(browser, *arguments, **options)
        if not asks:
            self.page.add_init_script(NEVER_ASK)

    def place(self, selector: str) -> Locator:
        return self.page.locator(selector)

    @property
    def setup(self) -> SetupPage:
        return SetupPage(self)

    @property
    def body(self) -> Locator:
        return self.place("body")

    @property
    def choices(self) -> Locator:
        return self.place(".yours")

    @property
    def actions(self) -> Locator:
        return self.choices.locator("button.action")

    @property
    def board(self) -> Locator:
        return self.place("[data-board]")

    @property
    def pieces(self) -> Locator:
        """Those of the picture that can be clicked."""
        return self.board.locator(".web-choice")

    @property
    def menu(self) -> Locator:
        """The actions that a clicked piece leaves open."""
        return self.place(".menu")

    @property
    def standing(self) -> Locator:
        return self.place(".standing strong")

    @property
    def story(self) -> Locator:
        return self.place(".story li")

    @property
    def notice(self) -> Locator:
        return self.place(".notice")

    @property
    def rules(self) -> Locator:
        return self.place("#rules")

    @property
    def slots(self) -> Locator:
        """The laid cards of a half-made program."""
        return self.place(".program .slot.full")

    def card(self, name: str) -> Locator:
        return self.place(f'.program [data-card="{name}"]')

    def player(self, seat: int) -> Locator:
        return self.place(".players li").nth(seat)

    @property
    def names(self) -> Locator:
        return self.place(".players .who b")

    def link(self, kind: str) -> str:
        """A link that the page offers to share: ``seat`` or ``watch``."""
        return self.place(f"[data-link='share.{kind}']").input_value()

    @property
    def picture(self) -> str:
        """All words in the picture of the board."""
        return str(self.board.locator("svg").text_content())

    # --- the game behind the page --------------------------------------------------------------------------------

    @property
    def game(self) -> tuple[str, str]:
        """Slug and id of the game in the address bar."""
        _, slug, identifier = self.page.url.partition("#")[2].split("/")
        return slug, identifier

    @property
    def version(self) -> int:
        return int(self.run("document.body.dataset.version ?? 0"))

    def stored(self) -> Json:
        """What the browser keeps for the game in the address bar."""
        return dict(json.loads(self.run("(id) => localStorage.getItem(`ludotheque.game.${id}`)", self.game[1])))

    def over_http(self, http: httpx.Client) -> Json:
        """The same game over plain HTTP, with the browser's own token."""
        slug, identifier = self.game
        headers = {"Authorization": f"Bearer {self.stored()['token']}"}
        response = http.get(f"/v1/{slug}/games/{identifier}", headers=headers)
        assert response.status_code == 200, response.text
        return dict(response.json())

    def legal(self, http: httpx.Client) -> list[Json]:
        """What this player may do now, over plain HTTP."""
        slug, identifier = self.game
        headers = {"Authorization": f"Bearer {self.stored()['token']}"}
        return list(http.get(f"/v1/{slug}/games/{identifier}/actions", headers=headers).json()["actions"])

    def settled(self, http: httpx.Client) -> Json:
        """The game over HTTP once the page shows the same version: a bot may still be moving."""

        def same() -> Json | None:
            view = self.over_http(http)
            return view if view["version"] == self.version else None

        view = self.wait_until(same, "the page does not show the newest version")
        assert view is not None
        return view

    # --- what a player does --------------------------------------------------------------------------------------

    def sit_at(self, url: str, slug: str, identifier: str, token: str) -> None:
        """Open a game with a token that was given out over HTTP."""
        keys = {"slug": slug, "token": token}
        given = json.dumps([url, f"ludotheque.game.{identifier}", json.dumps(keys)])
        self.page.add_init_script(f"({SIT})(...{given})")
        self.open(f"{url}/#/{slug}/{identifier}")
        self.wait_for_table()

    def start_game(self, url: str, slug: str, **options: Any) -> None:
        """Start a game against bots by filling in the form."""
        self.setup.open(url, slug)
        self.setup.set_options(**options)
        self.setup.start.click()
        self.wait_for_table()

    def wait_for_table(self) -> None:
        expect(self.body).to_have_attribute("data-version", re.compile(r"\d+"))

    def wait_for_turn(self) -> None:
        """It is this player's turn, there is something to choose, and nothing on its way.

        What may be done out of turn, such as placing a token in Baïlouké, can be too late when a bot is quicker.
        """
        expect(self.place(".standing.mine")).to_be_visible()
        expect(self.choices).to_be_visible()
        expect(self.place(".busy")).to_have_count(0)
        expect(self.place(".fresh")).to_have_count(0)

    def stop_clock(self) -> None:
        """No timer of the page fires any more: a question that lapses after seconds stays, however slow the machine."""
        self.reusable = False  # the clock is the context's
        self.page.clock.install()
        self.page.clock.pause_at(time.time() + 1)

    def wait_for_version(self, version: int) -> None:
        expect(self.body).to_have_attribute("data-version", str(version))

    def wait_beyond(self, version: int, message: str) -> None:
        self.wait_until(lambda: self.version > version, message)

    def play_a_piece(self) -> None:
        """Play by clicking on the board: the first piece that is marked, and the first choice if it leaves several."""
        self.wait_for_turn()
        before = self.version
        self.pieces.first.click()
        self.place(f'.menu button.action, body:not([data-version="{before}"])').first.wait_for()
        if self.menu.is_visible():
            self.menu.locator("button.action").first.click()
        self.wait_beyond(before, "the click on the board did nothing")

    def play_an_action(self) -> str:
        """Play the first action of the list; its words."""
        self.wait_for_turn()
        self.unfold()
        before = self.version
        words = self.actions.first.inner_text()
        self.actions.first.click()
        self.wait_beyond(before, "the action did nothing")
        return words

    def unfold(self) -> None:
        """Open the list of choices, where it is folded because all of them can be clicked on the board."""
        if not self.actions.first.is_visible():
            self.choices.locator(".folded > summary").first.click()

    def lay_cards(self, *cards: str) -> None:
        for card in cards:
            self.card(card).click()

    def lay_program(self, *cards: str) -> None:
        """Lay a whole program, card by card, and send it."""
        self.wait_for_turn()
        before = self.version
        self.lay_cards(*cards)
        self.place(".program [data-send]").click()
        self.wait_beyond(before, "the program was not laid")

    def play(self, most: int) -> tuple[str, list[str]]:
        """Click the first offered action so many times; the status then, and the types of the actions."""
        answer = self.run(PLAY, [most, PATIENCE])
        return str(answer["status"]), list(answer["clicked"])

    def play_to_the_end(self) -> list[str]:
        status, clicked = self.play(10_000)
        assert status == "finished", clicked
        return clicked
