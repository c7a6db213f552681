"""The server on a Cluster: two API processes and two of workers; the queue lies on a server of its own."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
from pathlib import Path

import httpx

from store.redis.embedded import EmbeddedServer
from tests.support.forking import Process, start
from tests.support.stack import UNLIMITED, free_port
from tests.support.waiting import wait_until
from tests.system.cluster.nodes import Cluster

APIS = ("api-0", "api-1")
WORKERS = ("workers-0", "workers-1")


class ClusterStack:
    """Started with ``with ClusterHouse(cluster) as stack``."""

    def __init__(self, cluster: Cluster, durability: str = "replicated", **environment: str) -> None:
        self.cluster = cluster
        self.durability = durability
        self.given = environment
        self.folder = Path(tempfile.mkdtemp(prefix="ludo-cluster-"))
        self.queue = EmbeddedServer(self.folder / "queue")
        self.ports = {name: free_port() for name in APIS}
        self.processes: dict[str, Process] = {}

    def __enter__(self) -> ClusterStack:
        try:
            self.queue.start()
            for name in (*APIS, *WORKERS):
                self.start(name)
            for name in APIS:
                self.wait_until(name, 200)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        for process in self.processes.values():
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        self.queue.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def start(self, name: str) -> None:
        environment = {
            **{key: value for key, value in os.environ.items() if not key.startswith("LUDOTHEQUE_")},
            "REDIS_URL": self.cluster.url,
            "LUDOTHEQUE_QUEUE_URL": self.queue.url,
            "LUDOTHEQUE_PORT": str(self.ports.get(name, 1)),
            "LUDOTHEQUE_DATA": str(self.folder),
            "LUDOTHEQUE_DURABILITY": self.durability,
            **UNLIMITED,
            "LUDOTHEQUE_LOG_LEVEL": "warning",
            **self.given,
        }
        module = ["workers"] if name in WORKERS else ["api.cli", "api"]
        self.processes[name] = start(["-m", *module], environment, self.folder / f"{name}.log")

    def url(self, number: int = 0) -> str:
        return f"http://127.0.0.1:{self.ports[APIS[number]]}"

    def readiness(self, name: str) -> int:
        try:
            return httpx.get(f"http://127.0.0.1:{self.ports[name]}/readyz", timeout=8, verify=False).status_code
        except httpx.HTTPError:
            return 0

    def wait_until(self, name: str, status: int, seconds: float = 60) -> None:
        process = self.processes[name]
        wait_until(
            lambda: self.readiness(name) == status or process.poll() is not None, seconds, lambda: self.log(name)
        )
        if process.poll() is not None:
            raise RuntimeError(f"{name} did not answer {status}:\n{self.log(name)}")

    def log(self, name: str) -> str:
        return (self.folder / f"{name}.log").read_text("utf-8", "replace")

    def faults_of_ours(self) -> list[str]:
        """What the API processes logged as failures that nobody had foreseen."""
        return [line for name in APIS for line in self.log(name).splitlines() if "unexpected failure" in line]
