"""Links to a game on other sites: a page for iframes, a link with a preview, and oEmbed.

Only for public games. A private game is hidden, whatever the request contains: these pages accept no tokens.
"""

from __future__ import annotations

import re
from html import escape
from typing import Any, NamedTuple
from urllib.parse import quote, urlsplit

from flask import Blueprint, Response, request

from api.http import headers
from api.http.problems import FieldError, Problem, invalid
from api.http.request import present
from api.http.responses import private
from api.schemas.sheet_builder import card_of
from api.services import ApiServices
from api.views.game.access import GameAccess
from api.views.web import POLICY, contents, page
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

    slug: str
    id: str
    language: str
    title: str
    description: str
    drawn: bool
    """True if there is a picture of it."""

    def address(self, kind: str) -> str:
        return f"{request.host_url}{kind}/{self.slug}/{self.id}"

    @property
    def picture(self) -> str:
        return f"{request.host_url}v1/{self.slug}/games/{self.id}/board.svg"

    def tags(self) -> str:
        """Tags for the head of a page: OpenGraph, and the link to oEmbed."""
        properties = {
            "og:type": "website", "og:site_name": SITE, "og:title": self.title, "og:description": self.description,
            "og:url": self.address("table"), "og:locale": LOCALES[self.language],
        }  # fmt: skip
        if self.drawn:
            properties |= {"og:image": self.picture, "og:image:type": "image/svg+xml", "og:image:alt": self.title}
        oembed = f"{request.host_url}oembed?url={quote(self.address('table'), safe='')}"
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
            "version": "1.0", "type": "rich", "provider_name": SITE, "provider_url": request.host_url,
            "title": self.title, "html": frame, "width": width, "height": height,
        }  # fmt: skip
        if self.drawn:
            document |= {"thumbnail_url": self.picture, "thumbnail_width": WIDTH, "thumbnail_height": WIDTH}
        return document


class PreviewViews:
    def __init__(self, engines: list[Game[Any, Any]], services: ApiServices) -> None:
        self.games = {engine.slug: GameAccess(engine, services) for engine in engines}
        origins = services.settings.cors_origins.split()
        ancestors = "*" if "*" in origins else " ".join(["'self'", *origins])
        self.policy = EMBED_POLICY.format(ancestors=ancestors)

    def embed(self, slug: str, id: str) -> Response:  # noqa: A002
        """A board for an iframe, on pages of the origins that may call the API."""
        preview = self._preview(slug, id)
        response = private(preview.embedded().encode(), None, preview.language, HTML)
        response.headers["Content-Security-Policy"] = self.policy
        return response

    def table(self, slug: str, id: str) -> Response:  # noqa: A002
        """The web table, with a preview for other sites."""
        try:
            preview = self._preview(slug, id)
        except (Problem, NoSuchGame, SchemaMismatch):
            return page()
        content = contents()["index.html"].decode().replace("</head>", f"{preview.tags()}\n</head>", 1)
        response = private(content.encode(), None, preview.language, HTML)
        response.headers["Content-Security-Policy"] = POLICY
        return response

    def oembed(self) -> Response:
        """What a site needs to embed a game: https://oembed.com."""
        query = request.args
        if query.get("format", "json") != "json":
            raise invalid([FieldError(parameter="format", detail="Must be json.")])
        link = urlsplit(query.get("url", "")[:1000])
        found = _LINK.fullmatch(link.fragment or link.path)
        if found is None:
            raise Problem("not-found", "The parameter `url` must be a link to a game: …/table/{game}/{id}.")
        preview = self._preview(found[1], found[2])
        document = preview.oembed(_at_most("maxwidth", WIDTH), _at_most("maxheight", HEIGHT))
        return private(encode(document), None, preview.language)

    def _preview(self, slug: str, identifier: str) -> Preview:
        access = self.games.get(slug)
        game = None if access is None else access.load(identifier, present())
        if access is None or game is None or game.record.private:
            raise Problem("not-found", "There is no such game.")
        language = headers.language()
        name = card_of(access.engine, language).name
        names = ", ".join(player.name for player in game.record.seats if player.kind != "open")
        title = WORDS["title"][language].format(game=name, names=names) if names else name
        return Preview(slug, game.id, language, title, _state(game, language), game.position is not None)


def previews(engines: list[Game[Any, Any]], services: ApiServices) -> Blueprint:
    views, blueprint = PreviewViews(engines, services), Blueprint("previews", __name__)
    blueprint.add_url_rule("/embed/<slug>/<id>", view_func=views.embed)
    blueprint.add_url_rule("/table/<slug>/<id>", view_func=views.table)
    blueprint.add_url_rule("/oembed", view_func=views.oembed)
    return blueprint


def _at_most(parameter: str, size: int) -> int:
    text = request.args.get(parameter, str(size))
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
