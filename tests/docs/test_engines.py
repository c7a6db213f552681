"""docs/engines.md: its lines run, and the engines need nothing but msgspec."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.docs.pages import blocks
from tests.support.stack import ROOT

PAGE = [block for block in blocks(ROOT / "docs" / "engines.md") if block.language == "python"]
ALONE = """
import sys

class Only:
    def find_spec(self, name, path=None, target=None):
        root = name.partition(".")[0]
        if root not in sys.stdlib_module_names and root not in ("engines", "msgspec"):
            raise ImportError(f"{name} is not for engines")

sys.meta_path.insert(0, Only())
from engines.kernel.registry import game, slugs
for slug in slugs():
    game(slug).words, game(slug).rulebook
"""


@pytest.mark.parametrize("block", PAGE, ids=lambda block: block.name)
def test_the_lines_of_the_page_run(block: object) -> None:
    text: str = block.text  # type: ignore[attr-defined]
    alone = "" if "adapters" in text else ALONE
    done = subprocess.run([sys.executable, "-c", alone + text], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    if "renderer.text" in text:
        assert "Won by" in done.stdout


def test_other_packages_are_really_blocked() -> None:
    done = subprocess.run([sys.executable, "-c", ALONE + "import flask"], cwd=ROOT, capture_output=True, check=False)
    assert b"flask is not for engines" in done.stderr
