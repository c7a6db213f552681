"""The README's tour works as printed, in every shell that it names and in Python, and the README stays short."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.examples.counting import RequestCount
from tests.support.stack import ROOT, Stack

README = (ROOT / "README.md").read_text("utf-8")
TOOLS = ("cat", "curl", "dirname", "grep", "head", "mktemp", "python3", "rm", "sed", "tr")
"""What a machine has that has no jq."""


def between(start: str, end: str) -> str:
    return README.split(f"<!-- {start} -->")[1].split(f"<!-- {end} -->")[0]


def sparse(folder: Path) -> str:
    """A search path with the usual tools and without jq."""
    folder.mkdir()
    for name in TOOLS:
        (folder / name).symlink_to(shutil.which(name) or "")
    return str(folder)


@pytest.mark.parametrize(("shell", "with_jq"), [("dash", True), ("bash", False), ("zsh", True)])
def test_the_tour_works_as_printed(stack: Stack, tmp_path: Path, shell: str, with_jq: bool) -> None:
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"there is no {shell} on this machine")
    if with_jq and shutil.which("jq") is None:
        pytest.skip("there is no jq on this machine")
    blocks = re.findall(r"```sh\n(.*?)```", between("tour", "end of tour"), re.S)
    assert len(blocks) == 7
    script = "set -e\n" + "\n".join(f"echo '--- {number}'\n{block}" for number, block in enumerate(blocks))
    (tmp_path / "home").mkdir()
    path = os.environ["PATH"] if with_jq else sparse(tmp_path / "bin")
    requests = RequestCount(stack)
    (tmp_path / ".venv").symlink_to(ROOT / ".venv")
    done = subprocess.run(
        [program, "-c", script.replace("http://localhost:8000", stack.url)],
        cwd=tmp_path,
        env={
            "HOME": str(tmp_path / "home"),
            "TMPDIR": str(tmp_path / "home"),
            "PATH": path,
            "LUDO_TEST_RUN": os.environ.get("LUDO_TEST_RUN", ""),
        },
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stderr == ""
    parts = done.stdout.split("--- ")
    assert "take_object" in parts[2]
    assert "Ana takes an object" in parts[2]
    assert "BAK-" in parts[3]
    assert "200" in parts[4]
    assert "idempotent-replay: true" in parts[4].lower()
    assert parts[5].count('"chance"') == 2
    assert "first_home" in parts[6]
    assert "the result follows from the actions" in parts[7]
    assert [path.name for path in (tmp_path / "home").iterdir() if path.name.startswith("tmp")] == []
    requests.check(acts_besides=2, others=("POST /odds", "GET ", "GET /replay"))  # one refused, one repeated


def test_the_tour_in_python_works_as_printed(stack: Stack) -> None:
    [code] = re.findall(r"<!-- python tour -->\n```python\n(.*?)```", README, re.S)
    environment, requests = {**os.environ, "PYTHONPATH": str(ROOT / "clients" / "python")}, RequestCount(stack)
    done = subprocess.run(
        [sys.executable, "-c", code.replace("http://localhost:8000", stack.url)],
        env=environment, capture_output=True, text=True, timeout=600, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    refusal, odds, ranking, promise, *_ = done.stdout.splitlines()
    assert refusal.startswith("BAK-")
    assert odds.count("'chance'") == 2
    assert re.fullmatch(r"\[\[[01]\], \[[01]\]\]|\[\[0, 1\]\]", ranking)
    assert promise == "the seed is the one that was promised"
    read = ("POST /odds", "GET ", "GET /events", "GET /position", "GET /replay")
    requests.check(acts_besides=1, others=read)  # one refused


def test_the_tour_in_typescript_works_as_printed(stack: Stack, tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node on this machine")
    [code] = re.findall(r"<!-- typescript tour -->\n```js\n(.*?)```", README, re.S)
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules" / "ludotheque-client").symlink_to(ROOT / "clients" / "typescript")
    (tmp_path / "tour.mjs").write_text(code.replace("http://localhost:8000", stack.url), "utf-8")
    requests = RequestCount(stack)
    done = subprocess.run([node, tmp_path / "tour.mjs"], capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("BAK-")
    assert done.stdout.count("chance:") == 2
    assert "fair: true" in done.stdout
    requests.check(acts_besides=1, others=("POST /odds", "GET ", "GET /replay"))


def test_it_teaches_no_bad_habits() -> None:
    """What the shell would read as a redirection, code that is made of text, and waiting by the clock."""
    shell = "".join(re.findall(r"```sh\n(.*?)```", README, re.S))
    assert re.findall(r"<[a-z]+>|eval|sleep|curl -s(?!S)|\bstatus=|\bpath=", shell) == []


def test_it_is_short() -> None:
    assert README.count("\n") < 150


def test_the_table_of_settings_is_complete() -> None:
    command = [sys.executable, "-m", "api.cli", "settings"]
    printed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert printed.strip()
    assert printed.strip() in (ROOT / "docs" / "settings.md").read_text("utf-8")
    assert "docs/settings.md" in README
