"""Faults of a remote bot's answer."""

from __future__ import annotations

from msgspec import Struct

from engines.kernel.refusals import Illegal
from store.model.documents.events import Faults


class BotFault(Struct, frozen=True):
    """A fault, with its details for the bot's owner."""

    kind: Faults
    detail: str = ""
    """An explanation for the owner only."""
    rule: str | None = None
    """The rule that an illegal action breaks."""
    field: str | None = None
    """JSON pointer to the error in the answer."""

    @classmethod
    def illegal(cls, error: Illegal) -> BotFault:
        """An action that the rules refuse. The detail must be a plain `str`: msgspec encodes no subclass."""
        return cls("illegal", str(error.detail), rule=error.rule)


TIMEOUT = BotFault("timeout", "no answer in time")
