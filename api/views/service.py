"""The service itself: health, readiness, metrics, problem pages, documentation."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from mimetypes import guess_type
from pathlib import Path
from typing import Any

import flask_swagger_ui
from flask import Blueprint, Response, current_app

from api.http import headers
from api.http.problems import KINDS, Problem
from api.http.responses import DocumentCache
from api.schemas.documents import HealthDocument, ReadyDocument
from api.services import ApiServices
from api.spec.document import PARTS, document_yaml, served_bytes, served_part
from store.games.views import encode

DIST = Path(flask_swagger_ui.__file__).parent / "dist"
DOCS_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'"
)


def _json(data: Any) -> Response:
    return Response(encode(data), content_type="application/json")


class ServiceViews:
    def __init__(self, services: ApiServices) -> None:
        self.services = services

    def health(self) -> Response:
        """Check that the process is alive.

        Says nothing about the store.
        """
        return _json(HealthDocument("ok"))

    def ready(self) -> Response:
        """Check that games can be played.

        503 while the store, a part of it, or the queue of the bots is unavailable.
        """
        warnings = self.services.store.ready()
        self.services.queue.ready()
        return _json(ReadyDocument("ok", warnings))

    def problem(self, name: str) -> Response:
        """Read about a kind of problem.

        The `type` of a problem points here if no rule is broken.
        """
        if name not in KINDS:
            raise Problem("not-found", "There is no such kind of problem.")
        kind = KINDS[name]
        spoken = headers.language()
        text = f"{kind['title'][spoken]} ({kind['status']})\n\n{kind['text'][spoken]}\n"
        given = {"Content-Language": spoken, "Vary": "Accept-Language"}
        return Response(text, content_type="text/plain; charset=utf-8", headers=given)


pages = Blueprint("pages", __name__)


@pages.get("/metrics")
def metrics() -> Response:
    from api.http.metrics import MEDIA_TYPE, exposition  # late: many processes never need it

    return Response(exposition(current_app.extensions["services"]), content_type=MEDIA_TYPE)


@pages.get("/openapi.json")
def openapi() -> Response:
    return _page("openapi.json", lambda: served_bytes(current_app), "application/json")


@pages.get("/openapi/<name>.json")
def openapi_part(name: str) -> Response:
    """The document of one game, of remote bots, or without examples."""
    if name not in PARTS:
        raise Problem("not-found", f"There is no such document; there are {', '.join(PARTS)}.")
    return _page(f"openapi/{name}.json", lambda: served_part(current_app, name), "application/json")


@pages.get("/openapi.yaml")
def openapi_yaml() -> Response:
    return _page("openapi.yaml", lambda: document_yaml(current_app).encode(), "application/yaml")


@pages.get("/docs")
def docs() -> Response:
    policy = {"Content-Security-Policy": DOCS_POLICY}
    return _page("docs", (files("api") / "docs.html").read_bytes, "text/html; charset=utf-8", policy)


@pages.get("/docs/<name>")
def docs_asset(name: str) -> Response:
    """A file of Swagger UI, or the script that starts it."""
    path = {"start.js": files("api") / "docs.js"}.get(name) or _swagger_files().get(name)
    if path is None:
        raise Problem("not-found", "The documentation has no such file.")
    kind = guess_type(name)[0] or "application/octet-stream"
    return _page(f"docs/{name}", path.read_bytes, f"{kind}; charset=utf-8" if kind.startswith("text/") else kind)


@cache
def _swagger_files() -> dict[str, Path]:
    """Files by name: what is not in the folder cannot be requested."""
    return {path.name: path for path in DIST.iterdir() if path.is_file()}


def _page(name: str, make: Callable[[], bytes], content_type: str, more: dict[str, str] | None = None) -> Response:
    documents: DocumentCache = current_app.extensions["documents"]
    return documents.response(name, make, content_type, more)
