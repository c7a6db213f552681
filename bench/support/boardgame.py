"""boardgame.io's own server with a small game, driven over its socket.io; installed by npm into a scratch folder."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from importlib.resources import files
from pathlib import Path

from bench.support.load import Slice, be_patient
from bench.support.stack import cpu_seconds, free_port

FILES = ("package.json", "server.js", "load.js")
MOVES = 50
"""Moves of one match, as `load.js` says."""


class NotInstalled(Exception):
    """There is no npm, or it could not install."""


class BoardgameIo:
    """Started with ``with BoardgameIo() as party``."""

    name = "boardgame.io"

    def __init__(self, patient: bool = False) -> None:
        self.patient = patient
        self.folder = Path(tempfile.mkdtemp(prefix="ludo-boardgameio-"))
        self.processes: list[subprocess.Popen[str]] = []

    def __enter__(self) -> BoardgameIo:
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
            raise NotInstalled("npm and node are needed to measure boardgame.io")
        for name in FILES:
            (self.folder / name).write_bytes((files("bench") / "boardgameio" / name).read_bytes())
        done = subprocess.run(
            ["npm", "install", "--no-audit", "--no-fund", "--no-package-lock"],
            cwd=self.folder, capture_output=True, text=True, check=False,
        )  # fmt: skip
        if done.returncode:
            raise NotInstalled(f"npm could not install boardgame.io: {done.stderr[-300:]}")

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
