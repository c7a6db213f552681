"""Every text of the boards can be read: its colour is measured against what is painted below it, in light and dark."""

from __future__ import annotations

import base64
from typing import Literal

import pytest
from playwright.sync_api import Browser

from engines.kernel.registry import game, slugs
from tests.engines.kernel.test_drawing import contrast
from tests.support.kit.pictures import Board, along
from tests.system.browser.conftest import opened
from tests.system.browser.setup_page import SHORT
from tests.system.browser.tab import Tab

PICTURES = 4
"""So many of a game: the opening, the end, and some between."""
STRIDES = {"bakong": 30, "mekong": 30, "babord": 20, "kimbac": 30, "bailouke": 12}
"""Actions from one picture to the next; some of them are shown."""
WIDTH, HEIGHT = 600, 1600
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
PAGE = f"""
<!doctype html><meta name="color-scheme" content="light dark">
<style>
  body {{ margin: 0; display: flex; align-items: start }}
  svg {{ flex: none; width: {WIDTH}px }}
  .bare text, .bare tspan {{ fill: transparent !important }}
  .loud text, .loud tspan {{ fill: #f0f !important }}
</style>
"""
LETTERS = """
async (shots) => {
  const pixels = async (shot) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${shot}`)).blob());
    const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
    context.drawImage(image, 0, 0);
    return new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer);
  };
  const [bare, loud] = await Promise.all(shots.map(pixels));

  const SEEN = 64; // what differs less is the edge of a letter, or of what covers it
  const parts = (pixel) => [0, 8, 16].map((shift) => (pixel >> shift) & 255);
  const painted = (at) => parts(bare[at]).some((part, channel) => Math.abs(part - parts(loud[at])[channel]) > SEEN);

  /** The commonest colour below the painted pixels of a letter; nothing where a piece covers it. */
  const ground = (text, index) => {
    const { x, y, width, height } = text.getExtentOfChar(index);
    const corner = new DOMPoint(x, y).matrixTransform(text.getScreenCTM());
    const counts = new Map();
    for (let row = Math.floor(corner.y); row < corner.y + height; row += 1) {
      for (let column = Math.floor(corner.x); column < corner.x + width; column += 1) {
        const at = row * innerWidth + column;
        if (painted(at)) counts.set(bare[at], (counts.get(bare[at]) ?? 0) + 1);
      }
    }
    const [most] = [...counts].sort((one, other) => other[1] - one[1]);
    return most?.[1] > 2 ? parts(most[0]) : undefined; // so few pixels are what a piece leaves uncovered
  };

  const opacity = (element) => (element instanceof SVGElement
    ? Number(getComputedStyle(element).opacity) * opacity(element.parentNode) : 1);
  const hex = (color) => `#${color.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
  return [...document.querySelectorAll("text")].flatMap((text) => {
    const { fill, fillOpacity, fontSize, fontWeight } = getComputedStyle(text);
    const [size, seen] = [Number.parseFloat(fontSize), Number(fillOpacity) * opacity(text)];
    const large = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700);
    const grounds = Array.from({ length: text.getNumberOfChars() }, (_, index) => ground(text, index));
    return grounds.filter(Boolean).map((below) => {
      const ink = fill.match(/[\\d.]+/g).slice(0, 3).map((part, at) => seen * part + (1 - seen) * below[at]);
      return [hex(ink), hex(below), large, text.outerHTML];
    });
  });
}
"""
"""Each letter that can be seen: its colour, that of its ground, whether it is large, and the text it is part of."""


def pictures(slug: str) -> list[str]:
    """The board of a player along a short game at a full table."""
    engine = game(slug)
    seats = engine.seats[-1]
    drawn = [
        Board(engine).svg(position, 0) for position in along(engine, seats, STRIDES[slug], options=SHORT.get(slug))
    ]
    return [drawn[number * (len(drawn) - 1) // (PICTURES - 1)] for number in range(PICTURES)]


def letters(tab: Tab, scheme: Literal["light", "dark"]) -> list[tuple[str, str, bool, str]]:
    """Painted in no colour and in one that nothing else has, the letters are the pixels that differ."""
    tab.page.emulate_media(color_scheme=scheme)
    shots = []
    for look in ("bare", "loud"):
        tab.run("(look) => { document.body.className = look; }", look)
        shots.append(base64.b64encode(tab.page.screenshot()).decode())
    tab.run("document.body.className = ''")
    return [(ink, ground, large, text) for ink, ground, large, text in tab.run(LETTERS, shots)]


@pytest.mark.parametrize("slug", slugs())
def test_every_text_of_a_board_stands_out_from_what_is_painted_below_it(chromium: Browser, slug: str) -> None:
    for tab in opened(Tab(chromium, PICTURES * WIDTH, HEIGHT)):
        tab.page.set_content(PAGE + "".join(pictures(slug)))
        assert tab.run("document.documentElement.scrollHeight") == HEIGHT  # everything is on the screenshot
        for scheme in SCHEMES:
            found = letters(tab, scheme)
            assert len(found) > 1000
            faint = {letter for letter in found if contrast(*letter[:2]) < (3 if letter[2] else 4.5)}
            assert faint == set(), scheme
