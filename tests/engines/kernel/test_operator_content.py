"""`LUDOTHEQUE_CONTENT`: a file of the operator replaces a game's content, or is refused at start with one line."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
OWN = (ROOT / "engines/babord/content.toml").read_text("utf-8")
NAMES = "from engines.kernel.registry import game; print(game('babord').words.names['fr']['pirates'])"


def start(folder: Path) -> subprocess.CompletedProcess[str]:
    """A new process, since content is read once, when the games are imported."""
    environment = os.environ | {"LUDOTHEQUE_CONTENT": str(folder), "PYTHONIOENCODING": "utf-8"}
    return subprocess.run(
        [sys.executable, "-c", NAMES], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )


def test_the_operators_file_takes_the_place_of_the_games_own(tmp_path: Path) -> None:
    assert start(tmp_path).stdout == "Pirates\n"  # no file for this game
    (tmp_path / "babord.toml").write_text(OWN.replace('fr = "Pirates"', 'fr = "Corsaires"'), "utf-8")
    assert start(tmp_path).stdout == "Corsaires\n"


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda text: text.replace("[players]", "[gamers]"), "players is missing"),
        (lambda text: text.replace('slug = "babord"', 'slug = "tribord"'), "game.slug must be babord"),
        (lambda text: "players = 4\n" + text.replace("[players]", "[gamers]"), "players must be a table"),
        (lambda text: text + "\n=", "Invalid"),
    ],
)
def test_a_bad_file_is_named_in_one_line(tmp_path: Path, change: Callable[[str], str], complaint: str) -> None:
    (tmp_path / "babord.toml").write_text(change(OWN), "utf-8")
    refused = start(tmp_path)
    assert refused.returncode == 1
    assert refused.stderr.startswith(f"LUDOTHEQUE_CONTENT: {tmp_path}/babord.toml: ")
    assert refused.stderr.count("\n") == 1
    assert complaint in refused.stderr
