"""A signal that arrives at any moment stops the wait, and every thread hears of it."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading

from store.process.stopping import StopSignal
from tests.support.stack import ROOT
from tests.support.waiting import PATIENCE

SIGNALS = 300
"""Each has two file descriptors; an event hangs within some 50."""
CODE = f"""
import random, signal
from store.process.stopping import StopSignal
for _ in range({SIGNALS}):
    stop = StopSignal(signal.SIGALRM)
    signal.setitimer(signal.ITIMER_REAL, random.uniform(0.00002, 0.0002))
    while not stop.wait(0.00001):
        pass
    assert stop.is_set
print("stopped each time")
"""


def test_a_signal_at_any_moment_stops_the_wait() -> None:
    """With an event some signal of these comes while its lock is held, and the process never ends."""
    done = subprocess.run(
        [sys.executable, "-c", CODE], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert (done.stdout, done.stderr) == ("stopped each time\n", "")


def test_all_threads_hear_of_it_once_and_for_all() -> None:
    stop, heard = StopSignal(), []
    threads = [threading.Thread(target=lambda: heard.append(stop.wait(PATIENCE))) for _ in range(3)]
    for thread in threads:
        thread.start()
    assert not stop.wait(0)
    stop.set()
    stop.set()
    for thread in threads:
        thread.join()
    assert heard == [True, True, True]
    assert stop.wait() and stop.wait(0)


def test_it_handles_the_signals_that_it_is_given() -> None:
    before = signal.getsignal(signal.SIGUSR1)
    try:
        stop = StopSignal(signal.SIGUSR1)
        signal.raise_signal(signal.SIGUSR1)
        assert stop.wait(0)
    finally:
        signal.signal(signal.SIGUSR1, before)
