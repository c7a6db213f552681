"""The server of the fault tests: two API processes, workers and the server, each a real process that may be killed.

The API and the workers reach the server through a wire that can be cut.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path

import httpx
from redis import Redis
from redis.exceptions import RedisError

from store.redis.embedded import EmbeddedServer
from tests.support.forking import Process, start
from tests.support.processes import children
from tests.support.proxy import Proxy
from tests.support.stack import UNLIMITED, free_port
from tests.support.waiting import wait_until

APIS = ("api-0", "api-1")


def slow_fsync(folder: Path, milliseconds: int) -> dict[str, str]:
    """An environment in which fsync takes so much longer (glibc and a C compiler are needed)."""
    library = folder / "slow_fsync.so"
    source = Path(__file__).parent / "slow_fsync.c"
    subprocess.run(["cc", "-shared", "-fPIC", "-O2", "-o", str(library), str(source), "-ldl"], check=True)
    return {"LD_PRELOAD": str(library), "FSYNC_DELAY_MS": str(milliseconds)}


class ServerStack:
    def __init__(self, breakage: str = "", durability: str = "safe", fsync_ms: int = 0) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="ludo-faults-"))
        self.durability = durability
        slow = slow_fsync(self.folder, fsync_ms) if fsync_ms else None
        self.server = EmbeddedServer(self.folder, durability, environment=slow)
        self.wire = Proxy(self.folder / "wire.sock", self.folder.resolve() / "redis" / "redis.sock")
        self.ports = {name: free_port() for name in APIS}
        self.breakage = breakage
        """Which mistake the API makes on purpose, if any."""
        self.processes: dict[str, Process] = {}

    @property
    def names(self) -> list[str]:
        return [*APIS, "workers"]

    def __enter__(self) -> ServerStack:
        try:
            self.server.start()
            self.wire.start()
            for name in self.names:
                self.start(name)
            for name in APIS:
                self.wait_until_ready(name)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        for name in list(self.processes):
            self.kill(name)
        self.wire.stop()
        self.server.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def start(self, name: str) -> None:
        module = (
            ["workers"]
            if name == "workers"
            else ["tests.system.faults.broken"]
            if self.breakage
            else ["api.cli", "api"]
        )
        environment = {
            **{key: value for key, value in os.environ.items() if not key.startswith("LUDOTHEQUE_")},
            "REDIS_URL": self.wire.url,
            "LUDOTHEQUE_PORT": str(self.ports.get(name, 1)),
            "LUDOTHEQUE_DATA": str(self.folder),
            "LUDOTHEQUE_DURABILITY": self.durability,
            "LUDOTHEQUE_WORKERS": "2",
            **UNLIMITED,
            "LUDOTHEQUE_LOG_LEVEL": "warning",
            "FAULT_BREAKAGE": self.breakage,
        }
        self.processes[name] = start(["-m", *module], environment, self.folder / f"{name}.log")

    def kill(self, name: str) -> None:
        """End a process and all its children as a crash would."""
        process = self.processes.pop(name)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def children(self, name: str) -> list[int]:
        return children(self.processes[name].pid)

    def signal(self, name: str, number: int) -> None:
        if name == "server":
            assert self.server.process is not None
            os.kill(self.server.process.pid, number)
        else:
            os.killpg(self.processes[name].pid, number)

    def wait_until_ready(self, name: str, seconds: float = 90) -> None:
        process = self.processes[name]
        wait_until(lambda: self._ready(name) or process.poll() is not None, seconds)
        if process.poll() is not None:
            log = (self.folder / f"{name}.log").read_text("utf-8", "replace")
            raise RuntimeError(f"{name} did not get ready:\n{log}")

    def _ready(self, name: str) -> bool:
        try:
            return httpx.get(f"http://127.0.0.1:{self.ports[name]}/readyz", timeout=2, verify=False).status_code == 200
        except httpx.HTTPError:
            return False

    def serves(self, name: str) -> bool:
        """Has the process come up?"""
        try:
            return httpx.get(f"http://127.0.0.1:{self.ports[name]}/healthz", timeout=2, verify=False).is_success
        except httpx.HTTPError:
            return False

    def ended(self) -> list[str]:
        """Processes that have ended though nobody killed them, and what they said last."""
        gone = [
            (name, process.returncode) for name, process in list(self.processes.items()) if process.poll() is not None
        ]
        return [f"{name} ended by itself with {code}: {self._last_words(name)}" for name, code in gone]

    def _last_words(self, name: str) -> str:
        return (self.folder / f"{name}.log").read_text("utf-8", "replace")[-600:]

    def faults_of_ours(self) -> list[str]:
        """What the API processes logged as failures that nobody had foreseen."""
        lines = [
            line for name in APIS for line in (self.folder / f"{name}.log").read_text("utf-8", "replace").splitlines()
        ]
        return [line for line in lines if "unexpected failure" in line]

    def limit_memory(self, limited: bool) -> bool:
        """Let the server run out of memory, or give it back; False when it cannot be told."""
        try:
            with Redis.from_url(self.server.url) as client:
                used = client.info("memory")["used_memory"]
                return bool(client.config_set("maxmemory", used // 2 if limited else 0))
        except RedisError:
            return False
