"""The files of the page: served from here, under a strict policy, and nothing from anywhere else."""

from __future__ import annotations

import re
from hashlib import sha256

import httpx
import pytest

from api.views.pictures import picture
from api.views.web import KINDS, POLICY
from tests.support.stack import ROOT, Stack
from tests.system.browser.table_page import TablePage

WEB = ROOT / "api" / "web"
FILES = sorted(path.relative_to(WEB).as_posix() for path in WEB.rglob("*.*"))


def test_every_file_is_served_as_it_is(http: httpx.Client) -> None:
    for name in FILES:
        response = http.get(f"/web/{name}")
        assert response.status_code == 200, name
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


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_picture_of_a_game_is_always_the_same(http: httpx.Client, language: str) -> None:
    response = http.get(f"/web/pictures/{language}/kimbac-middle.svg")
    assert response.headers["Content-Type"] == "image/svg+xml; charset=utf-8"
    assert response.text.startswith("<svg ")
    assert response.text == picture("kimbac", "middle", language)


@pytest.mark.parametrize("name", ["de/kimbac-middle", "en/chess-middle", "en/kimbac-later"])
def test_there_are_no_other_pictures(http: httpx.Client, name: str) -> None:
    assert http.get(f"/web/pictures/{name}.svg").status_code == 404


@pytest.mark.parametrize(
    "name", ["nothing.js", "..%2Fapp.py", "%2e%2e/app.py", "styles/table.css/", "styles", "styles/", ""]
)
def test_nothing_else_is_served(http: httpx.Client, name: str) -> None:
    response = http.get(f"/web/{name}")
    assert response.status_code == 404
    assert response.headers["Content-Type"] == "application/problem+json"


def test_nothing_of_the_page_is_inline_or_from_elsewhere() -> None:
    for name in FILES:
        text = (WEB / name).read_text("utf-8") if not name.endswith(".css") else ""
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", text), (
            name
        )
        inline = re.search(r"<script(?![^>]*src=)|<style|\sstyle=|\son\w+=\"", text)
        assert not inline or name in ("board/board.js", "ludotheque-board.js"), name
        foreign = re.findall(r"(?:https?:)?//[\w.-]+\.\w{2,}", text)
        assert [link for link in foreign if "www.w3.org" not in link] == [], name  # a namespace is a name, not a place


def test_both_languages_say_the_same_things() -> None:
    keys = {
        language: re.findall(r'^  "([^"]+)": ', (WEB / "words" / f"{language}.js").read_text("utf-8"), re.MULTILINE)
        for language in ("en", "fr")
    }
    assert keys["en"] == keys["fr"]
    assert len(keys["en"]) == len(set(keys["en"]))
    used = {
        key
        for path in WEB.rglob("*.js")
        for key in re.findall(r'\bsay\("([^"]+)"', path.read_text("utf-8"))
    }  # fmt: skip
    assert used - set(keys["en"]) == set()


QR_CODES = {
    "https://games.example/": "f1279ef9c26a40986bc1947723804eb939cc7b896935f769a08a34e28b5f446f",
    f"https://games.example/#/bakong/45rj4cvzz53yfgybb43nmdztqnod/invite/{'é' * 40}": (
        "895c47f8d08f469efa3afa7bc41763993e0f82160c6e6bdd8b56e51d5da7b168"
    ),
    "x" * 230: "d929204fc3c4bf6ddbfcd701df6b73c8a0e505fc2fd68b8d9c2d373c1357ff2d",
}
"""The hashes of the modules that the library `qrcode` 8 draws at level L with mask 0, by text: versions 2, 7 and 9."""


def test_qr_codes_are_those_of_a_known_encoder(table: TablePage, stack: Stack) -> None:
    table.open(stack.url)
    for text, digest in QR_CODES.items():
        rows = table.run("(text) => import('/web/shared/qr.js').then(({ qrMatrix }) => qrMatrix(text))", text)
        drawn = "\n".join("".join("1" if dark else "0" for dark in row) for row in rows)
        assert sha256(drawn.encode()).hexdigest() == digest
    assert table.run("import('/web/shared/qr.js').then(({ qrMatrix }) => qrMatrix('x'.repeat(231)))") is None


def test_the_page_asks_nobody_else(table: TablePage, stack: Stack) -> None:
    table.start_game(stack.url, "mekong")
    table.wait_for_turn()
    loaded = table.run("performance.getEntriesByType('resource').map((entry) => entry.name)")
    assert len(loaded) > 20
    assert [name for name in loaded + table.asked if not name.startswith((stack.url, "data:"))] == []
    assert table.console() == []
