"""Servers that are forked behave as if they had been started: their settings, their log, their end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import forking
from tests.support.stack import Stack


def workers_of(folder: Path, **settings: str) -> forking.Process:
    return forking.start(["-m", "workers"], {**os.environ, **settings}, folder / "workers.log")


def test_a_server_runs_in_a_session_of_its_own_and_ends_with_its_code() -> None:
    with Stack() as stack:
        process = stack.processes["api"]
        assert isinstance(process, forking.Forked)
        assert os.getsid(process.pid) == process.pid != os.getsid(0)
        assert process.poll() is None
        process.terminate()
        assert process.wait() == 0 == process.poll()


def test_a_killed_server_has_the_code_of_its_signal() -> None:
    with Stack(workers=0) as stack:
        process = stack.processes["api"]
        os.killpg(process.pid, signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL


def test_settings_and_log_are_its_own(tmp_path: Path) -> None:
    process = workers_of(tmp_path, LUDOTHEQUE_WORKERS="none")
    assert isinstance(process, forking.Forked)
    assert process.wait() == 2
    assert "LUDOTHEQUE_WORKERS" in (tmp_path / "workers.log").read_text()
    assert os.environ.get("LUDOTHEQUE_WORKERS") != "none"


@pytest.mark.parametrize("variable", ["LUDOTHEQUE_CONTENT", "PYTHONPATH"])
def test_what_an_import_reads_takes_a_python_of_its_own(variable: str, tmp_path: Path) -> None:
    process = workers_of(tmp_path, LUDOTHEQUE_WORKERS="none", **{variable: str(tmp_path)})
    assert isinstance(process, subprocess.Popen)
    assert process.wait() == 2


def test_another_program_takes_a_python_of_its_own(tmp_path: Path) -> None:
    process = forking.start(["-c", "print('here')"], dict(os.environ), tmp_path / "log")
    assert process.wait() == 0
    assert (tmp_path / "log").read_text() == "here\n"


def test_the_parent_ends_with_the_tests() -> None:
    """A test process that is killed closes its end of the pipe."""
    command = [sys.executable, "-m", "tests.support.forking"]
    assert subprocess.run(command, cwd=forking.ROOT, input=b"", check=False).returncode == 0
