"""Changes of seats: take, give to a bot, take back, open, resign."""

from __future__ import annotations

from typing import Literal

from store.bots.builtin import BuiltIn
from store.changes.actions import game_over
from store.changes.create import RemoteSeat, clean_name, default_bot_name
from store.changes.outcomes import NotAllowed, Refusal, SeatUnavailable
from store.documents.events import BotFailed, RematchOffered, SeatChanged, SeatResigned, SeatTaken
from store.game import StoredGame
from store.ids import hashed
from store.record import Seat

By = int | Literal["host"]
Kind = Literal["human", "bot", "open", "remote"]
HOST_LIMITS = (
    "the host may change open seats and bots; a seat that has a holder only to a built-in bot, and a human's seat only "
    "once its clock has run out"
)


def take(game: StoredGame, seat: int | None, name: str | None, token: str, nonce: str | None) -> Refusal | None:
    """Take an open seat (by default the first); taking the last one starts the game."""
    free = [number for number, place in enumerate(game.record.seats) if place.kind == "open"]
    chosen = seat if seat is not None or not free else free[0]
    if game.over:
        return game_over(game)
    if chosen is None:
        return SeatUnavailable("no seat is open")
    if chosen not in free:
        return SeatUnavailable(f"seat {chosen} is not open")
    if nonce is not None and game.position is not None:
        return SeatUnavailable("a nonce can be added only before the game has started")
    if nonce is not None and game.record.open_seed:
        return SeatUnavailable("the seed of this game is known to all: a nonce would choose the dice")
    place = game.record.seats[chosen]
    place.kind, place.bot, place.level, place.resigned, place.absent = "human", None, None, False, False
    place.name = clean_name(name, f"Player {chosen + 1}")
    place.token, place.nonce = hashed(token), nonce or place.nonce
    game.note(SeatTaken(seat=chosen, name=place.name))
    if game.position is None and len(free) == 1:
        game.start()
    return None


def change(game: StoredGame, seat: int, by: By, kind: Kind, bot: BuiltIn | RemoteSeat | None) -> Refusal | None:
    """Give a seat to a built-in bot (by default the fallback bot) or a remote one, take it back, or open it."""
    if (refusal := check_change(game, seat, by, kind)) is not None:
        return refusal
    place = game.record.seats[seat]
    if kind == "open":
        place.token, place.name = None, ""
        place.resigned = place.absent = False
        if game.position is None:
            place.nonce = None  # once dealt, it is part of the dice and stays
    _give(place, seat, kind, bot or game.fallback_bot)
    game.note(SeatChanged(seat=seat, kind=kind, name=place.name or "-"))
    if game.position is None and all(other.kind != "open" for other in game.record.seats):
        game.start()
    return None


def check_change(  # noqa: PLR0911 - one return for each check
    game: StoredGame, seat: int, by: By, kind: Kind
) -> Refusal | None:
    """Check whether the holder, or the host, may give this seat to such a player.

    While a holder's token is valid, the host may only assign built-in bots: with a remote bot of its own, or by opening
    and taking the seat, the host would see what only the holder may see.
    """
    if game.over:
        return game_over(game)
    place, holder = game.record.seats[seat], by == seat
    if not holder and by != "host":
        return NotAllowed("only its holder or the host may change a seat")
    if not holder and place.kind == "human" and not place.absent:
        return NotAllowed(HOST_LIMITS)
    if not holder and place.token is not None and kind != "bot":
        return NotAllowed(HOST_LIMITS)
    if kind == "human" and not (holder and place.kind != "open"):
        return NotAllowed("only the holder's own token takes a seat back; others take open seats with POST")
    if kind == "human" and place.resigned:
        return SeatUnavailable("this seat was given up for good")
    return None


def _give(place: Seat, seat: int, kind: Kind, bot: BuiltIn | RemoteSeat) -> None:
    """Assign another kind of player to the seat; an existing name stays."""
    place.kind, place.bot, place.level, place.remote = kind, None, None, None
    if isinstance(bot, RemoteSeat):
        place.bot, place.remote = bot.id, bot.token
        place.name = place.name or clean_name(bot.name, "Bot")
    elif kind == "bot":
        place.bot, place.level = bot.bot, bot.level
        place.name = place.name or default_bot_name(place.bot or "", seat)
    if kind == "human":
        place.absent = False


def resign(game: StoredGame, seat: int, end: bool = False) -> Refusal | None:
    """Resign: a bot plays on, or (``end``) a two-player game ends. Before the deal, the seat is opened instead."""
    place = game.record.seats[seat]
    if game.over:
        return game_over(game)
    if place.resigned:
        return SeatUnavailable("this seat was given up already")
    if game.position is None:
        return SeatUnavailable("nothing has been dealt yet: open the seat instead")
    others = [other for number, other in enumerate(game.record.seats) if number != seat]
    if end and (len(others) > 1 or others[0].resigned):
        return SeatUnavailable("only a game of two ends when a player gives up, and only when the other has not before")
    place.resigned = True
    if end:
        game.note(SeatResigned(seat=seat, name=place.name, then="end"))
        game.end_without(seat)
        return None
    if place.kind != "bot":
        _give(place, seat, "bot", game.fallback_bot)
    game.note(SeatResigned(seat=seat, name=place.name))
    return None


def bot_left(game: StoredGame, bot: str, fault: Literal["gone", "left"]) -> None:
    """Replace a remote bot that leaves by the fallback bot of the game."""
    if game.over:
        return
    for seat, place in enumerate(game.record.seats):
        if place.controller == bot:
            game.note(BotFailed(seat=seat, bot=bot, fault=fault))
            _give(place, seat, "bot", game.fallback_bot)
            game.note(SeatChanged(seat=seat, kind="bot", name=place.name))


def offer_rematch(game: StoredGame, identifier: str) -> Refusal | None:
    """Record the id of the rematch; the first one stays."""
    if not game.over:
        return SeatUnavailable("this game is not over yet")
    if game.record.rematch is None:
        game.record.rematch = identifier
        game.note(RematchOffered(id=identifier))
    return None
