"""One supervisor for all parents: it starts children, replaces those that end, and logs why they ended.

A child that ends soon after its start is started again later and later (``delay``). Children end with their parent,
whatever ends that: they look for it (``end_with_parent``).
"""

from __future__ import annotations

import logging
import os
import signal
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from redis.exceptions import RedisError

from store.process.logs import set_up_logging
from store.redis.client import StoreUnavailable, reason_of

log = logging.getLogger("ludotheque")
TICK = 0.1
STEADY_SECONDS = 10.0
"""A child that has run for so long was well: its next end is the first one again."""
FIRST_DELAY, LONGEST_DELAY = 0.2, 10.0
GIVE_UP_AFTER = 5
"""Exits in a row, each soon after the start, after which children that never were well will not come up at all."""
END_SECONDS = 12.0
"""Within which a child must have ended that was asked to; then it is killed."""
PARENT = "LUDOTHEQUE_PARENT"
"""Environment variable: the process that a supervisor must not outlive."""


class Process(Protocol):
    """A running child, such as a ``subprocess.Popen``."""

    @property
    def pid(self) -> int: ...

    def poll(self) -> int | None:
        """The exit code once it has ended; negative: the signal that ended it."""

    def terminate(self) -> None: ...

    def kill(self) -> None: ...


class CannotStart(Exception):
    """A child could not be started; the message says why."""


class CannotStartYet(CannotStart):
    """The same, for a cause that goes away by itself or by the operator: it is tried again for ever."""


class Child:
    """One place among the children: a process, and those that replace it."""

    def __init__(self, name: str, start: Callable[[], Process], running: Process | None = None) -> None:
        """``running``: it has been started already."""
        self.name = name
        self._start = start
        self.process = running
        self.short_runs = 0
        """Ends in a row, each soon after the start."""
        self.failed_starts = 0
        """Those among them for which no signal from outside was the cause."""
        self._started = self._start_at = time.monotonic()

    def start(self) -> None:
        self._started = time.monotonic()
        try:
            self.process = self._start()
        except CannotStart as error:
            self._ended(f"cannot start: {error}", blame=not isinstance(error, CannotStartYet))

    def check(self) -> None:
        """Replace the process if it has ended and its time has come."""
        if self.process is None:
            if time.monotonic() >= self._start_at:
                self.start()
            return
        if (code := self.process.poll()) is not None:
            self._ended(why_ended(code), blame=code > 0)

    def end(self) -> None:
        """Ask the process to end, and wait."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            end_all([self.process])

    def _ended(self, why: str, blame: bool) -> None:
        pid, ran = self.process.pid if self.process else None, time.monotonic() - self._started
        if ran >= STEADY_SECONDS:
            self.short_runs = self.failed_starts = 0
        wait = delay(self.short_runs)
        self.short_runs += 1
        self.failed_starts = self.failed_starts + 1 if blame else 0
        self.process, self._start_at = None, time.monotonic() + wait
        fields = {"child": self.name, "pid": pid, "ended": why, "ran_s": round(ran, 1), "restart_in_s": round(wait, 1)}
        log.error("a child process ended", extra={"fields": fields})


class Supervisor:
    """Keeps children running until it is stopped."""

    def __init__(
        self, children: Sequence[Child], stop: threading.Event, hopeless: Callable[[Iterable[bool]], bool] = all
    ) -> None:
        """``hopeless``: it gives up when ``all`` or ``any`` of the children do not come up."""
        self.children = children
        self.stop = stop
        self._hopeless = hopeless
        self._parent = int(os.environ.get(PARENT, "0"))
        """0 = it has none to care for."""

    def run(self) -> int:
        """Start all, replace what ends; 0 when stopped, 1 when it gives up."""
        try:
            for child in self.children:
                if child.process is None:
                    child.start()
            while not self.stop.wait(TICK):
                for child in self.children:
                    child.check()
                if self._parent and os.getppid() != self._parent:
                    log.error("the parent process is gone: ending")
                    return 1
                failed = [child.failed_starts >= GIVE_UP_AFTER for child in self.children]
                if self._hopeless(failed):
                    names = [child.name for child, one in zip(self.children, failed, strict=True) if one]
                    log.error("giving up: child processes do not come up", extra={"fields": {"children": names}})
                    return 1
            return 0
        finally:
            self.end()

    def end(self) -> None:
        """Ask all to end, and wait; what takes too long is killed."""
        running = [child.process for child in self.children if child.process and child.process.poll() is None]
        for process in running:
            process.terminate()
        end_all(running)


def end_all(processes: Sequence[Process], seconds: float = END_SECONDS) -> None:
    """Wait until processes that were asked to end have ended."""
    limit = time.monotonic() + seconds
    for process in processes:
        while process.poll() is None:
            if time.monotonic() > limit:
                log.error("a child process does not end: it is killed", extra={"fields": {"pid": process.pid}})
                process.kill()
                limit = time.monotonic() + seconds
            time.sleep(0.02)


def delay(short_runs: int) -> float:
    """Seconds before the next start, after so many short runs."""
    return 0.0 if short_runs == 0 else min(LONGEST_DELAY, FIRST_DELAY * 2.0 ** (short_runs - 1))


def why_ended(code: int) -> str:
    if code >= 0:
        return f"exit code {code}"
    try:
        return f"signal {signal.Signals(-code).name}"
    except ValueError:
        return f"signal {-code}"


def end_with_parent(parent: int, seconds: float = END_SECONDS) -> None:
    """Send this process SIGTERM when its parent is gone, and end it if that is not enough."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.25)
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(seconds)
        os._exit(1)

    threading.Thread(target=watch, name="parent", daemon=True).start()


class Forked:
    """A child made by ``os.fork``: runs a function, logs what it raises, and ends with its parent."""

    def __init__(self, name: str, run: Callable[[], None], level: str, form: str) -> None:
        """The parent has neither threads nor connections, so it may fork at any time."""
        parent = os.getpid()
        self._code: int | None = None
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM, signal.SIGINT})
        self.pid = os.fork()
        if self.pid == 0:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_SETMASK, before)  # only now: no request to end is lost
            set_up_logging(level, form, name)
            end_with_parent(parent)
            os._exit(guarded(run))
        signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def poll(self) -> int | None:
        if self._code is None:
            found, status = os.waitpid(self.pid, os.WNOHANG)
            if found:
                self._code = os.waitstatus_to_exitcode(status)
        return self._code

    def terminate(self) -> None:
        os.kill(self.pid, signal.SIGTERM)

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)


def guarded(run: Callable[[], None]) -> int:
    """The exit code of a function that is all a process does; what it raises is logged."""
    try:
        run()
    except SystemExit as error:
        return error.code if isinstance(error.code, int) else int(error.code is not None)
    except (RedisError, StoreUnavailable) as error:
        log.error("cannot use Redis", extra={"fields": {"error": reason_of(error)}})
        return 1
    except BaseException:
        log.exception("the process ends with an unexpected failure")
        return 1
    finally:
        for handler in log.handlers:
            handler.flush()
    return 0
