"""Does the end of an imported position follow from its pieces?"""

from __future__ import annotations

from engines.babord.position import BabordPosition
from engines.babord.rules.ending import has_won, last_of_several
from engines.kernel.refusals import require, said

REASONS = ("treasure_home", "all_sunk", "last_afloat", "round_cap")


# --- turn and end --------------------------------------------------------------------------------------------------


def check_end(game: BabordPosition) -> None:
    over = game.phase == "game_over"
    require((game.result is not None) == over, "/result", "BAB-81", "there is a result exactly when the game is over")
    require((game.active_seat is None) == over, "/active_seat", "BAB-9", "somebody is to act until the game is over")
    require(1 <= game.round <= game.options.max_rounds, "/round", "BAB-78", "the round is within the cap")
    if game.result is not None:
        ranked = sorted(seat for group in game.result.ranking for seat in group)
        require(game.result.reason in REASONS, "/result/reason", "BAB-81", "no game ends for this reason")
        everyone = ranked == list(range(len(game.players)))
        require(everyone, "/result/ranking", "BAB-80", "the ranking names every seat once")
        first = not game.result.winners or game.result.winners == game.result.ranking[0]
        require(first, "/result/winners", "BAB-80", "the winners lead the ranking")
        require(not game.result.scores, "/result/scores", "BAB-80", "there are no points")


def check_not_won(game: BabordPosition) -> None:
    if game.phase == "game_over":
        return
    for player in game.players:
        require(
            not has_won(game, player.seat),
            "/phase",
            "BAB-75",
            said("seat {seat} has brought the treasure home", seat=player.seat),
        )
    require(not last_of_several(game), "/phase", "BAB-77", "the last boat afloat has won")
