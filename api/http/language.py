"""The language that a request asks for, and details of problems in it."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from api.http.request import Environ, asked
from engines.kernel.content import load
from engines.kernel.words import LANGUAGES


def language(environ: Environ | None = None) -> str:
    """The first language asked for that we speak; a country (`fr-CA`) does not matter."""
    text = asked("HTTP_ACCEPT_LANGUAGE", environ)
    return LANGUAGES[0] if text is None else _language(text)


@lru_cache(maxsize=256)
def _language(text: str) -> str:
    accepted = parse_accept_header(text, LanguageAccept)
    tags = (tag.partition("-")[0].lower() for tag, quality in accepted if quality > 0)
    return next((tag for tag in tags if tag in LANGUAGES), LANGUAGES[0])


def detail_in(text: str, language: str) -> str:
    """A detail in the language; what the catalogue does not have stays English."""
    if language == LANGUAGES[0]:
        return text
    pointer, colon, rest = text.partition(": ")
    if colon and pointer.startswith("/"):
        return f"{pointer} : {detail_in(rest, language)}"
    for pattern, french in _catalogue():
        if found := pattern.fullmatch(text):
            return french.format(*found.groups())
    return text


@cache
def _catalogue() -> list[tuple[re.Pattern[str], str]]:
    entries = load("api.http", "details.toml").items()
    return [(re.compile("(.+?)".join(map(re.escape, english.split("{}")))), french) for english, french in entries]
