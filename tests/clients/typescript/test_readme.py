"""The client's README: what it shows runs as it stands, with the address of a server put in."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from tests.support.stack import ROOT, Stack
from tests.support.waiting import PATIENCE

CLIENT = ROOT / "clients" / "typescript"
README = (CLIENT / "README.md").read_text("utf-8")


def block(heading: str) -> str:
    """The first piece of code under a heading."""
    return README.partition(f"\n## {heading}\n")[2].partition("```js\n")[2].partition("```")[0]


def test_the_first_lines_play_a_game(node: str, stack: Stack, tmp_path: Path) -> None:
    built = (CLIENT / "dist" / "ludotheque.js").as_uri()
    lines = block("Play").replace("http://localhost:8000", stack.url).replace("search:4", "greedy")
    script = tmp_path / "play.mjs"
    script.write_text(f'import {{ Ludotheque }} from "{built}";\n{lines}', "utf-8")
    done = subprocess.run([node, script], check=False, capture_output=True, text=True, timeout=10 * PATIENCE)
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(r"\[ \[ [01] \], \[ [01] \] \]|\[ \[ 0, 1 \] \]", done.stdout.strip())
