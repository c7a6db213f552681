"""What the page on operating the server promises: a backup brings the games back."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import httpx

from tests.docs.pages import blocks
from tests.support.client import create
from tests.support.stack import ROOT, free_port
from tests.support.waiting import wait_until

PAGE = ROOT / "docs" / "operate.md"


def scenario(name: str) -> str:
    [block] = [block for block in blocks(PAGE) if block.marker == f"scenario: {name}"]
    return block.text


class ServerStack:
    """``ludotheque up`` in a folder."""

    def __init__(self, folder: Path) -> None:
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        environment = {**os.environ, "LUDOTHEQUE_PORT": str(port), "PYTHONPATH": str(ROOT)}
        environment.pop("REDIS_URL", None)
        self.process = subprocess.Popen([sys.executable, "-m", "api.cli", "up"], cwd=folder, env=environment)

    def __enter__(self) -> ServerStack:
        wait_until(self._ready)
        return self

    def _ready(self) -> bool:
        try:
            return httpx.get(f"{self.url}/readyz", timeout=2, verify=False).status_code == 200
        except httpx.HTTPError:
            return False

    def __exit__(self, *_: object) -> None:
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(60) == 0


def run(folder: Path, script: str) -> None:
    subprocess.run(["bash", "-ec", script], cwd=folder, check=True)


def test_a_backup_brings_the_games_back(tmp_path: Path) -> None:
    with ServerStack(tmp_path) as stack, httpx.Client(base_url=stack.url, verify=False, timeout=30) as http:
        made, (table, _) = create(http, "bakong", {"seats": [{"kind": "human"}, {"kind": "human"}]})
        assert table.act(table.legal()["actions"][0]).status_code == 200
        before = table.get().json()
    run(tmp_path, scenario("backup"))
    shutil.rmtree(tmp_path / "var")
    run(tmp_path, scenario("restore"))
    with ServerStack(tmp_path) as stack, httpx.Client(base_url=stack.url, verify=False, timeout=30) as http:
        view = http.get(table.path, headers=table.headers())
        assert (view.status_code, view.json()) == (200, before)
        table.http = http
        assert table.as_(made["seats"][1]["token"]).act(table.as_(made["seats"][1]["token"]).legal()["actions"][0])
