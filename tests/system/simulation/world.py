"""The simulated world: a real embedded server, two API processes and a worker in this process, and a clock of our own.

A process is its set of services, with its own connections and caches. It dies when an exchange raises ProcessDied, and
another takes its place.
"""

from __future__ import annotations

import asyncio
import random
import shutil
from collections import Counter
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

import pytest
from redis import Redis
from rq.exceptions import NoSuchJobError
from rq.job import Job
from rq.serializers import JSONSerializer

from api.services import ApiServices
from store.games.history import History
from store.games.replay.archive import archive
from store.games.repository import GameRepository
from store.jobs import jobs
from store.jobs.queue import REMOTE, TURN_QUEUES
from store.model.turns import CLASS_MS
from store.process import clock
from store.process.counters import Counters
from store.redis import embedded, keys
from store.redis.client import OutcomeUnknown, StoreUnavailable
from store.redis.embedded import EmbeddedServer
from store.settings import Settings
from tests.system.simulation.seam import Fault, ProcessDied, Seam
from tests.workers.services import use_services
from workers.jobs import drain, turn
from workers.remote.calls import Calls
from workers.remote.client import Reply
from workers.remote.hooks import HookNotices
from workers.services import WorkerServices
from workers.sweeper import sweep

T = TypeVar("T")
SYNC_MS = 1000
"""The log is on the disk at least so often."""
BEGIN_MS = 1_800_000_000_000
QUEUES = [f"rq:queue:{name}" for name in TURN_QUEUES]
ROUNDS = 40
MOST_LOG = 4_000_000
"""Bytes of the server's log beyond which the next world begins with a new one."""


class SimulatedTime:
    """What the store and the workers ask instead of the module ``time``."""

    def __init__(self) -> None:
        self.ms = BEGIN_MS
        self._asked = 0

    def time_ns(self) -> int:
        return self.ms * 1_000_000

    def monotonic(self) -> float:
        """Each look takes a tenth of a second: a worker goes on with two or three turns."""
        self._asked += 1
        return self._asked / 10

    def sleep(self, seconds: float) -> None:
        """A worker that waits for more work takes another look at once."""

    def thread_time(self) -> float:
        return self.ms / 1000


class Process:
    """An API process or a worker."""

    def __init__(self, services: Any, seen: Counter[str], restart: Callable[[bool], None]) -> None:
        self.services = services
        self.seam = Seam(services.store.redis, seen, restart)

    def close(self) -> None:
        self.services.store.redis.close()
        self.services.queue.close()


class RecordedCalls(Calls):
    """The dispatcher's calls: the store is real, the network only writes down what it is given."""

    def __init__(self, services: WorkerServices, made: Counter[str]) -> None:
        super().__init__(services)
        self.made = made

    async def do(self, work: Callable[..., T], *args: Any) -> T:
        return work(*args)

    async def post(self, bot: Any, about: str, body: bytes, seconds: float, wanted: bool = False) -> Reply:
        self.made[about] += 1
        return Reply(204, b"")


class World:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.seen: Counter[str] = Counter()
        """How often each thing happened, over all runs of this world."""
        self.server = EmbeddedServer(folder, extra=("--auto-aof-rewrite-percentage", "0"), end_with_parent=True)
        self.settings = Settings(
            redis_url=self.server.url, data=folder, secret="simulated", archive=str(folder / "kept")
        )
        self.time = SimulatedTime()
        self._patch = pytest.MonkeyPatch()
        self.rng = random.Random(0)
        self.api: list[Process] = []
        self.lost_second: Callable[[], None] = lambda: None
        """Called when the server has come back without its last second."""
        self.marked: Callable[[], None] = lambda: None
        """Called when all that is stored has reached the disk."""

    def __enter__(self) -> World:
        self.server.start()
        self.settings = Settings(redis_url=self.server.url, data=self.folder, secret="simulated" * 4)
        self._patch.setattr(clock, "time", self.time)
        for module in (turn, drain):
            self._patch.setattr(module, "time", self.time)
        self._patch.setattr(jobs, "new_id", self.new_id)
        self._patch.setattr(Counters, "_write_on", lambda _: None)  # no thread outlives its process
        self._patch.setattr(embedded, "START_SECONDS", 900)  # a long run may be stopped for a while, and go on later
        self.truth = GameRepository(self.settings)
        """Reads what is stored, past all faults."""
        self.history = History(self.truth)
        return self

    def __exit__(self, *_: object) -> None:
        self._patch.undo()
        self._end_processes()
        self.truth.redis.close()
        self.server.stop()

    # --- a run ---------------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """An empty world at its first moment."""
        self._end_processes()
        if self.log.stat().st_size > MOST_LOG:
            self.server.stop()
            shutil.rmtree(self.server.folder)
            self.server.start()
        with Redis.from_url(self.server.url) as operator:
            operator.flushall()
        shutil.rmtree(self.archive, ignore_errors=True)
        self.time.ms, self.rng = BEGIN_MS, random.Random(0)
        self.called: Counter[str] = Counter()
        self.api = [self._new_api(), self._new_api()]
        self.worker = self._new_worker()
        self.lost_second = self.marked = lambda: None
        self.mark()

    def _end_processes(self) -> None:
        for process in self.api:
            process.close()
        if self.api:
            self.worker.close()
        self.api = []

    def _new_api(self) -> Process:
        return Process(ApiServices(self.settings), self.seen, self.restart)

    def _new_worker(self) -> Process:
        made = Process(WorkerServices(self.settings), self.seen, self.restart)
        use_services(self._patch, made.services)
        return made

    def new_id(self, partition: int | None = None) -> str:
        chosen = self.rng.randrange(64) if partition is None else partition
        return f"{chosen:02d}" + "".join(self.rng.choices("abcdefghijklmnopqrstuvwxyz0123456789", k=26))

    # --- the clock and the server --------------------------------------------------------------------------------

    def wait(self, milliseconds: int) -> None:
        self.time.ms += milliseconds
        if self.time.ms - self._marked_at >= SYNC_MS:
            self.mark()

    @property
    def log(self) -> Path:
        logs = self.server.folder.glob("appendonlydir/*.incr.aof")
        return max(logs, key=lambda file: int(file.name.split(".")[-3]))

    def mark(self) -> None:
        """All that is stored now has reached the disk."""
        self._synced, self._marked_at = self.log.stat().st_size, self.time.ms
        self.marked()

    def restart(self, lose: bool) -> None:
        """The server is killed and comes back, with what it had or with what had reached the disk."""
        self.server.kill()
        if lose:
            with self.log.open("r+b") as file:
                file.truncate(self._synced)
        self.server.start()
        self.seen["server restarted without its last second" if lose else "server restarted"] += 1
        if lose:
            self.lost_second()

    # --- processes -----------------------------------------------------------------------------------------------

    def in_api(self, number: int, fault: Fault | None, work: Callable[[ApiServices], T]) -> T:
        """Let an API process work; one that dies is replaced. Raises what its client would see."""
        process = self.api[number]
        self.time.ms += 1
        try:
            with process.seam.plan(fault):
                return work(process.services)
        except ProcessDied as died:
            process.close()
            self.api[number] = self._new_api()
            raise OutcomeUnknown("the connection was lost") from died

    def in_worker(self, fault: Fault | None, work: Callable[[WorkerServices], object]) -> None:
        """The same for the worker, which nobody waits for: the sweeper brings again what fails."""
        self.time.ms += 1
        try:
            with self.worker.seam.plan(fault):
                work(self.worker.services)
        except ProcessDied:
            self.worker.close()
            self.worker = self._new_worker()
            self.seen["worker died"] += 1
            self.seen["worker died with turns that it had taken"] += self._taken() > 0
        except (StoreUnavailable, OutcomeUnknown):
            self.seen["worker failed"] += 1

    def _taken(self) -> int:
        """How many turns of the outboxes nobody may take yet."""
        outboxes = self.truth.redis.read(*[("ZRANGE", keys.outbox(tag), 0, -1, "WITHSCORES") for tag in keys.tags()])
        return sum(float(score) % CLASS_MS > self.time.ms for entries in outboxes for score in entries[1::2])

    def sweep(self, fault: Fault | None = None) -> None:
        self.in_worker(fault, sweep)

    def work(self, fault: Fault | None = None) -> bool:
        """Do the first job that waits; False when none does."""
        queue = self.worker.services.queue.redis
        found: Any = queue.lmpop(len(QUEUES), *QUEUES, direction="LEFT")
        if found is None:
            return False
        try:
            job = Job.fetch(found[1][0].decode(), connection=queue, serializer=JSONSerializer)
        except NoSuchJobError:  # the server has lost it
            return True
        module, _, function = job.func_name.rpartition(".")
        queue.delete(job.key)
        self.seen[f"job {function}"] += 1
        self.in_worker(fault, lambda _: getattr(import_module(module), function)(*job.args))
        return True

    def dispatch(self, fault: Fault | None = None) -> bool:
        """Do the first task that waits for the dispatcher; False when none does."""
        found = self.worker.services.queue.redis.lpop(REMOTE)
        if found is None:
            return False
        hooks = HookNotices(RecordedCalls(self.worker.services, self.called))
        self.in_worker(fault, lambda _: asyncio.run(hooks.send(found.decode())))
        return True

    def lose_queue(self) -> None:
        """The queue forgets everything, as it may."""
        queue = self.worker.services.queue.redis
        queue.delete(REMOTE, *QUEUES, *queue.scan_iter("turns:*"))
        self.seen["queue lost"] += 1

    @property
    def archive(self) -> Path:
        return self.folder / "kept"

    def keep_archive(self, fault: Fault | None = None) -> None:
        self.in_worker(fault, lambda at: archive(at.store, at.history, self.archive))

    def settle(self) -> list[str]:
        """No more faults: the sweeper brings what was lost until all that is owed now was done; what is left of it.

        Games that bots play go on meanwhile and may end, so the notices of what they played are given, too.
        """
        owed = left = set(self.owed())
        for _ in range(ROUNDS):
            self.wait(4000)
            self.sweep()
            while left and (self.dispatch() or self.work()):
                left = owed & set(self.owed())
            if not left:
                break
        while self.dispatch():
            pass
        return sorted(left)

    def owed(self) -> list[str]:
        """Turns, notices and jobs that are still to be done."""
        outboxes = self.truth.redis.read(*[("ZRANGE", keys.outbox(tag), 0, -1) for tag in keys.tags()])
        return [
            *[entry.decode() for entries in outboxes for entry in entries],
            *self.worker.services.jobs.overdue(1 << 62),
        ]
