"""V and VI. The sharing of the treasure, rounds and victory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, cast

from engines.kernel.dice import Dice
from engines.kernel.records import Event, GameOver, Result
from engines.kimbac.events import (
    KimbacCaptured,
    RoundEnded,
    RoundVoid,
    TreasureLost,
    TreasureReached,
    TreasureRevealed,
    TreasureShared,
)
from engines.kimbac.parts import Chest, Kimbac, Options, RoundResult
from engines.kimbac.pieces import BONUS
from engines.kimbac.position import KimbacPosition
from engines.kimbac.rules.preparation import begin_round

HuntOutcome = Literal["reached", "captured", "lost"]

ENDINGS: dict[HuntOutcome, type[TreasureReached] | type[KimbacCaptured] | type[TreasureLost]] = {
    "reached": TreasureReached,
    "captured": KimbacCaptured,
    "lost": TreasureLost,
}


class Sharing(NamedTuple):
    """Who gets what, by seat."""

    bonus: list[int]
    share: list[int]
    leftover: int

    @property
    def paid(self) -> list[int]:
        return [bonus + share for bonus, share in zip(self.bonus, self.share, strict=True)]


def reached(options: Options, kimbac: int, treasure: int, held: Sequence[int]) -> Sharing:
    """The Kim-Bac keeps the treasure less a bonus to other owners of the cache's cards (KIM-72, KIM-73, KIM-74).

    The bonus is paid per card by default, per owner by option (KIM-117).
    """
    due = [0 if seat == kimbac else cards for seat, cards in enumerate(held)]
    if options.reached_bonus == "per_player":
        due = [min(1, cards) for cards in due]
    each = BONUS if options.shortfall == "debt" else capped(sum(due), treasure)
    bonus = [each * cards for cards in due]
    share = [0] * len(held)
    share[kimbac] = treasure - sum(bonus)
    return Sharing(bonus, share, 0)


def captured(options: Options, kimbac: int, treasure: int, held: Sequence[int]) -> Sharing:
    """The others take a bonus per card of the cache and share the rest equally; he gets nothing (KIM-75, KIM-76).

    The remainder of the equal shares goes to nobody (KIM-79, KIM-119).
    """
    due = [0 if seat == kimbac else cards for seat, cards in enumerate(held)]
    each = capped(sum(due), treasure)
    bonus = [each * cards for cards in due]
    pursuers = len(held) - 1
    equal, leftover = divmod(treasure - sum(bonus), pursuers)  # rounded down (KIM-79)
    return Sharing(bonus, [0 if seat == kimbac else equal for seat in range(len(held))], leftover)


def lost(options: Options, kimbac: int, treasure: int, held: Sequence[int]) -> Sharing:
    """Nobody is paid, no bonus either (KIM-62)."""
    return Sharing([0] * len(held), [0] * len(held), 0)


def capped(bonuses: int, treasure: int) -> int:
    """Each bonus, so that all together never exceed the treasure (KIM-78).

    With the option `debt` the Kim-Bac pays what is missing (KIM-118).
    """
    return min(BONUS, treasure // bonuses) if bonuses else BONUS


SHARINGS = {"reached": reached, "captured": captured, "lost": lost}


def end_hunt(game: KimbacPosition, outcome: HuntOutcome, dice: Dice) -> list[Event]:
    """Show the dice and the cards of the cache, share the treasure (KIM-56, KIM-57, KIM-71).

    The face-up pair of a seat that renounced earns the bonus too (KIM-121).
    """
    chest, kimbac = cast(Chest, game.chest), cast(Kimbac, game.kimbac)
    held = game.held(chest.cache)
    sharing = SHARINGS[outcome](game.options, kimbac.seat, chest.treasure, held)
    at = game.place_of(kimbac.seat, kimbac.pawn)
    ending = ENDINGS[outcome](seat=kimbac.seat, at=at, hunt_turn=game.hunt_turn)
    revealed = TreasureRevealed(
        ordinary=chest.ordinary,
        special=chest.special,
        cache=chest.cache,
        secret=chest.secret,
        treasure=chest.treasure,
    )
    shared = TreasureShared(
        held=held, bonus=sharing.bonus, share=sharing.share, paid=sharing.paid, leftover=sharing.leftover
    )
    result = RoundResult(
        round=game.round,
        outcome=outcome,
        kimbac=kimbac.seat,
        secret=chest.secret,
        cache=chest.cache,
        treasure=chest.treasure,
        held=held,
        paid=sharing.paid,
        leftover=sharing.leftover,
    )
    return [ending, revealed, shared, *end_round(game, result, dice)]


def void_result(round_number: int, seats: int) -> RoundResult:
    """A round without a Kim-Bac."""
    return RoundResult(round_number, "void", None, None, None, None, None, [0] * seats, 0)


def void_round(game: KimbacPosition, dice: Dice) -> list[Event]:
    """The search has lasted too long: nobody is paid (KIM-29)."""
    void = RoundVoid(round=game.round)
    return [void, *end_round(game, void_result(game.round, len(game.scores)), dice)]


def end_round(game: KimbacPosition, result: RoundResult, dice: Dice) -> list[Event]:
    """Add the round's taels to the totals; play the next round or end the game (KIM-90, KIM-91).

    As many rounds as players are the standard game; the option `rounds` sets another number (KIM-124).
    """
    game.round_results.append(result)
    game.scores = [total + paid for total, paid in zip(game.scores, result.paid, strict=True)]
    ended = RoundEnded(round=game.round, scores=list(game.scores))
    if game.round < game.options.rounds:
        game.round += 1
        return [ended, begin_round(game, dice)]
    game.phase, game.active_seat, game.next_pawn, game.arrived = "game_over", None, None, []
    game.result = victory(game.scores)
    return [ended, GameOver.of(game.result)]


def victory(scores: Sequence[int]) -> Result:
    """The highest total wins; equal totals share their place (KIM-92, KIM-93)."""
    ranking = [
        [seat for seat, total in enumerate(scores) if total == taels] for taels in sorted(set(scores), reverse=True)
    ]
    return Result(
        winners=list(ranking[0]),
        ranking=ranking,
        scores=list(scores),
        reason="rounds_played",
    )
