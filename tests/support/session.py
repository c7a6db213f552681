"""One test run: a folder for everything it writes, and a reaper that cleans up after it.

The reaper is a separate process that waits for the end of its standard input, so that it also acts if the run is
killed. It finds the processes of the run by an environment variable or by their working directory.
``python -m tests.support.session FOLDER`` is the reaper.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import IO

VARIABLE = "LUDO_TEST_RUN"
PREFIX = "ludo-run-"
SECONDS = 20.0
"""How long the reaper tries to end what is left."""


class Session:
    """The run that this process has started."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix=PREFIX))
        self.folder.chmod(0o711)  # the tests of the image run as another user
        self._lock = _locked(self.folder)
        self._before = os.environ.get("TMPDIR")
        tempfile.tempdir = None
        os.environ |= {VARIABLE: str(self.folder), "TMPDIR": str(self.folder)}
        command = [sys.executable, "-m", "tests.support.session", str(self.folder)]
        kept = {name: value for name, value in os.environ.items() if name not in (VARIABLE, "TMPDIR")}
        self._reaper = subprocess.Popen(
            command, stdin=subprocess.PIPE, start_new_session=True, env=kept, cwd=Path(__file__).parents[2]
        )

    def end(self) -> None:
        os.environ.pop(VARIABLE, None)
        os.environ.pop("TMPDIR", None)
        if self._before is not None:
            os.environ["TMPDIR"] = self._before
        tempfile.tempdir = None
        assert self._reaper.stdin is not None
        self._reaper.stdin.close()
        self._reaper.wait()
        if self._lock is not None:
            self._lock.close()


def begin() -> Session | None:
    """Start a run, unless this process belongs to one; removes the folders of ended runs first."""
    if VARIABLE in os.environ:
        return None
    for folder in Path(tempfile.gettempdir()).glob(PREFIX + "*"):
        if (lock := _locked(folder)) is not None:
            reap(folder)
            lock.close()
    return Session()


def _locked(folder: Path) -> IO[str] | None:
    """The lock of a run's folder, or None while that run is active (or belongs to another user)."""
    try:
        lock = (folder / "lock").open("w")
    except OSError:
        return None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        return None
    return lock


def processes_of(folder: Path) -> list[int]:
    """Processes of the run except this one."""
    known = _by_proc(str(folder)) if Path("/proc/self/environ").exists() else _by_ps(str(folder))
    return [pid for pid in known if pid != os.getpid()]


def _by_proc(folder: str) -> list[int]:
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                described = (entry / "environ").read_bytes() + (entry / "cmdline").read_bytes()
                at = str((entry / "cwd").readlink())
            except OSError:
                continue
            if (
                f"{VARIABLE}={folder}\0".encode() in described
                or f"{folder}/".encode() in described
                or at.startswith(folder)
            ):
                found.append(int(entry.name))
    return found


def _by_ps(folder: str) -> list[int]:
    """Where there is no /proc: ``ps`` shows the environments of the user's own processes."""
    lines = subprocess.run(["ps", "-axEww", "-o", "pid=,command="], capture_output=True, text=True, check=False).stdout
    return [int(line.split()[0]) for line in lines.splitlines() if folder in line]


def reap(folder: Path) -> None:
    """End the processes of a run and remove its folder."""
    limit = time.monotonic() + SECONDS
    while (left := processes_of(folder)) and time.monotonic() < limit:
        for pid in left:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
        time.sleep(0.02)
    for place, folders, _ in os.walk(folder):
        for path in (Path(place, name) for name in folders):
            with suppress(FileNotFoundError):  # the run's own reaper and one of a later run may meet here
                if not path.is_symlink():
                    path.chmod(0o700)
    shutil.rmtree(folder, ignore_errors=True)


def main() -> None:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    sys.stdin.buffer.read()
    reap(Path(sys.argv[1]))


if __name__ == "__main__":
    main()
