"""Pictures of the web table for the README: ``python -m tests.system.browser.screenshots [game ...]``.

Each shows a game in full swing, on the live page, always from the same seed; bots have luck of their own.
"""

from __future__ import annotations

import sys
from pathlib import Path

from engines.kernel.registry import slugs
from tests.support.stack import ROOT, Stack
from tests.system.browser.browser import Browser
from tests.system.browser.players import my_turn, sit_down

FOLDER = ROOT / "docs" / "screenshots"
WIDTH, HEIGHT, SCALE = 1200, 900, 0.75
MOST_BYTES = 200_000
SEED = "5ca1ab1e" * 8
MOVES = {"bakong": 9, "mekong": 14, "babord": 10, "kimbac": 40, "bailouke": 8}
"""Actions before the picture is taken: the table should look lived in."""


def take(browser: Browser, url: str, slug: str) -> Path:
    browser.open(f"{url}/#/{slug}")
    browser.run("localStorage.setItem('ludotheque.name', 'Ana')")
    sit_down(browser, url, slug, seed=SEED)
    browser.play(MOVES[slug])
    my_turn(browser)
    browser.run("scrollTo(0, 0); document.activeElement.blur()")
    target = FOLDER / f"{slug}.png"
    browser.driver.save_screenshot(str(target))
    assert target.stat().st_size < MOST_BYTES, f"{target} has {target.stat().st_size} bytes"
    return target


def main(wanted: list[str]) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    browser = Browser()
    try:
        with Stack() as stack:
            browser.size(WIDTH, HEIGHT, SCALE)
            for slug in wanted or slugs():
                print(take(browser, stack.url, slug))
    finally:
        browser.quit()


if __name__ == "__main__":
    main(sys.argv[1:])
