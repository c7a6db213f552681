"""The application as our server runs it, for callers in the same process: it waits and streams."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator, Coroutine, Iterator
from dataclasses import replace
from typing import Any, TypeVar

from werkzeug.test import Client

from api.app import STATUS_LINES, Ludotheque
from api.http.outcomes import Reply
from api.http.request import Environ
from api.server.runner import OpenStream, RequestRunner

T = TypeVar("T")


class InProcessServer:
    """A WSGI application that runs requests on a thread, and waits and streams on an event loop of its own."""

    def __init__(self, app: Ludotheque) -> None:
        self.app = app
        self.extensions = app.extensions
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="in-process", daemon=True)
        self._thread.start()
        self._runner = RequestRunner(replace(app.settings, api_threads=1), threads=True, app=app)

    def __call__(self, environ: Environ, start_response: Any) -> Iterator[bytes]:
        answer = self._wait_for(self._answer({"REMOTE_ADDR": "127.0.0.1", **environ}))
        if isinstance(answer, OpenStream):
            start_response(STATUS_LINES[200], answer.headers)
            return self._frames(answer.frames)
        start_response(STATUS_LINES[answer.status], answer.headers)
        return iter([answer.body])

    async def _answer(self, environ: Environ) -> Reply | OpenStream:
        request = self._runner.request(environ)
        outcome = await self._runner.call(request)
        return outcome if isinstance(outcome, Reply) else await self._runner.settle(request, outcome)

    def _frames(self, frames: AsyncGenerator[bytes, None]) -> Iterator[bytes]:
        try:
            while data := self._wait_for(_next(frames)):
                yield data
        finally:
            self._wait_for(frames.aclose())

    def _wait_for(self, coroutine: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result()

    def close(self) -> None:
        """End its streams, its loop and its connections."""
        self._runner.hub.stop()
        self._wait_for(self._runner.hub.listener.close())
        self._wait_for(self._runner.read(self.extensions["services"].close))
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
        self.extensions["services"].close()

    def client(self) -> Client:
        return Client(self)


async def _next(frames: AsyncGenerator[bytes, None]) -> bytes:
    return await anext(frames, b"")
