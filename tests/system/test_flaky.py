"""The counter of failures: it names the tests that fail now and then."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.support.processes import alive
from tests.support.stack import ROOT
from tests.support.waiting import PATIENCE, wait_until

NOW_AND_THEN = """
from pathlib import Path

def test_now_and_then():
    seen = Path(__file__).with_name("seen")
    seen.write_text(seen.read_text() + "x" if seen.exists() else "x")
    assert len(seen.read_text()) % 2

def test_always():
    pass
"""
ENDLESS = """
import os, signal
from pathlib import Path

def test_endless():
    pid = Path(__file__).with_name("pid")
    pid.with_name("new").write_text(str(os.getpid()))
    pid.with_name("new").rename(pid)
    signal.pause()
"""
BARE = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}


def test_failures_are_counted_per_test(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(NOW_AND_THEN)
    command = [sys.executable, "-m", "tests.system.flaky", "--runs", "3", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, env=BARE, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    lines = done.stdout.splitlines()
    assert lines[-2].startswith("2 of 3 runs passed")
    one, of, three, name = lines[-1].split()
    assert (one, of, three) == ("1", "of", "3")
    assert name.endswith("test_it::test_now_and_then"), "before it stands its folder, as pytest sees that"


def test_a_counter_that_is_terminated_takes_its_run_along(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(ENDLESS)
    counter = subprocess.Popen([sys.executable, "-m", "tests.system.flaky", str(tmp_path)], cwd=ROOT, env=BARE)
    pid = tmp_path / "pid"
    wait_until(pid.exists)
    counter.terminate()
    assert counter.wait(PATIENCE) == 128 + signal.SIGTERM
    wait_until(lambda: not alive(int(pid.read_text())))
