"""The whole house as real processes, on ports and folders of its own: server, API, workers."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx

from store.redis.embedded import EmbeddedServer

ROOT = Path(__file__).parents[2]
UNLIMITED = {f"LUDOTHEQUE_LIMIT_{name}": "0" for name in ("READ", "ACT", "CREATE")} | {"LUDOTHEQUE_CLIENT_GAMES": "0"}
"""Where all players together are one client, and ask for more in a minute than one may."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Stack:
    """Started with ``with Stack() as stack``. Every setting can be given as an environment variable."""

    def __init__(self, workers: int = 1, durability: str = "fast", **environment: str) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="ludo-test-"))
        self.server = EmbeddedServer(self.folder, durability)
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.workers_wanted = workers
        self.given = environment
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self.durability = durability

    @property
    def environment(self) -> dict[str, str]:
        return {
            **{key: value for key, value in os.environ.items() if not key.startswith("LUDOTHEQUE_")},
            "REDIS_URL": self.server.url,
            "LUDOTHEQUE_PORT": str(self.port),
            "LUDOTHEQUE_DATA": str(self.folder),
            "LUDOTHEQUE_DURABILITY": self.durability,
            "LUDOTHEQUE_WORKERS": str(max(1, self.workers_wanted)),
            **self.given,
        }

    def __enter__(self) -> Stack:
        self.server.start()
        try:
            self.start("api", "-m", "api.cli", "api")
            if self.workers_wanted:
                self.start("workers", "-m", "workers")
            self.wait_until_ready()
        except BaseException:
            self.__exit__()
            raise
        return self

    def start(self, name: str, *arguments: str) -> None:
        log = (self.folder / f"{name}.log").open("ab")
        self.processes[name] = subprocess.Popen(
            [sys.executable, *arguments], cwd=ROOT, env=self.environment, stdout=log, stderr=log, start_new_session=True
        )
        log.close()

    def wait_until_ready(self, seconds: float = 60) -> None:
        limit = time.monotonic() + seconds
        while time.monotonic() < limit:
            try:
                if httpx.get(f"{self.url}/readyz", timeout=2, verify=False).status_code == 200:
                    return
            except httpx.HTTPError:
                pass
            if self.processes["api"].poll() is not None:
                break
            time.sleep(0.05)
        raise RuntimeError(f"the API did not get ready:\n{self.log('api')}")

    def log(self, name: str) -> str:
        return (self.folder / f"{name}.log").read_text("utf-8", "replace")

    def stop(self, name: str, number: int = signal.SIGTERM) -> None:
        process = self.processes.pop(name)
        if process.poll() is None:
            os.killpg(process.pid, number)
        process.wait(30)

    def __exit__(self, *_: object) -> None:
        for name in list(self.processes):
            self.stop(name)
        self.server.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
