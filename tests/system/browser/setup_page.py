"""The page of one game: the form for a new table."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator

from tests.system.browser.tab import Tab

SHORT: dict[str, dict[str, Any]] = {
    "mekong": {"round_cap": 4},
    "babord": {"rows": 3, "cols": 3, "max_rounds": 12},
    "kimbac": {"rounds": 1, "max_search_turns": 20, "max_hunt_turns": 20},
    "bailouke": {"wins_needed": 1},
}
"""Options for a short game of each kind."""


class SetupPage:
    """The form, in a tab."""

    def __init__(self, tab: Tab) -> None:
        self.tab = tab
        self.form = tab.page.locator(".setup")
        self.start = self.form.locator("[name=start]")
        self.name = self.field("name")

    def field(self, name: str) -> Locator:
        return self.form.locator(f"[name={name}]")

    def seat(self, number: int) -> Locator:
        return self.field(f"seat-{number}")

    def level(self, number: int) -> Locator:
        return self.field(f"level-{number}")

    @property
    def advanced(self) -> Locator:
        return self.form.locator("details summary")

    def open(self, url: str, slug: str) -> None:
        self.tab.open(f"{url}/#/{slug}")
        self.start.wait_for()

    def set_options(self, **options: Any) -> None:
        if options:
            self.advanced.click()
        for name, value in options.items():
            self.field(name).fill(str(value))

    def invite_a_friend(self, url: str, slug: str, name: str, private: bool = False) -> None:
        """Start a game with a free seat."""
        self.open(url, slug)
        self.name.fill(name)
        self.seat(1).select_option("friend")
        if private:
            self.field("private").check()
        self.start.click()
