"""The server exactly as `make run` starts it (API, workers, a Redis of its own), on its own port and folder."""

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
from typing import Any

import orjson
import psutil
from redis import Redis

READY_SECONDS = 60
IDLE_SECONDS = 5
"""The server closes a connection that lies idle for longer than it cares to wait; so it is not relied on."""


def stop_servers_on_sigterm() -> None:
    """Let SIGTERM end a measurement as an interruption does: its servers are stopped, its folders removed."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))


class ServerStack:
    """Started with ``with ServerStack() as stack``; settings are given as environment variables."""

    def __init__(self, **settings: str) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="ludo-bench-"))
        self.port = free_port()
        self.settings = settings
        self.process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> ServerStack:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("LUDOTHEQUE_", "REDIS_"))}
        own = {"LUDOTHEQUE_PORT": str(self.port), "LUDOTHEQUE_DATA": str(self.folder / "data")}
        with (self.folder / "log").open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "api.cli", "up"],
                env=kept | own | self.settings,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        try:
            self._wait_until_ready()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        if self.process is not None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(40)
            except subprocess.TimeoutExpired:
                os.killpg(self.process.pid, signal.SIGKILL)
                self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _wait_until_ready(self) -> None:
        limit = time.monotonic() + READY_SECONDS
        while time.monotonic() < limit and self.process is not None and self.process.poll() is None:
            try:
                with Caller(self.port) as caller:
                    if caller.call("GET", "/readyz")[0] == 200:
                        return
            except OSError:
                time.sleep(0.05)
        raise RuntimeError(f"the server did not get ready:\n{self.log()}")

    def log(self) -> str:
        return (self.folder / "log").read_text("utf-8", "replace")

    def redis(self) -> Redis:
        return Redis.from_url(f"unix://{self.redis_socket}")

    @property
    def redis_socket(self) -> Path:
        return self.folder / "data" / "redis" / "redis.sock"

    def api_processes(self) -> list[int]:
        """The processes that answer requests: the children of `ludotheque api` that have its memory."""
        if self.process is None:
            return []
        [parent] = [pid for pid in children(self.process.pid) if command(pid).endswith("api.cli api")]
        return [pid for pid in children(parent) if "resource_tracker" not in command(pid)]


class Caller:
    """One keep-alive connection that sends a request and reads its answer."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._connect()

    def _connect(self) -> None:
        self.socket = socket.create_connection(("127.0.0.1", self.port), 30)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.used = time.monotonic()

    def __enter__(self) -> Caller:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def call(self, method: str, path: str, token: str | None = None, body: Any = None) -> tuple[int, Any]:
        status, answer = self.exchange(request(method, path, token, b"" if body is None else orjson.dumps(body)))
        return status, orjson.loads(answer) if answer else None

    def exchange(self, data: bytes) -> tuple[int, bytes]:
        """Send a ready request; the status and the body of its answer, which has a Content-Length."""
        if time.monotonic() - self.used > IDLE_SECONDS:
            self.socket.close()
            self._connect()
        self.used = time.monotonic()
        self.socket.sendall(data)
        got = self.socket.recv(65536)
        while (end := got.find(b"\r\n\r\n")) < 0:
            got += self._more()
        status, length = int(got[9:12]), content_length(got[:end].lower())
        while len(got) < end + 4 + length:
            got += self._more()
        return status, got[end + 4 :]

    def _more(self) -> bytes:
        data = self.socket.recv(65536)
        if not data:
            raise ConnectionError("the server hung up")
        return data


def request(method: str, path: str, token: str | None = None, body: bytes = b"", **headers: str) -> bytes:
    """A request as it goes over the wire."""
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost"]
    if token:
        lines.append(f"Authorization: Bearer {token}")
    if body:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode() + body


def content_length(head: bytes) -> int:
    """Of an answer's head in lower case."""
    _, found, rest = head.partition(b"content-length:")
    return int(rest.split(b"\r\n", 1)[0]) if found else 0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def children(pid: int) -> list[int]:
    return [child.pid for child in psutil.Process(pid).children()]


def command(pid: int) -> str:
    return " ".join(psutil.Process(pid).cmdline())


def resident_kb(pid: int) -> int:
    return int(psutil.Process(pid).memory_info().rss) // 1024


def threads(pid: int) -> int:
    return int(psutil.Process(pid).num_threads())


def cpu_seconds(pid: int) -> float:
    """CPU that a process has used."""
    times = psutil.Process(pid).cpu_times()
    return float(times.user + times.system)
