"""What the pages say of the code follows from the code."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from dataclasses import fields
from typing import get_args

import httpx
import pytest

from engines.kernel.records import Event
from engines.kernel.registry import game, slugs
from store.model.documents.events import HOST_EVENTS, Faults
from store.redis import keys
from store.redis.keys import SLOTS, slot_of
from store.settings import Settings
from tests.support.stack import ROOT
from tools.readings import readings_page
from tools.reference import settings_page, settings_tables

DOCS = ROOT / "docs"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_pages_name_everything(language: str) -> None:
    text = readings_page(language)
    for slug in slugs():
        for rule in game(slug).rulebook.values():
            assert (f"**{rule.id}** {rule.text[language]}" in text) == (rule.provenance != "rulebook"), rule.id
    assert [name for name, *_ in Settings.table() if f"`{name}`" not in settings_page()] == []


def test_the_figures_to_watch_exist(http: httpx.Client) -> None:
    page, metrics = (DOCS / "operate.md").read_text("utf-8"), http.get("/metrics").text
    named = {word.strip("`,|") for word in page.split() if word.strip("`,|").startswith("ludotheque_")}
    assert len(named) >= 8
    assert [name for name in named if name not in metrics] == []


def test_the_settings_that_pages_name_exist() -> None:
    secrets = {f"{entry.metadata['variable']}_FILE" for entry in fields(Settings) if entry.metadata["secret"]}
    known = {name for name, *_ in Settings.table()} | secrets | {"LUDOTHEQUE_URL"}
    for page in (*DOCS.glob("*.md"), ROOT / "README.md", ROOT / "SECURITY.md", ROOT / "CONTRIBUTING.md"):
        words = page.read_text("utf-8").replace("`", " ").replace("=", " ").replace(".", " ").replace(",", " ").split()
        named = {word.strip("()$:*") for word in words if word.strip("()$:*").startswith("LUDOTHEQUE_")}
        assert [name for name in named if name not in known and not name.endswith("_")] == [], page


def test_every_kind_of_key_is_explained() -> None:
    page = (DOCS / "architecture.md").read_text("utf-8")
    source = (ROOT / "store" / "redis" / "keys.py").read_text("utf-8")
    kinds = {kind for kind in re.findall(r'\}:([a-z]+)[:"]', source) if kind}
    assert len(kinds) >= 15
    assert [kind for kind in kinds if f":{kind}" not in page] == []


def test_names_in_the_code_are_true() -> None:
    page = (DOCS / "architecture.md").read_text("utf-8")
    named = re.findall(r"`(\w+/\w+\.py):([\w.]+)`", page)
    assert named
    for file, name in named:
        assert re.search(rf"(def|class) {name.split('.')[-1]}\b", (ROOT / file).read_text("utf-8")), f"{file}:{name}"


def test_the_spread_of_partitions() -> None:
    table = (DOCS / "operate.md").read_text("utf-8").split("<!-- spread -->")[1].split("<!-- end of spread -->")[0]
    for row in table.strip().splitlines()[2:]:
        masters, each, ratio = [cell.strip() for cell in row.strip("|").split("|")]
        share = -(-SLOTS // int(masters))
        found = Counter(slot_of(tag) // share for tag in keys.tags())
        assert each == ", ".join(str(found[number]) for number in range(int(masters)))
        assert float(ratio) == pytest.approx(max(found.values()) * int(masters) / 64, abs=0.006)


def tag_of(kind: type[Event]) -> str:
    return str(kind.__struct_config__.tag)


def test_the_page_for_bots_names_every_event_and_every_fault() -> None:
    page = (DOCS / "bots.md").read_text("utf-8")
    shared = {"game_started", "game_over", *map(tag_of, HOST_EVENTS)}
    table = page.split("## Register")[0]
    assert [name for name in sorted(shared) if f"`{name}`" not in table] == []
    for slug in slugs():
        [row] = [line for line in table.splitlines() if line.startswith(f"| `{slug}` |")]
        own = [tag_of(kind) for kind in game(slug).rules.event_types]
        assert re.findall(r"`(\w+)`", row)[1:] == [name for name in own if name not in shared]
    assert [fault for fault in get_args(Faults) if f"| `{fault}` |" not in page] == []


@pytest.mark.parametrize("command", [["settings"], ["reference"], ["openapi", "--help"]])
def test_the_command_line_runs_the_tools(command: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "api.cli", *command], cwd=ROOT, capture_output=True, text=True, check=True
    )
    expected = {"settings": settings_tables(), "reference": settings_page(), "openapi": "Usage: ludotheque openapi"}
    assert done.stdout.startswith(expected[command[0]])
