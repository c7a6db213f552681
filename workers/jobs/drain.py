"""A drain: one RQ job that plays the turns of bots, partition by partition, until none is left.

Turns come from the outboxes (``store.games.outbox``), where each stays until the commit that plays it. While no other
partition waits, a drain also plays the turns that its own commits open. If a drain dies, its claims expire and other
workers take its turns. docs/bot-turns.md has the whole path.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from uuid import uuid4

from store.games.repository import NoSuchGame, StoredData, engine_of
from store.games.service import GameService
from store.jobs.ready import Pace
from store.model.game import StoredGame
from store.model.record import SchemaMismatch
from store.model.turns import (
    QUICK,
    OutboxEntry,
    Turn,
    TurnClass,
    Work,
    WorkerPool,
    WorkPartition,
    class_of_game,
    partition_of,
    pool_of,
)
from store.process.clock import now_ms
from store.redis.client import OutcomeUnknown, StoreUnavailable
from workers.jobs import clock, turn
from workers.services import WorkerServices, worker_services

SECONDS = 5.0
"""Seconds after which a drain ends; the next one continues."""
PAUSE = 0.002
"""Seconds between two looks for work while there is none, for each recently active partition."""
PATIENCE = 0.1
"""Seconds without work after which a drain ends."""
LOOK = 0.02
"""Seconds after which a busy drain looks for other waiting work."""
ROUND = 64
"""Turns between two looks."""
AT_ONCE = 8
"""Partitions taken at once, and turns claimed from each."""
ANOTHER = 0.02
"""Seconds between two attempts to enqueue another drain while partitions wait."""
log = logging.getLogger("ludotheque")
stopping = threading.Event()
"""Set when the worker process should end: its drain ends after the current turn.

A signal handler sets it, so never wait for it (``store/process/stopping.py``)."""


def play(work: Work, partition: str) -> None:
    """Do the work of a partition, then all other work of the same pool that is ready."""
    OutboxDrain(worker_services(), pool_of(work)).run(WorkPartition(work, partition))
    log.debug("drain ended, it began with %s in partition %s", work, partition)


class OutboxDrain:
    """The turns that one worker has claimed but not played yet. Its own commits notify it of the turns they open."""

    def __init__(self, services: WorkerServices, pool: WorkerPool) -> None:
        self.services = services
        self.pool = pool
        self.name = uuid4().hex
        self.games = GameService(services.store, self)
        self.taken: dict[Work, deque[str]] = {each: deque() for each in self.pool.kinds}
        self.data: dict[str, StoredData | StoredGame] = {}
        """By id: the games of claimed turns."""
        self.again: set[WorkPartition] = set()
        """Partitions to mark as ready again at the next look."""
        self.claimed_classes: tuple[TurnClass, ...] = ()
        """Classes of turns that this drain plays itself when its own commits open them."""
        self._pace = Pace(PAUSE, PAUSE)
        self._looked = self._enqueued = 0.0
        self._waiting = True
        """Whether other partitions waited at the last look."""

    # --- looking for work ----------------------------------------------------------------------------------------

    def run(self, first: WorkPartition | None = None) -> None:
        """Play until no work is left, a single job waits, the time is up or the process should end.

        A quick drain plays its first partition before it looks for others: often there are none.
        """
        end = time.monotonic() + SECONDS
        try:
            if first is not None and self.pool is QUICK:
                self._claim([first])
                self._play_round(end)
            while time.monotonic() < end and self._look() and not stopping.is_set():
                self._play_round(end)
        except Exception:
            self._end()
            raise
        self._end()

    def _look(self) -> bool:
        """Take ready partitions, or wait briefly for some; False if there is nothing to do."""
        patience = time.monotonic() + (PATIENCE if self.pool is QUICK else 0)
        while True:
            if not (self._waiting or self.again or self._count()):
                time.sleep(max(0.0, self._looked + self._pace.pause(self._looked) - time.monotonic()))
            if not self._take():
                return False
            if self._count() or self.again:
                return True
            if time.monotonic() > patience or stopping.is_set():
                return False

    def _take(self) -> bool:
        """Look once; False if a single job waits and the drain should end."""
        quick, room = self.pool is QUICK, self._count() < ROUND
        again, self.again, self._looked = self.again, set(), time.monotonic()
        ready = self.services.queue.ready_partitions
        found = ready.take(self.pool, self.name, (AT_ONCE if quick else 1) * room, again, looking=quick)
        self._enqueue_another(found.left, found.drain_waits)
        if found.job_waits:
            return False
        if found.partitions:
            self._pace.saw((partition.number for partition in found.partitions), self._looked)
            self._claim(found.partitions)
        self._waiting = bool(found.left or self.again)
        self.claimed_classes = ("interactive", "quick") if quick and not self._waiting else ()
        return True

    def _enqueue_another(self, left: int, waits: bool) -> None:
        """Enqueue another drain while partitions wait, in case a worker is idle."""
        now = time.monotonic()
        if left and not waits and now - self._enqueued > ANOTHER:
            self._enqueued = now
            self.services.queue.enqueue_another(self.pool)

    def _claim(self, partitions: list[WorkPartition]) -> None:
        """Claim turns of these partitions and fetch their games."""
        most = AT_ONCE if self.pool is QUICK else 1
        fetched = list[str]()
        for partition, turns, more in self.services.outbox.claim(partitions, now_ms(), most):
            self.taken[partition.work].extend(turns)
            fetched += [text.split("/")[1] for text in turns]
            if more:
                self.again.add(partition)
        if fetched:
            self.data.update(zip(fetched, self.services.store.fetch(fetched), strict=True))

    def _count(self) -> int:
        return sum(map(len, self.taken.values()))

    # --- playing -------------------------------------------------------------------------------------------------

    def _play_round(self, end: float) -> None:
        """Play some of the claimed turns, most urgent first."""
        look = time.monotonic() + LOOK
        for _ in range(ROUND):
            work = next((each for each, turns in self.taken.items() if turns), None)
            if work is None or stopping.is_set():
                break
            self.play_one(work, self.taken[work].popleft())
            if time.monotonic() > min(look, end):
                break
        held = {text.split("/")[1] for turns in self.taken.values() for text in turns}
        self.data = {name: data for name, data in self.data.items() if name in held}
        self.services.shares.write()

    def play_one(self, work: Work, text: str) -> None:
        """Play one turn. A fault is logged; the turn is retried when its claim expires, and the drain continues."""
        try:
            if work == "clock":
                clock.expire_quickly(self.services, text)
            else:
                self._play_turn(work, text)
        except SchemaMismatch as error:  # a worker of the version that stored the game plays it
            delay = self.services.unreadable.delay(Turn.parse(text).game, error)
            self.services.outbox.move([(text, work)], now_ms() + delay)
        except (StoreUnavailable, OutcomeUnknown):
            raise
        except Exception:
            log.exception("a turn failed", extra={"fields": {"turn": text}})

    def _play_turn(self, work: TurnClass, text: str) -> None:
        services, owed = self.services, Turn.parse(text)
        try:
            game = self._game(owed)
        except NoSuchGame:
            services.outbox.drop_owed(text, 0)
            return
        if turn.must_wait(game.record, owed):  # the turn before it enqueues it
            services.outbox.move([(text, work)], now_ms())
            return
        if owed.seat < len(game.record.seats):
            belongs = self._class_of(game, owed.seat)
            if belongs not in self.pool.kinds or self._rank(belongs) > self._rank(work):
                services.outbox.move([(text, belongs)], now_ms())
                self.enqueue([OutboxEntry(text, belongs)], own=False)
                return
        after = turn.play(services, self.games, game, owed, self.claimed_classes)
        if after.progress.events:
            self.enqueue(turn.next_owed(after.record, owed), own=False)
            after.reset()
            self.data[after.id] = after

    def _game(self, owed: Turn) -> StoredGame:
        """The game of a turn: as fetched with the claim, or as left by this drain's last commit."""
        data = self.data.pop(owed.game, None)
        if isinstance(data, StoredGame):
            return data
        engine = engine_of(owed.slug)
        if data is None:
            return self.services.store.load(engine, owed.game)
        return self.services.store.decode(engine, owed.game, data)

    def _class_of(self, game: StoredGame, seat: int) -> TurnClass:
        """The class of the turn now; a client may exceed its share while no other work waits."""
        by_game = class_of_game(game.record, seat)
        return by_game if by_game in self.claimed_classes else self.services.shares.class_of(game.record, game.id, seat)

    def _rank(self, work: Work) -> int:
        return self.pool.kinds.index(work)

    def enqueue(self, owed: list[OutboxEntry], own: bool = True) -> None:
        """Called by this drain's commits: keep the turns of claimed classes, and mark or enqueue the others."""
        elsewhere = list[OutboxEntry]()
        for entry in owed:
            if entry.kind == "task" or entry.kind not in self.pool.kinds:
                elsewhere.append(entry)
            elif own and entry.kind in self.claimed_classes:
                self.taken[entry.kind].append(entry.text)
            else:
                self.again.add(partition_of(entry.text, entry.kind))
        if elsewhere:
            self.services.queue.enqueue(elsewhere)

    # --- ending -------------------------------------------------------------------------------------------------

    def _end(self) -> None:
        """Release the claims that were not played, and wake another worker for them."""
        left = [(text, work) for work, turns in self.taken.items() for text in turns]
        self.again |= {partition_of(text, work) for text, work in left}
        try:
            self.services.outbox.move(left, now_ms())
        finally:
            self.services.queue.call(self.pool, self.again, self.name)
