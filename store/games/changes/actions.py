"""An action submitted by a seat, and the checks that precede the rules of the game."""

from __future__ import annotations

from msgspec import Struct

from engines.kernel.records import Action
from engines.kernel.refusals import Illegal, OpenDecision
from store.games.idempotency import IdempotencyKey
from store.ids import same
from store.model.documents.parts import NOTHING_MORE, Include
from store.model.game import StoredGame
from store.model.outcomes import (
    BrokenRule,
    NotStarted,
    Refusal,
    SeatUnavailable,
    StaleVersion,
    Superseded,
    TokenRevoked,
)
from store.model.record import OVER

BOT_PLAYS = "a bot plays this seat; take it back first"


class SubmitAction(Struct):
    """An action with what its request says about it."""

    seat: int
    action: Action
    language: str = "en"
    """Language of the sentences in the response."""
    if_match: int | None = None
    """The version that the caller has seen; it identifies the decision that was open then."""
    decision: int | None = None
    """The decision that the action is meant for, if the caller named one."""
    bot: str | None = None
    """The id of the remote bot that acts with its own token; None for the seat's holder."""
    token: str | None = None
    """Hash of the token that gave access to the seat; None if it needs no second check."""
    key: IdempotencyKey | None = None
    respond_async: bool = False
    """True if a worker is to play it."""
    include: Include = NOTHING_MORE
    """What the response has besides."""


def check_token(game: StoredGame, submitted: SubmitAction) -> TokenRevoked | None:
    """Check again that the token gives access to the seat, in a game loaded after the first check."""
    seat = game.record.seats[submitted.seat]
    opens = seat.token if submitted.bot is None else seat.remote
    if submitted.token is None or (opens is not None and same(opens, submitted.token)):
        return None
    return TokenRevoked(game.record.private)


class PlayAction:
    """The change that an action makes.

    It is called again with the stored game if the cached one refused it or another change was stored first: then the
    token is checked again, and after a conflict the seat's decision must still be the one that was found first.
    """

    def __init__(self, submitted: SubmitAction) -> None:
        self.submitted = submitted
        self.tried: StoredGame | None = None
        self.expected_decision: int | None = None

    def __call__(self, game: StoredGame) -> Refusal | None:
        tried, self.tried = self.tried, game
        if tried is not None and (revoked := check_token(game, self.submitted)) is not None:
            return revoked
        retry = tried is not None and not tried.cached
        if not retry:
            self.expected_decision = game.record.decisions[self.submitted.seat]
        return play_action(game, self.submitted, self.expected_decision, retry)


def play_action(
    game: StoredGame, submitted: SubmitAction, expected_decision: int | None, retry: bool
) -> Refusal | None:
    """Check the action and apply it to the loaded game; a refusal leaves the position as it was."""
    refusal = check_action(game, submitted, expected_decision, retry)
    if refusal is not None:
        return refusal
    game.record.seats[submitted.seat].absent = False
    try:
        game.act(submitted.seat, submitted.action)
    except Illegal as illegal:
        return BrokenRule.of(illegal, open_decision(game, submitted.seat))
    return None


def open_decision(game: StoredGame, seat: int) -> OpenDecision:
    """The decision that the game waits for, as a seat sees it."""
    seats = game.engine.rules.to_act(game.position)
    return OpenDecision(game.position.phase, [game.players[one] for one in seats], seat in seats)


def check_action(  # noqa: PLR0911 - one return for each check
    game: StoredGame, submitted: SubmitAction, expected_decision: int | None, retry: bool
) -> Refusal | None:
    """The checks of the contract from "game over" to "seat", in its order.

    After a conflict (``retry``) the action is played only while the seat's decision is still ``expected_decision``.
    """
    status = game.record.status
    if status == "open":
        return NotStarted()
    if status in OVER:
        return game_over(game)
    decision = game.record.decisions[submitted.seat]
    if retry and decision != expected_decision:
        return Superseded()
    if submitted.if_match is not None and not same_choice(submitted.if_match, game.version, decision):
        return StaleVersion(game.version)
    if submitted.decision is not None and submitted.decision != decision:
        latest = game.version if decision is None else decision
        return Superseded(submitted.decision if submitted.decision > latest else None)
    kind = game.record.seats[submitted.seat].kind
    if (submitted.bot is not None) != (kind == "remote"):
        return SeatUnavailable(BOT_PLAYS if submitted.bot is None else "this seat is no longer yours")
    if kind == "bot":
        return SeatUnavailable(BOT_PLAYS)
    return None


def same_choice(seen: int, version: int, decision: int | None) -> bool:
    """Did the seat have the same choice at the version that it has seen? Commits of other seats do not matter."""
    return seen == version or (decision is not None and decision <= seen < version)


def game_over(game: StoredGame) -> BrokenRule:
    """The refusal of every change to a game that has ended."""
    return BrokenRule(game.engine.rules.over_rule, f"the game is {game.status}", "game_over")
