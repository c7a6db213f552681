"""The built-in players of Babord."""

from __future__ import annotations

from engines.babord.bot import estimate
from engines.babord.bot.greedy import choose
from engines.babord.bot.shortlist import shortlist
from engines.babord.position import BabordPosition, BabordView, first_seat
from engines.kernel.dice import Dice
from engines.kernel.protocols.bot import Bot, SearchSettings
from engines.kernel.records import Action, Choices


class BabordBot(Bot[BabordPosition, BabordView]):
    """Searches for the treasure, fetches it, and hunts a carrier."""

    search = SearchSettings(rollouts=50, horizon=12, shortlist=6, freedom=0, doubt=1.0)
    decisive = False

    def greedy(self, knowledge: BabordView, seat: int, choices: Choices, dice: Dice) -> Action:
        return choose(knowledge, seat, choices, dice)

    def shortlist(self, knowledge: BabordView, seat: int, choices: Choices, dice: Dice) -> list[Action]:
        chosen = choose(knowledge, seat, choices, dice)
        return shortlist(knowledge, seat, chosen, choices.actions, self.search.shortlist)

    def estimate(self, position: BabordPosition) -> list[float]:
        return estimate.estimate(position)

    def stage(self, position: BabordPosition) -> int:
        """The turn: what the others know cannot be sampled, so their turns are left to the estimate."""
        seats = len(position.players)
        return position.round * seats + ((position.active_seat or 0) - first_seat(position)) % seats

    def quiet(self, position: BabordPosition) -> bool:
        """Not while somebody carries the treasure: the way home is played on, for all of it lies open."""
        return position.treasure.carrier is None
