"""Successful answers and the headers that go with them, each made in one piece: they are most of what is sent."""

from __future__ import annotations

from flask import Response

from api import headers

JSON = "application/json"
VARY = "Authorization, Accept, Accept-Language"
PRIVATE = [("Cache-Control", "private, no-cache"), ("Vary", VARY)]


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
    return Response(body, status, given)


def worded(body: bytes, language: str | None = None) -> Response:
    """An answer in the reader's language."""
    language = language or headers.language()
    return Response(body, 200, [("Content-Type", JSON), ("Content-Language", language), ("Vary", VARY)])


def private(
    body: bytes | None, tag: str | None = None, language: str | None = None, media_type: str = JSON, status: int = 200
) -> Response:
    """An answer for its reader alone."""
    given = [("Content-Type", media_type), *PRIVATE] if body is not None else list(PRIVATE)
    if tag is not None:
        given.append(("ETag", tag))
    if language is not None:
        given.append(("Content-Language", language))
    response = Response(body, status, given)
    if body is None:
        response.headers.pop("Content-Type", None)  # Flask would call nothing HTML
    return response


def waited(response: Response, seconds: int | None) -> Response:
    """Tell that `Prefer: wait` was honoured."""
    if seconds is not None:
        response.headers["Preference-Applied"] = f"wait={seconds}"
    return response
