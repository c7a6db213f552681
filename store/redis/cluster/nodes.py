"""The nodes of a Cluster: one client each, and which of them serves a slot."""

from __future__ import annotations

import time
from asyncio import AbstractEventLoop
from functools import partial

from store.redis.client import RedisClient, StoreUnavailable
from store.redis.cluster.slots import SlotMap
from store.redis.greenlets import in_greenlet, on_thread, pause
from store.redis.urls import Address, Several

PAUSE = 0.02


class ClusterNodes:
    """Safe to use from any thread and after a fork."""

    def __init__(self, named: Several, timeout: float) -> None:
        self.named = named
        self.timeout = timeout
        self.slots = SlotMap(named)
        self.clients: dict[Address, RedisClient] = {}
        self._loop: AbstractEventLoop | None = None
        self._confirmed = False

    def share_connections(self, loop: AbstractEventLoop, confirmed: bool) -> None:
        """Let all requests of the loop share one connection to each node."""
        self._loop, self._confirmed = loop, confirmed
        for client in list(self.clients.values()):
            client.share_connection(loop, confirmed)

    def client(self, address: Address) -> RedisClient:
        client = self.clients.get(address)
        if client is None:
            made = RedisClient(self.named.url_of(address), self.timeout)
            if self._loop is not None:
                made.share_connection(self._loop, self._confirmed)
            client = self.clients.setdefault(address, made)
        return client

    def known_masters(self) -> list[Address]:
        """The nodes that serve slots, as far as they are known."""
        self._load_once()
        return self.slots.masters()

    def masters(self) -> list[Address]:
        """The nodes that serve the slots; raises StoreUnavailable unless all slots are served."""
        owners = self._owners()
        if None in owners:
            raise StoreUnavailable(f"no node serves slot {owners.index(None)}")
        return self.slots.masters()

    def owner(self, slot: int) -> Address:
        """The node of a slot; raises StoreUnavailable if there is none."""
        address = self._owners()[slot]
        if address is None:
            self.renew(self.slots.edition)
            raise StoreUnavailable(f"no node serves slot {slot}")
        return address

    def _owners(self) -> list[Address | None]:
        self._load_once()
        if not self.slots.owners:
            raise StoreUnavailable("no node of the Cluster answers")
        return self.slots.owners

    def _load_once(self) -> None:
        if not self.slots.owners:
            self.renew(0)

    def renew(self, edition: int, suspect: Address | None = None) -> None:
        """Load the slot map again, on a thread if needed: a node that is down must not block an event loop."""
        if self._loop is not None and in_greenlet():
            on_thread(self._loop, partial(self.slots.load, edition, suspect))
        else:
            self.slots.load(edition, suspect)

    def pause(self) -> None:
        """Wait briefly for nodes that do not agree yet."""
        if self._loop is not None and in_greenlet():
            pause(self._loop, PAUSE)
        else:
            time.sleep(PAUSE)

    def close(self) -> None:
        """Close this thread's connections."""
        for client in list(self.clients.values()):
            client.close()
