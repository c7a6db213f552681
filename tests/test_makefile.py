"""The two commands of the README on a machine whose Python is too old."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.stack import ROOT

OLD_PYTHON = """#!/bin/sh
case "$1" in
  --version) echo "Python 3.9.2" ;;
  -c) exit 1 ;;
  *) echo "$@" >> "$(dirname "$0")/called" ;;
esac
"""


@pytest.mark.parametrize("command", ["run", "test"])
def test_an_older_python_is_refused_in_a_sentence_before_anything_is_installed(tmp_path: Path, command: str) -> None:
    shutil.copy(ROOT / "Makefile", tmp_path)
    (tmp_path / "clients" / "python").mkdir(parents=True)
    for lock in ("requirements.lock", "requirements-dev.lock", "requirements-otel.lock"):
        (tmp_path / lock).touch()
    for project in (".", "clients/python"):
        (tmp_path / project / "pyproject.toml").touch()
    python = tmp_path / "python3"
    python.write_text(OLD_PYTHON)
    python.chmod(0o755)
    outside = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    done = subprocess.run(
        ["make", command, f"PYTHON={python}"], cwd=tmp_path, env=outside, check=False, capture_output=True, text=True
    )
    assert done.returncode != 0
    assert done.stderr.startswith("Python 3.11 or newer is needed; this is Python 3.9.2. Name another: make PYTHON=")
    assert not (tmp_path / ".venv").exists()
    assert not (tmp_path / "called").exists()
