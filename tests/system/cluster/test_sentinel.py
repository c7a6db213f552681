"""The queue under Sentinels: when its master dies, turns and tasks go to the one that was promoted."""

from __future__ import annotations

import asyncio
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis
from redis.exceptions import RedisError
from rq import SimpleWorker
from rq.serializers import JSONSerializer

from store.jobs.queue import REMOTE, TURN_QUEUES, TurnQueue
from store.model.turns import OutboxEntry
from store.redis.client import StoreUnavailable
from store.redis.embedded import EmbeddedServer, server_binary
from store.redis.sentinel import listening_to_queue, queue_client
from tests.support.stack import free_port
from tests.support.waiting import wait_until

GAME = "bakong/07aaaaaaaaaaaaaaaaaaaaaaaaaa"


def owed(decision: int) -> list[OutboxEntry]:
    turn, remote = f"{GAME}/0/{decision}", f"{GAME}/1/{decision}/remote"
    return [OutboxEntry(turn, "interactive"), OutboxEntry(remote, "task")]


class Watch:
    """A master, its replica, and a Sentinel that watches over them."""

    def __init__(self, folder: Path) -> None:
        ports = free_port(), free_port()
        self.port = free_port()
        self.master = EmbeddedServer(folder / "a", extra=("--port", str(ports[0]), "--repl-diskless-sync-delay", "0"))
        self.replica = EmbeddedServer(
            folder / "b", extra=("--port", str(ports[1]), "--replicaof", f"127.0.0.1 {ports[0]}")
        )
        self.file = folder / "sentinel.conf"
        self.file.write_text(
            f"port {self.port}\ndir {folder}\nsentinel monitor queue 127.0.0.1 {ports[0]} 1\n"
            "sentinel down-after-milliseconds queue 500\nsentinel failover-timeout queue 3000\n"
        )
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis+sentinel://127.0.0.1:1,127.0.0.1:{self.port}/queue"

    def start(self) -> None:
        self.master.start()
        self.replica.start()
        self.process = subprocess.Popen(
            [server_binary(), str(self.file), "--sentinel"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        with Redis(port=self.port, socket_timeout=20) as sentinel:
            wait_until(lambda: self._replicas(sentinel) == 1)

    @staticmethod
    def _replicas(sentinel: Redis) -> int:
        try:
            return int(sentinel.sentinel_master("queue")["num-slaves"])
        except (RedisError, OSError):
            return 0

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
        self.replica.stop()
        self.master.stop()


@pytest.fixture
def watch(tmp_path: Path) -> Iterator[Watch]:
    watching = Watch(tmp_path)
    watching.start()
    yield watching
    watching.stop()


def answers(queue: TurnQueue) -> bool:
    try:
        queue.ready()
    except (RedisError, OSError, StoreUnavailable):
        return False
    return True


async def next_task(url: str) -> bytes:
    async with listening_to_queue(url) as client:
        _, task = await client.blpop([REMOTE], 5)  # type: ignore[misc]
        return bytes(task)


def test_the_queue_follows_its_master(watch: Watch) -> None:
    queue = TurnQueue(watch.url)
    queue.ready()
    queue.enqueue(owed(1))
    assert queue.waiting() == {"turns-interactive-07", f"{GAME}/1/1/remote"}
    assert asyncio.run(next_task(watch.url)) == f"{GAME}/1/1/remote".encode()
    watch.master.kill()
    with pytest.raises(StoreUnavailable, match="queue"):
        queue.ready()
    queue.enqueue(owed(2))  # nobody minds: it stays in the outbox, and the sweeper brings it again
    wait_until(lambda: answers(queue))
    queue.redis.delete("rq:queue:quick")  # a worker of the old master has taken it
    queue.enqueue(owed(3))
    assert {"turns-interactive-07", f"{GAME}/1/3/remote"} <= (queue.waiting() or set())
    assert asyncio.run(next_task(watch.url)) == f"{GAME}/1/3/remote".encode()
    queue.close()


def test_a_worker_takes_its_jobs_from_the_master(watch: Watch) -> None:
    watch.master.kill()
    queue = TurnQueue(watch.url)
    wait_until(lambda: answers(queue))
    queue.queues["acts"].enqueue("builtins.len", args=["word"])
    worker = SimpleWorker(TURN_QUEUES, connection=queue_client(watch.url), serializer=JSONSerializer)
    assert worker.work(burst=True, logging_level="ERROR")
    assert queue.waiting() == set()
    worker.connection.close()
    queue.close()
