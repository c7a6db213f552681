"""Twenty seconds of a real game, as a moving picture for the README: ``python -m tests.system.browser.animation``.

Needs Pillow, which nothing else here needs: ``pip install pillow``.
"""

from __future__ import annotations

import sys
import time
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from tests.support.stack import ROOT, Stack
from tests.system.browser.chromium import launch
from tests.system.browser.table_page import TablePage

TARGET = ROOT / "docs" / "screenshots" / "game.webp"
WIDTH, HEIGHT, SCALE = 1366, 768, 0.6
SECONDS, FRAME_MS = 20, 200
MOST_BYTES = 1_500_000
SEED = "5ca1ab1e" * 8
OPENING = {"bakong": 4, "mekong": 9, "babord": 4, "kimbac": 10, "bailouke": 3}
"""Actions before the recording begins."""
QUIET = "document.querySelector('[data-key=skip]').hidden && !document.querySelector('.fresh')"
POINTED_MS = 600
"""So long a choice is pointed at before it is taken."""


def record(table: TablePage) -> list[bytes]:
    """A frame every so many milliseconds; whenever nothing moves and a choice is open, it is pointed at, then taken."""
    frames: list[bytes] = []
    pointed = 0.0
    for number in range(SECONDS * 1000 // FRAME_MS):
        began = time.monotonic()
        frames.append(table.page.screenshot(type="png"))
        mine = table.place(".standing.mine").count() and table.actions.count() and table.run(QUIET)
        if mine and not pointed:
            table.actions.nth(number % table.actions.count()).hover()
            pointed = began
        elif mine and (began - pointed) * 1000 > POINTED_MS:
            table.place("button.action:hover").first.click()
            pointed = 0.0
        table.page.wait_for_timeout(max(0, FRAME_MS - (time.monotonic() - began) * 1000))
    return frames


def assembled(frames: list[bytes], target: Path) -> None:
    image: Any = import_module("PIL.Image")
    first, *others = [image.open(BytesIO(frame)).convert("RGB") for frame in frames]
    for quality in (70, 55, 40, 30):
        first.save(target, save_all=True, append_images=others, duration=FRAME_MS, loop=0, quality=quality, method=4)
        if target.stat().st_size < MOST_BYTES:
            return
    raise AssertionError(f"{target} has {target.stat().st_size} bytes")


def main(slug: str = "bakong") -> None:
    with Stack() as stack, sync_playwright() as playwright:
        table = TablePage(launch(playwright), WIDTH, HEIGHT, SCALE, motion=True)
        table.open(stack.url)
        table.run("localStorage.setItem('ludotheque.name', 'Ana')")
        table.start_game(stack.url, slug, seed=SEED)
        table.play(OPENING[slug])
        table.wait_for_turn()
        assembled(record(table), TARGET)
        print(TARGET, TARGET.stat().st_size)


if __name__ == "__main__":
    main(*sys.argv[1:])
