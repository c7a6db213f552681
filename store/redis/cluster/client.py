"""The client of a Redis Cluster: the interface of ``RedisClient``, with one client per node.

Every command goes to the node of its key's slot; all keys of a partition share one slot, so that no script
spans two. A node that answers MOVED, ASK or TRYAGAIN has changed nothing, so the command may be sent again; a
write whose reply was lost may not, wherever it went.
"""

from __future__ import annotations

import time
from asyncio import AbstractEventLoop
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress
from contextvars import ContextVar
from typing import Any

from store.redis.client import OutcomeUnknown, RedisClient, Script, StoreUnavailable, accepted
from store.redis.cluster.nodes import ClusterNodes
from store.redis.cluster.slots import by_slot, elsewhere, pointed_to
from store.redis.connection import Refusal
from store.redis.keys import SCRIPTS, Command, key_of, slot_of, wake_all
from store.redis.urls import Address, Several

DEPOSED = {"CLUSTERDOWN", "LOADING", "MASTERDOWN", "READONLY"}
"""Replies of a node that may have been replaced."""
REDIRECTIONS = 4
"""How often a command is redirected at once; after that with pauses, since the nodes do not agree yet."""
PATIENCE = 3.0
"""Seconds that a command waits for a slot that is being moved."""


_WROTE: ContextVar[RedisClient | None] = ContextVar("wrote", default=None)
"""Of each thread and greenlet: the node of its last change."""


class RedisClusterClient(RedisClient):
    """The client of one process; safe to use from any thread and after a fork."""

    def __init__(self, url: str, named: Several, timeout: float = 5.0) -> None:
        super().__init__(named.url_of(named.addresses[0]), timeout)
        self.url = url
        self.named = named
        self.nodes = ClusterNodes(named, timeout)
        self._slots = self.nodes.slots

    def share_connection(self, loop: AbstractEventLoop, confirmed: bool = False) -> None:
        """As for a single server, with a connection to each node."""
        if self.named.url_of(self.named.addresses[0]).startswith("rediss:"):
            return
        self.nodes.share_connections(loop, confirmed)

    # --- read, write, run ----------------------------------------------------------------------------------------

    def read(self, *commands: Command) -> list[Any]:
        """Run commands that change nothing; those of one node in one round trip."""
        for last in (False, True):
            edition = self._slots.edition
            try:
                return accepted(self._spread(commands))
            except (OutcomeUnknown, StoreUnavailable) as error:
                self.nodes.renew(edition)
                if last:
                    raise StoreUnavailable(str(error)) from error
        raise AssertionError

    def write(self, *commands: Command) -> list[Any]:
        """Run commands that change something, each at most once; those of a slot together, in order."""
        replies: list[Any] = [None] * len(commands)
        for done, (slot, numbers) in enumerate(by_slot(commands).items()):
            try:
                answers = self._settled(slot, [commands[number] for number in numbers])
            except StoreUnavailable as error:
                if done:
                    raise OutcomeUnknown(str(error)) from error
                raise
            for number, reply in zip(numbers, answers, strict=True):
                replies[number] = reply
        return accepted(replies)

    def run(self, script: Script, keys: Sequence[str], arguments: Sequence[Any]) -> Any:
        """Run a script once, on the node of its keys; a node that lacks it is sent it in full."""
        tail = (len(keys), *keys, *arguments)
        slot = slot_of(keys[0])
        [reply] = self._settled(slot, [("EVALSHA", script.sha, *tail)])
        if isinstance(reply, Refusal) and reply.code == "NOSCRIPT":
            [reply] = self._settled(slot, [("EVAL", script.source, *tail)])
        return accepted([reply])[0]

    def run_each(self, script: Script, calls: Sequence[tuple[Sequence[str], Sequence[Any]]]) -> list[Any]:
        return [self.run(script, keys, arguments) for keys, arguments in calls]

    def confirmed(self, replicas: int, milliseconds: int) -> int:
        """As for a single server, on the connection of this thread's last change."""
        node = _WROTE.get()
        if node is None:
            raise OutcomeUnknown("the connection was lost before the replicas confirmed")
        return node.confirmed(replicas, milliseconds)

    def ready(self) -> None:
        """Raise StoreUnavailable unless every slot is served."""
        edition = self._slots.edition
        try:
            self._ping()
        except StoreUnavailable:  # another node may have taken over
            self.nodes.renew(edition)
            self._ping()

    def _ping(self) -> None:
        for address in self.nodes.masters():
            [state] = self.nodes.client(address).read(("CLUSTER", "INFO"))
            if b"cluster_state:ok" not in state:
                raise StoreUnavailable(f"the Cluster is down, says {address[0]}:{address[1]}")

    def readers(self) -> list[Callable[..., list[Any]]]:
        """A ``read`` for every master."""
        return [self.nodes.client(address).read for address in self.nodes.known_masters()]

    def listening_url(self, channel: str) -> str:
        """The node that serves the channel's slot; if that is not known, any: it redirects."""
        return self.named.url_of(self._slots.node_of(slot_of(channel)))

    def renew_map(self) -> None:
        self._slots.load(self._slots.edition, None)

    # --- sending -------------------------------------------------------------------------------------------------

    def _spread(self, commands: Sequence[Command]) -> list[Any]:
        """Send each command to its node and return the replies in order."""
        nodes: dict[Address, list[int]] = defaultdict(list)
        for slot, numbers in by_slot(commands).items():
            nodes[self.nodes.owner(slot)] += numbers
        replies: list[Any] = [None] * len(commands)
        for address, numbers in nodes.items():
            sent, node = [commands[number] for number in numbers], self.nodes.client(address)
            node.connect(writes=False)
            answers = node.replies(sent, writes=False)
            self._send_on(address, sent, answers)
            for number, reply in zip(numbers, answers, strict=True):
                replies[number] = reply
        return replies

    def _settled(self, slot: int, commands: list[Command]) -> list[Any]:
        """Send the commands of one slot to its node; raises StoreUnavailable if nothing was changed."""
        edition, address = self._slots.edition, self.nodes.owner(slot)
        try:
            self.nodes.client(address).connect()
        except StoreUnavailable:  # nothing was sent: another node may have taken over
            self.nodes.renew(edition, address)
            address = self.nodes.owner(slot)
        edition = self._slots.edition
        replies: list[Any] = []
        try:
            node = self.nodes.client(address)
            _WROTE.set(node)
            replies = node.replies(commands)
            self._send_on(address, commands, replies)
        except (OutcomeUnknown, StoreUnavailable) as error:
            self.nodes.renew(edition, address)
            if all(map(elsewhere, replies)):
                raise
            raise OutcomeUnknown(str(error)) from error
        if any(isinstance(reply, Refusal) and reply.code in DEPOSED for reply in replies):
            self.nodes.renew(edition, address)
        return replies

    def _send_on(self, address: Address, commands: Sequence[Command], replies: list[Any]) -> None:
        """Redirect the commands that the node did not run, until all are done."""
        limit, rounds = time.monotonic() + PATIENCE, 0
        while left := [number for number, reply in enumerate(replies) if elsewhere(reply)]:
            rounds += 1
            if time.monotonic() > limit:
                raise StoreUnavailable("the slot is being moved")
            if rounds > REDIRECTIONS or any(replies[number].code == "TRYAGAIN" for number in left):
                self.nodes.pause()
            for number in left:
                replies[number] = self._redirected(address, commands[number], replies[number])

    def _redirected(self, sender: Address, command: Command, refusal: Refusal) -> Any:
        """Send a command where the refusal of its sender says."""
        key = key_of(command)
        address, once = sender, False
        if refusal.code != "TRYAGAIN":
            address, once = pointed_to(refusal, sender), refusal.code == "ASK"
            if not once and key is not None:
                self._slots.owners[slot_of(key)] = address
        elif key is not None:  # half of its keys have moved: soon all will have
            address = self.nodes.owner(slot_of(key))
        node = self.nodes.client(address)
        _WROTE.set(node)
        if not once:
            return node.replies([command])[0]
        allowed, reply = node.replies([("ASKING",), command])
        if isinstance(allowed, Refusal):
            return allowed
        if key is not None and command[0] in SCRIPTS:
            self._wake_at(sender, key)
        return reply

    def _wake_at(self, leaving: Address, key: str) -> None:
        """Publish at the node that a slot leaves, too: listeners are still subscribed there."""
        tag = key[: key.find("}") + 1]
        with suppress(OutcomeUnknown, StoreUnavailable):  # once the slot has moved, its listeners look again anyway
            self.nodes.client(leaving).replies([("SPUBLISH", wake_all(tag), "moving")])

    def close(self) -> None:
        """Close this thread's connections."""
        self.nodes.close()
