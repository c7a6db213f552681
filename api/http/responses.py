"""Successful answers and the headers that go with them, each made in one piece: they are most of what is sent."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from http import HTTPStatus
from typing import Any

from flask import Response
from werkzeug.datastructures import Headers

from api.http import headers
from api.http.request import Environ

JSON = "application/json"
VARY = "Authorization, Accept, Accept-Language"
PRIVATE = [("Cache-Control", "private, no-cache"), ("Vary", VARY)]
CAREFUL = [("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer")]
"""What keeps browsers careful; every answer has it."""
BODILESS = (204, 304)
_LINES = {status.value: f"{status.value} {status.phrase.upper()}" for status in HTTPStatus}


class OwnHeaders(Headers):
    """Headers that hold nothing from outside, and so need no search for line breaks."""

    def __init__(self, pairs: list[tuple[str, str]]) -> None:
        self._list = pairs

    def add(self, key: str, value: Any, /, **options: Any) -> None:
        if options:
            super().add(key, value, **options)
        else:
            self._list.append((key, value))


class Ready(Response):
    """An answer of ours, complete when it is made: it goes out as it is."""

    def __init__(self, body: bytes, status: int, pairs: list[tuple[str, str]]) -> None:
        if status not in BODILESS:
            pairs.append(("Content-Length", str(len(body))))
        pairs += CAREFUL
        self.headers = OwnHeaders(pairs)
        self._status_code, self._status = status, _LINES[status]
        self.response = [body]
        self.direct_passthrough = False
        self._on_close = []

    def whole(self, environ: Environ) -> tuple[int, list[tuple[str, str]], bytes]:
        """All of it at once, for servers of ours."""
        body: bytes = self.response[0] if environ["REQUEST_METHOD"] != "HEAD" else b""  # type: ignore[assignment,index]
        return self._status_code, self.headers._list, body

    def __call__(self, environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        _, headers, body = self.whole(environ)
        start_response(self._status, headers)
        return [body]


def plain(
    body: bytes, status: int = 200, replay: bool = False, location: str | None = None, tag: str | None = None
) -> Response:
    """An answer that does not depend on who reads it, or one that tells a secret once (201: never stored)."""
    given = [("Content-Type", JSON)]
    if replay:
        given.append(("Idempotent-Replay", "true"))
    if location is not None:
        given.append(("Location", location))
    if tag is not None:
        given.append(("ETag", tag))
    if status == 201:
        given.append(("Cache-Control", "no-store"))
    return Ready(body, status, given)


def worded(body: bytes, language: str | None = None) -> Response:
    """An answer in the reader's language."""
    language = language or headers.language()
    return Ready(body, 200, [("Content-Type", JSON), ("Content-Language", language), ("Vary", VARY)])


def private(
    body: bytes | None, tag: str | None = None, language: str | None = None, media_type: str = JSON, status: int = 200
) -> Response:
    """An answer for its reader alone."""
    given = [("Content-Type", media_type), *PRIVATE] if body is not None else list(PRIVATE)
    if tag is not None:
        given.append(("ETag", tag))
    if language is not None:
        given.append(("Content-Language", language))
    return Ready(body or b"", status, given)


def waited(response: Response, seconds: int | None) -> Response:
    """Tell that `Prefer: wait` was honoured."""
    if seconds is not None:
        response.headers["Preference-Applied"] = f"wait={seconds}"
    return response
