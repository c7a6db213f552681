"""Whom the benches of the whole server compare: ours, in any setting, and the reference R on the same software."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Self

import orjson

from bench.support.load import Slice, load
from bench.support.scripts import Script, script
from bench.support.stack import Caller, ServerStack, children, cpu_seconds, free_port, request
from engines.kernel.registry import slugs
from store.redis import keys
from store.redis.cluster import client_for
from store.redis.embedded import EmbeddedServer
from store.settings.declare import MOST

ACTS = 50
"""Acts of one game, as many as a match of a peer has moves."""
SEEDS = 8
WIDE = {f"LUDOTHEQUE_LIMIT_{name}": str(MOST) for name in ("READ", "ACT", "CREATE")} | {"LUDOTHEQUE_CLIENT_GAMES": "0"}
"""Requests are counted as ever, but a benchmark is not turned away."""


class Ludotheque:
    """API, workers and Redis; settings are given as environment variables."""

    def __init__(self, patient: bool = False, name: str = "Ludothèque", **settings: str) -> None:
        self.name = name
        self.patient = patient
        self.stack = ServerStack(**WIDE, **settings)
        self.redis_url = settings.get("REDIS_URL")
        self.acts: dict[str, int] = {}
        """By game: how many were answered, at least."""
        self.scripts = [script(slug, number + 1, ACTS) for number in range(SEEDS) for slug in slugs()]

    def __enter__(self) -> Self:
        self.stack.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self.stack.__exit__()

    def slice(self, connections: int, seconds: float, expected: float) -> Slice:
        games = 2 * connections + int(1.3 * expected * seconds / ACTS)
        with Caller(self.stack.port) as caller:
            pile = [self._opened(caller, self.scripts[number % len(self.scripts)]) for number in range(games)]
        spent = self.cpu()
        done = load(self.stack.port, [self._acts(pile) for _ in range(connections)], seconds, self.patient)
        done.server = self.cpu() - spent
        return done

    def _opened(self, caller: Caller, each: Script) -> tuple[str, list[bytes]]:
        """A game, and its acts as they go over the wire."""
        status, made = caller.call("POST", f"/v1/{each.slug}/games", body=each.payload)
        assert status == 201, made
        path, tokens = f"/v1/{each.slug}/games/{made['id']}/actions", [seat["token"] for seat in made["seats"]]
        return made["id"], [request("POST", path, tokens[seat], action) for seat, action in each.steps]

    def _acts(self, pile: list[tuple[str, list[bytes]]]) -> Iterator[bytes]:
        while pile:
            identifier, acts = pile.pop()
            for number, act in enumerate(acts):
                self.acts[identifier] = number
                yield act
            self.acts[identifier] = len(acts)

    def cpu(self) -> float:
        """Of every process, Redis included."""
        assert self.stack.process is not None
        return sum(cpu_seconds(pid) for pid in family(self.stack.process.pid))

    def check(self) -> int:
        """Every answered act lies in the log; the one that was under way when a slice ended may, too."""
        client = client_for(self.redis_url or f"unix://{self.stack.redis_socket}")
        for identifier, acts in self.acts.items():
            [length] = client.read(("LLEN", keys.acts(identifier)))
            assert acts <= length - 1 <= acts + 1, f"{identifier}: {acts} acts answered, {length - 1} stored"
        client.close()
        return sum(self.acts.values())


class Reference:
    """R on uvicorn in one process, with a Redis of its own that persists as ours does."""

    name = "R"

    def __init__(self, patient: bool = False) -> None:
        self.patient = patient
        self.folder = Path(tempfile.mkdtemp(prefix="ludo-bench-"))
        self.redis = EmbeddedServer(self.folder)
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Reference:
        try:
            self.redis.start()
            self._start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def _start(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "bench.support.reference", str(self.port)],
            env={**os.environ, "REDIS_URL": self.redis.url},
        )
        limit = time.monotonic() + 30
        while time.monotonic() < limit:
            try:
                with Caller(self.port) as caller:
                    if caller.exchange(self._request(0))[0] == 200:
                        return
            except OSError:
                time.sleep(0.05)
        raise RuntimeError("R did not start")

    def __exit__(self, *_: object) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait()
        self.redis.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def slice(self, connections: int, seconds: float, expected: float) -> Slice:  # noqa: ARG002
        assert self.process is not None
        assert self.redis.process is not None
        pids = [*family(self.process.pid), self.redis.process.pid]
        spent = sum(map(cpu_seconds, pids))
        done = load(self.port, [self._requests() for _ in range(connections)], seconds, self.patient)
        done.server = sum(map(cpu_seconds, pids)) - spent
        return done

    def _requests(self) -> Iterator[bytes]:
        number = 0
        while True:
            number += 1
            yield self._request(number)

    def _request(self, number: int) -> bytes:
        return request("POST", "/r", None, orjson.dumps({"type": "flip", "n": number}))


def family(pid: int) -> list[int]:
    """A process and all that it has started."""
    return [pid, *(deeper for child in children(pid) for deeper in family(child))]
