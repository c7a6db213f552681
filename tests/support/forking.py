"""Server processes forked from one that has imported the server: none of them imports it again.

Each test process has one such parent, started with the first server. It ends with its standard input, so also if the
test process is killed. A server that needs something else of Python (another module, a variable that changes what an
import does) gets a Python of its own. ``python -m tests.support.forking`` is the parent.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import runpy
import signal
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from threading import Lock
from typing import Any, Protocol

from tests.support.waiting import PATIENCE, wait_until

ROOT = Path(__file__).parents[2]
IMPORTED = {
    "api.cli": ("api.server.supervisor", "api.server.process"),
    "workers": ("workers.__main__",),
}
"""The modules that can be run, with what they import."""
READ_WHEN_RUNNING = ("LUDOTHEQUE_", "REDIS_URL", "PYTEST_CURRENT_TEST")
READ_WHEN_IMPORTED = ("LUDOTHEQUE_CONTENT",)


class Process(Protocol):
    """What the tests use of a process: a part of what ``subprocess.Popen`` offers."""

    @property
    def pid(self) -> int: ...
    def poll(self) -> int | None: ...
    def wait(self, timeout: float | None = None) -> int: ...
    def terminate(self) -> None: ...


def start(arguments: Sequence[str], environment: dict[str, str], log: Path) -> Process:
    """Start Python with these arguments in a session of its own; it writes to the end of a log."""
    if arguments[0] == "-m" and arguments[1] in IMPORTED and lasting(environment) == lasting(dict(os.environ)):
        return forker(json.dumps(lasting(environment))).fork(list(arguments[1:]), environment, log)
    with log.open("ab") as output:
        return subprocess.Popen(
            [sys.executable, *arguments],
            cwd=ROOT,
            env=environment,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )


def lasting(environment: dict[str, str]) -> dict[str, str]:
    """The variables that may already have had their effect when a process is forked."""
    return {
        name: value
        for name, value in sorted(environment.items())
        if name in READ_WHEN_IMPORTED or not name.startswith(READ_WHEN_RUNNING)
    }


@cache
def forker(environment: str) -> Forker:
    """The parent of the servers with this environment."""
    return Forker(json.loads(environment))


class Forker:
    """The parent process, seen from the tests: asks it to fork, and how its children fare."""

    def __init__(self, environment: dict[str, str]) -> None:
        self._lock = Lock()
        self._parent = subprocess.Popen(
            [sys.executable, "-m", "tests.support.forking"],
            cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True,
        )  # fmt: skip
        atexit.register(self._parent.communicate)

    def ask(self, **request: Any) -> Any:
        assert self._parent.stdin
        assert self._parent.stdout
        with self._lock:
            self._parent.stdin.write(json.dumps(request).encode() + b"\n")
            self._parent.stdin.flush()
            return json.loads(self._parent.stdout.readline())

    def fork(self, arguments: list[str], environment: dict[str, str], log: Path) -> Forked:
        return Forked(self, self.ask(run=arguments, environment=environment, log=str(log)))


class Forked:
    """A forked process."""

    def __init__(self, forker: Forker, pid: int) -> None:
        self._forker = forker
        self.pid = pid
        self.returncode: int | None = None

    def poll(self) -> int | None:
        if self.returncode is None:
            self.returncode = self._forker.ask(status_of=self.pid)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        wait_until(lambda: self.poll() is not None, timeout or PATIENCE, f"process {self.pid} did not end")
        assert self.returncode is not None
        return self.returncode

    def terminate(self) -> None:
        if self.poll() is None:
            os.kill(self.pid, signal.SIGTERM)


def main() -> None:
    """Fork on request until the tests are over."""
    for modules in IMPORTED.values():
        for name in modules:
            import_module(name)
    gc.freeze()  # what is imported stays: no collection of a child writes to it
    for line in iter(sys.stdin.buffer.readline, b""):
        request = json.loads(line)
        if "status_of" in request:
            answer = status_of(request["status_of"])
        elif (answer := os.fork()) == 0:
            return run(**request)
        os.write(1, json.dumps(answer).encode() + b"\n")
    return None


def status_of(pid: int) -> int | None:
    """The exit code of a child, negative for a signal; None while it runs."""
    ended, status = os.waitpid(pid, os.WNOHANG)
    return os.waitstatus_to_exitcode(status) if ended else None


def run(run: list[str], environment: dict[str, str], log: str) -> None:
    """Be a process that was started with these arguments."""
    os.setsid()
    os.environ.clear()
    os.environ.update(environment)
    output, nothing = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644), os.open(os.devnull, os.O_RDONLY)
    for descriptor, target in ((nothing, 0), (output, 1), (output, 2)):
        os.dup2(descriptor, target)
    os.closerange(3, max(nothing, output) + 1)
    sys.argv = run
    runpy.run_module(run[0], run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
