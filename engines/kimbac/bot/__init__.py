"""The built-in players of Kim-Bac."""

from __future__ import annotations

from engines.kernel.dice import Dice
from engines.kernel.protocols.bot import Bot, SearchSettings
from engines.kernel.records import Action, Choices
from engines.kimbac.bot import estimate
from engines.kimbac.bot.greedy import choose
from engines.kimbac.position import KimbacPosition, KimbacView


class KimbacBot(Bot[KimbacPosition, KimbacView]):
    """Walks to its pairs, weighs the throw, runs where nobody is faster, and hunts as a pack."""

    search = SearchSettings(
        rollouts=48,
        step=1.6,
        errors=(0.5, 0.3, 0.29, 0.21, 0.165, 0.105, 0.045),
        horizon=24,
        shortlist=4,
        freedom=0,
        doubt=0.5,
    )

    def greedy(self, knowledge: KimbacView, seat: int, choices: Choices, dice: Dice) -> Action:
        return choose(knowledge, seat, choices, dice)

    def shortlist(self, knowledge: KimbacView, seat: int, choices: Choices, dice: Dice) -> list[Action]:
        """The way to the chest is left to the greedy player; the chest and the hunt are searched."""
        candidates = super().shortlist(knowledge, seat, choices, dice)
        return candidates if knowledge.chest is not None else candidates[:1]

    def plausibility(self, position: KimbacPosition, seat: int) -> int:
        return estimate.plausibility(position, seat)

    def estimate(self, position: KimbacPosition) -> list[float]:
        return estimate.estimate(position)
