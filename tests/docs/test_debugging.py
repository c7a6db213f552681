"""docs/debugging.md: its lines show a dealt game and a stored one."""

from __future__ import annotations

import os
import subprocess
import sys

import httpx

from tests.docs.pages import blocks
from tests.support.stack import ROOT, Stack

DEALT, STORED = [block.text for block in blocks(ROOT / "docs" / "debugging.md") if block.language == "python"]


def run(code: str, **environment: str) -> str:
    command = [sys.executable, "-c", code]
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_game_can_be_dealt_in_a_repl() -> None:
    assert "Ana" in run(DEALT)


def test_a_stored_game_can_be_read(stack: Stack, http: httpx.Client) -> None:
    made = http.post("/v1/bakong/games", json={"seats": [{"kind": "human"}, {"kind": "human"}]}).json()
    shown = run(STORED.replace("<id>", made["id"]), REDIS_URL=stack.server.url, LUDOTHEQUE_DATA=str(stack.folder))
    assert shown.startswith("1 ")
    assert "BakongPosition(phase=" in shown
