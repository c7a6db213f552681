"""zstd (extra `zstd`) or gzip for responses over a kilobyte, for clients that accept them."""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import AsyncGenerator
from contextlib import aclosing
from functools import lru_cache
from importlib import import_module
from threading import local
from typing import Any, Literal

from api.http.outcomes import Reply
from api.http.request import ApiRequest

try:
    zstandard: Any = import_module("zstandard")
except ImportError:
    zstandard = None
Coding = Literal["zstd", "gzip"]
CODINGS: tuple[Coding, ...] = ("gzip",) if zstandard is None else ("zstd", "gzip")
"""Supported codings, the faster first."""
SMALLEST = 1024
"""Bytes; shorter responses are sent as they are."""
LONGEST_HEADER = 256
"""Characters of Accept-Encoding that are read."""
_PART = re.compile(r"^\s*([A-Za-z0-9*_-]+)\s*(?:;\s*q\s*=\s*([0-9.]+)\s*)?$")
_QUICK = {"zstd": 1, "gzip": 1}
"""Levels for a response to one reader: compression should not cost more than it saves."""
_THOROUGH = {"zstd": 9, "gzip": 9}
"""Levels for cached documents."""
_own = local()
"""One compressor per thread: reusing it is faster than creating one, and it is not thread-safe."""


def coding_for(request: ApiRequest) -> Coding | None:
    """The coding that Accept-Encoding prefers; among equals, the faster."""
    text = request.environ.get("HTTP_ACCEPT_ENCODING")
    return _best(text) if text and len(text) <= LONGEST_HEADER else None


@lru_cache(maxsize=128)
def _best(text: str) -> Coding | None:
    """`q=0` forbids a coding; a name takes precedence over `*`."""
    weights: dict[str, float] = {}
    for part in text.lower().split(","):
        if found := _PART.match(part):
            try:
                weights[found[1].removeprefix("x-")] = float(found[2] or 1)
            except ValueError:
                return None
    liked = {coding: weights.get(coding, weights.get("*", 0.0)) for coding in CODINGS}
    best = max(CODINGS, key=lambda coding: liked[coding])
    return best if liked[best] > 0 else None


def compressed(body: bytes, coding: Coding) -> bytes:
    """Compress a cached document: always the same bytes, since its ETag is a hash of them."""
    if coding == "gzip":
        return gzip.compress(body, _THOROUGH[coding], mtime=0)
    small: bytes = zstandard.ZstdCompressor(_THOROUGH[coding]).compress(body)
    return small


def compress(request: ApiRequest, reply: Reply) -> Reply:
    """Compress a response. Its ETag becomes weak: a strong one stands for the exact bytes."""
    coding, tag = coding_for(request), reply.header("ETag")
    if coding is None and tag is not None:
        return reply  # a response with a tag varies in any case
    if reply.status == 304:
        # the tag in the form that the reader sent, so that its cache finds the stored response
        if tag and f"W/{tag}" in request.environ.get("HTTP_IF_NONE_MATCH", ""):
            reply.set("ETag", f"W/{tag}")
        return reply
    if len(reply.body) < SMALLEST or reply.header("Content-Encoding") is not None:
        return reply
    varied = reply.header("Vary") or ""
    if "Accept-Encoding" not in varied:
        reply.set("Vary", f"{varied}, Accept-Encoding" if varied else "Accept-Encoding")
    if coding is None:
        return reply
    reply.set("Content-Encoding", coding)
    if tag is not None:
        reply.set("ETag", f"W/{tag}")
    return Reply(reply.status, reply.headers, _quickly(reply.body, coding))


def _quickly(body: bytes, coding: Coding) -> bytes:
    if coding == "gzip":
        return gzip.compress(body, _QUICK[coding], mtime=0)
    compressor = getattr(_own, "compressor", None)
    if compressor is None:
        compressor = _own.compressor = zstandard.ZstdCompressor(_QUICK[coding])
    small: bytes = compressor.compress(body)
    return small


class CompressedFrames:
    """Compresses the frames of a stream one by one, so that each can be read on arrival."""

    def __init__(self, coding: Coding) -> None:
        level = _QUICK[coding]
        self._made: Any
        if coding == "gzip":
            self._made, self._flush = zlib.compressobj(level, wbits=31), zlib.Z_SYNC_FLUSH
        else:
            self._made, self._flush = zstandard.ZstdCompressor(level).compressobj(), zstandard.COMPRESSOBJ_FLUSH_BLOCK

    def frame(self, data: bytes) -> bytes:
        small: bytes = self._made.compress(data)
        small += self._made.flush(self._flush)
        return small

    def end(self) -> bytes:
        last: bytes = self._made.flush()
        return last

    async def around(self, frames: AsyncGenerator[bytes, None]) -> AsyncGenerator[bytes, None]:
        async with aclosing(frames):
            async for data in frames:
                yield self.frame(data)
        yield self.end()
