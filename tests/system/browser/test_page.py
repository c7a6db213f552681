"""The files of the page: served from here, under a strict policy, and nothing from anywhere else."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest

from api.views.web import KINDS, POLICY
from tests.support.stack import ROOT, Stack
from tests.system.browser.table_page import TablePage

WEB = ROOT / "api" / "web"
FILES = sorted(path.name for path in WEB.iterdir())


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_served_as_it_is(http: httpx.Client, name: str) -> None:
    response = http.get(f"/web/{name}")
    assert response.status_code == 200
    assert response.content == (WEB / name).read_bytes()
    assert response.headers["Content-Type"] == f"{KINDS[name.rpartition('.')[2]]}; charset=utf-8"
    assert response.headers["Content-Security-Policy"] == POLICY
    assert response.headers["Cache-Control"] == "no-cache"
    again = http.get(f"/web/{name}", headers={"If-None-Match": response.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_the_page_is_the_front_door(http: httpx.Client) -> None:
    response = http.get("/")
    assert response.content == (WEB / "index.html").read_bytes()
    assert response.headers["Content-Security-Policy"] == POLICY
    assert http.head("/").headers["Content-Length"] == str(len(response.content))


@pytest.mark.parametrize("name", ["nothing.js", "..%2Fapp.py", "%2e%2e/app.py", "table.css/", ""])
def test_nothing_else_is_served(http: httpx.Client, name: str) -> None:
    response = http.get(f"/web/{name}")
    assert response.status_code == 404
    assert response.headers["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize("path", [path for path in WEB.iterdir() if path.suffix != ".css"], ids=lambda path: path.name)
def test_nothing_of_the_page_is_inline_or_from_elsewhere(path: Path) -> None:
    text = path.read_text("utf-8")
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", text)
    assert not re.search(r"<script(?![^>]*src=)|<style|\sstyle=|\son\w+=\"", text) or path.name in (
        "board.js",
        "ludotheque-board.js",
    )
    foreign = re.findall(r"(?:https?:)?//[\w.-]+\.\w{2,}", text)
    assert [link for link in foreign if "www.w3.org" not in link] == []  # a namespace is a name, not a place


def test_both_languages_say_the_same_things() -> None:
    keys = {
        language: [
            key
            for name in (language, f"lobby-{language}")
            for key in re.findall(r'^  "([^"]+)": ', (WEB / f"{name}.js").read_text("utf-8"), re.MULTILINE)
        ]
        for language in ("english", "french")
    }
    assert keys["english"] == keys["french"]
    assert len(keys["english"]) == len(set(keys["english"]))
    used = {
        key
        for path in WEB.glob("*.js")
        for key in re.findall(r'\bsay\("([^"]+)"', path.read_text("utf-8"))
    }  # fmt: skip
    assert used - set(keys["english"]) == set()


def test_the_page_asks_nobody_else(table: TablePage, stack: Stack) -> None:
    table.start_game(stack.url, "mekong")
    table.wait_for_turn()
    loaded = table.run("performance.getEntriesByType('resource').map((entry) => entry.name)")
    assert len(loaded) > 20
    assert [name for name in loaded + table.asked if not name.startswith((stack.url, "data:"))] == []
    assert table.console() == []
