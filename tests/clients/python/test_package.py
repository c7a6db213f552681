"""The package as `pip install` puts it elsewhere, without the folder that it came from."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.support.stack import ROOT

CLIENT = ROOT / "clients" / "python"


def test_an_installed_package_has_all_of_its_parts(tmp_path: Path) -> None:
    source, installed = tmp_path / "source", tmp_path / "installed"
    shutil.copytree(CLIENT, source, ignore=shutil.ignore_patterns("build", "*.egg-info", "__pycache__"))
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
    subprocess.run([*pip, "--no-build-isolation", "--target", installed, source], check=True)
    parts = {path.relative_to(CLIENT) for path in (CLIENT / "ludotheque_client").rglob("*.py")}
    assert parts == {path.relative_to(installed) for path in (installed / "ludotheque_client").rglob("*.py")}
    lines = "import ludotheque_client, ludotheque_client.terminal as t; print(t.__file__)"
    done = subprocess.run(
        [sys.executable, "-c", lines], check=True, capture_output=True, text=True, cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(installed)},
    )  # fmt: skip
    assert done.stdout.startswith(str(installed))
