"""Slots of a Redis Cluster: the commands of each, and the nodes that serve them."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any

from store.redis.client import RedisClient, StoreUnavailable
from store.redis.connection import Refusal
from store.redis.keys import SLOTS, Command, key_of, slot_of
from store.redis.urls import Address, Several

MAP_SECONDS = 1.0
"""Timeout for listing the slots of a node."""


def by_slot(commands: Sequence[Command]) -> dict[int, list[int]]:
    """The indices of commands by slot. A command without a key goes with those before it, or else with the first."""
    groups: dict[int, list[int]] = {}
    slot = next((slot_of(key) for key in map(key_of, commands) if key is not None), 0)
    for number, command in enumerate(commands):
        key = key_of(command)
        slot = slot if key is None else slot_of(key)
        groups.setdefault(slot, []).append(number)
    return groups


def elsewhere(reply: Any) -> bool:
    """Did the node refuse because the slot is, or will be, at another node?"""
    return isinstance(reply, Refusal) and reply.code in ("MOVED", "ASK", "TRYAGAIN")


def pointed_to(refusal: Refusal, address: Address) -> Address:
    """The address that a refusal names; without a host it is the host that was asked."""
    host, _, port = str(refusal).split()[2].rpartition(":")
    return host or address[0], int(port)


class SlotMap:
    """The nodes that serve the slots, as the Cluster last reported; safe to use from any thread."""

    def __init__(self, named: Several) -> None:
        self.named = named
        self.owners: list[Address | None] = []
        """By slot; empty before the first report."""
        self.edition = 0
        """Number of reports so far."""
        self._lock = threading.Lock()
        self._turn = count()

    def masters(self) -> list[Address]:
        return sorted(set(filter(None, self.owners)))

    def node_of(self, slot: int) -> Address:
        """The node that serves a slot; if it is not known, any configured one, a different one each time."""
        owner = self.owners[slot] if self.owners else None
        known = self.named.addresses
        return owner or known[next(self._turn) % len(known)]

    def load(self, edition: int, suspect: Address | None) -> None:
        """Load the slot map from a node, unless another thread has since this edition; the suspect is asked last."""
        with self._lock:
            if self.edition != edition:
                return
            for address in self._known(suspect):
                owners = self._read_from(address)
                if owners is not None:
                    self.owners, self.edition = owners, edition + 1
                    return

    def _known(self, suspect: Address | None) -> Iterator[Address]:
        known = list(dict.fromkeys([*filter(None, self.owners), *self.named.addresses]))
        start = next(self._turn) % len(known)
        turned = [address for address in known[start:] + known[:start] if address != suspect]
        yield from turned
        if suspect is not None:
            yield suspect

    def _read_from(self, address: Address) -> list[Address | None] | None:
        """The owner of each slot according to one node; None if it does not answer."""
        node = RedisClient(self.named.url_of(address), MAP_SECONDS)
        try:
            [ranges] = node.read(("CLUSTER", "SLOTS"))
        except StoreUnavailable:
            return None
        finally:
            node.close()
        owners: list[Address | None] = [None] * SLOTS
        for first, last, master, *_ in ranges:
            host = (master[0] or b"").decode()
            owner = (host if host not in ("", "?") else address[0], int(master[1]))
            owners[first : last + 1] = [owner] * (last + 1 - first)
        return owners
