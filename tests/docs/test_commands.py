"""Every command of the documentation is run, here or where its marker says; what cannot be run says why."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

from api.cli import main as cli
from tests.docs.pages import Block, blocks, pages
from tests.support.stack import ROOT, Stack

BLOCKS = [block for page in pages() for block in blocks(page)]
SHELL = [block for block in BLOCKS if block.language == "sh"]
ELSEWHERE = {
    "README.md": "tests/examples/test_tour.py",
    "docs/add-a-game.md": "tests/docs/test_add_a_game.py",
}
"""Pages whose blocks belong together and are run as a whole."""


def runs_here(block: Block) -> bool:
    kinds = ("not run: ", "run by: ", "scenario: ")
    return str(block.page.relative_to(ROOT)) not in ELSEWHERE and not block.marker.startswith(kinds)


@pytest.mark.parametrize("block", [block for block in SHELL if runs_here(block)], ids=lambda block: block.name)
def test_a_block_works_as_printed(block: Block, stack: Stack, tmp_path: Path) -> None:
    for name in (".venv", "examples"):
        (tmp_path / name).symlink_to(ROOT / name)
    script = re.sub(r"(http://)?localhost:8000", stack.url, block.text)
    done = subprocess.run(
        ["bash", "-e", "-o", "pipefail", "-c", script],
        cwd=tmp_path, env={**os.environ, "LUDOTHEQUE_URL": stack.url},
        capture_output=True, text=True, check=False, timeout=600,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert "/problems/internal" not in done.stdout


@pytest.mark.parametrize("block", [block for block in SHELL if not runs_here(block)], ids=lambda block: block.name)
def test_what_is_not_run_here_is_run_elsewhere_or_says_why(block: Block) -> None:
    kind, _, rest = block.marker.partition(": ")
    if kind == "not run":
        assert len(rest.split()) >= 4, "a reason that a reader would accept"
    elif kind == "scenario":
        assert f'"{rest}"' in (ROOT / "tests/docs/test_operate.py").read_text("utf-8")
    else:
        where = rest if kind == "run by" else ELSEWHERE[str(block.page.relative_to(ROOT))]
        assert (ROOT / where.split()[0]).is_file()


def test_commands_are_marked_as_such() -> None:
    """A block without a language is a drawing or an answer."""
    command = re.compile(r"^\s*(make|curl|ludotheque|docker|python3?|\.venv/bin/\S+) ", re.M)
    assert [block.name for block in BLOCKS if not block.language and command.search(block.text)] == []


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_what_a_page_names_exists(page: Path) -> None:
    text = page.read_text("utf-8")
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.M)
    named = [*re.findall(r"`make ([a-z-]+)", text), *re.findall(r"^make ([a-z-]+)", text, re.M)]
    assert [name for name in named if name not in targets] == []
    assert [name for name in re.findall(r"`ludotheque ([a-z]+)", text) if name not in cli.commands] == []
    modules = re.findall(r"python -m ((?:bench|tests|workers|api)[\w.]*)", text)
    files = [ROOT / module.replace(".", "/") for module in modules]
    assert [file for file in files if not file.with_suffix(".py").exists() and not file.is_dir()] == []
    links = [link for link in re.findall(r"\]\(([^)#]+)", text) if "://" not in link]
    assert [link for link in links if not (page.parent / link).exists()] == []
    paths = re.findall(r"`((?:api|bench|docker|docs|engines|examples|openapi|store|tests|workers)/[\w./-]+)`", text)
    made = {block.marker.removeprefix("file: ") for block in blocks(page)}
    assert [path for path in paths if path not in made and not (ROOT / path).exists()] == []
