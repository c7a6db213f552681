"""One supervisor for all parent processes: starts children, replaces those that end, and logs why they ended.

A child that ends soon after its start is restarted with growing delays (``delay``). Children end with their parent,
however it ends: they watch for it (``end_with_parent``).
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
from store.process.stopping import Stop
from store.redis.client import StoreUnavailable, reason_of

log = logging.getLogger("ludotheque")
TICK = 0.1
STEADY_SECONDS = 10.0
"""A child that has run for this long counts as stable: its next exit is the first again."""
FIRST_DELAY, LONGEST_DELAY = 0.2, 10.0
GIVE_UP_AFTER = 5
"""Consecutive exits soon after the start, after which children that were never stable are given up."""
END_SECONDS = 12.0
"""Seconds within which a child must end after SIGTERM; then it is killed."""
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
    """A child could not be started for a temporary cause; the start is retried indefinitely."""


class Child:
    """One child: a process, and those that replace it."""

    def __init__(self, name: str, start: Callable[[], Process], running: Process | None = None) -> None:
        """``running``: a process that was already started."""
        self.name = name
        self._start = start
        self.process = running
        self.short_runs = 0
        """Consecutive exits, each soon after the start."""
        self.failed_starts = 0
        """Those among them that were not caused by a signal from outside."""
        self._started = self._start_at = time.monotonic()

    def start(self) -> None:
        self._started = time.monotonic()
        try:
            self.process = self._start()
        except CannotStart as error:
            self._ended(f"cannot start: {error}", blame=not isinstance(error, CannotStartYet))

    def check(self) -> None:
        """Replace the process if it has ended and the delay is over."""
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
        self,
        children: Sequence[Child],
        stop: Stop,
        give_up_when: Callable[[Iterable[bool]], bool] = all,
        check: Callable[[], None] | None = None,
    ) -> None:
        """``give_up_when``: give up when ``all`` or ``any`` of the children fail to start.

        ``check`` is called in each round of the loop; an exception from it ends the children.
        """
        self.children = children
        self.stop = stop
        self._give_up_when = give_up_when
        self._check = check
        self._parent = int(os.environ.get(PARENT, "0"))
        """0 = no process to watch."""

    def run(self) -> int:
        """Start all and replace what ends; returns 0 when stopped, 1 when it gives up."""
        try:
            for child in self.children:
                if child.process is None:
                    child.start()
            while not self.stop.wait(TICK):
                for child in self.children:
                    child.check()
                if self._check is not None:
                    self._check()
                if self._parent and os.getppid() != self._parent:
                    log.error("the parent process is gone, ending")
                    return 1
                failed = [child.failed_starts >= GIVE_UP_AFTER for child in self.children]
                if self._give_up_when(failed):
                    names = [child.name for child, one in zip(self.children, failed, strict=True) if one]
                    log.error("giving up, child processes fail to start", extra={"fields": {"children": names}})
                    return 1
            return 0
        finally:
            self.end()

    def end(self) -> None:
        """Ask all to end, and wait; kill those that take too long."""
        running = [child.process for child in self.children if child.process and child.process.poll() is None]
        for process in running:
            process.terminate()
        end_all(running)


def end_all(processes: Sequence[Process], seconds: float = END_SECONDS) -> None:
    """Wait for processes that were asked to end."""
    limit = time.monotonic() + seconds
    for process in processes:
        while process.poll() is None:
            if time.monotonic() > limit:
                log.error("killing a child process that does not end", extra={"fields": {"pid": process.pid}})
                process.kill()
                limit = time.monotonic() + seconds
            time.sleep(0.02)


def delay(short_runs: int) -> float:
    """Seconds before the next start, after this many short runs."""
    return 0.0 if short_runs == 0 else min(LONGEST_DELAY, FIRST_DELAY * 2.0 ** (short_runs - 1))


def why_ended(code: int) -> str:
    if code >= 0:
        return f"exit code {code}"
    try:
        return f"signal {signal.Signals(-code).name}"
    except ValueError:
        return f"signal {-code}"


def end_with_parent(parent: int, seconds: float = END_SECONDS) -> None:
    """Send this process SIGTERM when its parent is gone, and kill it if that is not enough."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.25)
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(seconds)
        os._exit(1)

    threading.Thread(target=watch, name="parent", daemon=True).start()


class Forked:
    """A child made by ``os.fork``: runs a function, logs its exceptions, and ends with its parent."""

    def __init__(self, name: str, run: Callable[[], None], level: str, form: str) -> None:
        """The parent has neither threads nor connections, so it may fork at any time."""
        parent = os.getpid()
        self._code: int | None = None
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM, signal.SIGINT})
        self.pid = os.fork()
        if self.pid == 0:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_SETMASK, before)  # only now, so that no SIGTERM is lost
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
    """The exit code of a process that only runs this function; exceptions are logged."""
    try:
        run()
    except SystemExit as error:
        return error.code if isinstance(error.code, int) else int(error.code is not None)
    except (RedisError, StoreUnavailable) as error:
        log.error("cannot use Redis", extra={"fields": {"error": reason_of(error)}})
        return 1
    except BaseException:
        log.exception("the process failed unexpectedly")
        return 1
    finally:
        for handler in log.handlers:
            handler.flush()
    return 0
