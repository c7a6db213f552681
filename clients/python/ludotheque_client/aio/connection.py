"""Requests for programs with an event loop. This file has a generated twin."""

from __future__ import annotations

import logging
from asyncio import sleep
from collections.abc import AsyncIterator, Callable
from typing import Any, Self, cast
from uuid import uuid4

import httpx

from ludotheque_client.documents import Json
from ludotheque_client.errors import Problem, Unreachable, problem

Progress = Callable[[float], object]
TIMEOUT = httpx.Timeout(10, read=45)
BUSY = (429, 502, 503, 504)
log = logging.getLogger("ludotheque_client")


class AsyncConnection:
    """A connection to a server. Unanswered requests are repeated with an Idempotency-Key, so that each is done once."""

    def __init__(self, url: str, language: str, patience: float, http: httpx.AsyncClient | None) -> None:
        self.url = url.rstrip("/")
        self.language = language
        self.patience = patience
        self.http = http or httpx.AsyncClient(timeout=TIMEOUT, verify=self.url.startswith("https:"))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        await self.http.aclose()

    def _headers(self, token: str | None, headers: dict[str, str] | None = None) -> dict[str, str]:
        given = {"Accept-Language": self.language, **(headers or {})}
        return given | {"Authorization": f"Bearer {token}"} if token else given

    async def request(
        self, method: str, path: str, body: Any = None, *, token: str | None = None,
        params: Json | None = None, headers: dict[str, str] | None = None,
    ) -> httpx.Response:  # fmt: skip
        """Send any request of the API; an error response raises `Problem`."""
        sent = self._headers(token, headers)
        if method == "POST":
            sent.setdefault("Idempotency-Key", str(uuid4()))
        patience = Patience(self.url, self.patience)
        while True:
            try:
                reply = await self.http.request(method, self.url + path, json=body, params=params, headers=sent)
            except httpx.TransportError as error:
                if method == "DELETE" and not isinstance(error, httpx.ConnectError | httpx.ConnectTimeout):
                    raise Unreachable("no answer: it may have been done or not") from error
                await sleep(patience.pause(error))
                continue
            if reply.status_code not in BUSY:
                return checked(reply)
            await sleep(patience.pause(failure(reply), reply.headers.get("Retry-After")))

    async def lines(
        self, path: str, resume: Callable[[], tuple[Json, dict[str, str]]], token: str | None = None
    ) -> AsyncIterator[str]:
        """The lines of a streamed response; after a disconnect it continues from where ``resume`` says.

        A stream of events ends with 204, another answer when there is no line left.
        """
        patience = Patience(self.url, self.patience)
        while True:
            params, headers = resume()
            read, cause = False, cast(Exception, EOFError("the stream was closed"))
            try:
                opened = self.http.stream("GET", self.url + path, params=params, headers=self._headers(token, headers))
                async with opened as reply:
                    if reply.status_code == 200:
                        async for line in reply.aiter_lines():
                            read, patience = True, Patience(self.url, self.patience)
                            yield line
                        if not read and "Accept" not in headers:
                            return
                    elif reply.status_code == 204:
                        return
                    else:
                        await reply.aread()
                        cause = failure(reply)
            except httpx.TransportError as error:
                cause = error
            if isinstance(cause, Problem) and cause.status not in BUSY:
                raise cause
            await sleep(patience.pause(cause))

    async def job(self, started: Json, progress: Progress | None = None) -> Json:
        """Wait for the result of a job."""
        while started["status"] in ("queued", "running"):
            if progress is not None:
                progress(started["progress"])
            wait = "wait=1" if progress else "wait=30"
            started = (await self.request("GET", f"/v1/jobs/{started['id']}", headers={"Prefer": wait})).json()
        if started["status"] != "done":
            raise problem(0, started["problem"] or {"detail": f"the job is {started['status']}"})
        if progress is not None:
            progress(1.0)
        return cast(Json, started["result"])


class Patience:
    """Delays between tries; raises when the patience is used up."""

    def __init__(self, url: str, seconds: float) -> None:
        self.url = url
        self.left = seconds
        self.next = 0.1
        self.logged = False

    def pause(self, cause: Exception, wanted: str | None = None) -> float:
        if self.left <= 0:
            raise Unreachable(f"no answer from {self.url}: {cause or type(cause).__name__}") from cause
        if isinstance(cause, httpx.ConnectError) and not self.logged:
            self.logged = True
            log.warning("cannot connect to %s, trying again: %s", self.url, cause)
        seconds = min(float(wanted) if wanted and wanted.isdecimal() else self.next, max(self.left, 0.1))
        self.left -= seconds
        self.next = min(self.next * 2, 5.0)
        return seconds


def failure(reply: httpx.Response) -> Problem:
    try:
        document = reply.json()
    except ValueError:
        document = {"detail": reply.text[:200] or reply.reason_phrase}
    return problem(reply.status_code, document)


def checked(reply: httpx.Response) -> httpx.Response:
    if reply.is_success or reply.status_code == 304:
        return reply
    raise failure(reply)
