"""docs/engines.md: its lines run, and the engines, as a package of their own, need nothing but msgspec."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from api import __version__
from tests.docs.pages import blocks
from tests.support.stack import ROOT

PAGE = [block for block in blocks(ROOT / "docs" / "engines.md") if block.language == "python"]
ALONE = """
import sys

class Only:
    def find_spec(self, name, path=None, target=None):
        root = name.partition(".")[0]
        if root not in sys.stdlib_module_names and root not in ("engines", "msgspec"):
            raise ImportError(f"{name} is not for engines")

sys.meta_path.insert(0, Only())
from engines.kernel.registry import game, slugs
for slug in slugs():
    game(slug).words, game(slug).rulebook
"""


@pytest.mark.parametrize("block", PAGE, ids=lambda block: block.name)
def test_the_lines_of_the_page_run(block: object) -> None:
    text: str = block.text  # type: ignore[attr-defined]
    alone = "" if "adapters" in text else ALONE
    done = subprocess.run([sys.executable, "-c", alone + text], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    if "renderer.text" in text:
        assert "Won by" in done.stdout


def test_other_packages_are_really_blocked() -> None:
    done = subprocess.run([sys.executable, "-c", ALONE + "import flask"], cwd=ROOT, capture_output=True, check=False)
    assert b"flask is not for engines" in done.stderr


def files(folder: Path) -> set[Path]:
    """Everything in a package but bytecode and the description of the package itself."""
    found = (path for path in folder.rglob("*.*") if path.suffix != ".pyc" and path.name != "pyproject.toml")
    return {path.relative_to(folder) for path in found}


def test_the_package_has_all_engines_and_runs_elsewhere(tmp_path: Path) -> None:
    source, installed = tmp_path / "source" / "engines", tmp_path / "installed"
    shutil.copytree(ROOT / "engines", source, ignore=shutil.ignore_patterns("__pycache__"))
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
    subprocess.run([*pip, "--no-build-isolation", "--target", installed, source], check=True)
    assert files(installed / "engines") == files(ROOT / "engines")
    lines = ALONE + PAGE[0].text + "import engines; print(engines.__file__)"
    done = subprocess.run(
        [sys.executable, "-c", lines], check=True, capture_output=True, text=True, cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(installed)},
    )  # fmt: skip
    assert "Won by" in done.stdout
    assert done.stdout.splitlines()[-1].startswith(str(installed))


def test_the_package_needs_msgspec_alone_and_has_the_version_of_the_api() -> None:
    described = tomllib.loads((ROOT / "engines" / "pyproject.toml").read_text("utf-8"))["project"]
    assert [needed.partition(">")[0] for needed in described["dependencies"]] == ["msgspec"]
    assert described["version"] == __version__
