"""Kim-Bac's option ``empty_pile``: void rounds, length and wins by seat, and how many claims a reshuffle would lose.

A claim is lost with N laps when, earlier in its round, N full laps went by without a card or a claim.

``python -m bench.empty_pile [--rounds 2000]``
"""

from __future__ import annotations

import argparse
from collections import Counter
from typing import NamedTuple

from engines.kernel.dice import SeededDice
from engines.kernel.records import GAME_OVER, Event
from engines.kimbac import engine
from engines.kimbac.events import CardDrawn, ChestTaken, NoCardLeft
from engines.kimbac.pieces import PAWNS_PER_SEAT

MOST_LOST = 0.02


class Round(NamedTuple):
    """A round between greedy players."""

    void: bool
    turns: int
    """Search turns of all seats."""
    winners: list[int]
    waited: list[int]
    """By claim: the longest wait before it in the round, in full laps."""


def play(seats: int, number: int, empty_pile: str) -> Round:
    dice, chance = (SeededDice((number + base).to_bytes(32, "big")) for base in (0, 1_000_000))
    position, _ = engine.rules.deal(seats, engine.options({"rounds": 1, "empty_pile": empty_pile}, seats), dice)
    events: list[Event] = []
    while position.phase != GAME_OVER:
        seat = engine.rules.to_act(position)[0]
        choices = engine.rules.legal(position, seat)
        action = engine.bot.greedy(engine.visibility.knowledge(position, seat), seat, choices, chance)
        events += engine.rules.apply(position, seat, action, dice)
    assert position.result is not None
    void = position.round_results[0].outcome == "void"
    return Round(void, position.search_turn, position.result.winners, waits(events, seats))


def waits(events: list[Event], seats: int) -> list[int]:
    dry = longest = 0
    found = []
    for event in events:
        if isinstance(event, NoCardLeft):
            longest = max(longest, dry // seats)
            dry += 1
        elif isinstance(event, CardDrawn | ChestTaken):
            dry = 0
            found += [longest] if isinstance(event, ChestTaken) else []
    return found


def report(seats: int, empty_pile: str, rounds: list[Round]) -> None:
    won = Counter(seat for one in rounds for seat in one.winners)
    turns = sorted(one.turns / seats for one in rounds)
    print(
        f"{seats} seats, {empty_pile}: {sum(one.void for one in rounds)} void, turns of a seat "
        f"{sum(turns) / len(turns):.1f} on average, {turns[len(turns) * 99 // 100]:.0f} in the 99th of a hundred, "
        f"won or shared by seat {[won[seat] for seat in range(seats)]}"
    )


def smallest(waited: list[int]) -> int:
    """The fewest laps that lose less than one claim in fifty."""
    return next(laps for laps in range(1, 1000) if sum(wait >= laps for wait in waited) < MOST_LOST * len(waited))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=2000)
    count: int = parser.parse_args().rounds
    waited: list[int] = []
    for seats in PAWNS_PER_SEAT:
        kept = [play(seats, number, "keep") for number in range(count)]
        report(seats, "keep", kept)
        report(seats, "reshuffle", [play(seats, number, "reshuffle") for number in range(count)])
        waited += [wait for one in kept for wait in one.waited]
    print(f"{len(waited)} claims, less than 2 % of them lost from {smallest(waited)} laps on")


if __name__ == "__main__":
    main()
