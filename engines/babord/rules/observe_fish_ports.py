"""Observing, fishing and trading."""

from __future__ import annotations

from collections.abc import Iterator

from engines.babord.actions import Buy, Fish, Observe
from engines.babord.events import Bought
from engines.babord.parts import Player
from engines.babord.pieces import TRACKS
from engines.babord.position import (
    BabordPosition,
    BabordView,
    PositionOrView,
    board_of,
    drawn_tile,
    lies_in_port,
    tile_at,
    whereabouts,
)
from engines.babord.rules.dashboard import set_tracks
from engines.babord.rules.seeing import look, refuse_look, reveal
from engines.babord.rules.turn import open_last_window
from engines.kernel.dice import Dice
from engines.kernel.effects import ActionEffect, effect
from engines.kernel.records import Event
from engines.kernel.refusals import Illegal, said


def observe(game: BabordPosition, seat: int, action: Observe, dice: Dice) -> list[Event]:
    """Look at one tile anywhere, alone (BAB-38, BAB-39)."""
    refuse_look(game, seat, action.tile)
    open_last_window(game)
    return look(game, seat, action.tile, "observe")


def observe_effects(view: BabordView, seat: int, action: Observe) -> Iterator[ActionEffect]:
    """A look that nobody shares (BAB-38)."""
    yield effect("reveal", "looked", [drawn_tile(view, action.tile)], what="tile", amount=1)


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


def fish_effects(view: BabordView, seat: int, action: Fish) -> Iterator[ActionEffect]:
    """The tile is shown; how many fish it has is known only if the seat sees it (BAB-43)."""
    player, place = view.players[seat], whereabouts(view, seat)
    here = [drawn_tile(view, place)]
    yield effect("reveal", "shown", here)
    caught = view.tiles[view.grid[place[0]][place[1]] or ""].fish
    if caught is None:
        yield effect("risk", "fishing", here, what="fish")
    elif gained := min(caught, TRACKS["fish"].max - player.fish):
        yield effect("gain", "catch", here, what="fish", amount=gained, left=player.fish + gained)


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


def buy_effects(view: BabordView, seat: int, action: Buy) -> Iterator[ActionEffect]:
    """Goods for fish (BAB-40)."""
    player, item, count = view.players[seat], action.item, action.quantity
    cost, owner = count * TRACKS[item].price, [f"seat-{seat}"]
    bought = owner if item == "knife" else [f"{item}-{seat}"]
    yield effect("gain", "bought", bought, what=item, amount=count, left=getattr(player, item) + count)
    yield effect("pay", "price", [f"fish-{seat}"], what="fish", amount=cost, left=player.fish - cost)
