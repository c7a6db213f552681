"""Seats change hands: taken, handed to a bot, taken back, opened, given up."""

from __future__ import annotations

from typing import Literal

from engines.refusals import Illegal
from store.events import RematchOffered, SeatChanged, SeatResigned, SeatTaken
from store.ids import hashed
from store.opening import DEFAULT_BOT, clean_name
from store.refusals import NotAllowed, SeatUnavailable
from store.table import Table


def require_live(table: Table) -> None:
    """A game that is over accepts no change."""
    if table.over:
        raise Illegal(table.engine.over_rule, f"the game is {table.status}", "game_over")


def take(table: Table, seat: int | None, name: str | None, token: str, nonce: str | None) -> int:
    """Take an open seat (the first one unless named); the last one taken starts the game."""
    require_live(table)
    free = [number for number, place in enumerate(table.head.places) if place.kind == "open"]
    if seat is None and not free:
        raise SeatUnavailable("no seat is open")
    chosen = free[0] if seat is None else seat
    if chosen not in free:
        raise SeatUnavailable(f"seat {chosen} is not open")
    if nonce is not None and table.position is not None:
        raise SeatUnavailable("a nonce can be added only before the game has started")
    place = table.head.places[chosen]
    place.kind, place.bot, place.resigned, place.absent = "human", None, False, False
    place.name = clean_name(name, f"Player {chosen + 1}")
    place.token, place.nonce = hashed(token), nonce or place.nonce
    table.note(SeatTaken(seat=chosen, name=place.name))
    if table.position is None and len(free) == 1:
        table.start()
    return chosen


def change(
    table: Table, seat: int, by: int | Literal["host"], kind: Literal["human", "bot", "open"], bot: str | None
) -> None:
    """Hand a seat to a bot, take it back, or open it to others."""
    require_live(table)
    place = table.head.places[seat]
    holder = by == seat
    if not holder and by != "host":
        raise NotAllowed("only its holder or the host may change a seat")
    if not holder and place.kind == "human" and not (place.absent and kind == "bot"):
        raise NotAllowed(
            "the host may change open seats and bots; a human's seat only to a bot, once its clock has run out"
        )
    if kind == "human" and not (holder and place.kind in ("bot", "human")):
        raise NotAllowed("only the holder's own token takes a seat back; others take open seats with POST")
    if kind == "human" and place.resigned:
        raise SeatUnavailable("this seat was given up for good")
    if kind == "open":
        place.token, place.name = None, ""
        place.resigned = place.absent = False
        if table.position is None:
            place.nonce = None  # once dealt it is part of the dice and stays
    place.kind = kind
    place.bot = (bot or DEFAULT_BOT) if kind == "bot" else None
    if not place.name and kind == "bot":
        place.name = f"{place.bot or ''} {seat + 1}".capitalize()
    if kind == "human":
        place.absent = False
    table.note(SeatChanged(seat=seat, kind=kind, name=place.name or "-"))
    if table.position is None and all(other.kind != "open" for other in table.head.places):
        table.start()


def resign(table: Table, seat: int) -> None:
    """Give up: a bot plays on; an open game that has not started just frees the seat."""
    require_live(table)
    place = table.head.places[seat]
    if place.resigned:
        raise SeatUnavailable("this seat was given up already")
    if table.position is None:
        raise SeatUnavailable("nothing has been dealt yet: open the seat instead")
    place.resigned = True
    place.kind, place.bot = "bot", place.bot or DEFAULT_BOT
    table.note(SeatResigned(seat=seat, name=place.name))


def offer_rematch(table: Table, identifier: str) -> None:
    """Name the game in which the same seats meet again; the first name stays."""
    if not table.over:
        raise SeatUnavailable("this game is not over yet")
    if table.head.rematch is None:
        table.head.rematch = identifier
        table.note(RematchOffered(id=identifier))
