"""The bots of `examples/bots` are real: each plays a game to its end against the live server."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
import pytest

from tests.support.client import create
from tests.support.stack import ROOT, Stack
from tests.system.bots.players import failures

FOLDER = ROOT / "examples" / "bots"
BOTS = {
    "webhook_bot.py": [sys.executable],
    "pull_bot.py": [sys.executable],
    "webhook_bot.mjs": ["node"],
    "pull_bot.sh": ["sh"],
}


@contextmanager
def running(name: str, stack: Stack) -> Iterator[str]:
    """The bot as a newcomer would start it; its id is the first line that it prints."""
    environment = {**os.environ, "LUDOTHEQUE_URL": stack.url, "PORT": "0"}
    process = subprocess.Popen(
        [*BOTS[name], str(FOLDER / name)], env=environment, stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    assert process.stdout is not None
    try:
        yield process.stdout.readline().strip()
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        process.stdout.close()


def test_every_example_is_tried() -> None:
    assert {path.name for path in FOLDER.iterdir() if path.suffix in (".py", ".mjs", ".sh")} == set(BOTS)


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("webhook_bot.py", "bakong"),
        ("pull_bot.py", "bailouke"),
        ("webhook_bot.mjs", "babord"),
        ("pull_bot.sh", "mekong"),
    ],
)
def test_an_example_plays_a_game_to_the_end(http: httpx.Client, stack: Stack, name: str, slug: str) -> None:
    if shutil.which(BOTS[name][0]) is None:
        pytest.skip(f"{BOTS[name][0]} is not installed")
    with running(name, stack) as identifier:
        seats = [{"kind": "bot"}, {"kind": "bot"}, {"kind": "remote", "bot": identifier}]
        made, (table, *_) = create(http, slug, {"seats": seats})
        assert table.wait_for(lambda view: view["status"] == "finished", 120)["result"]["ranking"]
        assert failures(http, slug, made["id"]) == []
        [card] = [card for card in http.get("/v1/bots?limit=100").json()["remote"] if card["id"] == identifier]
        assert card["healthy"] is True
        assert card["median_ms"] is not None
