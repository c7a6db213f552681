"""The README's tour works as printed, and its tables are true."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from click.testing import CliRunner

from api.cli import main
from tests.support.stack import ROOT, Stack

README = (ROOT / "README.md").read_text("utf-8")


def between(start: str, end: str) -> str:
    return README.split(f"<!-- {start} -->")[1].split(f"<!-- {end} -->")[0]


def test_the_tour_works_as_printed(stack: Stack, tmp_path: Path) -> None:
    blocks = re.findall(r"```sh\n(.*?)```", between("tour", "end of tour"), re.S)
    assert len(blocks) >= 6
    script = "set -e\n" + "\n".join(f"echo '--- {number}'\n{block}" for number, block in enumerate(blocks))
    (tmp_path / ".venv").symlink_to(ROOT / ".venv")
    done = subprocess.run(
        ["bash", "-c", script.replace("http://localhost:8000", stack.url)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    parts = done.stdout.split("--- ")
    assert "'take_object'" in parts[2]
    assert "Ana takes an object" in parts[2]
    assert "BAK-" in parts[3]
    assert "200" in parts[4]
    assert "idempotent-replay: true" in parts[4].lower()
    assert "first_home" in parts[5]
    assert "the result follows from the actions" in parts[6]


def test_the_table_of_settings_is_complete() -> None:
    printed = CliRunner().invoke(main, ["settings"]).output
    assert between("settings", "end of settings").strip() == printed.strip()


def test_every_dependency_has_its_line() -> None:
    declared = re.findall(
        r'^    "([a-z-]+)[>=]', (ROOT / "pyproject.toml").read_text().split("[project.optional")[0], re.M
    )
    table = README.split("Each dependency has a reason:")[1].split("## ")[0]
    assert [name for name in declared if name not in table] == []
