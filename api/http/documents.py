"""Documents that are the same for every reader: made once per process, and kept as bytes with an ETag."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from hashlib import sha256

from flask import Response
from msgspec import Struct

from api.http import headers
from api.http.responses import ready


class CachedDocument(Struct):
    body: bytes
    tag: str
    headers: list[tuple[str, str]]


class DocumentCache:
    """Documents by key. There are as many keys as documents: none is made from what a client sends."""

    def __init__(self) -> None:
        self._made: dict[Hashable, CachedDocument] = {}

    def response(
        self, key: Hashable, make: Callable[[], bytes], content_type: str, more: dict[str, str] | None = None
    ) -> Response:
        """The document, or 304 for a reader that has it."""
        found = self._made.get(key)
        if found is None:
            body = make()
            tag = f'"{sha256(body).hexdigest()[:32]}"'
            sent = {"Content-Type": content_type, "Cache-Control": "no-cache", **(more or {}), "ETag": tag}
            found = self._made[key] = CachedDocument(body, tag, list(sent.items()))
        if headers.none_match(found.tag):
            return ready(b"", 304, [pair for pair in found.headers if not pair[0].startswith("Content-")])
        return ready(found.body, 200, list(found.headers))

    def in_language(self, key: Hashable, make: Callable[[str], bytes]) -> Response:
        """A JSON document in the reader's language."""
        language = headers.language()
        spoken = {"Content-Language": language, "Vary": "Accept-Language"}
        return self.response((key, language), lambda: make(language), "application/json", spoken)
