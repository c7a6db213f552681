"""Pictures of the web table for the README: ``python -m tests.system.browser.screenshots [game ...]``.

Each shows a game in full swing, on the live page, always from the same seed; bots have dice of their own.
"""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

from engines.kernel.registry import slugs
from tests.support.stack import ROOT, Stack
from tests.system.browser.chromium import launch
from tests.system.browser.table_page import TablePage

FOLDER = ROOT / "docs" / "screenshots"
WIDTH, HEIGHT, SCALE = 1366, 768, 0.7
MOST_BYTES = 200_000
SEED = "5ca1ab1e" * 8
MOVES = {"bakong": 9, "mekong": 14, "babord": 9, "kimbac": 40, "bailouke": 8}
"""Actions before the picture is taken: the table should look lived in."""
OPTIONS = {"babord": {"rows": 6, "cols": 6}}
"""Large enough that the game is not over by then."""


def take(table: TablePage, url: str, slug: str) -> Path:
    table.open(url)
    table.run("localStorage.setItem('ludotheque.name', 'Ana')")
    table.start_game(url, slug, seed=SEED, **OPTIONS.get(slug, {}))
    table.play(MOVES[slug])
    table.wait_for_turn()
    table.run("scrollTo(0, 0); document.activeElement.blur()")
    target = FOLDER / f"{slug}.png"
    table.page.screenshot(path=target)
    assert target.stat().st_size < MOST_BYTES, f"{target} has {target.stat().st_size} bytes"
    return target


def main(wanted: list[str]) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with Stack() as stack, sync_playwright() as playwright:
        table = TablePage(launch(playwright), WIDTH, HEIGHT, SCALE)
        for slug in wanted or slugs():
            print(take(table, stack.url, slug))


if __name__ == "__main__":
    main(sys.argv[1:])
