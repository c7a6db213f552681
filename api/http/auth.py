"""Authentication: the bearer of a token, and what that token grants."""

from __future__ import annotations

from typing import Literal

from flask import request
from msgspec import Struct

from api.http.problems import CHALLENGE, Problem
from api.http.queries import requested_seat
from api.http.request import Environ, present
from store.game import StoredGame
from store.ids import hashed, same
from store.record import GameRecord

NO_BEARER = "Authorization must be `Bearer` and a token, as in `Authorization: Bearer seat_…`."


class Bearer(Struct, frozen=True):
    """A reader of one game."""

    role: Literal["seat", "bot", "host", "spectator", "guest"]
    """`bot`: the remote bot that plays the seat, with its own token."""
    seat: int | None = None
    token: str = ""
    """Hash of the token; the scope of Idempotency-Keys."""

    def require_seat(self) -> int:
        if self.role == "guest":
            raise unauthorized("This needs the token of a seat.")
        if self.seat is None:
            raise Problem("forbidden", "Only the holder of a seat may do this.")
        return self.seat

    def require_host(self) -> None:
        if self.role == "guest":
            raise unauthorized("This needs the host's token.")
        if self.role != "host":
            raise Problem("forbidden", "Only the host may do this.")

    def require_holder(self) -> int:
        """The seat's own holder, not the bot that plays it."""
        if self.role == "bot":
            raise Problem("forbidden", "A remote bot looks and acts; its seat is not its own.")
        return self.require_seat()

    def require_token(self) -> None:
        """Anyone with a token of the game."""
        if self.role == "guest":
            raise unauthorized("This needs a token of this game.")
        if self.role == "bot":
            raise Problem("forbidden", "A remote bot looks and acts; its seat is not its own.")

    def require_player(self) -> None:
        if self.role == "guest":
            raise unauthorized("This needs the token of a seat or of the host.")
        if self.role == "spectator":
            raise Problem("forbidden", "Only a seat or the host may do this.")


def bearer_of(game: StoredGame, invited: bool = False, several: bool = False, environ: Environ | None = None) -> Bearer:
    """The bearer of the request's token in this game. A private game is hidden from everyone else.

    ``several``: a remote bot with several seats may name the seat.
    """
    environ = request.environ if environ is None else environ
    bearer = _bearer(game, invited, environ)
    return bearer_for_seat(game, bearer, requested_seat() if several and environ.get("QUERY_STRING") else None)


def bearer_for_seat(game: StoredGame, bearer: Bearer, seat: int | None) -> Bearer:
    """The bearer in the seat that it names, if it is a remote bot with several; other bearers have one seat."""
    if bearer.role != "bot" or seat in (None, bearer.seat):
        return bearer
    mine = _match(game.record, bearer.token, seat)
    if mine is None:
        raise unauthorized("This bot does not play that seat.")
    return mine


def _bearer(game: StoredGame, invited: bool, environ: Environ) -> Bearer:
    try:
        token = bearer_token(environ)
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


def unauthorized(detail: str) -> Problem:
    return Problem("unauthorized", detail, headers={"WWW-Authenticate": CHALLENGE})


def bearer_token(environ: Environ | None = None) -> str | None:
    """The token of the Authorization header; the only scheme is Bearer."""
    header: str | None = (environ or present()).get("HTTP_AUTHORIZATION")
    if header is None:
        return None
    scheme, _, rest = header.strip().partition(" ")
    token = rest.strip()
    if not token or scheme.lower() != "bearer":
        raise unauthorized(NO_BEARER)
    return token


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
