"""Responses that are complete when created: their headers need no checks, and the body is one piece."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from http import HTTPStatus
from operator import itemgetter
from typing import Any

from flask import Response
from werkzeug.datastructures import Headers

from api.http.headers import BODILESS, CAREFUL

_NAME = itemgetter(0)
_LINES = {status.value: f"{status.value} {status.phrase.upper()}" for status in HTTPStatus}


class OwnHeaders(Headers):
    """Headers without client input, which need no search for line breaks."""

    def __init__(self, pairs: list[tuple[str, str]]) -> None:
        self._list = pairs

    def add(self, key: str, value: Any, /, **options: Any) -> None:
        if options:
            super().add(key, value, **options)
        else:
            self._list.append((key, value))

    def __contains__(self, key: str) -> bool:
        """Our own names are always spelled the same; other spellings take Werkzeug's path."""
        return key in map(_NAME, self._list) or super().__contains__(key)


class FastResponse(Response):
    careful = True
    """It starts with the security headers."""

    def __init__(self, body: bytes, status: int, pairs: list[tuple[str, str]]) -> None:
        if status not in BODILESS:
            pairs.append(("Content-Length", str(len(body))))
        pairs += CAREFUL
        self.headers = OwnHeaders(pairs)
        self._status_code, self._status = status, _LINES[status]
        self.response = [body]
        self.direct_passthrough = False
        self._on_close = []

    def whole(self, environ: dict[str, Any]) -> tuple[int, list[tuple[str, str]], bytes]:
        """Status, headers and body at once, for our own server."""
        body: bytes = self.response[0] if environ["REQUEST_METHOD"] != "HEAD" else b""  # type: ignore[index]
        return self._status_code, self.headers._list, body

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        _, headers, body = self.whole(environ)
        start_response(self._status, headers)
        return [body]
