"""Authentication: the bearer of a token, and what that token grants."""

from __future__ import annotations

from enum import Flag, auto
from typing import Literal

from msgspec import Struct

from api.http.problems import Problem, unauthorized
from api.http.queries import requested_seat
from api.http.request import NO_BEARER, ApiRequest
from store.ids import hashed, same
from store.model.game import StoredGame
from store.model.record import GameRecord


class Right(Flag):
    """Who may use an operation: the bearers of these tokens. ANYONE needs no token at all."""

    ANYONE = auto()
    SEAT = auto()
    HOST = auto()
    SPECTATOR = auto()
    BOT = auto()


EVERYBODY = ~Right(0)
"""With or without a token; a token shows what its bearer may see."""
RIGHTS = {
    "guest": Right.ANYONE,
    "seat": Right.SEAT,
    "host": Right.HOST,
    "spectator": Right.SPECTATOR,
    "bot": Right.BOT,
}
"""The right of each role."""
REFUSED = {
    Right.SEAT: ("This needs the token of a seat.", "Only the holder of a seat may do this."),
    Right.SEAT | Right.BOT: ("This needs the token of a seat.", "Only the holder of a seat may do this."),
    Right.HOST: ("This needs the host's token.", "Only the host may do this."),
    Right.SEAT | Right.HOST: (
        "This needs the token of a seat or of the host.", "Only a seat or the host may do this.",
    ),
    Right.SEAT | Right.HOST | Right.BOT: (
        "This needs the token of a seat or of the host.", "Only a seat or the host may do this.",
    ),
}  # fmt: skip
"""By what an operation admits: the refusal of those without a token, and of those with another."""
OTHERS_REFUSED = ("This needs a token of this game.", "This token does not carry the right to do this.")
NOT_ITS_OWN = "A remote bot looks and acts; its seat is not its own."


class Bearer(Struct, frozen=True):
    """A reader of one game."""

    role: Literal["seat", "bot", "host", "spectator", "guest"]
    """`bot`: the remote bot that plays the seat, with its own token."""
    seat: int | None = None
    token: str = ""
    """Hash of the token; the scope of Idempotency-Keys."""

    def require(self, admits: Right) -> None:
        """Refuse a bearer with none of these rights."""
        if admits & (RIGHTS[self.role] | Right.ANYONE):
            return
        without_token, with_another = REFUSED.get(admits, OTHERS_REFUSED)
        if self.role == "guest":
            raise unauthorized(without_token)
        raise Problem("forbidden", NOT_ITS_OWN if self.role == "bot" and Right.SEAT in admits else with_another)

    def require_seat(self) -> int:
        """The seat of its holder, or of the bot that plays it."""
        if self.seat is None:
            self.require(Right.SEAT | Right.BOT)
        return self.seat or 0


def bearer_of(game: StoredGame, request: ApiRequest, invited: bool = False, several: bool = False) -> Bearer:
    """The bearer of the request's token in this game. A private game is hidden from everyone else.

    ``several``: a remote bot with several seats may name the seat.
    """
    bearer = _bearer(game, request, invited)
    return bearer_for_seat(game, bearer, requested_seat(request) if several and request.query_string else None)


def bearer_for_seat(game: StoredGame, bearer: Bearer, seat: int | None) -> Bearer:
    """The bearer in the seat that it names, if it is a remote bot with several; other bearers have one seat."""
    if bearer.role != "bot" or seat in (None, bearer.seat):
        return bearer
    mine = _match(game.record, bearer.token, seat)
    if mine is None:
        raise unauthorized("This bot does not play that seat.")
    return mine


def _bearer(game: StoredGame, request: ApiRequest, invited: bool) -> Bearer:
    try:
        token = request.token
    except Problem:
        raise (_hidden() if game.record.private else unauthorized(NO_BEARER)) from None
    if token is None:
        if game.record.private and not invited:
            raise _hidden()
        return Bearer("guest")
    bearer = _match(game.record, hashed(token), None)
    if bearer is None:
        raise unknown_token(game)
    return bearer


def unknown_token(game: StoredGame) -> Problem:
    """The problem of a token that grants nothing in this game."""
    if game.record.private:
        return _hidden()
    return unauthorized("This game does not know that token.")


def _hidden() -> Problem:
    """Hide a private game from those who may not see it."""
    return Problem("not-found", "There is no such game.")


def _match(head: GameRecord, digest: str, named: int | None) -> Bearer | None:
    """Compare every hash in constant time, so that timing reveals nothing."""
    found: Bearer | None = None
    for seat in range(len(head.seats) - 1, -1, -1):  # a bot that names no seat gets its first one
        player = head.seats[seat]
        if player.remote is not None and same(player.remote, digest) and named in (None, seat):
            found = Bearer("bot", seat, digest)
        if player.token is not None and same(player.token, digest):
            found = Bearer("seat", seat, digest)
    if same(head.host, digest):
        found = Bearer("host", None, digest)
    if head.spectator is not None and same(head.spectator, digest):
        found = Bearer("spectator", None, digest)
    return found
