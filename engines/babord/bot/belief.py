"""Where the treasure may lie: not where others have looked, or they would have fetched it."""

from __future__ import annotations

from engines.babord.determinize import determinize
from engines.babord.parts import Tile
from engines.babord.position import BabordPosition, BabordView
from engines.kernel.dice import Dice

LEFT_ALONE = 25
"""How often, in a hundred, a treasure that another seat has seen is imagined to lie there still."""


def sample(known: BabordView, seat: int, dice: Dice) -> BabordPosition:
    """A position that agrees with the knowledge, and mostly with what the others do."""
    game = determinize(known, seat, dice)
    treasure = game.treasure.tile
    if known.tiles[treasure].kind is None and game.tiles[treasure].seen_by and dice.below(100) >= LEFT_ALONE:
        overlooked = [name for name, tile in game.tiles.items() if not tile.seen_by]
        if overlooked:
            exchange_faces(game, treasure, dice.choose(overlooked))
    return game


def exchange_faces(game: BabordPosition, treasure: str, other: str) -> None:
    """Put the treasure's face on another tile; who has seen which tile stays as it is."""
    one, two = game.tiles[treasure], game.tiles[other]
    game.tiles[treasure] = Tile(two.kind, two.fish, one.seen_by)
    game.tiles[other] = Tile(one.kind, one.fish, two.seen_by)
    game.treasure.tile = other
