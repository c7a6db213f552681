"""An embedded Valkey or Redis server: on a unix socket in a private folder, with append-only persistence."""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
import subprocess
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import IO

from redis import Redis
from redis.exceptions import RedisError

from store.redis.embedded.log_sync import LogSync
from store.redis.embedded.orphans import end_orphans, end_with_parent
from store.redis.embedded.server_version import UnusableServer, check_writer, record_writer, server_binary, version_of

SOCKET_PATH_LIMIT = 100
START_SECONDS = 30
ORPHAN_SECONDS = 5.0
"""How long a start waits for the leftovers of a killed parent to release the files."""
FSYNC = {"fast": "no", "safe": "always", "replicated": "always"}
MEMORY_MB = 1024
ROOM_BYTES = 65_536
"""Free space on the disk of the data folder that a start needs."""


class DataFolderLocked(Exception):
    """Another process uses the data folder; the message names it."""


class ServerFailed(Exception):
    """The embedded server did not start; the message says why."""


class DiskFull(ServerFailed):
    """There is no space for the log: a server that started would end with the next change."""


class EmbeddedServer:
    """Starts with ``start`` and ends with ``stop``; its data persists."""

    def __init__(
        self,
        data: Path,
        durability: str = "fast",
        extra: tuple[str, ...] = (),
        memory_mb: int = MEMORY_MB,
        end_with_parent: bool = False,
        environment: dict[str, str] | None = None,
    ) -> None:
        """``end_with_parent``: the server gets SIGTERM when the thread that starts it ends (Linux)."""
        self.data = data
        self.durability = durability
        self.extra = extra
        self.memory_mb = memory_mb
        self.end_with_parent = end_with_parent
        self.environment = environment
        self.process: subprocess.Popen[bytes] | None = None
        self._lock: IO[str] | None = None
        self._sync: LogSync | None = None
        self._folder: Path | None = None
        self.socket = Path()

    @property
    def url(self) -> str:
        return f"unix://{self.socket}"

    @property
    def folder(self) -> Path:
        return self.data / "redis"

    def start(self) -> None:
        """Lock the data folder and start the server. Raises DataFolderLocked or ServerFailed and cleans up."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._lock = self._locked()
            self.socket = self._socket_path(self.folder)
            self.restart()
            if self.durability == "fast":
                self._sync = LogSync(self.folder / "appendonlydir")
        except (OSError, UnusableServer) as error:
            self.kill()
            raise ServerFailed(self._explained(error)) from error
        except BaseException:
            self.kill()
            raise

    def restart(self) -> subprocess.Popen[bytes]:
        """Start the server again in the locked folder, after it has ended by itself. Raises ServerFailed."""
        if self._lock is None:
            raise ServerFailed(f"the data folder {self.data} is not locked")
        if self.disk_full:
            raise DiskFull(f"the data folder {self.data} cannot be used: {os.strerror(errno.ENOSPC)}")
        binary = server_binary()
        version = version_of(binary)
        check_writer(self.folder, version)
        record_writer(self.folder, version)
        self.socket.unlink(missing_ok=True)
        self.process = subprocess.Popen(  # noqa: S603
            [binary, *self._options()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            env=None if self.environment is None else {**os.environ, **self.environment},
            # The server inherits the lock: if this process dies first, no second server starts on its files.
            pass_fds=(self._lock.fileno(),),
            preexec_fn=end_with_parent() if self.end_with_parent else None,  # noqa: PLW1509
        )
        self._lock.seek(0)
        self._lock.truncate(0)
        self._lock.write(f"{self.process.pid} {os.getpid()}\n")
        self._lock.flush()
        self._wait_until_ready(self.process)
        return self.process

    @property
    def disk_full(self) -> bool:
        return shutil.disk_usage(self.data).free < ROOM_BYTES

    def _options(self) -> list[str]:
        folder = self.folder.resolve()
        return [
            "--port", "0",
            "--unixsocket", str(self.socket),
            "--unixsocketperm", "700",
            "--dir", str(folder),
            "--appendonly", "yes",
            "--appendfsync", FSYNC[self.durability],  # at `fast` LogSync does it
            "--save", "",
            "--maxmemory", f"{self.memory_mb}mb",
            "--maxmemory-policy", "noeviction",
            "--logfile", str(folder / "server.log"),
            *self.extra,
        ]  # fmt: skip

    def _locked(self) -> IO[str]:
        lock = (self.data / "lock").open("a+")
        limit = time.monotonic() + ORPHAN_SECONDS
        while True:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return lock
            except BlockingIOError as error:
                lock.seek(0)
                holder = lock.read().split()
                if time.monotonic() < limit and end_orphans(holder):
                    time.sleep(0.02)
                    continue
                lock.close()
                name = holder[0] if holder else "unknown"
                raise DataFolderLocked(f"{self.data} is in use by process {name}") from error

    def _socket_path(self, folder: Path) -> Path:
        """The socket in the data folder, or in a private temporary folder if that path is too long.

        Every start uses the same path, so that clients find the server again.
        """
        path = folder.resolve() / "redis.sock"
        if len(str(path)) <= SOCKET_PATH_LIMIT:
            return path
        if self._folder is None:
            self._folder = Path(tempfile.mkdtemp(prefix="ludotheque-"))
        else:
            self._folder.mkdir(mode=0o700)
        return self._folder / "redis.sock"

    def _wait_until_ready(self, process: subprocess.Popen[bytes]) -> None:
        client = Redis.from_url(self.url)
        limit = time.monotonic() + START_SECONDS
        while time.monotonic() < limit and process.poll() is None:
            try:
                client.ping()
                client.close()
                return
            except (RedisError, OSError):
                time.sleep(0.02)
        self._end(kill=True)
        raise ServerFailed(f"the embedded server did not start: {self.last_log_lines()}")

    def last_log_lines(self) -> str:
        """The server's last warning, and where the rest of its log is."""
        log = self.folder / "server.log"
        with suppress(OSError):
            lines = log.read_text("utf-8", "replace").splitlines()[-50:]
            warnings = [line.partition(" # ")[2].strip() for line in lines if " # " in line]
            if any("Bad file format" in warning for warning in warnings):
                return f"its log is broken at the end; `ludotheque repair` cuts that off (see {log})"
            if warnings:
                return f"{warnings[-1]} (see {log})"
        return f"see {log}"

    def _explained(self, error: Exception) -> str:
        if isinstance(error, UnusableServer):
            return str(error)
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        if isinstance(error, OSError) and error.errno in (errno.ENOTDIR, errno.EEXIST):
            reason = "it is a file, not a folder"
        return f"the data folder {self.data} cannot be used: {reason}"

    def stop(self) -> None:
        """Stop the server; it saves its data."""
        self._end()
        self._leave()

    def kill(self) -> None:
        """Kill the server as a crash would."""
        self._end(kill=True)
        self._leave()

    def _end(self, kill: bool = False) -> None:
        if self.process is None:
            return
        if self.process.poll() is None:
            self.process.kill() if kill else self.process.terminate()
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
        self.process.wait()
        self.process = None

    def _leave(self) -> None:
        if self._sync is not None:
            self._sync.stop()
            self._sync = None
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
        if self._lock is not None:
            self._lock.close()
            self._lock = None
