"""Does the result of an imported position follow from its pieces?"""

from __future__ import annotations

from engines.kernel.records import Result
from engines.kernel.refusals import require, said
from engines.mekong.pieces import GOAL, PROGRAM_LENGTH
from engines.mekong.position import MekongPosition
from engines.mekong.rules.ending import no_planks_left


def check_result(game: MekongPosition, result: Result) -> None:
    """One winner on its goal, or a draw for a reason that holds (MEK-91, MEK-93, MEK-94)."""
    everybody = list(range(len(game.players)))
    require(
        result.reason in ("goal_reached", "round_cap", "no_planks"),
        "/result/reason",
        "MEK-90",
        said("{reason} ends no game", reason=result.reason),
    )
    require(
        (result.reason == "goal_reached") == (len(result.winners) == 1) and len(result.winners) <= 1,
        "/result/winners",
        "MEK-91",
        "one seat wins by reaching its goal, else nobody",
    )
    for seat in result.winners:
        require(
            seat in everybody and game.players[seat].pawn == GOAL[game.players[seat].colour],
            "/result/winners",
            "MEK-90",
            said("the pawn of seat {seat} is not on its goal", seat=seat),
        )
    others = [seat for seat in everybody if seat not in result.winners]
    require(
        result.ranking == ([result.winners, others] if result.winners else [everybody]) and (not result.scores),
        "/result/ranking",
        "MEK-91",
        "the winner, then all others equal; no scores",
    )
    require(
        (result.reason == "no_planks") == no_planks_left(game),
        "/result/reason",
        "MEK-94",
        "the reason is no_planks exactly when all planks are lost",
    )
    last = (game.options.round_cap, PROGRAM_LENGTH, len(everybody))
    require(
        result.reason != "round_cap" or (game.round, game.step, game.turn) == last,
        "/result/reason",
        "MEK-93",
        "the last round is not over",
    )
