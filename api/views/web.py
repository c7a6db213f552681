"""The web table: a page to play on, which uses only the public API.

Its files are served as they are, without a build step. Its Content Security Policy permits only our own files.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from flask import Blueprint, Response, current_app

from api.http.problems import Problem
from api.http.responses import DocumentCache
from api.views.game.boards import PICTURE_POLICY, SVG
from api.views.pictures import picture

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; frame-ancestors 'none'; form-action 'none'"
)
KINDS = {"html": "text/html", "css": "text/css", "js": "text/javascript"}

web = Blueprint("web", __name__)


@web.get("/")
def page() -> Response:
    return _file("index.html")


@web.get("/ladder")
def ladder_page() -> Response:
    return _file("ladder.html")


@web.get("/web/<path:name>")
def asset(name: str) -> Response:
    return _file(name)


@web.get("/web/pictures/<language>/<slug>-<moment>.svg")
def sample(language: str, slug: str, moment: str) -> Response:
    """A picture of a game for newcomers."""
    documents: DocumentCache = current_app.extensions["documents"]
    policy = {"Content-Security-Policy": PICTURE_POLICY}
    try:
        return documents.response(
            (language, slug, moment), lambda: picture(slug, moment, language).encode(), f"{SVG}; charset=utf-8", policy
        )
    except KeyError as error:
        raise Problem("not-found", "There is no such picture.") from error


def _file(name: str) -> Response:
    content = contents().get(name)
    if content is None:
        raise Problem("not-found", "The web table has no such file.")
    kind = f"{KINDS[name.rpartition('.')[2]]}; charset=utf-8"
    documents: DocumentCache = current_app.extensions["documents"]
    return documents.response(f"web/{name}", lambda: content, kind, {"Content-Security-Policy": POLICY})


@cache
def contents() -> dict[str, bytes]:
    """Every file of the page by its path: what is not in the folder cannot be requested."""
    return dict(_below(files("api") / "web", ""))


def _below(folder: Traversable, path: str) -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _below(entry, f"{path}{entry.name}/")
        elif entry.name.rpartition(".")[2] in KINDS:
            yield f"{path}{entry.name}", entry.read_bytes()
