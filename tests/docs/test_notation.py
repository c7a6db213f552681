"""docs/notation.md: its texts are positions, and it names the fields of every game."""

from __future__ import annotations

import pytest

from engines.kernel.dice import SeededDice
from engines.kernel.notation import fields_of
from engines.kernel.registry import game, slugs
from tests.docs.pages import blocks
from tests.support.stack import ROOT

PAGE = ROOT / "docs" / "notation.md"


@pytest.mark.parametrize("slug", slugs())
def test_the_page_shows_the_fields_and_the_opening_of_every_game(slug: str) -> None:
    engine = game(slug)
    position, _ = engine.rules.deal(2, engine.options({}, 2), SeededDice(bytes(32)))
    page = PAGE.read_text("utf-8")
    assert f"\n{engine.notation(position)}\n" in page
    assert ", ".join(f"`{name}`" for name in fields_of(type(position))) in page


def test_the_lines_of_the_page_run() -> None:
    [block] = [block for block in blocks(PAGE) if block.language == "python"]
    exec(compile(block.text, str(PAGE), "exec"), {})
