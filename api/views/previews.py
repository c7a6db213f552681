"""Links to a game on other sites: a page for iframes, a link with a preview, and oEmbed.

Only for public games. A private game is hidden, whatever the request contains: these pages accept no tokens.
"""

from __future__ import annotations

import re
from html import escape
from typing import Any, NamedTuple
from urllib.parse import quote, urlsplit

from api.http.outcomes import Reply
from api.http.problems import FieldError, Problem, invalid
from api.http.rate_limit import READ
from api.http.request import ApiRequest
from api.http.responses import private
from api.schemas.sheet_builder import card_of
from api.services import ApiServices
from api.spec.operation import Route
from api.views.game.access import GameAccess
from api.views.web import POLICY, WebViews, contents
from engines.kernel.content import Content, load
from engines.kernel.game import Game
from store.games.repository import NoSuchGame
from store.games.views import encode, game_document
from store.model.game import StoredGame
from store.model.record import SchemaMismatch

WORDS: Content = load("api.views", "previews.toml")
EMBED_POLICY = POLICY.replace("frame-ancestors 'none'", "frame-ancestors {ancestors}")
HTML = "text/html; charset=utf-8"
SITE = "Ludothèque"
WIDTH, HEIGHT = 640, 760
LOCALES = {"fr": "fr_FR", "en": "en_GB"}
_LINK = re.compile(r"/(?:(?:embed|table)/)?([a-z]+)/([0-9]{2}[a-z0-9]{26})")


class Preview(NamedTuple):
    """A public game in a few words, and its URLs."""

    home: str
    """The URL of this server."""
    slug: str
    id: str
    language: str
    title: str
    description: str
    drawn: bool
    """True if there is a picture of it."""

    def address(self, kind: str) -> str:
        return f"{self.home}{kind}/{self.slug}/{self.id}"

    @property
    def picture(self) -> str:
        return f"{self.home}v1/{self.slug}/games/{self.id}/board.svg"

    def tags(self) -> str:
        """Tags for the head of a page: OpenGraph, and the link to oEmbed."""
        properties = {
            "og:type": "website", "og:site_name": SITE, "og:title": self.title, "og:description": self.description,
            "og:url": self.address("table"), "og:locale": LOCALES[self.language],
        }  # fmt: skip
        if self.drawn:
            properties |= {"og:image": self.picture, "og:image:type": "image/svg+xml", "og:image:alt": self.title}
        oembed = f"{self.home}oembed?url={quote(self.address('table'), safe='')}"
        lines = [f'<meta property="{name}" content="{escape(text)}">' for name, text in properties.items()]
        lines += [
            '<meta name="twitter:card" content="summary">',
            f'<meta name="description" content="{escape(self.description)}">',
            f'<link rel="canonical" href="{escape(self.address("table"))}">',
            f'<link rel="alternate" type="application/json+oembed" href="{escape(oembed)}">',
        ]
        return "\n".join(lines)

    def embedded(self) -> str:
        """The page for an iframe."""
        return f"""<!doctype html>
<html lang="{self.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{escape(self.title)}</title>
{self.tags()}
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/web/styles/embed.css">
<script type="module" src="/web/ludotheque-board.js"></script>
</head>
<body>
<ludotheque-board game="{self.slug}" id="{self.id}" lang="{self.language}"></ludotheque-board>
<p><a href="/table/{self.slug}/{self.id}" target="_blank" rel="noopener">{SITE}</a></p>
</body>
</html>
"""

    def oembed(self, width: int, height: int) -> dict[str, Any]:
        frame = (
            f'<iframe src="{escape(self.address("embed"))}" width="{width}" height="{height}"'
            f' title="{escape(self.title)}" style="border:0" loading="lazy"></iframe>'
        )
        document = {
            "version": "1.0", "type": "rich", "provider_name": SITE, "provider_url": self.home,
            "title": self.title, "html": frame, "width": width, "height": height,
        }  # fmt: skip
        if self.drawn:
            document |= {"thumbnail_url": self.picture, "thumbnail_width": WIDTH, "thumbnail_height": WIDTH}
        return document


class PreviewViews:
    def __init__(self, engines: list[Game[Any, Any]], services: ApiServices, web: WebViews) -> None:
        self.web = web
        self.games = {engine.slug: GameAccess(engine, services) for engine in engines}
        origins = services.settings.cors_origins.split()
        ancestors = "*" if "*" in origins else " ".join(["'self'", *origins])
        self.policy = EMBED_POLICY.format(ancestors=ancestors)

    def embed(self, request: ApiRequest, slug: str, id: str) -> Reply:  # noqa: A002
        """A board for an iframe, on pages of the origins that may call the API."""
        preview = self._preview(request, slug, id)
        reply = private(preview.embedded().encode(), None, preview.language, HTML)
        return reply.set("Content-Security-Policy", self.policy)

    def table(self, request: ApiRequest, slug: str, id: str) -> Reply:  # noqa: A002
        """The web table, with a preview for other sites."""
        try:
            preview = self._preview(request, slug, id)
        except (Problem, NoSuchGame, SchemaMismatch):
            return self.web.page(request)
        content = contents()["index.html"].decode().replace("</head>", f"{preview.tags()}\n</head>", 1)
        return private(content.encode(), None, preview.language, HTML).set("Content-Security-Policy", POLICY)

    def oembed(self, request: ApiRequest) -> Reply:
        """What a site needs to embed a game: https://oembed.com."""
        query = request.query
        if query.get("format", "json") != "json":
            raise invalid([FieldError(parameter="format", detail="Must be json.")])
        try:
            link = urlsplit(query.get("url", "")[:1000])
            found = _LINK.fullmatch(link.fragment or link.path)
        except ValueError:  # such as an open bracket
            found = None
        if found is None:
            raise Problem("not-found", "The parameter `url` must be a link to a game: …/table/{game}/{id}.")
        preview = self._preview(request, found[1], found[2])
        document = preview.oembed(_at_most(request, "maxwidth", WIDTH), _at_most(request, "maxheight", HEIGHT))
        return private(encode(document), None, preview.language)

    def _preview(self, request: ApiRequest, slug: str, identifier: str) -> Preview:
        access = self.games.get(slug)
        game = None if access is None else access.load(request, identifier)
        if access is None or game is None or game.record.private:
            raise Problem("not-found", "There is no such game.")
        language = request.language
        name = card_of(access.engine, language).name
        names = ", ".join(player.name for player in game.record.seats if player.kind != "open")
        title = WORDS["title"][language].format(game=name, names=names) if names else name
        home, state = request.parsed.host_url, _state(game, language)
        return Preview(home, slug, game.id, language, title, state, game.position is not None)


def preview_routes(engines: list[Game[Any, Any]], services: ApiServices, web: WebViews) -> list[Route]:
    views = PreviewViews(engines, services, web)
    return [
        Route("embed", "GET", "/embed/<slug>/<id>", views.embed, limit=READ),
        Route("table", "GET", "/table/<slug>/<id>", views.table, limit=READ),
        Route("oembed", "GET", "/oembed", views.oembed, limit=READ),
    ]


def _at_most(request: ApiRequest, parameter: str, size: int) -> int:
    text = request.query.get(parameter, str(size))
    if not text.isdecimal() or len(text) > 6 or int(text) < 1:
        raise invalid([FieldError(parameter=parameter, detail="Must be a whole number from 1 to 999999.")])
    return min(int(text), size)


def _state(game: StoredGame, language: str) -> str:
    """The status of the game in a sentence."""
    view: Any = game_document(game, None)
    winners = [] if view.result is None else view.result.winners
    kind = "won" if winners else view.status
    names = ", ".join(game.record.seats[seat].name for seat in winners)
    return str(WORDS[kind][language]).format(names=names)
