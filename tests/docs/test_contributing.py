"""The first hour of CONTRIBUTING.md: a changed rule breaks its test, and the test passes once it is undone."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from tests.docs.pages import blocks
from tests.support.stack import ROOT

PAGE = ROOT / "CONTRIBUTING.md"


def test_a_changed_rule_breaks_its_test(tmp_path: Path) -> None:
    for name in ("api", "clients", "engines", "openapi", "store", "tests", "workers"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("node_modules", "__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / ".venv").symlink_to(ROOT / ".venv")
    change, undo = (block.text for block in blocks(PAGE) if block.marker == "run by: tests/docs/test_contributing.py")
    broken, mended = (
        subprocess.run(["sh", "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False)
        for script in (change, undo)
    )
    [shown] = [block.text for block in blocks(PAGE) if block.text.startswith("FAILED")]
    assert shown.splitlines()[0] in broken.stdout
    assert "1 failed, 1 passed" in broken.stdout
    assert mended.returncode == 0, mended.stdout
