"""Asking a server whether replicas have what a connection wrote: WAITAOF where the server knows it, else WAIT.

WAITAOF counts those that have it on their disks, the server itself among them; WAIT counts the replicas that have
received it. Both count the writes of the connection on which they are asked, all that were sent before them.

WAIT goes before WAITAOF: a replica that is asked in the moment in which a write arrives answers before its disk has
it, and then only once a second. When it has confirmed the receipt, the next question finds it on the disk.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from store.redis.connection import Refusal


class Confirmation:
    """How one server is asked; found out with the first question."""

    def __init__(self) -> None:
        self.on_disk = True
        """Does the server know WAITAOF? Until it says no."""

    def questions(self, replicas: int, milliseconds: int) -> list[Sequence[Any]]:
        """What to send after the writes on their connection; all of it takes no longer than the time given."""
        if not self.on_disk:
            return [("WAIT", replicas, milliseconds)]
        receipt = milliseconds // 4
        return [("WAIT", replicas, receipt), ("WAITAOF", 1, replicas, milliseconds - receipt)]

    def counted(self, replies: list[Any]) -> int | Refusal | None:
        """How many replicas have the writes; None: ask again, for the server knows only the older question."""
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
