"""A real Cluster of local processes: three masters, each with a replica, formed by commands."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from redis import Redis
from redis.exceptions import RedisError

from store.redis.embedded.server_version import server_binary
from store.redis.keys import SLOTS, slot_of
from tests.support.stack import free_port
from tests.support.waiting import wait_until

NODE_TIMEOUT_MS = 1000


class Node:
    """One server of the Cluster."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self.folder = folder
        self.port, self.bus = free_port(), free_port()
        self.process: subprocess.Popen[bytes] | None = None
        self.client: Any = Redis(port=self.port, socket_timeout=5)
        self.id = ""

    def start(self) -> None:
        self.process = subprocess.Popen(
            [
                server_binary(), "--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(self.folder),
                "--cluster-enabled", "yes", "--cluster-port", str(self.bus),
                "--cluster-node-timeout", str(NODE_TIMEOUT_MS),
                "--appendonly", "yes", "--appendfsync", "always", "--save", "", "--repl-diskless-sync-delay", "0",
                "--logfile", str(self.folder / "server.log"),
            ],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        wait_until(self._answers)
        self.id = str(self.client.execute_command("CLUSTER", "MYID"), "ascii")

    def _answers(self) -> bool:
        try:
            return bool(self.client.ping())
        except (RedisError, OSError):
            return False

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def signal(self, number: int) -> None:
        assert self.process is not None
        os.kill(self.process.pid, number)

    @property
    def is_master(self) -> bool:
        return bool(self.client.info("replication")["role"] == "master")


class Cluster:
    """Started with ``with Cluster() as cluster``."""

    def __init__(self, masters: int = 3, replicas: int = 1) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="ludo-cluster-"))
        self.masters = [Node(self.folder / f"master-{number}") for number in range(masters)]
        self.replicas = [Node(self.folder / f"replica-{number}") for number in range(masters * replicas)]

    @property
    def nodes(self) -> list[Node]:
        return [*self.masters, *self.replicas]

    @property
    def url(self) -> str:
        return "redis+cluster://" + ",".join(f"127.0.0.1:{node.port}" for node in self.masters)

    def __enter__(self) -> Cluster:
        try:
            self._form()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        for node in self.nodes:
            if node.process is not None:
                node.signal(signal.SIGCONT)
            node.kill()
            node.client.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _form(self) -> None:
        for node in self.nodes:
            node.start()
        share = -(-SLOTS // len(self.masters))
        for number, node in enumerate(self.masters):
            node.client.execute_command(
                "CLUSTER", "ADDSLOTSRANGE", number * share, min(SLOTS, (number + 1) * share) - 1
            )
        self._introduce()
        for number, node in enumerate(self.replicas):
            node.client.execute_command("CLUSTER", "REPLICATE", self.masters[number % len(self.masters)].id)
        wait_until(lambda: all(b"cluster_state:ok" in self._info(node) for node in self.nodes))
        wait_until(lambda: all(node.client.info("replication")["master_link_status"] == "up" for node in self.replicas))

    def _introduce(self) -> None:
        """Again after a while: a node that hears of another later than within the time limit forgets it."""
        first, introduced = self.masters[0], 0.0

        def known() -> bool:
            nonlocal introduced
            if all(self._knows(node) == len(self.nodes) for node in self.nodes):
                return True
            if time.monotonic() - introduced > 5:
                introduced = time.monotonic()
                for node in self.nodes[1:]:
                    first.client.execute_command("CLUSTER", "MEET", "127.0.0.1", node.port, node.bus)
            return False

        wait_until(known)

    @staticmethod
    def _info(node: Node) -> bytes:
        return bytes(node.client.execute_command("CLUSTER", "INFO"))

    @staticmethod
    def _knows(node: Node) -> int:
        reply = bytes(node.client.execute_command("CLUSTER", "NODES"))
        return reply.count(b" connected") - reply.count(b"handshake")

    def owner(self, key: str) -> Node:
        """The master that serves a key now."""
        slot = slot_of(key)
        for node in self.nodes:
            if node.process is None or not node.is_master:
                continue
            for first, last, master, *_ in node.client.execute_command("CLUSTER", "SLOTS"):
                if first <= slot <= last and int(master[1]) == node.port:
                    return node
        raise LookupError(key)

    def hears(self, channel: str) -> bool:
        """Does a client listen to the channel, at any node?"""
        reply = [node.client.pubsub_shardnumsub(channel) for node in self.nodes if node.process is not None]
        return any(listeners for [(_, listeners)] in reply)

    def replica_of(self, master: Node) -> Node:
        for node in self.nodes:
            if node is not master and node.process is not None:
                reply = node.client.info("replication")
                if reply["role"] == "slave" and reply["master_port"] == master.port:
                    return node
        raise LookupError(master.port)

    def move(self, key: str, to: Node, between: Callable[[], None] = lambda: None, batch: int = 5) -> int:
        """Move the slot of a key to another master, key by key; ``between`` runs while half of it is there."""
        slot, source = slot_of(key), self.owner(key)
        to.client.execute_command("CLUSTER", "SETSLOT", slot, "IMPORTING", source.id)
        source.client.execute_command("CLUSTER", "SETSLOT", slot, "MIGRATING", to.id)
        moved = 0
        while names := source.client.execute_command("CLUSTER", "GETKEYSINSLOT", slot, batch):
            source.client.execute_command("MIGRATE", "127.0.0.1", to.port, "", 0, 5000, "KEYS", *names)
            moved += len(names)
            between()
        for node in (to, source, *[other for other in self.masters if other not in (to, source)]):
            if node.process is not None and node.is_master:
                node.client.execute_command("CLUSTER", "SETSLOT", slot, "NODE", to.id)
        return moved
