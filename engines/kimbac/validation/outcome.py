"""Finished rounds from outside: each result must follow from its own figures, and the totals from the results."""

from __future__ import annotations

from engines.kernel.records import GAME_OVER
from engines.kernel.refusals import InvalidPosition, said
from engines.kimbac.parts import Kimbac, RoundResult
from engines.kimbac.pieces import FOOT, NUMBERS, treasure
from engines.kimbac.position import KimbacPosition
from engines.kimbac.rules.sharing import SHARINGS, victory, void_result
from engines.kimbac.rules.streets import kimbac_steps
from engines.kimbac.validation.turn import check_kimbac, check_no_arrivals, check_no_chest, check_no_hunt, check_turns


def check_results(game: KimbacPosition) -> None:
    """One result for every finished round, totals that add up, a winner when all is over (KIM-90, KIM-91, KIM-92)."""
    over = game.phase == GAME_OVER
    if game.round > game.options.rounds:
        raise InvalidPosition(
            "/round",
            "KIM-90",
            said("there is no round {round} in a game of {rounds}", round=game.round, rounds=game.options.rounds),
        )
    if over and game.round < game.options.rounds:
        raise InvalidPosition("/round", "KIM-92", "the game is over after the last round only")
    if len(game.round_results) != game.round - (0 if over else 1):
        raise InvalidPosition("/round_results", "KIM-91", "there is one result for every finished round")
    for index, result in enumerate(game.round_results):
        check_result(game, index, result)
    totals = [sum(result.paid[seat] for result in game.round_results) for seat in range(len(game.scores))]
    if game.scores != totals:
        raise InvalidPosition("/scores", "KIM-91", said("the rounds add up to {totals}", totals=totals))
    if game.result != (victory(totals) if over else None):
        raise InvalidPosition(
            "/result", "KIM-92", "the result is set when the game is over, and follows from the totals"
        )


def check_result(game: KimbacPosition, index: int, result: RoundResult) -> None:
    """Treasure and pay follow from outcome, pair, cache and cards (KIM-70, KIM-72, KIM-76)."""
    field, seats = f"/round_results/{index}", len(game.scores)
    if result.round != index + 1:
        raise InvalidPosition(f"{field}/round", "KIM-91", "results are listed in the order of the rounds")
    if result.outcome == "void":
        if result != void_result(result.round, seats):
            raise InvalidPosition(field, "KIM-29", "a void round has no Kim-Bac and pays nobody")
        return
    if result.kimbac is None or result.secret is None or result.cache is None or result.held is None:
        raise InvalidPosition(field, "KIM-71", "at the end of a hunt everything is shown")
    if not 0 <= result.kimbac < seats:
        raise InvalidPosition(
            f"{field}/kimbac",
            "KIM-1",
            said("there is no seat {seat} at a table of {seats}", seat=result.kimbac, seats=seats),
        )
    if result.cache not in NUMBERS or result.cache == result.secret:
        raise InvalidPosition(f"{field}/cache", "KIM-38", "the cache is another monument than that of the pair")
    if result.treasure != treasure(result.secret, result.cache):
        raise InvalidPosition(f"{field}/treasure", "KIM-70", "a thousand taels for each number between pair and cache")
    if len(result.held) != seats or sum(result.held) > 2:
        raise InvalidPosition(f"{field}/held", "KIM-6", "there are two cards of each number")
    sharing = SHARINGS[result.outcome](game.options, result.kimbac, result.treasure, result.held)
    if (result.paid, result.leftover) != (sharing.paid, sharing.leftover):
        rule = {"reached": "KIM-72", "captured": "KIM-76", "lost": "KIM-62"}[result.outcome]
        raise InvalidPosition(
            f"{field}/paid",
            rule,
            said("the sharing gives {paid}, {leftover} left", paid=sharing.paid, leftover=sharing.leftover),
        )


def check_over(game: KimbacPosition) -> None:
    """The last round as it stood when it ended (KIM-29, KIM-56, KIM-57, KIM-62)."""
    check_turns(game)
    check_no_arrivals(game)
    if game.active_seat is not None:
        raise InvalidPosition("/active_seat", "KIM-92", "nobody acts when the game is over")
    if game.next_pawn is not None:
        raise InvalidPosition("/next_pawn", "KIM-92", "no pawn moves when the game is over")
    last = game.round_results[-1]
    if last.outcome == "void":
        check_no_chest(game)
        check_no_hunt(game)
        if game.search_turn != len(game.pawns) * game.options.max_search_turns:
            raise InvalidPosition("/search_turn", "KIM-29", "a round is void when every seat has had all its turns")
        return
    chest, kimbac = check_kimbac(game)
    if (last.kimbac, last.secret, last.cache) != (kimbac.seat, chest.secret, chest.cache):
        raise InvalidPosition(
            f"/round_results/{len(game.round_results) - 1}", "KIM-71", "the last result is not that of the chest"
        )
    if last.held != game.held(chest.cache):
        raise InvalidPosition(
            f"/round_results/{len(game.round_results) - 1}/held", "KIM-71", "the hands hold other cards of the cache"
        )
    if (last.outcome == "reached") != (game.place_of(kimbac.seat, kimbac.pawn) == FOOT[chest.cache]):
        raise InvalidPosition(
            f"/pawns/{kimbac.seat}/{kimbac.pawn - 1}", "KIM-56", "the cache is reached when he stands at its foot"
        )
    if last.outcome != "reached":
        check_failure(game, kimbac, last.outcome)


def check_failure(game: KimbacPosition, kimbac: Kimbac, outcome: str) -> None:
    """Captured without a step, or out of time as the options say (KIM-57, KIM-62)."""
    stuck = not kimbac_steps(game, kimbac.seat, kimbac.pawn)
    ending = game.options.hunt_cap_result if game.hunt_turn == game.options.max_hunt_turns else None
    if outcome != ("captured" if stuck else ending):
        raise InvalidPosition(
            "/round_results", "KIM-57" if outcome == "captured" else "KIM-62", "the hunt did not end like this"
        )
