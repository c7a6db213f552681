"""The built-in players of Babord."""

from __future__ import annotations

from engines.babord.bot import belief, estimate
from engines.babord.bot.greedy import choose
from engines.babord.bot.shortlist import shortlist
from engines.babord.position import BabordPosition, BabordView, first_seat
from engines.kernel.dice import Dice
from engines.kernel.protocols.bot import Bot, SearchSettings
from engines.kernel.records import Action, Choices

RACERS = 2
"""Seats that know where the treasure is; so many race for it."""


class BabordBot(Bot[BabordPosition, BabordView]):
    """Searches for the treasure, fetches it, and hunts a carrier."""

    search = SearchSettings(
        rollouts=50,
        step=1.5,
        errors=(2.0, 1.13, 0.69, 0.4, 0.225, 0.115, 0.045),
        horizon=12,
        shortlist=6,
        freedom=0,
        doubt=1.0,
    )
    decisive = False

    def greedy(self, knowledge: BabordView, seat: int, choices: Choices, dice: Dice) -> Action:
        return choose(knowledge, seat, choices, dice)

    def shortlist(self, knowledge: BabordView, seat: int, choices: Choices, dice: Dice) -> list[Action]:
        chosen = choose(knowledge, seat, choices, dice, aggressive=True)
        return shortlist(knowledge, seat, chosen, choices.actions, self.search.shortlist)

    def estimate(self, position: BabordPosition) -> list[float]:
        return estimate.estimate(position)

    def sample_belief(self, knowledge: BabordView, seat: int, dice: Dice) -> BabordPosition:
        return belief.sample(knowledge, seat, dice)

    def stage(self, position: BabordPosition) -> int:
        """The turn. The turns of the others are left to the estimate, unless there is a race for the treasure."""
        seats = len(position.players)
        return position.round * seats + ((position.active_seat or 0) - first_seat(position)) % seats

    def quiet(self, position: BabordPosition) -> bool:
        """Not while several know where the treasure is: the race for it, and the way home, is played on."""
        return len(position.tiles[position.treasure.tile].seen_by) < RACERS
