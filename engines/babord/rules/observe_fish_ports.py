"""Observing, fishing and trading."""

from __future__ import annotations

from collections.abc import Iterator

from engines.babord.actions import Buy, Fish, Observe
from engines.babord.events import Bought
from engines.babord.parts import Player
from engines.babord.pieces import TRACKS
from engines.babord.position import BabordPosition, PositionOrView, board_of, lies_in_port, tile_at, whereabouts
from engines.babord.rules.dashboard import set_tracks
from engines.babord.rules.seeing import look, refuse_look, reveal
from engines.babord.rules.turn import open_last_window
from engines.kernel.dice import Dice
from engines.kernel.records import Event
from engines.kernel.refusals import Illegal, said


def observe(game: BabordPosition, seat: int, action: Observe, dice: Dice) -> list[Event]:
    """Look at one tile anywhere, alone (BAB-38, BAB-39)."""
    refuse_look(game, seat, action.tile)
    open_last_window(game)
    return look(game, seat, action.tile, "observe")


def can_fish(game: PositionOrView, seat: int) -> bool:
    """Fish are caught at sea, on a tile: not in a port, not in the hole (BAB-45)."""
    place = whereabouts(game, seat)
    return place != game.treasure.hole and place not in board_of(game).port_at


def fish(game: BabordPosition, seat: int, action: Fish, dice: Dice) -> Iterator[Event]:
    """The tile is shown and gives its number of fish, and does nothing else (BAB-43, BAB-44)."""
    if not can_fish(game, seat):
        raise Illegal("BAB-45", "there are no fish to catch in a port or in the hole")
    player, place = game.players[seat], whereabouts(game, seat)
    yield reveal(game, seat, place, "fishing")
    yield from set_tracks(player, "fishing", {"fish": player.fish + tile_at(game, place).fish})
    open_last_window(game)


def affordable(player: Player, item: str) -> int:
    """How many units the fish and the dashboard allow (BAB-41, BAB-42)."""
    track = TRACKS[item]
    room: int = track.max - getattr(player, item)
    return min(room, player.fish // track.price)


def buy(game: BabordPosition, seat: int, action: Buy, dice: Dice) -> Iterator[Event]:
    """Trade fish for goods on the jetty of any port (BAB-40, BAB-41, BAB-42).

    Cannonballs are sold too (BAB-111). Trade needs no action: any number of purchases in both windows (BAB-112).
    """
    if not lies_in_port(game, seat):
        raise Illegal("BAB-40", "the boat does not lie in a port")
    player = game.players[seat]
    most = affordable(player, action.item)
    if action.quantity > most:
        raise Illegal(
            "BAB-42",
            said(
                "fish and dashboard allow {most} of {item}, not {quantity}",
                most=most,
                item=action.item,
                quantity=action.quantity,
            ),
        )
    cost = action.quantity * TRACKS[action.item].price
    player.fish -= cost
    setattr(player, action.item, getattr(player, action.item) + action.quantity)
    yield Bought(seat=seat, item=action.item, quantity=action.quantity, cost=cost)
