"""The service itself: health, readiness, metrics, problem pages, documentation."""

from __future__ import annotations

from functools import cache
from html import escape
from importlib.resources import files
from mimetypes import guess_type
from pathlib import Path
from typing import Any

import flask_swagger_ui
from flask import Flask

from api.http.outcomes import Reply
from api.http.problems import KINDS, Problem
from api.http.rate_limit import METRICS, READ
from api.http.request import ApiRequest
from api.http.responses import JSON, DocumentCache
from api.schemas.documents import HealthDocument, ReadyDocument
from api.services import ApiServices
from api.spec.document import PARTS, document_yaml, served_bytes, served_part
from api.spec.operation import Route
from engines.kernel.registry import GAMES
from store.games.views import encode

PLAIN_TEXT = "text/plain; charset=utf-8"
DIST = Path(flask_swagger_ui.__file__).parent / "dist"
DOCS_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; frame-ancestors 'none'"
)


def _json(data: Any) -> Reply:
    return Reply(200, [("Content-Type", JSON)], encode(data))


class ServiceViews:
    def __init__(self, services: ApiServices) -> None:
        self.services = services

    def health(self, request: ApiRequest) -> Reply:
        """Check that the process is alive.

        Says nothing about the store.
        """
        return _json(HealthDocument("ok"))

    def ready(self, request: ApiRequest) -> Reply:
        """Check that games can be played.

        503 while the store, a part of it, or the queue of the bots is unavailable.
        """
        warnings = self.services.store.ready()
        self.services.queue.ready()
        return _json(ReadyDocument("ok", warnings))

    def problem(self, request: ApiRequest, name: str) -> Reply:
        """Read about a kind of problem.

        The `type` of a problem points here if no rule is broken.
        """
        if name not in KINDS:
            raise Problem("not-found", "There is no such kind of problem.")
        kind = KINDS[name]
        spoken = request.language
        text = f"{kind['title'][spoken]} ({kind['status']})\n\n{kind['text'][spoken]}\n"
        given = [("Content-Type", PLAIN_TEXT), ("Content-Language", spoken), ("Vary", "Accept-Language")]
        return Reply(200, given, text.encode())


class PageViews:
    """Metrics, the OpenAPI document and its pages."""

    def __init__(self, app: Flask, services: ApiServices) -> None:
        self.app = app
        self.services = services
        self._documents = DocumentCache()

    def metrics(self, request: ApiRequest) -> Reply:
        from api.http.metrics import MEDIA_TYPE, exposition  # late: many processes never need it

        return Reply(200, [("Content-Type", MEDIA_TYPE)], exposition(self.services))

    def openapi(self, request: ApiRequest) -> Reply:
        return self._documents.reply(request, "openapi.json", lambda: served_bytes(self.app), JSON)

    def openapi_part(self, request: ApiRequest, name: str) -> Reply:
        """The document of one game, of remote bots, or without examples."""
        if name not in PARTS:
            raise Problem("not-found", f"There is no such document; there are {', '.join(PARTS)}.")
        return self._documents.reply(request, f"openapi/{name}.json", lambda: served_part(self.app, name), JSON)

    def openapi_yaml(self, request: ApiRequest) -> Reply:
        return self._documents.reply(
            request, "openapi.yaml", lambda: document_yaml(self.app).encode(), "application/yaml"
        )

    def docs(self, request: ApiRequest) -> Reply:
        policy = {"Content-Security-Policy": DOCS_POLICY}
        return self._documents.reply(request, "docs", _docs_page, "text/html; charset=utf-8", policy)

    def docs_asset(self, request: ApiRequest, name: str) -> Reply:
        """A file of Swagger UI, or the script that starts it."""
        path = {"start.js": files("api") / "docs.js"}.get(name) or _swagger_files().get(name)
        if path is None:
            raise Problem("not-found", "The documentation has no such file.")
        kind = guess_type(name)[0] or "application/octet-stream"
        sent = f"{kind}; charset=utf-8" if kind.startswith("text/") else kind
        return self._documents.reply(request, f"docs/{name}", path.read_bytes, sent)


def _docs_page() -> bytes:
    """The page of Swagger UI, with a link for each game."""
    links = [f'<a href="/docs?of={slug}">{escape(game.words.names["en"]["game"])}</a>' for slug, game in GAMES.items()]
    return (files("api") / "docs.html").read_text("utf-8").replace("<!-- games -->", "\n".join(links)).encode()


def page_routes(app: Flask, services: ApiServices) -> list[Route]:
    views = PageViews(app, services)
    return [
        Route("metrics", "GET", "/metrics", views.metrics, limit=METRICS),
        Route("openapi", "GET", "/openapi.json", views.openapi, limit=READ),
        Route("openapi_part", "GET", "/openapi/<name>.json", views.openapi_part, limit=READ),
        Route("openapi_yaml", "GET", "/openapi.yaml", views.openapi_yaml, limit=READ),
        Route("docs", "GET", "/docs", views.docs, limit=READ),
        Route("docs_asset", "GET", "/docs/<name>", views.docs_asset, limit=READ),
    ]


@cache
def _swagger_files() -> dict[str, Path]:
    """Files by name: what is not in the folder cannot be requested."""
    return {path.name: path for path in DIST.iterdir() if path.is_file()}
