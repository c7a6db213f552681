"""A request that is being answered."""

from __future__ import annotations

import asyncio

from api.http.request import Environ
from api.server.http1.encoding import SAFE


class Exchange:
    __slots__ = ("environ", "hurry", "keep_alive", "streams", "task")

    def __init__(self, environ: Environ, keep_alive: bool) -> None:
        self.environ = environ
        self.keep_alive = keep_alive
        self.streams = False
        self.hurry: asyncio.Event | None = None
        """Ends its waiting early."""
        self.task: asyncio.Task[None] | None = None

    @property
    def safe(self) -> bool:
        """Does it change nothing, so that it may be dropped when its client is gone?"""
        return self.environ["REQUEST_METHOD"] in SAFE
