"""Servers of other projects with the same small game, each driven by a client of its own kind; installed by npm."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from importlib.resources import files
from pathlib import Path
from typing import Self

from bench.support.load import Slice, be_patient
from bench.support.stack import cpu_seconds, free_port

FILES = ("package.json", "server.js", "load.js")
MOVES = 50
"""Moves of one match, as `load.js` says."""


class NotInstalled(Exception):
    """There is no npm, or it could not install."""


class NodePeer:
    """Started with ``with BoardgameIo() as party``."""

    name: str
    source: str
    """The folder of its files below ``bench``."""

    def __init__(self, patient: bool = False) -> None:
        self.patient = patient
        self.folder = Path(tempfile.mkdtemp(prefix=f"ludo-{self.source}-"))
        self.processes: list[subprocess.Popen[str]] = []

    def __enter__(self) -> Self:
        try:
            self._install()
            port = str(free_port())
            server = self._start("server.js", port)
            assert server.stdout is not None
            while (line := server.stdout.readline()) and line.strip() != "ready":
                pass
            client = self._start("load.js", port)
            if self.patient:
                be_patient(client.pid)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        for process in self.processes:
            process.kill()
            process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _install(self) -> None:
        if shutil.which("npm") is None or shutil.which("node") is None:
            raise NotInstalled(f"npm and node are needed to measure {self.name}")
        for name in FILES:
            (self.folder / name).write_bytes((files("bench") / self.source / name).read_bytes())
        done = subprocess.run(
            ["npm", "install", "--no-audit", "--no-fund", "--no-package-lock"],
            cwd=self.folder, capture_output=True, text=True, check=False,
        )  # fmt: skip
        if done.returncode:
            raise NotInstalled(f"npm could not install {self.name}: {done.stderr[-300:]}")

    def _start(self, script: str, port: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            ["node", script, port],
            cwd=self.folder,
            env={**os.environ, "NODE_ENV": "production"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self.processes.append(process)
        return process

    def slice(self, connections: int, seconds: float, expected: float) -> Slice:
        server, client = self.processes
        assert client.stdin is not None
        assert client.stdout is not None
        matches = connections + int(expected * seconds / MOVES) + connections
        spent = cpu_seconds(server.pid)
        client.stdin.write(json.dumps({"connections": connections, "seconds": seconds, "matches": matches}) + "\n")
        client.stdin.flush()
        report = json.loads(client.stdout.readline())
        if "error" in report:
            raise RuntimeError(report["error"])
        return Slice(report["lasted"], report["took"], report["cpu"], cpu_seconds(server.pid) - spent)


class BoardgameIo(NodePeer):
    """Over its socket.io."""

    name, source = "boardgame.io", "boardgameio"


class Colyseus(NodePeer):
    """Over its WebSocket, with its own encoding of what has changed."""

    name, source = "Colyseus", "colyseus"
