"""The order in which a worker takes jobs from its queues."""

from __future__ import annotations

from rq import Queue
from rq.serializers import JSONSerializer

from store.redis.embedded import EmbeddedServer
from store.redis.sentinel import queue_client
from workers.processes import JobWorker, LaneQueue


def test_a_group_comes_before_the_next_and_its_queues_in_turn(queue_server: EmbeddedServer) -> None:
    connection = queue_client(queue_server.url)
    groups = (["order-a", "order-b", "order-c"], ["order-later"])
    names = [name for group in groups for name in group]
    for name in reversed(names):
        for _ in range(3 if name == "order-a" else 1):
            Queue(name, connection=connection, serializer=JSONSerializer).enqueue("builtins.int")
    LaneQueue.groups = groups
    worker = JobWorker(names, connection=connection, queue_class=LaneQueue, serializer=JSONSerializer)
    worker.register_birth()
    try:
        taken = [worker.dequeue_job_and_maintain_ttl(None) for _ in range(6)]
    finally:
        worker.register_death()
        LaneQueue.groups = ()
    assert [found and found[1].name for found in taken] == [
        "order-a", "order-b", "order-c", "order-a", "order-a", "order-later",
    ]  # fmt: skip
