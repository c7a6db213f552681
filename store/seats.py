"""Seats change hands: taken, handed to a bot, taken back, opened, given up."""

from __future__ import annotations

from typing import Literal

from engines.kernel.refusals import Illegal
from store.bots.builtin import BuiltIn
from store.create import RemoteSeat, clean_name
from store.errors import NotAllowed, SeatUnavailable
from store.events import BotFailed, RematchOffered, SeatChanged, SeatResigned, SeatTaken
from store.game import Seat, StoredGame
from store.ids import hashed

By = int | Literal["host"]
Kind = Literal["human", "bot", "open", "remote"]


def require_live(table: StoredGame) -> None:
    """A game that is over accepts no change."""
    if table.over:
        raise Illegal(table.engine.rules.over_rule, f"the game is {table.status}", "game_over")


def take(table: StoredGame, seat: int | None, name: str | None, token: str, nonce: str | None) -> int:
    """Take an open seat (the first one unless named); the last one taken starts the game."""
    require_live(table)
    free = [number for number, place in enumerate(table.record.seats) if place.kind == "open"]
    if seat is None and not free:
        raise SeatUnavailable("no seat is open")
    chosen = free[0] if seat is None else seat
    if chosen not in free:
        raise SeatUnavailable(f"seat {chosen} is not open")
    if nonce is not None and table.position is not None:
        raise SeatUnavailable("a nonce can be added only before the game has started")
    place = table.record.seats[chosen]
    place.kind, place.bot, place.level, place.resigned, place.absent = "human", None, None, False, False
    place.name = clean_name(name, f"Player {chosen + 1}")
    place.token, place.nonce = hashed(token), nonce or place.nonce
    table.note(SeatTaken(seat=chosen, name=place.name))
    if table.position is None and len(free) == 1:
        table.start()
    return chosen


def change(table: StoredGame, seat: int, by: By, kind: Kind, bot: BuiltIn | RemoteSeat | None) -> None:
    """Hand a seat to a bot, built-in (the game names one unless it is given) or remote, take it back, or open it."""
    may_change(table, seat, by, kind)
    place = table.record.seats[seat]
    if kind == "open":
        place.token, place.name = None, ""
        place.resigned = place.absent = False
        if table.position is None:
            place.nonce = None  # once dealt it is part of the dice and stays
    _give(place, seat, kind, bot or table.fallback_bot)
    table.note(SeatChanged(seat=seat, kind=kind, name=place.name or "-"))
    if table.position is None and all(other.kind != "open" for other in table.record.seats):
        table.start()


def may_change(table: StoredGame, seat: int, by: By, kind: Kind) -> None:
    """Raise unless this seat may be put into such hands by whoever asks."""
    require_live(table)
    place, holder = table.record.seats[seat], by == seat
    if not holder and by != "host":
        raise NotAllowed("only its holder or the host may change a seat")
    if not holder and place.kind == "human" and not (place.absent and kind in ("bot", "remote")):
        raise NotAllowed(
            "the host may change open seats and bots; a human's seat only to a bot, once its clock has run out"
        )
    if kind == "human" and not (holder and place.kind != "open"):
        raise NotAllowed("only the holder's own token takes a seat back; others take open seats with POST")
    if kind == "human" and place.resigned:
        raise SeatUnavailable("this seat was given up for good")


def _give(place: Seat, seat: int, kind: Kind, bot: BuiltIn | RemoteSeat) -> None:
    """Put the seat into other hands; who has a name keeps it."""
    place.kind, place.bot, place.level, place.remote = kind, None, None, None
    if isinstance(bot, RemoteSeat):
        place.bot, place.remote = bot.id, bot.token
        place.name = place.name or clean_name(bot.name, "Bot")
    elif kind == "bot":
        place.bot, place.level = bot.bot, bot.level
        place.name = place.name or f"{place.bot} {seat + 1}".capitalize()
    if kind == "human":
        place.absent = False


def resign(table: StoredGame, seat: int) -> None:
    """Give up: a bot plays on; an open game that has not started just frees the seat."""
    require_live(table)
    place = table.record.seats[seat]
    if place.resigned:
        raise SeatUnavailable("this seat was given up already")
    if table.position is None:
        raise SeatUnavailable("nothing has been dealt yet: open the seat instead")
    place.resigned = True
    if place.kind != "bot":
        _give(place, seat, "bot", table.fallback_bot)
    table.note(SeatResigned(seat=seat, name=place.name))


def bot_left(table: StoredGame, bot: str, fault: Literal["gone", "left"]) -> None:
    """A remote bot leaves: the bot that the game names for such cases has its seats from now on."""
    if table.over:
        return
    for seat, place in enumerate(table.record.seats):
        if place.controller == bot:
            table.note(BotFailed(seat=seat, bot=bot, fault=fault))
            _give(place, seat, "bot", table.fallback_bot)
            table.note(SeatChanged(seat=seat, kind="bot", name=place.name))


def offer_rematch(table: StoredGame, identifier: str) -> None:
    """Name the game in which the same seats meet again; the first name stays."""
    if not table.over:
        raise SeatUnavailable("this game is not over yet")
    if table.record.rematch is None:
        table.record.rematch = identifier
        table.note(RematchOffered(id=identifier))
