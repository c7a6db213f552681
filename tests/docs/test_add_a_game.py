"""Following docs/add-a-game.md to the letter gives a game that can be played."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.pages import blocks
from tests.support.stack import ROOT

PAGE = ROOT / "docs" / "add-a-game.md"
PLAY = """
import subprocess, sys, tempfile
import httpx
from adapters.pettingzoo import GAMES
from tests.api.mcp.agent import Agent
from tests.support.client import create
from tests.support.stack import Stack

environment = GAMES["matches"].env()
environment.reset(seed=1)
for _ in environment.agent_iter():
    observation, _, ended, cut, _ = environment.last()
    environment.step(None if ended or cut else int(observation["action_mask"].argmax()))

with Stack() as stack:
    with httpx.Client(base_url=stack.url, timeout=30, verify=False) as http:
        catalogue = http.get("/v1")
        assert catalogue.status_code == 200, catalogue.text + stack.log("api")
        assert [game["slug"] for game in catalogue.json()["games"]][-1] == "matches"
        made, (table, _) = create(http, "matches", {"seats": [{"kind": "human"}, {"kind": "bot"}]})
        refused = table.act({"type": "take", "number": 4})
        assert refused.status_code == 422, refused.text
        over = table.play_to_the_end()
        assert over["status"] == "finished", over
        assert over["result"]["reason"] == "heap_empty"
        assert table.get("/board.svg").status_code == 200
        document = http.get("/openapi.json")
        assert document.status_code == 200, document.text + stack.log("api")
        assert "/v1/matches/games/{id}/actions" in document.json()["paths"]
        assert 'href="/docs?of=matches"' in http.get("/docs").text
        _, seat = Agent(http).create("matches")
        assert "Take 1" in Agent(http).ask("look", **seat).text
    script = sys.stdin.read().replace("http://localhost:8000", stack.url)
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(["bash", "-ec", script], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "Whoever takes the last match loses" in done.stdout, done.stdout
    assert "| (" in done.stdout or "(0)" in done.stdout, done.stdout
"""


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project in which every block of the page has been put where the page says."""
    folder = tmp_path_factory.mktemp("clone")
    files = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.splitlines()
    for name in files:
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    for block in blocks(PAGE):
        kind, _, where = block.marker.partition(": ")
        if kind == "file":
            (folder / where).parent.mkdir(parents=True, exist_ok=True)
            (folder / where).write_text(block.text, "utf-8")
        elif kind in ("after", "in"):
            _put(folder, kind, *where.split(": ", 1), block.text)
    return folder


def _put(folder: Path, kind: str, name: str, mark: str, text: str) -> None:
    """Behind the line that has the mark, or in the mark's place."""
    old = (folder / name).read_text("utf-8")
    assert old.count(mark) == 1, f"{mark} is not in {name}"
    if kind == "in":
        new = old.replace(mark, text.strip())
    else:
        line_end = old.index("\n", old.index(mark)) + 1
        new = old[:line_end] + text + old[line_end:]
    (folder / name).write_text(new, "utf-8")


def run(clone: Path, *arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(clone), "KIT_GAMES": "3"}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=clone,
        env=environment,
        input=text,
        capture_output=True,
        text=True,
        check=False,
    )


def test_its_own_tests_pass(clone: Path) -> None:
    [command] = [block.text for block in blocks(PAGE) if block.language == "sh" and "pytest" in block.text]
    words = command.split()
    assert words[0] == ".venv/bin/python"
    done = run(clone, *words[1:])
    assert done.returncode == 0, done.stdout[-3000:]
    assert "passed" in done.stdout


def test_it_is_as_well_made_as_the_others(clone: Path) -> None:
    for tool in (["ruff", "check", "engines/matches"], ["ruff", "format", "--check", "engines/matches"]):
        done = run(clone, "-m", *tool)
        assert done.returncode == 0, done.stdout + done.stderr
    done = run(clone, "-m", "mypy", "engines/matches")
    assert done.returncode == 0, done.stdout


def test_it_can_be_played(clone: Path) -> None:
    [script] = [block.text for block in blocks(PAGE) if block.language == "sh" and "curl" in block.text]
    done = run(clone, "-c", PLAY, text=script)
    assert done.returncode == 0, done.stderr[-3000:]
