"""Level `fast` on a slow disk: a killed server loses nothing that it acknowledged."""

from __future__ import annotations

import os
import shutil
import sys
import time
from pathlib import Path

import pytest
from redis import Redis

from store.redis.embedded import EmbeddedServer
from store.redis.embedded.log_sync import sync
from tests.system.faults.stack import slow_fsync

WRITING_SECONDS = 1.5
"""Into the first fsync of a server that does it every second: that takes 0.7 s here."""
needs_compiler = pytest.mark.skipif(
    sys.platform != "linux" or shutil.which("cc") is None, reason="delays fsync with a library that cc makes"
)


@needs_compiler
def test_a_killed_server_loses_nothing_while_the_disk_is_slow(tmp_path: Path) -> None:
    """With `appendfsync everysec` most of these kills lose hundreds of increments."""
    slow, data = slow_fsync(tmp_path, 700), tmp_path / "data"
    acknowledged = 0
    for _ in range(3):
        server = EmbeddedServer(data, environment=slow)
        server.start()
        with Redis.from_url(server.url) as client:
            assert int(client.get("n") or 0) == acknowledged  # type: ignore[arg-type]
            until = time.monotonic() + WRITING_SECONDS
            while time.monotonic() < until:
                acknowledged = client.incr("n")
        server.kill()
    server = EmbeddedServer(data)
    server.start()
    with Redis.from_url(server.url) as client:
        assert int(client.get("n") or 0) == acknowledged  # type: ignore[arg-type]
    server.stop()


def test_the_newest_log_is_synced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in (2, 9, 10):
        (tmp_path / f"appendonly.aof.{number}.incr.aof").write_bytes(b"")
    opened: list[Path] = []
    real = os.open
    monkeypatch.setattr(os, "open", lambda path, *rest: (opened.append(Path(path)), real(path, *rest))[1])
    sync(tmp_path)
    mine = [path.name for path in opened if path.parent == tmp_path]  # servers of other tests are synced meanwhile
    assert mine == ["appendonly.aof.10.incr.aof"]
    sync(tmp_path / "no such folder")
