"""gzip for answers over a kilobyte, for clients that accept it."""

from __future__ import annotations

import gzip
import re

from flask import Response

from api.http.request import Environ

SMALLEST = 1024
"""Bytes; what is shorter is sent as it is."""
_PART = re.compile(r"^\s*([A-Za-z0-9*_-]+)\s*(?:;\s*q\s*=\s*([0-9.]+)\s*)?$")


def accepts_gzip(environ: Environ) -> bool:
    """Does Accept-Encoding allow gzip? `q=0` forbids it, a name counts more than `*`."""
    text = environ.get("HTTP_ACCEPT_ENCODING", "")
    if "gzip" not in text and "*" not in text:
        return False
    weights: dict[str, float] = {}
    for part in text.lower().split(","):
        if found := _PART.match(part):
            try:
                weights[found[1]] = float(found[2] or 1)
            except ValueError:
                return False
    return weights.get("gzip", weights.get("x-gzip", weights.get("*", 0.0))) > 0


def squeezed(body: bytes, level: int) -> bytes:
    """The body under gzip; the same bytes whenever it is made, since its ETag is a hash of them."""
    return gzip.compress(body, level, mtime=0)


def compress(environ: Environ, response: Response) -> None:
    """Compress an answer that is whole and has no ETag: a tag stands for the bytes that are sent.

    Level 1: an answer that is made for one reader should not cost more than it saves.
    """
    headers = response.headers
    if "ETag" in headers or "Content-Encoding" in headers or not response.is_sequence:
        return
    body = response.get_data()
    if len(body) < SMALLEST or "event-stream" in headers.get("Content-Type", ""):
        return
    varied = headers.get("Vary")
    headers["Vary"] = f"{varied}, Accept-Encoding" if varied else "Accept-Encoding"
    if accepts_gzip(environ):
        small = squeezed(body, 1)
        response.response = [small]
        headers["Content-Encoding"] = "gzip"
        headers["Content-Length"] = str(len(small))
