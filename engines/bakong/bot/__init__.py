"""The built-in players of Bakong."""

from __future__ import annotations

from engines.bakong.bot import estimate
from engines.bakong.bot.greedy import choose
from engines.bakong.position import BakongPosition, BakongView
from engines.bakong.view import glance
from engines.kernel.dice import Dice
from engines.kernel.protocols.bot import Bot, SearchSettings
from engines.kernel.records import Action, Choices

LEFT_TO_GREEDY = "choose_split"
"""The only decision that is not searched: fewer tokens leave more room."""


class BakongBot(Bot[BakongPosition, BakongView]):
    """Looks one turn ahead; in a search, a few turns."""

    search = SearchSettings(
        rollouts=1000,
        step=2.5,
        errors=(0.31, 0.245, 0.175, 0.12, 0.095, 0.065, 0.035),
        horizon=60,
        stages=5,
        shortlist=8,
        freedom=0,
        doubt=0.5,
        patience=40,
    )

    def greedy(self, knowledge: BakongView, seat: int, choices: Choices, dice: Dice) -> Action:
        return choose(knowledge, seat, choices.actions)

    def reply(self, position: BakongPosition, seat: int, choices: Choices, dice: Dice) -> Action:
        return choose(glance(position), seat, choices.actions)

    def shortlist(self, knowledge: BakongView, seat: int, choices: Choices, dice: Dice) -> list[Action]:
        if knowledge.phase == LEFT_TO_GREEDY:
            return [self.greedy(knowledge, seat, choices, dice)]
        return super().shortlist(knowledge, seat, choices, dice)

    def estimate(self, position: BakongPosition) -> list[float]:
        return estimate.estimate(position)

    def stage(self, position: BakongPosition) -> int:
        return position.turn
