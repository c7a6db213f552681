"""Bots of the client: they ask for their turns, or are called; calls that the server did not sign are refused."""

from __future__ import annotations

import asyncio
import base64
import hmac
import json
import socket
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, make_server

import httpx
import pytest
import uvicorn
from ludotheque_client import Bot, BotTurn, Ludotheque

from tests.support.stack import Stack
from tests.support.waiting import PATIENCE, wait_until
from tests.system.bots.players import failures


def first(turn: BotTurn) -> dict[str, Any]:
    assert turn.view["you"] == turn.seat
    return turn.actions[0]


@contextmanager
def running(bot: Bot, stack: Stack) -> Iterator[str]:
    stopped = threading.Event()
    thread = threading.Thread(target=bot.run, args=(stack.url, stopped.is_set), daemon=True)
    thread.start()
    try:
        wait_until(lambda: "id" in bot.document)
        yield bot.id
    finally:
        stopped.set()
        with Ludotheque(stack.url) as client:
            wake = client.bakong.create(bot.id, "greedy", options={"first_seat": 0})  # a turn ends its wait
        thread.join(60)
        assert not thread.is_alive()
        assert wake.id


def test_a_pull_bot_plays_to_the_end_and_is_the_same_after_a_restart(
    client: Ludotheque, http: httpx.Client, stack: Stack, tmp_path: Path
) -> None:
    kept = tmp_path / "croc.json"
    with running(Bot("Deep Croc", first, keep=kept), stack) as identifier:
        game = client.kimbac.create("random", identifier, options={"rounds": 1})
        assert game.wait()["result"]["ranking"]
        assert failures(http, "kimbac", game.id) == []
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert Bot("Deep Croc", first, keep=kept).register(stack.url) == identifier


FULL_DISK = """
import resource, signal, sys
from ludotheque_client import Bot
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (16, 16))
Bot("Deep Croc", lambda turn: turn.actions[0], keep=sys.argv[1]).register(sys.argv[2])
"""


def test_the_kept_file_is_whole_or_not_there(stack: Stack, tmp_path: Path) -> None:
    """A file that ends in the middle would lose the bot: its next start could not read it."""
    kept = tmp_path / "croc.json"
    started = [sys.executable, "-c", FULL_DISK, str(kept), stack.url]
    done = subprocess.run(started, capture_output=True, text=True, check=False)
    assert "File too large" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_pull_bot_that_fails_says_so_and_goes_on(
    client: Ludotheque, stack: Stack, caplog: pytest.LogCaptureFixture
) -> None:
    faults: list[Callable[[BotTurn], Any]] = [
        lambda turn: {"type": "take_object", "object": "nothing"},
        lambda turn: turn.actions[99999],
        lambda turn: {"type": "reroll"},
    ]

    def choose(turn: BotTurn) -> Any:
        return faults.pop()(turn) if faults and turn.id in games else first(turn)

    games: list[str] = []
    with running(Bot("Clumsy", choose), stack) as identifier:
        for _ in range(3):
            made = client.bakong.create(identifier, "Ana", options={"first_seat": 0}, clock={"turn_seconds": 5})
            games.append(made.id)
        wait_until(lambda: not faults)
        assert client.bakong.create(identifier, "random").wait()["result"]
    assert {record.levelname for record in caplog.records if record.name == "ludotheque_client"} == {"ERROR"}


class Quiet(WSGIRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Tests are quiet."""


@contextmanager
def wsgi(bot: Bot) -> Iterator[str]:
    with make_server("127.0.0.1", 0, bot.wsgi, handler_class=Quiet) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join(PATIENCE)


@contextmanager
def asgi(bot: Bot) -> Iterator[str]:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        server = uvicorn.Server(uvicorn.Config(bot.asgi, log_level="error"))
        thread = threading.Thread(target=lambda: asyncio.run(server.serve([listening])), daemon=True)
        thread.start()
        wait_until(lambda: server.started)
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/"
        server.should_exit = True
        thread.join(PATIENCE)


async def first_later(turn: BotTurn) -> dict[str, Any]:
    await asyncio.to_thread(len, turn.actions)
    return turn.actions[0]


@pytest.mark.parametrize(("serving", "choose"), [(wsgi, first), (asgi, first), (asgi, first_later)])
def test_a_webhook_bot_plays_and_believes_the_server_only(
    client: Ludotheque, http: httpx.Client, stack: Stack, serving: Any, choose: Any
) -> None:
    bot = Bot("Hooked", choose)
    with serving(bot) as url:
        assert httpx.post(url, json={"game": "bakong"}, verify=False).status_code == 401  # it knows no secret yet
        identifier = bot.register(stack.url, url)
        game = client.bakong.create("random", identifier)
        assert game.wait()["result"]["ranking"]
        assert failures(http, "bakong", game.id) == []
        for headers in forgeries(bot, b"{}"):
            assert httpx.post(url, content=b"{}", headers=headers, verify=False).status_code == 401
        assert httpx.post(url, content=b"{", headers=signed(bot, b"{"), verify=False).status_code == 400
        notice = json.dumps({"notice": "end"}).encode()
        assert httpx.post(url, content=notice, headers=signed(bot, notice), verify=False).status_code == 200


def signed(bot: Bot, body: bytes, at: float | None = None) -> dict[str, str]:
    stamp = str(int(time.time() if at is None else at))
    key = base64.b64decode(bot.document["secret"].removeprefix("whsec_"))
    signature = base64.b64encode(hmac.new(key, f"msg_1.{stamp}.".encode() + body, sha256).digest()).decode()
    return {"webhook-id": "msg_1", "webhook-timestamp": stamp, "webhook-signature": f"v1,old v1,{signature}"}


def forgeries(bot: Bot, body: bytes) -> list[dict[str, str]]:
    good = signed(bot, body)
    return [
        {},
        good | {"webhook-id": "msg_2"},
        good | {"webhook-signature": "v1,nothing"},
        good | {"webhook-timestamp": "soon"},
        signed(bot, body + b" "),
        signed(bot, body, time.time() - 1000),
    ]
