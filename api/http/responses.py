"""Successful responses with their headers, and documents that are the same for every reader."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from hashlib import sha256
from urllib.parse import urlencode

from msgspec import Struct

from api.http.compression import SMALLEST, Coding, coding_for, compressed
from api.http.outcomes import Headers, Reply
from api.http.request import ApiRequest

JSON = "application/json"
VARY = "Authorization, Accept, Accept-Language, Accept-Encoding"
KEPT = [("Cache-Control", "private, max-age=86400"), ("Vary", VARY)]
"""For immutable responses; `private`, since they may depend on the bearer."""
PRIVATE = [("Cache-Control", "private, no-cache"), ("Vary", VARY)]


def plain(
    body: bytes, status: int = 200, replay: bool = False, location: str | None = None, tag: str | None = None
) -> Reply:
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
    return Reply(status, given, body)


def linked(request: ApiRequest, reply: Reply, cursor: str | None) -> Reply:
    """One page of a list; `Link` points to the next one."""
    if cursor is not None:
        query = urlencode(
            {**{name: value for name, value in request.query.items() if name != "after"}, "cursor": cursor}
        )
        reply.headers.append(("Link", f'<{request.path}?{query}>; rel="next"'))
    return reply


def no_content() -> Reply:
    return Reply(204, [])


def private(
    body: bytes | None, tag: str | None = None, language: str | None = None, media_type: str = JSON, status: int = 200
) -> Reply:
    """A response for its reader alone."""
    given = [("Content-Type", media_type), *PRIVATE] if body is not None else list(PRIVATE)
    if tag is not None:
        given.append(("ETag", tag))
    if language is not None:
        given.append(("Content-Language", language))
    return Reply(status, given, body or b"")


def kept(body: bytes | None, tag: str, language: str | None = None, media_type: str = JSON) -> Reply:
    """An immutable response; without a body, the reader already has it."""
    given = [*KEPT, ("ETag", tag)]
    if language is not None:
        given.append(("Content-Language", language))
    if body is None:
        return Reply(304, given)
    return Reply(200, [("Content-Type", media_type), *given], body)


class CachedDocument(Struct):
    """Bytes with an ETag, built once per process."""

    body: bytes
    tag: str
    headers: Headers


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

    def reply(
        self,
        request: ApiRequest,
        key: Hashable,
        make: Callable[[], bytes],
        content_type: str,
        more: dict[str, str] | None = None,
    ) -> Reply:
        """The document, compressed if the reader accepts that, or 304 if the reader has it."""
        coding = coding_for(request)
        found = self._made.get((key, coding))
        if found is None:
            sent = {"Content-Type": content_type, "Cache-Control": "no-cache", **(more or {})}
            found = self._made[key, coding] = _document(make(), sent, coding)
        if request.none_match(found.tag):
            return Reply(304, [pair for pair in found.headers if not pair[0].startswith("Content-")])
        return Reply(200, list(found.headers), found.body)

    def in_language(self, request: ApiRequest, key: Hashable, make: Callable[[str], bytes]) -> Reply:
        """A JSON document in the reader's language."""
        language = request.language
        spoken = {"Content-Language": language, "Vary": "Accept-Language"}
        return self.reply(request, (key, language), lambda: make(language), JSON, spoken)
