"""A request that is being answered."""

from __future__ import annotations

import asyncio

from api.http.request import ApiRequest
from api.server.http1.encoding import SAFE


class Exchange:
    __slots__ = ("hurry", "keep_alive", "method", "request", "streams", "task")

    def __init__(self, request: ApiRequest, keep_alive: bool) -> None:
        self.request: ApiRequest | None = request
        """None while it streams: a stream is long, and its request need not stay in memory."""
        self.method = request.method
        self.keep_alive = keep_alive
        self.streams = False
        self.hurry: asyncio.Event | None = None
        """Ends its waiting early."""
        self.task: asyncio.Task[None] | None = None

    @property
    def safe(self) -> bool:
        """Does it change nothing, so that it may be dropped when its client is gone?"""
        return self.method in SAFE
