"""One part of bench.turns, run by the code of whichever version is on the path: what turns cost, as JSON.

``paced RATE SECONDS``: people act at this pace, a worker plays the bots. ``behind TURNS``: so many turns wait for a
worker. ``lone SAMPLES``: one bot at a time answers a person. Only what both versions have is used here, but that this
version's worker also keeps how much of its CPU went into the turns themselves: fetching the game, choosing, committing.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from itertools import count
from multiprocessing.sharedctypes import RawValue
from typing import Any

import psutil
from redis import Redis

from engines.kernel.registry import game, slugs
from store.games.changes.create import Opening, SeatPlan, build_game
from store.games.repository import GameRepository
from store.games.service import GameService
from store.jobs.queue import BackgroundNotifier
from store.model.game import StoredGame
from store.settings import Settings
from workers.players import builtin
from workers.processes import work_on_turns
from workers.services import WorkerServices

GAMES = 300
WARM_UP = 150
IDLE = 0.35
"""Seconds between two answers of a lone bot: nobody looks for work any more."""


class TimedNotifier:
    """The notifier of the API; it keeps how much CPU noting turns took, on its thread too, and how many there were."""

    def __init__(self, queue: Any) -> None:
        self.notifier = BackgroundNotifier(queue)
        self.turns = 0
        self._seconds = 0.0

    def enqueue(self, *given: Any) -> None:
        began = time.thread_time()
        self.notifier.enqueue(*given)
        self._seconds += time.thread_time() - began
        self.turns += len(given[0])

    @property
    def seconds(self) -> float:
        thread = next(each for each in threading.enumerate() if each.name == "notifier")
        return self._seconds + time.clock_gettime(time.pthread_getcpuclockid(thread.ident or 0))


class Tables:
    """Games of one person and one greedy bot each, of all kinds in turn."""

    def __init__(self, services: WorkerServices, notifier: Any) -> None:
        self.services = services
        self.games = GameService(services.store, notifier)
        self._numbers = count()
        self.versions = self.acts = 0

    def open(self) -> StoredGame:
        number = next(self._numbers)
        engine = game(slugs()[number % len(slugs())])
        seed = sha256(f"bench {number}".encode()).digest()
        plans = [SeatPlan("human"), SeatPlan("bot")]
        table, _ = build_game(engine, self.services.store.new_id_for(None), Opening(plans, {}, seed=seed))
        self.games.create(table, None)
        return table

    def act(self, table: StoredGame) -> StoredGame:
        """The person acts, if it is their turn."""
        loaded = self.services.store.load(table.engine, table.id)
        if 0 not in loaded.to_act():
            return loaded
        action = builtin.choose("random", loaded.engine, loaded.position, 0, f"{table.id}/{loaded.version}")
        return self.games.change(loaded, lambda now: now.act(0, action))

    def until_bot_owes(self, table: StoredGame | None = None) -> StoredGame:
        """Act until the bot of this or of a new game is to act."""
        table = table or self.open()
        while 1 not in table.to_act():
            table = self.open() if table.over else self.act(table)
        return table


PLAYING = RawValue("d", 0.0)
"""CPU seconds that the worker has spent on the turns themselves."""


def timed(work: Callable[..., Any]) -> Callable[..., Any]:
    def call(*given: Any) -> Any:
        began = time.thread_time()
        try:
            return work(*given)
        finally:
            PLAYING.value += time.thread_time() - began

    return call


def keep_time() -> None:
    """Count in this process what belongs to a turn wherever it is played."""
    with suppress(ImportError):  # the version before
        from workers.jobs import drain

        drain.OutboxDrain.play_one = timed(drain.OutboxDrain.play_one)  # type: ignore[method-assign]
        GameRepository.fetch = timed(GameRepository.fetch)  # type: ignore[method-assign]


def start_worker() -> psutil.Process:
    pid = os.fork()
    if pid == 0:
        keep_time()
        work_on_turns(Settings.from_environment())
        os._exit(0)
    return psutil.Process(pid)


def cpu(process: psutil.Process) -> float:
    times = process.cpu_times()
    return float(times.user + times.system)


def bot_turns(redis: Redis) -> int:
    """How many turns bots have played so far: commits that no person made."""
    return int(redis.hget("{p00}:figures", "bot_turns") or 0)


def owed(redis: Redis) -> int:
    return sum(redis.zcard(f"{{p{number:02d}}}:outbox") for number in range(64))


def busy(redis: Redis) -> float:
    """CPU seconds of a server."""
    used = redis.info("cpu")
    return float(used["used_cpu_user"]) + float(used["used_cpu_sys"])


class Meter:
    """What was used since it was made, a turn."""

    def __init__(self, redis: Redis, worker: psutil.Process, queue: TimedNotifier) -> None:
        self.redis, self.worker, self.queue = redis, worker, queue
        self.server = Redis.from_url(Settings.from_environment().queue)
        self.before = self._read()

    def _read(self) -> list[float]:
        return [bot_turns(self.redis), self.queue.seconds, cpu(self.worker), PLAYING.value, busy(self.server)]

    def result(self, seconds: float) -> dict[str, Any]:
        turns, *used = [now - was for now, was in zip(self._read(), self.before, strict=True)]
        names = ("enqueue_us", "worker_us", "playing_us", "queue_us")
        each = {name: 1e6 * spent / turns for name, spent in zip(names, used, strict=True)}
        return {"turns": int(turns), "seconds": seconds, **each}


def settle(redis: Redis) -> None:
    """Wait until nothing is owed, and the worker has written its sums."""
    while owed(redis):
        time.sleep(0.01)
    time.sleep(1.3)


def paced(services: WorkerServices, redis: Redis, worker: psutil.Process, rate: int, seconds: int) -> dict[str, Any]:
    queue = TimedNotifier(services.queue)
    tables = Tables(services, queue)
    pile = [tables.until_bot_owes() for _ in range(GAMES)]
    settle(redis)
    meter = Meter(redis, worker, queue)
    began, number = time.monotonic(), 0
    while (now := time.monotonic()) < began + seconds:
        place = number % GAMES
        pile[place] = tables.until_bot_owes(tables.act(pile[place]))
        number += 1
        time.sleep(max(0.0, began + number / rate - time.monotonic()))
    elapsed = now - began
    settle(redis)
    return meter.result(elapsed)


def behind(services: WorkerServices, redis: Redis, worker: psutil.Process, wanted: int) -> dict[str, Any]:
    queue = TimedNotifier(services.queue)
    tables = Tables(services, queue)
    for _ in range(WARM_UP):
        tables.until_bot_owes()
    settle(redis)
    worker.suspend()
    meter = Meter(redis, worker, queue)
    for _ in range(wanted):
        tables.until_bot_owes()
    began = time.monotonic()
    worker.resume()
    while owed(redis):
        time.sleep(0.01)
    elapsed = time.monotonic() - began
    settle(redis)
    return meter.result(elapsed)


def lone(services: WorkerServices, redis: Redis, samples: int) -> dict[str, Any]:
    tables = Tables(services, BackgroundNotifier(services.queue))
    heard: Any = redis.pubsub(ignore_subscribe_messages=True)  # type: ignore[no-untyped-call]
    heard.psubscribe("wake:*")  # the version before
    answers: list[float] = []
    table = tables.until_bot_owes()
    while len(answers) < samples:
        time.sleep(IDLE)
        table = tables.open() if table.over else table
        heard.ssubscribe(f"{{p{table.id[:2]}}}:wake:{table.id}")
        while heard.get_message(timeout=0.01):
            pass
        table = tables.act(table)
        committed = time.perf_counter()
        if 1 not in table.to_act():
            continue
        while (message := heard.get_message(timeout=5)) is not None:
            if message["channel"].decode().endswith(table.id) and int(message["data"]) == table.version + 1:
                answers.append(1000 * (time.perf_counter() - committed))
                break
        if len(answers) % 5 == 0:
            table = tables.open()
    return {"turns": len(answers), "seconds": 0.0, "answers_ms": answers}


def main(what: str, *numbers: str) -> None:
    given = [int(number) for number in numbers]
    settings = Settings.from_environment()
    for slug in slugs():
        game(slug)
    worker = start_worker()
    try:
        services, redis = WorkerServices(settings), Redis.from_url(settings.redis_url)
        if what == "paced":
            found = paced(services, redis, worker, *given)
        elif what == "behind":
            found = behind(services, redis, worker, *given)
        else:
            found = lone(services, redis, *given)
        print(json.dumps(found))
    finally:
        with suppress(psutil.NoSuchProcess):
            worker.send_signal(signal.SIGKILL)
            os.waitpid(worker.pid, 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
