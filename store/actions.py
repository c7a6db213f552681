"""One action of one seat, with the checks that belong to the host of the game."""

from __future__ import annotations

from engines.kernel.records import Action
from engines.kernel.refusals import Illegal
from store.errors import NotStarted, SeatUnavailable, StaleVersion, Superseded
from store.game import StoredGame

BOT_PLAYS = "a bot plays this seat; take it back first"


class SubmitAction:
    """Plays an action on a table; called again when another change came first.

    It is played on only while the seat's decision is the one that it was meant for. A version (``if_match``) stands for
    the decision that was open at it: other seats' commits do not make it stale.
    """

    def __init__(
        self,
        seat: int,
        action: Action,
        if_match: int | None = None,
        remote: bool = False,
        decision: int | None = None,
    ) -> None:
        self.seat = seat
        self.action = action
        self.if_match = if_match
        self.remote = remote
        """True when the seat's remote bot acts, with its own token."""
        self.decision = decision
        """The decision that the action is meant for, where the caller has named it."""
        self._met: int | None = None
        self._tried = False

    def __call__(self, table: StoredGame) -> None:
        if table.status == "open":
            raise NotStarted
        if table.over:
            raise Illegal(table.engine.rules.over_rule, f"the game is {table.status}", "game_over")
        decision = table.record.decisions[self.seat]
        if self._tried and decision != self._met:
            raise Superseded
        if self.if_match is not None and not same_choice(self.if_match, table.version, decision):
            raise StaleVersion(table.version)
        if self.decision is not None and self.decision != decision:
            raise Superseded
        if self.remote != (table.record.seats[self.seat].kind == "remote"):
            raise SeatUnavailable("this seat is no longer yours" if self.remote else BOT_PLAYS)
        if table.record.seats[self.seat].kind == "bot":
            raise SeatUnavailable(BOT_PLAYS)
        self._tried, self._met = True, decision
        table.record.seats[self.seat].absent = False
        table.act(self.seat, self.action)


def same_choice(seen: int, version: int, decision: int | None) -> bool:
    """Did the seat have the same choice at the version that it has seen?"""
    return seen == version or (decision is not None and decision <= seen < version)
