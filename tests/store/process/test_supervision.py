"""The supervisor with real processes: it replaces, waits longer and longer, says why, and leaves nothing behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from store.process import supervision
from store.process.supervision import Child, Supervisor, delay, why_ended
from tests.support.processes import alive, children
from tests.support.stack import ROOT
from tests.support.waiting import wait_until

PARENT = """
import sys, threading, time
from functools import partial
from store.process.logs import set_up_logging
from store.process import supervision
from store.process.supervision import Child, Forked, Supervisor
def sleep(): time.sleep(600)
def fail(): raise ValueError("a bug in the duty")
def stuck():
    import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(600)
set_up_logging("info", "text", "parent")
duties = {"sleep": sleep, "fail": fail, "stuck": stuck}
children = [Child(name, partial(Forked, name, duties[name], "info", "text")) for name in sys.argv[1:]]
sys.exit(Supervisor(children, threading.Event()).run())
"""


@pytest.fixture
def parents(tmp_path: Path) -> Iterator[Callable[..., subprocess.Popen[bytes]]]:
    started: list[subprocess.Popen[bytes]] = []

    def start(*duties: str) -> subprocess.Popen[bytes]:
        with (tmp_path / "log").open("ab") as log:
            command = [sys.executable, "-c", PARENT, *duties]
            started.append(subprocess.Popen(command, cwd=ROOT, stderr=log, start_new_session=True))
        return started[-1]

    yield start
    for process in started:
        if process.poll() is None:
            process.kill()
        process.wait()


def test_a_child_that_raises_leaves_its_traceback_and_exit_code(parents, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    """With the back-off, a child that always fails is started a handful of times, and the parent gives up."""
    process = parents("fail")
    assert process.wait(60) == 1
    text = (tmp_path / "log").read_text()
    assert text.count("ValueError: a bug in the duty") == 5
    assert "ended='exit code 1'" in text
    assert "giving up" in text


def test_a_healthy_sibling_is_kept(parents, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    """However often one child ends, the parent and the others go on."""
    process = parents("sleep", "sleep")
    wait_until(lambda: len(children(process.pid)) == 2)
    kept, victim = children(process.pid)
    for _ in range(4):
        os.kill(victim, signal.SIGKILL)
        wait_until(lambda victim=victim: len(now := children(process.pid)) == 2 and victim not in now)  # type: ignore[misc]
        [victim] = [child for child in children(process.pid) if child != kept]
    assert process.poll() is None
    assert alive(kept)
    assert (tmp_path / "log").read_text().count("ended='signal SIGKILL'") == 4


def test_children_end_with_a_killed_parent(parents) -> None:  # type: ignore[no-untyped-def]
    process = parents("sleep", "sleep")
    wait_until(lambda: len(children(process.pid)) == 2)
    left = children(process.pid)
    process.kill()
    process.wait()
    wait_until(lambda: not any(alive(child) for child in left))


def test_delays_grow_to_a_bound() -> None:
    assert [delay(number) for number in range(5)] == [0.0, 0.2, 0.4, 0.8, 1.6]
    assert delay(50) == delay(60) <= 10


class Ended:
    """A process that has failed."""

    pid = 7

    def poll(self) -> int:
        return 1


def test_a_child_is_started_again_only_after_its_delay(monkeypatch: pytest.MonkeyPatch) -> None:
    now, starts = [100.0], Counter[str]()
    monkeypatch.setattr(supervision, "time", SimpleNamespace(monotonic=lambda: now[0]))

    def start() -> Any:
        starts["child"] += 1
        return Ended()

    child = Child("child", start)
    child.start()
    for number in range(6):
        child.check()  # it has ended
        now[0] += 0.9 * delay(number)
        if delay(number):
            child.check()
        assert starts["child"] == number + 1
        now[0] += 0.2 * delay(number)
        child.check()
        assert starts["child"] == number + 2


def test_the_end_of_a_child_is_named() -> None:
    assert why_ended(3) == "exit code 3"
    assert why_ended(-9) == "signal SIGKILL"


def test_a_supervisor_ends_when_its_own_parent_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTHEQUE_PARENT", "1" if os.getppid() != 1 else "2")
    child = Child("sleeper", lambda: subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"]))
    assert Supervisor([child], threading.Event()).run() == 1
    assert child.process is not None
    assert child.process.poll() is not None
