"""The built-in players of Baïlouké."""

from __future__ import annotations

from engines.bailouke.actions import AssignToken
from engines.bailouke.bot import estimate
from engines.bailouke.bot.greedy import choose, ranked
from engines.bailouke.bot.hunter import Hunter, worth_of_beast
from engines.bailouke.position import Position, View
from engines.bailouke.view import BailoukeVisibility
from engines.kernel.dice import Dice
from engines.kernel.protocols.bot import Bot, SearchSettings
from engines.kernel.records import Action, Choices


class BailoukeBot(Bot[Position, View]):
    """Remembers what it has lawfully seen, keeps low cards, announces when it seems ahead."""

    search = SearchSettings(
        rollouts=300,
        step=1.7,
        errors=(0.42, 0.28, 0.185, 0.12, 0.075, 0.042, 0.018),
        horizon=10,
        shortlist=6,
        freedom=0,
        doubt=0.5,
    )

    def __init__(self, visibility: BailoukeVisibility) -> None:
        super().__init__(visibility)
        self.beasts = visibility.beasts
        self.worth = {value: worth_of_beast(beast) for value, beast in self.beasts.beasts.items()}

    def mind(self, knowledge: View, seat: int) -> Hunter:
        return Hunter(self.beasts, self.worth, knowledge, seat)

    def greedy(self, knowledge: View, seat: int, choices: Choices, dice: Dice) -> Action:
        return choose(self.mind(knowledge, seat), choices.actions)

    def shortlist(self, knowledge: View, seat: int, choices: Choices, dice: Dice) -> list[Action]:
        """The best at first sight. Where a free token goes and what is discarded needs no search."""
        chosen = self.greedy(knowledge, seat, choices, dice)
        if isinstance(chosen, AssignToken) or knowledge.phase == "discard":
            return [chosen]
        return ranked(self.mind(knowledge, seat), choices.actions)[: self.search.shortlist]

    def estimate(self, position: Position) -> list[float]:
        return estimate.estimate(position)

    def plausibility(self, position: Position, seat: int) -> int:
        return estimate.plausibility(position, seat)

    def stage(self, position: Position) -> int:
        return position.round
