"""The two commands of the README on machines that lack something: a new Python, or uv."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.stack import ROOT
from tests.system.audit.locks import LOCKS

OLD_PYTHON = """#!/bin/sh
case "$1" in
  --version) echo "Python 3.9.2" ;;
  -c) exit 1 ;;
  *) echo "$@" >> "$(dirname "$0")/called" ;;
esac
"""
NO_UV = """#!/bin/sh
case "$*" in
  *"-m venv .venv") mkdir -p .venv/bin && cp "$0" .venv/bin/python ;;
  *requirements-uv.lock) exit 1 ;;
  *"-m pip install"*) echo "$@" >> called ;;
esac
"""


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """As much of a clone as an installation needs."""
    shutil.copy(ROOT / "Makefile", tmp_path)
    (tmp_path / "clients" / "python").mkdir(parents=True)
    for lock in LOCKS:
        (tmp_path / lock).touch()
    for project in (".", "clients/python"):
        (tmp_path / project / "pyproject.toml").touch()
    return tmp_path


def make(clone: Path, goal: str, python: str) -> subprocess.CompletedProcess[str]:
    """Make something with a script as Python."""
    path = clone / "python3"
    path.write_text(python)
    path.chmod(0o755)
    outside = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    command = ["make", goal, f"PYTHON={path}"]
    return subprocess.run(command, cwd=clone, env=outside, check=False, capture_output=True, text=True)


@pytest.mark.parametrize("command", ["run", "test"])
def test_an_older_python_is_refused_in_a_sentence_before_anything_is_installed(clone: Path, command: str) -> None:
    done = make(clone, command, OLD_PYTHON)
    assert done.returncode != 0
    assert done.stderr.startswith("Python 3.11 or newer is needed; this is Python 3.9.2. Name another: make PYTHON=")
    assert not (clone / ".venv").exists()
    assert not (clone / "called").exists()


@pytest.mark.parametrize(
    ("environment", "locks"),
    [("runtime", ["requirements.lock"]), ("development", ["requirements-dev.lock", "requirements-otel.lock"])],
)
def test_without_uv_everything_is_installed_by_pip(clone: Path, environment: str, locks: list[str]) -> None:
    done = make(clone, f".venv/{environment}", NO_UV)
    assert done.returncode == 0, done.stderr
    assert "uv cannot be installed: pip does its work" in done.stderr
    called = (clone / "called").read_text().splitlines()
    assert {call.split()[-1] for call in called if "-r" in call.split()} == set(locks)
    assert sum("-e . -e clients/python" in call for call in called) == 1
