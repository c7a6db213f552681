"""A log that ends in what was never written: how to repair it with what the wheel brings."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from redis import Redis

from store.redis.embedded import EmbeddedServer, ServerFailed
from store.redis.embedded.repair import CannotRepair, repair
from tests.support.stack import ROOT


def written(data: Path) -> Path:
    """A folder with a hundred changes; the log of it."""
    server = EmbeddedServer(data)
    server.start()
    with Redis.from_url(server.url) as client:
        for number in range(100):
            client.pipeline().set("a", number).set("b", f"{number}\r\n").execute()
    server.stop()
    [log] = (data / "redis" / "appendonlydir").glob("*.incr.aof")
    return log


def pairs(data: Path) -> tuple[int, int]:
    server = EmbeddedServer(data)
    server.start()
    try:
        with Redis.from_url(server.url) as client:
            return int(client.get("a")), int(client.get("b"))  # type: ignore[arg-type]
    finally:
        server.stop()


def test_zeros_at_the_end_are_cut_off(tmp_path: Path) -> None:
    log = written(tmp_path)
    with log.open("ab") as file:
        file.write(bytes(4096))
    with pytest.raises(ServerFailed, match="ludotheque repair"):
        EmbeddedServer(tmp_path).start()
    done = subprocess.run(
        [sys.executable, "-m", "api.cli", "repair"],
        check=True,
        cwd=ROOT,
        env={**os.environ, "LUDOTHEQUE_DATA": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert "cut the last 4096 of" in done.stdout
    assert pairs(tmp_path) == (99, 99)


def test_half_a_transaction_goes_as_a_whole(tmp_path: Path) -> None:
    log = written(tmp_path)
    data = log.read_bytes()
    log.write_bytes(data[: data.rindex(b"EXEC") - 20] + bytes(100))
    assert "cut the last" in repair(tmp_path)
    assert pairs(tmp_path) == (98, 98)


def test_a_whole_log_is_left_alone(tmp_path: Path) -> None:
    log = written(tmp_path)
    before = log.read_bytes()
    assert "nothing was changed" in repair(tmp_path)
    assert log.read_bytes() == before


def test_a_folder_in_use_is_not_touched(tmp_path: Path) -> None:
    server = EmbeddedServer(tmp_path)
    server.start()
    try:
        with pytest.raises(CannotRepair, match="in use"):
            repair(tmp_path)
    finally:
        server.stop()
