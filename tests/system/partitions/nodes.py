"""Three servers: a master, and two replicas that follow it over lines which can be cut."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from redis import Redis

from store.redis.embedded import EmbeddedServer
from tests.support.stack import free_port
from tests.support.waiting import wait_until
from tests.system.partitions.link import Link


class Node:
    """One server; ``behind`` is the line over which it follows the master."""

    def __init__(self, folder: Path, behind: Link | None, *extra: str) -> None:
        self.port = free_port()
        follows = () if behind is None else ("--replicaof", f"127.0.0.1 {behind.port}")
        options = ("--port", str(self.port), "--repl-diskless-sync-delay", "0", *follows, *extra)
        self.server = EmbeddedServer(folder, "replicated", options)
        self.server.start()
        self.client = Redis.from_url(self.server.url)

    def stop(self) -> None:
        self.client.close()
        self.server.kill()

    @property
    def follows(self) -> bool:
        return self.client.info("replication").get("master_link_status") == "up"


class ThreeNodes:
    """Started with ``with ThreeNodes() as nodes``; ``settings`` are the master's."""

    def __init__(self, *settings: str) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="ludo-partition-"))
        self.master = Node(self.folder / "master", None, *settings)
        self.links = [Link(self.master.port) for _ in range(2)]
        self.replicas = [
            Node(self.folder / f"replica-{number}", link, *settings) for number, link in enumerate(self.links)
        ]

    def __enter__(self) -> ThreeNodes:
        wait_until(lambda: all(replica.follows for replica in self.replicas))
        return self

    def __exit__(self, *_: object) -> None:
        for node in (*self.replicas, self.master):
            node.stop()
        for link in self.links:
            link.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def cut_off(self, alone: bool) -> None:
        """Cut the master off from the first replica; ``alone``: from both."""
        for link in self.links[: 2 if alone else 1]:
            link.cut()

    def promote(self) -> Node:
        """Of the replicas beyond the cut, the one that has received most takes over, as Sentinels decide."""
        beyond = [replica for replica, link in zip(self.replicas, self.links, strict=True) if link.is_cut]
        leader = max(beyond, key=lambda replica: int(replica.client.info("replication")["slave_repl_offset"]))
        leader.client.replicaof("NO", "ONE")
        return leader

    def heal(self, leader: Node) -> None:
        """The line is back: the old master follows the new one, and forgets what that one does not know."""
        self.master.client.replicaof("127.0.0.1", str(leader.port))
        wait_until(lambda: self.master.follows)
