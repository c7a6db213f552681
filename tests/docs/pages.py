"""Markdown pages as their blocks: what language, what text, and the marker in the comment before."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from tests.support.stack import ROOT

BLOCK = re.compile(r"(?:<!-- (?P<marker>[^>]*?) -->\n)?```(?P<language>\w*)\n(?P<text>.*?)^```", re.S | re.M)


@dataclass(frozen=True)
class Block:
    """A fenced block."""

    page: Path
    language: str
    text: str
    marker: str
    line: int

    @property
    def name(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def pages() -> list[Path]:
    """Every page of the documentation."""
    return [
        *sorted(ROOT.glob("*.md")),
        *sorted((ROOT / "docs").glob("*.md")),
        *sorted((ROOT / "examples").rglob("*.md")),
    ]


def blocks(page: Path) -> list[Block]:
    text = page.read_text("utf-8")
    return [
        Block(page, found["language"], found["text"], found["marker"] or "", text.count("\n", 0, found.start("text")))
        for found in BLOCK.finditer(text)
    ]
