"""Workers log as the settings say, each process under its name, and name a Redis that is away."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from tests.support.stack import ROOT
from tests.support.waiting import PATIENCE

NAMES = {"workers", "worker-1", "sweeper", "dispatcher"}


@pytest.fixture
def logged(tmp_path: Path) -> Iterator[Iterator[bytes]]:
    """The lines that workers write whose Redis is away."""
    given = {"REDIS_URL": f"unix://{tmp_path}/none.sock", "LUDOTHEQUE_DATA": str(tmp_path), "LUDOTHEQUE_WORKERS": "1"}
    process = subprocess.Popen(
        [sys.executable, "-m", "workers"],
        cwd=ROOT,
        env={**os.environ, **given, "LUDOTHEQUE_LOG_FORMAT": "json", "LUDOTHEQUE_LOG_LEVEL": "warning"},
        stderr=subprocess.PIPE,
    )
    assert process.stderr is not None
    limit = threading.Timer(PATIENCE, process.kill)
    limit.start()
    yield iter(process.stderr)
    limit.cancel()
    process.terminate()
    process.communicate()


def test_every_worker_process_follows_level_and_format(logged: Iterator[bytes]) -> None:
    seen: dict[str, dict[str, str]] = {}
    for line in logged:
        entry = msgspec.json.decode(line)
        assert entry["level"] in ("warning", "error", "critical")
        seen.setdefault(entry["process"].partition("[")[0], entry)
        if seen.keys() >= NAMES:
            break
    assert seen.keys() >= NAMES
    assert seen["workers"]["message"] == "Redis cannot be used now"
    assert "No such file" in seen["workers"]["error"]
