"""A game is known in its own folder and in one line of the registry: no other code asks which game it has."""

from __future__ import annotations

import ast
import re
import subprocess
from pathlib import Path

import pytest

from engines.kernel.registry import slugs
from tests.support.stack import ROOT

PACKAGES = ("adapters", "api", "engines/kernel", "store", "workers", "clients/python/ludotheque_client")
REGISTRY = "engines/kernel/registry.py"
KNOWN = {
    REGISTRY: "the one line of each game",
    "api/web/board/hints.js": "hints on the board, which `effects` can replace",
    "api/web/end/breakdown.js": "tables of points",
    "api/web/help/guide.js": "the word for a round",
    "clients/python/ludotheque_client/models.py": "generated types",
    "clients/python/ludotheque_client/aio/games.py": "typed names of the games",
    "clients/python/ludotheque_client/sync/games.py": "the same, generated",
    "clients/python/ludotheque_client/dice.py": "the check of the dice by docs/dice.md alone",
}
"""Where games are still told apart, and for what."""
NAMED = "|".join(slugs())
IN_SCRIPT = re.compile(rf"""["'`]({NAMED})["'`]|\b({NAMED}):""")
"""A slug as a text or as a key."""


def tracked() -> list[str]:
    listed = subprocess.run(["git", "ls-files", *PACKAGES], cwd=ROOT, check=True, capture_output=True, text=True)
    return [name for name in listed.stdout.splitlines() if (ROOT / name).is_file() and not (ROOT / name).is_symlink()]


def tells_games_apart(path: Path) -> bool:
    """Does the file name a game in its code? Examples in comments, docstrings and descriptions are for people."""
    if path.suffix == ".py":
        nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
        names = {node.value for node in nodes if isinstance(node, ast.Constant)}
        names |= {node.attr for node in nodes if isinstance(node, ast.Attribute)}
        imported = [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
        return not {*names, *(part for module in imported for part in module.split("."))}.isdisjoint(slugs())
    if path.suffix == ".js":
        return any(IN_SCRIPT.search(line.partition("//")[0]) for line in path.read_text("utf-8").splitlines())
    if path.suffix in (".toml", ".html", ".lua"):
        return re.search(rf"\b({NAMED})\b", path.read_text("utf-8")) is not None
    return False


@pytest.mark.parametrize("package", PACKAGES)
def test_no_other_code_asks_which_game_it_has(package: str) -> None:
    found = {name for name in tracked() if name.startswith(f"{package}/") and tells_games_apart(ROOT / name)}
    assert found == {name for name in KNOWN if name.startswith(f"{package}/")}


def test_the_registry_has_one_line_for_each_game() -> None:
    text = (ROOT / REGISTRY).read_text("utf-8")
    for slug in slugs():
        assert [line for line in text.splitlines() if slug in line] == [f'    "{slug}",']
