"""Successful responses with their headers, and documents that are the same for every reader."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from hashlib import sha256
from urllib.parse import urlencode

from flask import Response, request
from msgspec import Struct

from api.accel import accelerated
from api.http import headers
from api.http.compression import SMALLEST, Coding, coding_for, compressed
from api.http.headers import CAREFUL

JSON = "application/json"
VARY = "Authorization, Accept, Accept-Language, Accept-Encoding"
KEPT = [("Cache-Control", "private, max-age=86400"), ("Vary", VARY)]
"""For immutable responses; `private`, since they may depend on the bearer."""
PRIVATE = [("Cache-Control", "private, no-cache"), ("Vary", VARY)]


def made(body: bytes, status: int, pairs: list[tuple[str, str]]) -> Response:
    """A response with exactly these headers."""
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
    """A response that does not depend on its reader, or one that shows a secret once (201: never stored)."""
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


def linked(response: Response, cursor: str | None) -> Response:
    """One page of a list; `Link` points to the next one."""
    if cursor is not None:
        query = urlencode(
            {**{name: value for name, value in request.args.items() if name != "after"}, "cursor": cursor}
        )
        response.headers["Link"] = f'<{request.path}?{query}>; rel="next"'
    return response


def private(
    body: bytes | None, tag: str | None = None, language: str | None = None, media_type: str = JSON, status: int = 200
) -> Response:
    """A response for its reader alone."""
    given = [("Content-Type", media_type), *PRIVATE] if body is not None else list(PRIVATE)
    if tag is not None:
        given.append(("ETag", tag))
    if language is not None:
        given.append(("Content-Language", language))
    return ready(body or b"", status, given)


def kept(body: bytes | None, tag: str, language: str | None = None, media_type: str = JSON) -> Response:
    """An immutable response; without a body, the reader already has it."""
    given = [*KEPT, ("ETag", tag)]
    if language is not None:
        given.append(("Content-Language", language))
    if body is None:
        return ready(b"", 304, given)
    return ready(body, 200, [("Content-Type", media_type), *given])


def waited(response: Response, seconds: int | None) -> Response:
    """Add the header that `Prefer: wait` was honoured."""
    if seconds is not None:
        response.headers["Preference-Applied"] = f"wait={seconds}"
    return response


class CachedDocument(Struct):
    """Bytes with an ETag, built once per process."""

    body: bytes
    tag: str
    headers: list[tuple[str, str]]


def _document(body: bytes, sent: dict[str, str], coding: Coding | None) -> CachedDocument:
    """Each coding has its own tag: a strong tag stands for the exact bytes."""
    if len(body) >= SMALLEST:
        sent["Vary"] = f"{sent['Vary']}, Accept-Encoding" if "Vary" in sent else "Accept-Encoding"
        if coding is not None:
            body, sent["Content-Encoding"] = compressed(body, coding), coding
    tag = f'"{sha256(body).hexdigest()[:32]}"'
    return CachedDocument(body, tag, [*sent.items(), ("ETag", tag)])


class DocumentCache:
    """Documents by key. Keys never come from clients, so the number of documents is bounded."""

    def __init__(self) -> None:
        self._made: dict[Hashable, CachedDocument] = {}

    def response(
        self, key: Hashable, make: Callable[[], bytes], content_type: str, more: dict[str, str] | None = None
    ) -> Response:
        """The document, compressed if the reader accepts that, or 304 if the reader has it."""
        coding = coding_for(request.environ)
        found = self._made.get((key, coding))
        if found is None:
            sent = {"Content-Type": content_type, "Cache-Control": "no-cache", **(more or {})}
            found = self._made[key, coding] = _document(make(), sent, coding)
        if headers.none_match(found.tag):
            return ready(b"", 304, [pair for pair in found.headers if not pair[0].startswith("Content-")])
        return ready(found.body, 200, list(found.headers))

    def in_language(self, key: Hashable, make: Callable[[str], bytes]) -> Response:
        """A JSON document in the reader's language."""
        language = headers.language()
        spoken = {"Content-Language": language, "Vary": "Accept-Language"}
        return self.response((key, language), lambda: make(language), "application/json", spoken)
