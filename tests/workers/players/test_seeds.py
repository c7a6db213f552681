"""Dice for thinking."""

from __future__ import annotations

from workers.players.seeds import FastDice


def test_choosing_is_drawing_below_the_number_of_items() -> None:
    chosen, drawn = FastDice(b"thinking"), FastDice(b"thinking")
    for count in range(1, 60):
        assert chosen.choose(range(count)) == drawn.below(count)
