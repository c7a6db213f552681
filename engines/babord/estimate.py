"""Who is likely to win: a quick judgement of a position, fitted to a few hundred games of the greedy player."""

from __future__ import annotations

from engines.babord.board import Pair
from engines.babord.greedy import distance
from engines.babord.position import BabordPosition, Player, board_of
from engines.chances import chances

CARRYING, WAY_HOME = 2.4, -0.03
KNOWN_WAY = -0.087
"""What a point of the way to the treasure and home weighs for a boat that knows where it lies."""
UNKNOWN_WAY, SEEN = -0.256, 0.094
"""The same for one that does not, and what each tile weighs that it has seen."""
FUEL, ENOUGH_FUEL = 1.95, 6
HULL, SOUND = 0.6, 3
SUNK = -3.0


def estimate(game: BabordPosition) -> list[float]:
    """The win chances by seat: carrying the treasure, else knowing where it is, else being near to it."""
    if any(player.home_port is None for player in game.players):
        return [1 / len(game.players)] * len(game.players)
    place = None if game.treasure.carrier is not None else treasure_place(game)
    return chances([strength(game, player, place) for player in game.players])


def treasure_place(game: BabordPosition) -> Pair:
    name = game.treasure.tile
    row = next(row for row, tiles in enumerate(game.grid) if name in tiles)
    return row, game.grid[row].index(name)


def strength(game: BabordPosition, player: Player, treasure: Pair | None) -> float:
    if player.boat is None:
        return SUNK
    home = board_of(game).ports[str(player.home_port)]
    value = FUEL * min(player.fuel, ENOUGH_FUEL) / ENOUGH_FUEL + HULL * min(player.hull, SOUND) / SOUND
    if treasure is None:
        if game.treasure.carrier == player.seat:
            value += CARRYING + WAY_HOME * distance(player.boat, home)
        return value
    way = distance(player.boat, treasure) + distance((2 * treasure[0], 2 * treasure[1]), home)
    if player.seat in game.tiles[game.treasure.tile].seen_by:
        return value + KNOWN_WAY * way
    return value + UNKNOWN_WAY * way + SEEN * sum([player.seat in tile.seen_by for tile in game.tiles.values()])
