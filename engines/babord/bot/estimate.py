"""Who is likely to win: a quick judgement of a position.

The weights began as a fit to games of the greedy player and were raised by matches: a fit alone thinks that knowing
where the treasure lies is nearly as good as having it, and a player who believes that waits for ever.
"""

from __future__ import annotations

from engines.babord.bot.chart import distance
from engines.babord.parts import Player
from engines.babord.pieces import Pair
from engines.babord.position import BabordPosition, board_of
from engines.kernel.protocols.bot import chances

CARRYING, WAY_HOME = 4.5, -0.25
KNOWING, KNOWN_WAY = 2.5, -0.2
"""What it weighs to know where the treasure lies, and each point of the way there and home."""
UNKNOWN_WAY, SEEN = -0.21, 0.1
"""The same for a boat that does not know it, and what each tile weighs that it has seen."""
SHORTAGE = -0.4
"""What each unit of fuel weighs that is missing for the way: a unit brings two points with a fair wind."""
FUEL = 0.25
HULL, SOUND = 0.186, 4
ARMED = 0.8
"""What a cannonball in stock weighs for a boat without the treasure."""
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
    value = HULL * min(player.hull, SOUND)
    if player.cannonballs or game.treasure.carrier == player.seat:
        value += ARMED
    if treasure is None:
        if game.treasure.carrier != player.seat:
            return value
        way = distance(player.boat, home)
        return value + CARRYING + WAY_HOME * way + SHORTAGE * max(0, way / 2 - player.fuel)
    way = distance(player.boat, treasure) + distance((2 * treasure[0], 2 * treasure[1]), home)
    if player.seat in game.tiles[game.treasure.tile].seen_by:
        return value + KNOWING + KNOWN_WAY * way + SHORTAGE * max(0, way / 2 - player.fuel)
    seen = sum([player.seat in tile.seen_by for tile in game.tiles.values()])
    return value + UNKNOWN_WAY * way + SEEN * seen + FUEL * player.fuel
