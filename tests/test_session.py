"""A run that is killed leaves no process, no port and no folder behind."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.support import session
from tests.support.stack import ROOT
from tests.support.waiting import wait_until

HANGING = """
from tests.support.stack import Stack
from tests.support.waiting import spend

with Stack() as stack:
    print("serving", stack.port, stack.folder, flush=True)
    spend(600)
"""


@pytest.fixture
def outside() -> dict[str, str]:
    """The environment of a run that is not part of this one."""
    return {name: value for name, value in os.environ.items() if name not in (session.VARIABLE, "TMPDIR")}


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def test_a_killed_run_leaves_nothing_behind(outside: dict[str, str]) -> None:
    code = f"from tests.support import session\nrun = session.begin()\n{HANGING}"
    run = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, env=outside, stdout=subprocess.PIPE, text=True)
    assert run.stdout is not None
    with run, run.stdout:
        word, port, name = run.stdout.readline().split()
        folder = Path(name).parent
        assert (word, listens(int(port)), folder.name[: len(session.PREFIX)]) == ("serving", True, session.PREFIX)
        assert len(session.processes_of(folder)) >= 5, "itself, the store, the API and the workers"
        run.kill()
    wait_until(lambda: not folder.exists())
    assert session.processes_of(folder) == []
    assert not listens(int(port))


def test_the_next_run_removes_the_folder_of_one_whose_reaper_was_killed_too(outside: dict[str, str]) -> None:
    code = "import os; from tests.support import session; run = session.begin(); print(run.folder, flush=True);"
    begin = [sys.executable, "-c", f"{code} os.kill(run._reaper.pid, 9); os._exit(0)"]
    done = subprocess.run(begin, cwd=ROOT, env=outside, capture_output=True, text=True, check=True)
    folder = Path(done.stdout.strip())
    assert folder.is_dir()
    end = [sys.executable, "-c", f"{code} run.end()"]
    done = subprocess.run(end, cwd=ROOT, env=outside, capture_output=True, text=True, check=True)
    assert not folder.exists()
    assert not Path(done.stdout.strip()).exists()


def test_reapers_that_meet_leave_nothing_and_do_not_fail(tmp_path: Path) -> None:
    """The reaper of a run that was killed, and the next run that finds its folder."""
    folder, many = tmp_path / "run", 1000
    for number in range(many):
        (folder / str(number) / "deep").mkdir(parents=True)
    with ThreadPoolExecutor(1) as first:
        reaped = first.submit(session.reap, folder)
        wait_until(lambda: len(list(folder.glob("*"))) < many)
        session.reap(folder)
        reaped.result()
    assert not folder.exists()
