"""The web table: a page to play on, which uses only the public API.

Its files are served as they are, without a build step. Its Content Security Policy permits only our own files.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from api.http.outcomes import Reply
from api.http.problems import Problem
from api.http.rate_limit import READ
from api.http.request import ApiRequest
from api.http.responses import DocumentCache
from api.spec.operation import Route
from api.views.game.boards import PICTURE_POLICY, SVG
from api.views.pictures import picture

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; frame-ancestors 'none'; form-action 'none'"
)
KINDS = {"html": "text/html", "css": "text/css", "js": "text/javascript"}


class WebViews:
    def __init__(self) -> None:
        self._documents = DocumentCache()

    def page(self, request: ApiRequest) -> Reply:
        return self.asset(request, "index.html")

    def ladder_page(self, request: ApiRequest) -> Reply:
        return self.asset(request, "ladder.html")

    def asset(self, request: ApiRequest, name: str) -> Reply:
        content = contents().get(name)
        if content is None:
            raise Problem("not-found", "The web table has no such file.")
        kind = f"{KINDS[name.rpartition('.')[2]]}; charset=utf-8"
        return self._documents.reply(request, name, lambda: content, kind, {"Content-Security-Policy": POLICY})

    def sample(self, request: ApiRequest, language: str, slug: str, moment: str) -> Reply:
        """A picture of a game for newcomers."""
        policy = {"Content-Security-Policy": PICTURE_POLICY}
        try:
            return self._documents.reply(
                request,
                (language, slug, moment),
                lambda: picture(slug, moment, language).encode(),
                f"{SVG}; charset=utf-8",
                policy,
            )
        except KeyError as error:
            raise Problem("not-found", "There is no such picture.") from error


def web_routes(views: WebViews) -> list[Route]:
    return [
        Route("page", "GET", "/", views.page, limit=READ),
        Route("ladder_page", "GET", "/ladder", views.ladder_page, limit=READ),
        Route("asset", "GET", "/web/<path:name>", views.asset, limit=READ),
        Route("sample", "GET", "/web/pictures/<language>/<slug>-<moment>.svg", views.sample, limit=READ),
    ]


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
