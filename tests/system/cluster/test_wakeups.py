"""Wake-ups in a Cluster: heard where the game lies and nowhere else, and found again when its slot moves."""

from __future__ import annotations

import asyncio
import threading
from contextlib import closing

from redis import Redis

from store.ids import new_id
from store.redis import keys
from store.redis.client import Script
from store.redis.pubsub import PubSubListener
from tests.support.listening import Listening
from tests.support.waiting import PATIENCE, wait_until
from tests.system.cluster.nodes import Cluster, Node
from tests.system.cluster.test_routing import MakeRooms, elsewhere

WAKE = Script("return redis.call('SPUBLISH', string.sub(KEYS[1], 1, 5) .. ':wake:' .. ARGV[1], '')")


def bus_messages(node: Node, kind: str) -> int:
    """How many of a kind the node has received from other nodes."""
    lines = bytes(node.client.execute_command("CLUSTER", "INFO")).decode().splitlines()
    found = dict(line.split(":", 1) for line in lines if ":" in line)
    return int(found.get(f"cluster_stats_messages_{kind}_received", 0))


def heard_at(client: Redis, identifier: str) -> bool:
    return bool(client.pubsub_shardnumsub(keys.wake(identifier))[0][1])


def settled(changed: threading.Event) -> None:
    assert changed.wait(PATIENCE)
    changed.clear()


def test_a_commit_is_heard_where_its_game_lies_and_nowhere_else(cluster: Cluster, harness: MakeRooms) -> None:
    here = harness()
    table, _ = here.open(kinds="hh", identifier=new_id(30))
    owner = cluster.owner(keys.game(table.id))
    others = [node for node in cluster.nodes if node is not owner and node.is_master]
    before = [bus_messages(node, kind) for node in others for kind in ("publish", "publishshard")]
    with closing(Listening(here.store.redis)) as listening, listening.changes(table.id) as changed:
        assert heard_at(owner.client, table.id)
        for _ in range(5):
            table = here.step(table)
            settled(changed)
        assert not any(heard_at(node.client, table.id) for node in others)
    assert [bus_messages(node, kind) for node in others for kind in ("publish", "publishshard")] == before


def test_who_waits_is_woken_before_during_and_after_a_move_of_the_slot(cluster: Cluster, harness: MakeRooms) -> None:
    """In the middle a change is made at one node already, and who waits still listens at the other."""
    here, late = harness(), harness()
    table, _ = here.open(kinds="hh", identifier=new_id(31))
    source, to = cluster.owner(keys.game(table.id)), elsewhere(cluster, keys.game(table.id))
    with closing(Listening(late.store.redis)) as listening, listening.changes(table.id) as changed:
        table = here.step(table)
        settled(changed)

        def meanwhile() -> None:
            """Only a script whose keys all exist is run now; a commit is refused until the slot has moved."""
            here.store.redis.run(WAKE, [keys.game(table.id)], [table.id])
            settled(changed)

        cluster.move(keys.game(table.id), to, meanwhile, batch=100)
        settled(changed)  # another server has it: look again
        wait_until(lambda: heard_at(to.client, table.id))
        assert not heard_at(source.client, table.id)
        wait_until(changed.is_set)
        changed.clear()
        here.step(table)
        settled(changed)


def test_one_process_listens_at_every_node_with_something_it_waits_for(cluster: Cluster, harness: MakeRooms) -> None:
    here = harness()
    changes: list[str] = []
    tables = [here.open(kinds="hh", identifier=new_id(number))[0] for number in range(32, 44)]
    assert len({cluster.owner(keys.game(table.id)).port for table in tables}) > 1

    async def listen() -> None:
        listener = PubSubListener(here.store.redis, changes.append)
        await asyncio.gather(*[listener.subscribe(table.id) for table in tables])
        assert changes == []
        await asyncio.to_thread(lambda: [here.step(table) for table in tables])
        await asyncio.to_thread(wait_until, lambda: set(changes) == {table.id for table in tables})
        await listener.close()

    asyncio.run(listen())
