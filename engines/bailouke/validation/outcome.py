"""Do the rounds won and the end of an imported position agree?"""

from __future__ import annotations

from engines.bailouke.rules.rounds import is_over, winners
from engines.bailouke.rules.table import Table
from engines.kernel.records import GAME_OVER
from engines.kernel.refusals import require, said


def check_rounds(table: Table) -> None:
    """Kouronn, rounds, and the end of the game agree (BAI-3, BAI-88, BAI-93, BAI-94, BAI-95)."""
    game = table.game
    over = game.phase == GAME_OVER
    given = sum(player.kouronn for player in game.players)
    require(
        given <= table.beasts.kouronn, "/players", "BAI-3", said("there are {most} Kouronn", most=table.beasts.kouronn)
    )
    finished = game.round if over else game.round - 1
    require(
        given <= finished,
        "/round",
        "BAI-94",
        said("{given} Kouronn after {finished} finished rounds", given=given, finished=finished),
    )
    require(game.round <= game.options.max_rounds, "/round", "BAI-95", "there are not so many rounds")
    if over:
        require(is_over(game), "/phase", "BAI-93", "nobody has won enough rounds yet")
        require(game.winners == winners(game), "/winners", "BAI-93", "whoever has the most Kouronn wins")
        return
    for seat, player in enumerate(game.players):
        enough = player.kouronn >= game.options.wins_needed
        require(not enough, f"/players/{seat}/kouronn", "BAI-93", "this seat has won the game")
    require(game.winners is None, "/winners", "BAI-93", "the game is not over")
