"""A thousand games at once, each with a person, a bot and one and a half watchers, for ten minutes.

``python -m bench.soak [--games 1000] [--seconds 600] [--idle 5000]``

The server as `make run` starts it. People look at their game and act every fifteen seconds; a game that has ended makes
room for a new one. Latencies of acts and views, memory of the processes and of Redis are kept by the minute (by the
tenth of a shorter run). Before that, so many idle streams are opened and closed again: what one takes gives what
100,000 would.

Exits non-zero when the last minute is not like the first: a p95 over 1.5 times, processes over 1.1 times as large; when
a stream was cut, an act failed, or a bot's answer was still owed at the end.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from multiprocessing.connection import Connection
from typing import Any

import orjson
from msgspec import Struct

from bench.server.stream import Side, percentile
from bench.support.parties import WIDE
from bench.support.stack import Caller, ServerStack, children, request, resident_kb, stop_servers_on_sigterm
from engines.kernel.registry import slugs

PERSON_SECONDS = 15.0
WATCHERS = 1.5
SLOWER, LARGER = 1.5, 1.1
OPENING = 64
RECKONED = 100_000


class Watcher(asyncio.Protocol):
    """One open stream; what comes is only counted."""

    def __init__(self, request: bytes) -> None:
        self.request, self.received, self.ended = request, 0, False
        self.answered = asyncio.Event()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        transport.write(self.request)  # type: ignore[attr-defined]

    def data_received(self, data: bytes) -> None:
        self.received += len(data)
        self.answered.set()

    def connection_lost(self, _: Exception | None) -> None:
        self.ended = True
        self.answered.set()


def watch(port: int, paths: list[str], orders: Connection) -> None:
    """Open a stream for every path; told to stop, say which have ended and how many bytes came."""

    async def watch_all() -> None:
        loop, gate = asyncio.get_running_loop(), asyncio.Semaphore(OPENING)

        async def opened(path: str) -> Watcher:
            sent = request("GET", path, Accept="text/event-stream")
            async with gate:
                _, watcher = await loop.create_connection(lambda: Watcher(sent), "127.0.0.1", port)
                await asyncio.wait_for(watcher.answered.wait(), 60)
            return watcher

        watchers = await asyncio.gather(*map(opened, paths))
        orders.send("open")
        await loop.run_in_executor(None, orders.recv)
        ended = [path for path, each in zip(paths, watchers, strict=True) if each.ended]
        orders.send((ended, sum(each.received for each in watchers)))

    asyncio.run(watch_all())


class Played(Struct):
    """A game and its person."""

    path: str
    token: str


class Minute(Struct):
    """What a minute (or a tenth of the run) came to."""

    acts: list[float] = []
    views: list[float] = []
    kb: int = 0
    """Of all processes but Redis."""
    redis_kb: int = 0
    stored: int = 0
    """Games in Redis."""


class Soaked:
    """The server and the people at it."""

    def __init__(self, stack: ServerStack, caller: Caller) -> None:
        self.stack, self.caller = stack, caller
        self.games: list[Played] = []
        self.opened = 0
        self.failed: list[str] = []

    def open(self) -> Played:
        slug = slugs()[self.opened % len(slugs())]
        self.opened += 1
        body = {"seats": [{"kind": "human"}, {"kind": "bot", "bot": "greedy"}]}
        status, made = self.caller.call("POST", f"/v1/{slug}/games", body=body)
        assert status == 201, made
        return Played(f"/v1/{slug}/games/{made['id']}", made["seats"][0]["token"])

    def play(self, place: int, minute: Minute) -> None:
        """One person looks, and acts if it is their turn."""
        game = self.games[place]
        began = time.perf_counter()
        status, view = self.caller.call("GET", game.path, game.token)
        minute.views.append(time.perf_counter() - began)
        if status != 200 or view["status"] != "running":
            self.games[place] = self.open()
            return
        if 0 not in view["to_act"]:
            return
        _, legal = self.caller.call("GET", f"{game.path}/actions", game.token)
        if not legal["actions"]:
            return
        action = orjson.dumps(legal["actions"][len(minute.acts) % len(legal["actions"])])
        began = time.perf_counter()
        status, answer = self.caller.exchange(request("POST", f"{game.path}/actions", game.token, action))
        minute.acts.append(time.perf_counter() - began)
        if status != 200:
            self.failed.append(f"{status} {answer[:200]!r}")

    def weigh(self, minute: Minute) -> None:
        pid = self.stack.process.pid if self.stack.process else 0
        family = [child for parent in (pid, *children(pid)) for child in children(parent)]
        with self.stack.redis() as client:
            server = int(client.info("server")["process_id"])
            minute.redis_kb = int(client.info("memory")["used_memory"]) // 1024
            minute.stored = self.opened
        minute.kb = sum(resident_kb(each) for each in {*family} - {server})

    def end_watching(self, side: Side) -> int:
        """How many bytes came; a stream may only have ended with its game."""
        ended, received = side.ask("stop")
        side.process.join()
        games = {path.removesuffix("/events") for path in ended}
        cut = [path for path in games if self.caller.call("GET", path)[1]["status"] == "running"]
        if cut:
            self.failed.insert(0, f"streams of {len(cut)} running games were cut")
        return int(received)

    def owed(self) -> int:
        with self.stack.redis() as client:
            return sum(client.zcard(f"{{p{number:02d}}}:outbox") for number in range(64))


def idle_streams(server: Soaked, count: int) -> float:
    """Bytes of the API for one stream in which nothing happens."""
    if not count:
        return 0.0
    apis = server.stack.api_processes()
    before = sum(map(resident_kb, apis))
    side = Side(watch, server.stack.port, [f"{server.games[n % len(server.games)].path}/events" for n in range(count)])
    assert side.pipe.recv() == "open"
    each = 1024 * (sum(map(resident_kb, apis)) - before) / count
    server.end_watching(side)
    return each


def soak(server: Soaked, seconds: float) -> list[Minute]:
    step = 60.0 if seconds >= 300 else seconds / 10
    minutes, began, number = [Minute()], time.monotonic(), 0
    pause = PERSON_SECONDS / len(server.games)
    while (now := time.monotonic()) < began + seconds:
        if now > began + len(minutes) * step:
            server.weigh(minutes[-1])
            minutes.append(Minute())
        server.play(number % len(server.games), minutes[-1])
        number += 1
        time.sleep(max(0.0, began + number * pause - time.monotonic()))
    server.weigh(minutes[-1])
    return minutes


def complaints(minutes: list[Minute]) -> list[str]:
    """What is not as it was: the first part, in which caches fill, is left out."""
    first, last, found = minutes[1], minutes[-1], []
    for name in ("acts", "views"):
        then, now = (percentile(getattr(each, name), 95) for each in (first, last))
        if now > SLOWER * then:
            found.append(f"the p95 of {name} rose from {1000 * then:.1f} to {1000 * now:.1f} ms")
    if last.kb > LARGER * first.kb:
        found.append(f"the processes grew from {first.kb:,} to {last.kb:,} kB")
    return found


def report(minutes: list[Minute], each_stream: float) -> None:
    print(
        "| part | act p50, p95, p99 (ms) | view p50, p95, p99 (ms) | processes (MB) | Redis (MB) | kB a stored game |"
    )
    print("|---|---|---|---|---|---|")
    for number, one in enumerate(minutes):
        acts, views = (
            ", ".join(f"{1000 * percentile(values, share):.1f}" for share in (50, 95, 99))
            for values in (one.acts, one.views)
        )
        print(
            f"| {number + 1} | {acts} | {views} | {one.kb / 1024:.0f} | {one.redis_kb / 1024:.0f} "
            f"| {one.redis_kb / one.stored:.1f} |"
        )
    if each_stream:
        total = RECKONED * each_stream / 1e9
        print(f"an idle stream takes {each_stream:,.0f} bytes of the API; {RECKONED:,} would take {total:.1f} GB")


def main() -> int:
    stop_servers_on_sigterm()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--idle", type=int, default=5000, help="idle streams from which 100,000 are reckoned")
    given = parser.parse_args()
    with ServerStack(**WIDE) as stack, Caller(stack.port) as caller:
        server = Soaked(stack, caller)
        server.games = [server.open() for _ in range(given.games)]
        each_stream = idle_streams(server, given.idle)
        count = round(given.games * WATCHERS)
        side = Side(watch, stack.port, [f"{server.games[n % given.games].path}/events" for n in range(count)])
        assert side.pipe.recv() == "open"
        minutes = soak(server, given.seconds)
        received = server.end_watching(side)
        time.sleep(1)
        found = complaints(minutes) + server.failed[:5]
        if server.owed():
            found.append(f"{server.owed()} turns are still owed")
    report(minutes, each_stream)
    acts: list[Any] = [act for one in minutes for act in one.acts]
    print(f"{len(acts):,} acts, {server.opened:,} games, {received / 1e6:.1f} MB to {count:,} watchers")
    for complaint in found:
        print(f"MISSED: {complaint}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
