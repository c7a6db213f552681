"""Bounds the bytes that wait for clients that do not read, per client and in total."""

from __future__ import annotations

from collections import Counter
from typing import Protocol

from store.settings import Settings


class BlockedConnection(Protocol):
    client: str

    def unsent_bytes(self) -> int: ...

    def abort(self) -> None: ...


class UnsentBytes:
    """The blocked connections of one process. Beyond a bound, the one that has been blocked longest is closed."""

    def __init__(self, settings: Settings) -> None:
        self.most = settings.unsent_mb * 1_000_000
        self.most_of_client = settings.client_unsent_mb * 1_000_000
        self.total = 0
        self.of_client: Counter[str] = Counter()
        self._blocked: dict[BlockedConnection, tuple[str, int]] = {}
        """Client and bytes of each, the longest blocked first."""

    def add(self, connection: BlockedConnection) -> None:
        """Count a connection whose client does not keep up."""
        self.discard(connection)
        client, size = connection.client, connection.unsent_bytes()
        self._blocked[connection] = client, size
        self.total += size
        self.of_client[client] += size
        while self.of_client[client] > self.most_of_client:
            self._close_oldest(client)
        while self.total > self.most:
            self._close_oldest()

    def discard(self, connection: BlockedConnection) -> None:
        """The client has read, or is gone."""
        found = self._blocked.pop(connection, None)
        if found is None:
            return
        client, size = found
        self.total -= size
        self.of_client[client] -= size
        if not self.of_client[client]:
            del self.of_client[client]

    def _close_oldest(self, client: str | None = None) -> None:
        oldest = next(found for found, (whose, _) in self._blocked.items() if client in (None, whose))
        self.discard(oldest)
        oldest.abort()
