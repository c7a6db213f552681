"""``ludotheque up`` as an operator meets it: what stands in the way is said, and yesterday's games are there."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from store.redis.embedded import EmbeddedServer
from tests.support.client import create
from tests.support.stack import ROOT, free_port
from tests.support.waiting import PATIENCE, wait_until


def environment(data: Path, port: int, **given: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("LUDOTHEQUE_", "REDIS_"))}
    return {**kept, "LUDOTHEQUE_DATA": str(data), "LUDOTHEQUE_PORT": str(port), **given}


def refused(*arguments: str, **given: str) -> tuple[int, str]:
    """Run the command until it gives up: its exit code and what it said."""
    done = subprocess.run(
        [sys.executable, "-m", *arguments],
        check=False,
        cwd=ROOT,
        env={**os.environ, **given},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    return done.returncode, done.stderr.strip()


def ready(port: int) -> bool:
    try:
        return httpx.get(f"http://127.0.0.1:{port}/readyz", timeout=2).status_code == 200
    except httpx.HTTPError:
        return False


@contextmanager
def up(data: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(
        [sys.executable, "-m", "api.cli", "up"],
        cwd=ROOT,
        env=environment(data, port),
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        wait_until(lambda: ready(port) or process.poll() is not None)
        yield process
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
            process.wait(PATIENCE)
        if process.stderr is not None:
            process.stderr.close()


@pytest.mark.parametrize("command", [("api.cli", "up"), ("api.cli", "api"), ("api.cli", "worker"), ("workers",)])
def test_a_bad_setting_is_named(command: tuple[str, ...]) -> None:
    code, said = refused(*command, LUDOTHEQUE_WORKERS="many")
    assert code == 2
    assert said.endswith("LUDOTHEQUE_WORKERS='many': must be a whole number")


def test_a_busy_port_is_named(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        code, said = refused("api.cli", "up", LUDOTHEQUE_PORT=port, LUDOTHEQUE_DATA=str(tmp_path), REDIS_URL="")
    assert code == 1
    assert f"port {port} on 127.0.0.1 is in use" in said
    assert "LUDOTHEQUE_PORT" in said


def test_a_data_folder_in_use_is_named(server: EmbeddedServer) -> None:
    assert server.process is not None
    code, said = refused(
        "api.cli", "up", LUDOTHEQUE_PORT=str(free_port()), LUDOTHEQUE_DATA=str(server.data), REDIS_URL=""
    )
    assert code == 1
    assert f"the data folder {server.data} is in use by process {server.process.pid}" in said
    assert "LUDOTHEQUE_DATA" in said


def test_a_second_start_finds_yesterdays_games(tmp_path: Path) -> None:
    port = free_port()
    with up(tmp_path, port), httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as http:
        _, (table, other) = create(http, "bakong", {"seats": [{"kind": "human"}, {"kind": "human"}]})
        assert table.act(table.legal()["actions"][0]).status_code == 200
        yesterday = table.view()
    with up(tmp_path, port) as process, httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as http:
        table.http = other.http = http
        assert table.view() == yesterday
        mover = (table, other)[yesterday["to_act"][0]]
        assert mover.act(mover.legal()["actions"][0]).status_code == 200
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0
        assert process.stderr is not None
        said = process.stderr.read().decode()
    assert f"Ludothèque serves http://localhost:{port}" in said
    assert "the games are kept in" in said
    assert not [line for line in said.splitlines() if "Traceback" in line or "error" in line.lower()]
