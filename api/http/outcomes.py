"""What a view returns: a reply, or that the server shall wait for a change or stream."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from typing import TYPE_CHECKING, NamedTuple, Protocol

from msgspec import Struct

from api.http.problems import Problem

if TYPE_CHECKING:
    from api.server.streams import StreamHub

Headers = list[tuple[str, str]]


class Reply(NamedTuple):
    """A complete response; the pipeline adds the headers of every response."""

    status: int
    headers: Headers
    body: bytes = b""

    def header(self, name: str) -> str | None:
        for known, value in self.headers:
            if known == name:
                return value
        return None

    def set(self, name: str, value: str) -> Reply:
        """Add a header, or replace the one of this name."""
        self.headers[:] = [pair for pair in self.headers if pair[0] != name]
        self.headers.append((name, value))
        return self

    def waited(self, seconds: int | None) -> Reply:
        """Say that `Prefer: wait` was honoured, if it was asked for."""
        return self if seconds is None else self.set("Preference-Applied", f"wait={seconds}")


class WaitUntil(Struct):
    """Reply when a game, job or bot changes, or after this many seconds."""

    id: str
    """The id of the game, job or bot."""
    seconds: float
    ready: Callable[[], bool]
    """Has it already changed?"""
    resume: Callable[[], Outcome]
    """Go on after the wait."""
    refused: Callable[[Problem], Outcome] | None = None
    """Go on if the server cannot wait, or not now, for the reason given; without it, that is the reply."""

    def refuse(self, problem: Problem) -> Outcome:
        if self.refused is None:
            raise problem
        return self.refused(problem)


class FrameSource(Protocol):
    """The content of a stream."""

    def frames(self, hub: StreamHub) -> AsyncGenerator[bytes, None]: ...


class StreamFrom(Struct):
    """Reply with a stream."""

    source: FrameSource
    headers: Headers


Outcome = Reply | WaitUntil | StreamFrom
