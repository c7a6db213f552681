"""Changes of seats: take, give to a bot, take back, open, resign."""

from __future__ import annotations

from typing import Literal

from store.games.changes.actions import game_over
from store.games.changes.create import RemoteSeat, clean_name, default_bot_name
from store.ids import hashed
from store.model.builtin import BuiltIn
from store.model.documents.events import BotFailed, RematchOffered, SeatChanged, SeatResigned, SeatTaken
from store.model.game import StoredGame
from store.model.outcomes import NotAllowed, Refusal, SeatUnavailable
from store.model.record import Seat

By = int | Literal["host"]
Kind = Literal["human", "bot", "open", "remote"]
HOST_LIMITS = (
    "the host may change open seats and bots; a seat that has a holder only to a built-in bot, and a human's seat only "
    "once its clock has run out"
)


def take(game: StoredGame, seat: int | None, name: str | None, token: str, nonce: str | None) -> Refusal | None:
    """Take an open seat (by default the first); taking the last one starts the game."""
    free = [number for number, player in enumerate(game.record.seats) if player.kind == "open"]
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
    player = game.record.seats[chosen]
    player.kind, player.bot, player.level, player.resigned, player.absent = "human", None, None, False, False
    player.name = clean_name(name, f"Player {chosen + 1}")
    player.token, player.nonce = hashed(token), nonce or player.nonce
    game.note(SeatTaken(seat=chosen, name=player.name))
    if game.position is None and len(free) == 1:
        game.start()
    return None


def change(game: StoredGame, seat: int, by: By, kind: Kind, bot: BuiltIn | RemoteSeat | None) -> Refusal | None:
    """Give a seat to a built-in bot (by default the fallback bot) or a remote one, take it back, or open it."""
    if (refusal := check_change(game, seat, by, kind)) is not None:
        return refusal
    player = game.record.seats[seat]
    if kind == "open":
        player.token, player.name = None, ""
        player.resigned = player.absent = False
        if game.position is None:
            player.nonce = None  # once dealt, it is part of the dice and stays
    _give(player, seat, kind, bot or game.fallback_bot)
    game.note(SeatChanged(seat=seat, kind=kind, name=player.name or "-"))
    if game.position is None and all(other.kind != "open" for other in game.record.seats):
        game.start()
    return None


def check_length(game: StoredGame, seat: int, by: By, kind: Kind, most_events: int) -> Refusal | None:
    """Check whether the game is short enough for its seats to be given away.

    From half of the events that a game may have, a holder may only take the seat back: changing it to and fro cannot
    end a game.
    """
    returns = kind == "human" and game.record.seats[seat].kind != "human"
    if game.over or by != seat or returns or game.record.seq < most_events // 2:
        return None
    return SeatUnavailable("the game is too long for its seats to be changed")


def check_change(  # noqa: PLR0911 - one return for each check
    game: StoredGame, seat: int, by: By, kind: Kind
) -> Refusal | None:
    """Check whether the holder, or the host, may give this seat to such a player.

    While a holder's token is valid, the host may only assign built-in bots: with a remote bot of its own, or by opening
    and taking the seat, the host would see what only the holder may see.
    """
    if game.over:
        return game_over(game)
    player, holder = game.record.seats[seat], by == seat
    if not holder and by != "host":
        return NotAllowed("only its holder or the host may change a seat")
    if not holder and player.kind == "human" and not player.absent:
        return NotAllowed(HOST_LIMITS)
    if not holder and player.token is not None and kind != "bot":
        return NotAllowed(HOST_LIMITS)
    if kind == "human" and not (holder and player.kind != "open"):
        return NotAllowed("only the holder's own token takes a seat back; others take open seats with POST")
    if kind == "human" and player.resigned:
        return SeatUnavailable("this seat was given up for good")
    return None


def _give(player: Seat, seat: int, kind: Kind, bot: BuiltIn | RemoteSeat) -> None:
    """Assign another kind of player to the seat; an existing name stays."""
    player.kind, player.bot, player.level, player.remote = kind, None, None, None
    if isinstance(bot, RemoteSeat):
        player.bot, player.remote = bot.id, bot.token
        player.name = player.name or clean_name(bot.name, "Bot")
    elif kind == "bot":
        player.bot, player.level = bot.bot, bot.level
        player.name = player.name or default_bot_name(player.bot or "", seat)
    if kind == "human":
        player.absent = False


def resign(game: StoredGame, seat: int, end: bool = False) -> Refusal | None:
    """Resign: a bot plays on, or (``end``) a two-player game ends. Before the deal, the seat is opened instead."""
    player = game.record.seats[seat]
    if game.over:
        return game_over(game)
    if player.resigned:
        return SeatUnavailable("this seat was given up already")
    if game.position is None:
        return SeatUnavailable("nothing has been dealt yet: open the seat instead")
    others = [other for number, other in enumerate(game.record.seats) if number != seat]
    if end and (len(others) > 1 or others[0].resigned):
        return SeatUnavailable("only a game of two ends when a player gives up, and only when the other has not before")
    player.resigned = True
    if end:
        game.note(SeatResigned(seat=seat, name=player.name, then="end"))
        game.end_without(seat)
        return None
    if player.kind != "bot":
        _give(player, seat, "bot", game.fallback_bot)
    game.note(SeatResigned(seat=seat, name=player.name))
    return None


def bot_left(game: StoredGame, bot: str, fault: Literal["gone", "left"]) -> None:
    """Replace a remote bot that leaves by the fallback bot of the game."""
    if game.over:
        return
    for seat, player in enumerate(game.record.seats):
        if player.controller == bot:
            game.note(BotFailed(seat=seat, bot=bot, fault=fault))
            _give(player, seat, "bot", game.fallback_bot)
            game.note(SeatChanged(seat=seat, kind="bot", name=player.name))


def offer_rematch(game: StoredGame, identifier: str) -> Refusal | None:
    """Record the id of the rematch; the first one stays."""
    if not game.over:
        return SeatUnavailable("this game is not over yet")
    if game.record.rematch is None:
        game.record.rematch = identifier
        game.note(RematchOffered(id=identifier))
    return None
