"""The client's README: what it shows runs as it stands, with the address of a server put in."""

from __future__ import annotations

import json
import re
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.support.stack import ROOT, Stack
from tests.support.waiting import PATIENCE, wait_until

CLIENT = ROOT / "clients" / "typescript"
README = (CLIENT / "README.md").read_text("utf-8")


def blocks(heading: str) -> list[str]:
    """The pieces of code under a heading."""
    return re.findall(r"```js\n(.*?)```", README.partition(f"\n## {heading}\n")[2].partition("\n## ")[0], re.S)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder in which the client is installed."""
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules" / "ludotheque-client").symlink_to(CLIENT)
    return tmp_path


def script(folder: Path, name: str, lines: str, stack: Stack) -> Path:
    path = folder / name
    path.write_text(lines.replace("http://localhost:8000", stack.url).replace("search:4", "greedy"), "utf-8")
    return path


def output(node: str, path: Path) -> str:
    run = subprocess.run(
        [node, path], check=False, capture_output=True, text=True, timeout=10 * PATIENCE, cwd=path.parent
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


@contextmanager
def running(node: str, path: Path) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen([node, path], stdout=subprocess.PIPE, text=True, cwd=path.parent) as process:
        try:
            yield process
        finally:
            process.kill()


def test_the_first_lines_play_a_game(node: str, stack: Stack, folder: Path) -> None:
    lines = 'import { Ludotheque } from "ludotheque-client";\n' + blocks("Play")[0]
    played = output(node, script(folder, "play.mjs", lines, stack))
    assert re.fullmatch(r"\[ \[ [01] \], \[ [01] \] \]|\[ \[ 0, 1 \] \]", played.strip())


def test_the_bot_is_started_seated_and_looked_at(node: str, stack: Stack, folder: Path) -> None:
    bot, look, _ = blocks("A bot in ten minutes")
    croc = script(folder, "croc.mjs", bot, stack)
    said = []
    for _ in range(2):  # the second time it is the same bot
        with running(node, croc) as process:
            assert process.stdout is not None
            said.append(process.stdout.readline())
            told = output(node, script(folder, "look.mjs", look, stack)).splitlines()
            assert told[-1].startswith(("won [", "lost ["))
    assert said[0] == said[1] == f"Deep Croc is {json.loads((folder / 'croc.json').read_text())['id']}\n"
    assert (folder / "croc.json").stat().st_mode & 0o077 == 0


def test_the_webhook_bot_is_registered_and_called(node: str, stack: Stack, folder: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    lines = blocks("A bot in ten minutes")[2].replace("localhost:9000", f"127.0.0.1:{port}").replace("9000", port)
    with running(node, script(folder, "hook.mjs", lines + "console.log(bot.id);\n", stack)) as process:
        assert process.stdout is not None
        identifier = process.stdout.readline().strip()
        seats = [{"kind": "remote", "bot": identifier}, {"kind": "bot", "bot": "greedy"}]
        game = httpx.post(f"{stack.url}/v1/mekong/games", json={"seats": seats}, verify=False).json()
        url = f"{stack.url}/v1/mekong/games/{game['id']}"
        wait_until(lambda: httpx.get(url, verify=False).json()["status"] == "finished")
    events = httpx.get(f"{url}/events?limit=500", verify=False).json()["events"]
    assert [event for event in events if event["type"] == "bot_failed"] == []
