"""All five games go on to their end though the whole server is killed in the middle and started again."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
from ludotheque_client import AsyncGame, AsyncLudotheque, Ludotheque

from engines.kernel.registry import slugs
from tests.support.client import SHORT
from tests.support.stack import ROOT, free_port
from tests.support.waiting import wait_until

BEFORE = 4
"""Turns of every game that are played before the server is killed."""


class Server:
    """``ludotheque up`` with durability `safe`."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("LUDOTHEQUE_", "REDIS_"))}
        settings = {"DATA": str(self.data), "PORT": str(self.port), "DURABILITY": "safe", "API_PROCESSES": "1"}
        environment = kept | {f"LUDOTHEQUE_{name}": value for name, value in settings.items()}
        with (self.data / "log.txt").open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "api.cli", "up"], cwd=ROOT, env=environment, stdout=log, stderr=log
            )

    def ready(self) -> bool:
        try:
            return httpx.get(f"{self.url}/readyz", timeout=2, verify=False).status_code == 200
        except httpx.HTTPError:
            return False

    def kill(self) -> None:
        """Everything at once: the rest of the processes ends with the first."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(60)
        wait_until(lambda: not self.ready())


def test_all_games_go_on_after_the_server_was_killed(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        wait_until(server.ready, what=(tmp_path / "log.txt").read_text)
        counts = asyncio.run(play_all(server))
        with Ludotheque(server.url) as client:
            for slug, (identifier, played) in counts.items():
                game = client.table(slug).game(identifier)
                acts = game.replay()["acts"]
                assert sum(act["seat"] == 0 for act in acts) == played > 0, slug
                assert game.verify()
    finally:
        server.process.send_signal(signal.SIGTERM)
        server.process.wait(60)


async def play_all(server: Server) -> dict[str, tuple[str, int]]:
    """Play the five games at once; once each is under way, the server is killed and started again."""
    under_way = {slug: asyncio.Event() for slug in slugs()}
    killed = asyncio.Event()

    async def play(client: AsyncLudotheque, slug: str) -> tuple[str, int]:
        game = await client.table(slug).create("Ana", "random", options=SHORT.get(slug, {}))
        watching, played = asyncio.create_task(watch(game)), 0
        async for turn in game.seat(0):
            await turn.play(turn.actions[played % len(turn.actions)])
            played += 1
            if played == BEFORE:
                under_way[slug].set()
            if played == BEFORE + 1:
                await killed.wait()  # else a quick game would be over before
        under_way[slug].set()
        assert (await game.result).ranking
        assert await watching == [event["seq"] async for event in game.events()], "each once, over the restart"
        return game.id, played

    async def watch(game: AsyncGame[Any, Any, Any]) -> list[int]:
        return [event["seq"] async for event in game.events()]

    async def disturb() -> None:
        await asyncio.gather(*(event.wait() for event in under_way.values()))
        await asyncio.to_thread(server.kill)
        killed.set()
        await asyncio.to_thread(server.start)

    async with AsyncLudotheque(server.url) as client:
        played = await asyncio.gather(*(play(client, slug) for slug in under_way), disturb())
    return dict(zip(under_way, played[:-1], strict=True))  # type: ignore[arg-type]
