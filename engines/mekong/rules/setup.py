"""Setting up the delta (MEK-2, MEK-3, MEK-4, MEK-5, MEK-6, MEK-7)."""

from __future__ import annotations

from engines.kernel.dice import Dice
from engines.kernel.refusals import InvalidOptions
from engines.mekong.events import GameStarted
from engines.mekong.parts import Options, Player
from engines.mekong.pieces import COLOUR, COLOURS_BY_COUNT, HOME, PLANKS
from engines.mekong.position import MekongPosition


def check_colours(options: Options, seats: int) -> None:
    """The colours are those of the number of players, each once (MEK-2, MEK-115)."""
    colours = COLOURS_BY_COUNT.get(seats, ())
    if options.colours is not None and sorted(options.colours) != sorted(colours):
        raise InvalidOptions("colours", f"{seats} players play with {', '.join(colours)}, in any order")


def lay_out(seats: int, options: Options, dice: Dice) -> MekongPosition:
    """An empty board, each pawn at home, all planks in the reserves, one seat has the statuette.

    The option `first_seat` names that seat, else it is drawn (MEK-116).
    """
    colours = options.colours or COLOURS_BY_COUNT[seats]
    statuette = dice.below(seats) if options.first_seat is None else options.first_seat
    players = [
        Player(colour, HOME[colour], [plank for plank in PLANKS if COLOUR[plank] == colour]) for colour in colours
    ]
    return MekongPosition(phase="program", options=options, statuette=statuette, players=players)


def game_started(game: MekongPosition) -> GameStarted:
    return GameStarted(
        round=game.round,
        step=game.step,
        seats=len(game.players),
        options=game.options,
        colours=[player.colour for player in game.players],
        statuette=game.statuette,
    )
