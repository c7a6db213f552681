"""The whole server as real processes, on its own ports and folders: Redis, API, workers."""

from __future__ import annotations

import os
import random
import shutil
import signal
import socket
import tempfile
from pathlib import Path

import httpx
from redis import Redis

from store.redis import keys
from store.redis.embedded import EmbeddedServer
from tests.support import forking
from tests.support.proxy import Proxy
from tests.support.waiting import wait_until

ROOT = forking.ROOT
UNLIMITED = {f"LUDOTHEQUE_LIMIT_{name}": "0" for name in ("READ", "ACT", "CREATE")} | {"LUDOTHEQUE_CLIENT_GAMES": "0"}
"""For tests in which all players together are one client beyond its limits."""


PORTS = range(12_000, 32_000)
"""Below the ephemeral ports: no outgoing connection takes one before it is used."""
_given: set[int] = set()


def free_port() -> int:
    while True:
        port = random.SystemRandom().choice(PORTS)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        if port not in _given:
            _given.add(port)
            return port


class Stack:
    """Started with ``with Stack() as stack``. Settings are given as environment variables."""

    def __init__(self, workers: int = 1, durability: str = "fast", wired: bool = False, **environment: str) -> None:
        """``wired``: the processes reach the store through ``self.wire``, which can be cut or held."""
        self.folder = Path(tempfile.mkdtemp(prefix="ludo-test-"))
        self.server = EmbeddedServer(self.folder, durability)
        self.wire = Proxy(self.folder / "wire.sock", self.folder.resolve() / "redis" / "redis.sock")
        self.wired = wired
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.workers_wanted = workers
        self.given = environment
        self.processes: dict[str, forking.Process] = {}
        self.durability = durability

    @property
    def environment(self) -> dict[str, str]:
        return {
            **{key: value for key, value in os.environ.items() if not key.startswith("LUDOTHEQUE_")},
            "REDIS_URL": self.wire.url if self.wired else self.server.url,
            "LUDOTHEQUE_PORT": str(self.port),
            "LUDOTHEQUE_DATA": str(self.folder),
            "LUDOTHEQUE_DURABILITY": self.durability,
            "LUDOTHEQUE_API_PROCESSES": "1",
            "LUDOTHEQUE_REMOTE_LOOPBACK": "1",
            "LUDOTHEQUE_WORKERS": str(max(1, self.workers_wanted)),
            **self.given,
        }

    def __enter__(self) -> Stack:
        self.server.start()
        if self.wired:
            self.wire.start()
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
        self.processes[name] = forking.start(arguments, self.environment, self.folder / f"{name}.log")

    def wait_until_ready(self) -> None:
        wait_until(lambda: self._ready() or self.processes["api"].poll() is not None, what=lambda: self.log("api"))
        if self.processes["api"].poll() is not None:
            raise RuntimeError(f"the API did not get ready:\n{self.log('api')}")

    def _ready(self) -> bool:
        if not self.listens:
            return False
        try:
            return httpx.get(f"{self.url}/readyz", timeout=2, verify=False).status_code == 200
        except httpx.HTTPError:
            return False

    @property
    def listens(self) -> bool:
        """False before the API serves, and as soon as it begins to stop."""
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def wait_until_watched(self, game: str) -> None:
        """Is a stream or a waiting read of the game active? Then its process listens for changes."""
        with Redis.from_url(self.server.url) as redis:
            wait_until(
                lambda: redis.pubsub_shardnumsub(keys.wake(game))[0][1] > 0,
                what=f"nobody watches {game}",
            )

    def log(self, name: str) -> str:
        return (self.folder / f"{name}.log").read_text("utf-8", "replace")

    def stop(self, name: str, number: int = signal.SIGTERM) -> None:
        process = self.processes.pop(name)
        if process.poll() is None:
            os.killpg(process.pid, number)
        process.wait(60)

    def __exit__(self, *_: object) -> None:
        for name in list(self.processes):
            self.stop(name)
        self.wire.stop()
        self.server.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
