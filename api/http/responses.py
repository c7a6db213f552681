"""Successful answers and the headers that go with them, each made in one piece: they are most of what is sent."""

from __future__ import annotations

from collections.abc import Callable

from flask import Response

from api.accel import accelerated
from api.http.constants import CAREFUL

JSON = "application/json"
VARY = "Authorization, Accept, Accept-Language"
PRIVATE = [("Cache-Control", "private, no-cache"), ("Vary", VARY)]


def made(body: bytes, status: int, pairs: list[tuple[str, str]]) -> Response:
    """A response with these headers and no others."""
    response = Response(body, status, [*pairs, *CAREFUL])
    if not any(name == "Content-Type" for name, _ in pairs):
        del response.headers["Content-Type"]
    return response


if accelerated():
    from api.accel.responses import FastResponse

    ready: Callable[[bytes, int, list[tuple[str, str]]], Response] = FastResponse
else:
    ready = made


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
    return ready(body, status, given)


def private(
    body: bytes | None, tag: str | None = None, language: str | None = None, media_type: str = JSON, status: int = 200
) -> Response:
    """An answer for its reader alone."""
    given = [("Content-Type", media_type), *PRIVATE] if body is not None else list(PRIVATE)
    if tag is not None:
        given.append(("ETag", tag))
    if language is not None:
        given.append(("Content-Language", language))
    return ready(body or b"", status, given)


def waited(response: Response, seconds: int | None) -> Response:
    """Tell that `Prefer: wait` was honoured."""
    if seconds is not None:
        response.headers["Preference-Applied"] = f"wait={seconds}"
    return response
