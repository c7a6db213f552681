"""Setting up the delta (MEK-2, MEK-3, MEK-4, MEK-5, MEK-6, MEK-7)."""

from __future__ import annotations

from engines.kernel.dice import Dice
from engines.kernel.refusals import InvalidOptions
from engines.mekong.events import GameStarted
from engines.mekong.pieces import COLOR, COLORS_BY_COUNT, HOME, PLANKS
from engines.mekong.position import MekongPosition, Options, Player


def check_colors(options: Options, seats: int) -> None:
    """The colours are those of the number of players, each once (MEK-2, MEK-115)."""
    colors = COLORS_BY_COUNT.get(seats, ())
    if options.colors is not None and sorted(options.colors) != sorted(colors):
        raise InvalidOptions("colors", f"{seats} players play with {', '.join(colors)}, in any order")


def lay_out(seats: int, options: Options, dice: Dice) -> MekongPosition:
    """An empty board, each pawn at home, all planks in the reserves, one seat has the statuette."""
    colors = options.colors or COLORS_BY_COUNT[seats]
    statuette = dice.below(seats) if options.first_seat is None else options.first_seat
    players = [Player(color, HOME[color], [plank for plank in PLANKS if COLOR[plank] == color]) for color in colors]
    return MekongPosition(phase="program", options=options, statuette=statuette, players=players)


def game_started(game: MekongPosition) -> GameStarted:
    return GameStarted(
        round=game.round,
        step=game.step,
        seats=len(game.players),
        options=game.options,
        colors=[player.color for player in game.players],
        statuette=game.statuette,
    )
