"""Node runs the built client as it is committed: nothing is installed or built for these tests."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.support.waiting import PATIENCE

SCRIPTS = Path(__file__).parent


@pytest.fixture(scope="session")
def node() -> str:
    """The program; without Node 20.3 or newer the test is skipped."""
    path = shutil.which("node")
    if path is None:
        pytest.skip("node is not on the PATH")
    version = subprocess.run([path, "--version"], check=True, capture_output=True, text=True).stdout.strip()
    if tuple(int(part) for part in version.removeprefix("v").split(".")[:2]) < (20, 3):
        pytest.skip(f"node {version} is older than 20.3")
    return path


def run(node: str, script: str, *arguments: str) -> Any:
    """Run a script of this folder; the JSON that it writes last."""
    command = [node, str(SCRIPTS / script), *arguments]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=10 * PATIENCE)
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout.splitlines()[-1])
