"""Measure the CPU cost of requests to an application in this process."""

from __future__ import annotations

import asyncio
import re
import statistics
import time
from collections.abc import AsyncGenerator, Callable
from typing import Any

import orjson
from msgspec import Struct
from werkzeug.test import EnvironBuilder
from werkzeug.wrappers import Response

from api.http.outcomes import StreamFrom
from api.http.rate_limit import LimitClass
from api.http.request import ApiRequest
from api.server.streams import StreamHub
from api.services import ApiServices

REPEATS = 12


class Cost(Struct):
    """One request."""

    name: LimitClass
    what: str
    seconds: float
    """CPU."""
    weight: int
    """How many requests of its class it counts as."""

    def allowed(self, limit: int) -> int:
        """How often in a minute."""
        return limit // self.weight

    def spent(self, limit: int) -> float:
        """CPU seconds that one client can use in a minute."""
        return self.seconds * self.allowed(limit)


class CostMeter:
    """Measures requests on an application in this process: its own CPU, without Redis and the parsing of HTTP."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self.services: ApiServices = app.extensions["services"]
        self.found: list[Cost] = []
        self._seconds = 0.0
        """CPU of the last request, without building it."""

    def send(
        self, method: str, path: str, body: Any = None, token: str | None = None, refused: bool = False
    ) -> Response:
        environ = _environ(method, path, body, token)
        began = time.process_time()
        answer = Response.from_app(self.app, environ, buffered=True)
        self._seconds = time.process_time() - began
        if (answer.status_code >= 400) is not refused:
            raise SystemExit(f"{method} {path} answered {answer.status_code}: {answer.get_data()[:300]!r}")
        return answer

    def stream(self, path: str) -> None:
        """Read a stream that ends by itself."""
        request = ApiRequest(_environ("GET", path), self.app.settings, waits=True)
        began = time.process_time()
        outcome = self.app.respond(request)
        if not isinstance(outcome, StreamFrom):
            raise SystemExit(f"GET {path} is not streamed")
        asyncio.run(_read(outcome.source.frames(StreamHub(self.services.store, self.services.history, _at_once))))
        self._seconds = time.process_time() - began

    def measure(
        self,
        name: LimitClass,
        what: str,
        call: Callable[[], Any],
        prepare: Callable[[], Any] = lambda: None,
        weigh: Callable[[Any], int] | None = None,
    ) -> None:
        """Note the cost of a request; ``prepare`` makes each one as dear as the first."""

        def once() -> int:
            prepare()
            return (weigh or _left)(call())

        weight = once() - once()
        if weight <= 0:  # a minute of the clock began between the two
            weight = once() - once()
        seconds = []
        for _ in range(REPEATS):
            prepare()
            call()
            seconds.append(self._seconds)
        self.found.append(Cost(name, what, statistics.median(seconds), weight))

    def reads_left(self) -> int:
        """What is left of the reads, whatever the last request was."""
        seconds, left = self._seconds, _left(self.send("GET", "/v1/games"))
        self._seconds = seconds
        return left


def _left(answer: Any) -> int:
    """What the answer says is left of the limit."""
    found = re.search(r";r=(\d+);", answer.headers["RateLimit"])
    assert found is not None
    return int(found[1])


def _environ(method: str, path: str, body: Any = None, token: str | None = None) -> dict[str, Any]:
    return EnvironBuilder(
        path=path.partition("?")[0],
        query_string=path.partition("?")[2],
        method=method,
        headers=[] if token is None else [("Authorization", f"Bearer {token}")],
        content_type="application/json",
        data=orjson.dumps({} if body is None else body),
    ).get_environ()


async def _at_once(function: Callable[[], Any]) -> Any:
    return function()


async def _read(frames: AsyncGenerator[bytes, None]) -> None:
    async for _ in frames:
        pass
