"""Confirmation by replicas: WAITAOF if the server knows it, else WAIT.

WAITAOF counts the servers that have a write on disk, itself included; WAIT counts the replicas that have received
it. Both cover all earlier writes of their connection.

WAIT goes before WAITAOF: a replica that is asked at the moment a write arrives answers before its disk has it, and
then again only once a second. Once it has confirmed the receipt, WAITAOF finds the write on disk.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from store.redis.connection import Refusal


class Confirmation:
    """The commands for one server; determined with the first confirmation."""

    def __init__(self) -> None:
        self.on_disk = True
        """Does the server know WAITAOF? True until it refuses."""

    def questions(self, replicas: int, milliseconds: int) -> list[Sequence[Any]]:
        """The commands to send after the writes on their connection; together they take at most the given time."""
        if not self.on_disk:
            return [("WAIT", replicas, milliseconds)]
        receipt = milliseconds // 4
        return [("WAIT", replicas, receipt), ("WAITAOF", 1, replicas, milliseconds - receipt)]

    def counted(self, replies: list[Any]) -> int | Refusal | None:
        """The number of replicas that have the writes; None: ask again, since the server knows only WAIT."""
        last = replies[-1]
        if isinstance(last, Refusal):
            if not self.on_disk or "unknown command" not in str(last).lower():
                return last
            self.on_disk = False
            return None
        if isinstance(last, list):
            local, copies = last
            return int(copies) if local else 0
        return int(last)
