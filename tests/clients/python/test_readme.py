"""A stranger with the client's README alone: every block works as printed, and the bot in it plays."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from api import __version__
from tests.support.stack import ROOT, Stack

FOLDER = ROOT / "clients" / "python"
README = (FOLDER / "README.md").read_text("utf-8")
BLOCKS = dict(re.findall(r"<!-- ([\w ]+) -->\n```python\n(.*?)```", README, re.S))


def code(name: str, stack: Stack) -> str:
    return BLOCKS[name].replace("http://localhost:8000", stack.url).replace("search:4", "random")


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(FOLDER), "PYTHONWARNINGS": "ignore::ResourceWarning"}


def run(text: str, folder: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-c", text], cwd=folder, env=environment(), capture_output=True, text=True, check=False,
        timeout=600,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_every_block_is_tried() -> None:
    assert set(BLOCKS) == {"play", "bot", "seat the bot", "webhook", "more"}
    assert README.count("```python") == len(BLOCKS)


def test_a_game_is_played(stack: Stack, tmp_path: Path) -> None:
    assert re.fullmatch(r"\[\[[01].*\]\]\n", run(code("play", stack), tmp_path))


def test_the_bot_plays(stack: Stack, tmp_path: Path) -> None:
    (tmp_path / "croc.py").write_text(code("bot", stack), "utf-8")
    command = [sys.executable, "croc.py"]
    with subprocess.Popen(command, cwd=tmp_path, env=environment(), stdout=subprocess.PIPE, text=True) as bot:
        assert bot.stdout is not None
        try:
            assert re.fullmatch(r"Deep Croc is [0-9]{2}[a-z0-9]{26}\n", bot.stdout.readline())
            said = run(code("seat the bot", stack), tmp_path).splitlines()
        finally:
            bot.terminate()
            bot.wait(60)
    assert re.fullmatch(r"(won|lost) \[-?\d+, -?\d+\]", said[-1])
    assert any("Deep Croc" in line for line in said)
    assert not any("greedy bot" in line and "instead" in line for line in said)


@pytest.mark.parametrize("name", ["webhook", "more"])
def test_the_rest_works_as_printed(stack: Stack, tmp_path: Path, name: str) -> None:
    said = run(code(name, stack), tmp_path)
    assert "the seed is the one that was promised" in said or name == "webhook"


def test_what_the_package_says_of_itself_is_true() -> None:
    assert f"__version__ = {__version__!r}".replace("'", '"') in (FOLDER / "ludotheque_client/version.py").read_text()
    links = [link for link in re.findall(r"\]\(([^)#]+)", README) if "://" not in link]
    assert [link for link in links if not (FOLDER / link).exists()] == []
