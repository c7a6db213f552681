"""The built-in players of Les Dragons du Mékong."""

from __future__ import annotations

from engines.kernel.dice import Dice
from engines.kernel.protocols.bot import Bot, SearchSettings
from engines.kernel.records import Action, Choices
from engines.mekong.actions import CommitProgram
from engines.mekong.bot import belief, estimate, greedy, shortlist
from engines.mekong.position import MekongPosition, MekongView


class MekongBot(Bot[MekongPosition, MekongView]):
    """Finds the cheapest way across and does the next thing that it needs."""

    search = SearchSettings(
        rollouts=120, errors=(0.82, 0.68, 0.5, 0.37, 0.26, 0.165, 0.08), horizon=16, shortlist=8, freedom=0, doubt=1.0
    )
    decisive = False

    def greedy(self, knowledge: MekongView, seat: int, choices: Choices, dice: Dice) -> Action:
        return greedy.choose(knowledge, seat, choices, dice)

    def shortlist(self, knowledge: MekongView, seat: int, choices: Choices, dice: Dice) -> list[Action]:
        most = self.search.shortlist
        if knowledge.phase not in ("program", "place_stone"):
            return super().shortlist(knowledge, seat, choices, dice)
        best = self.greedy(knowledge, seat, choices, dice)
        if isinstance(best, CommitProgram):
            return shortlist.programs(knowledge, seat, best.cards, most, dice)
        return shortlist.stones(knowledge, seat, best, choices.actions, most)

    def sample_belief(self, knowledge: MekongView, seat: int, dice: Dice) -> MekongPosition:
        return belief.sample_belief(self.visibility.determinize(knowledge, seat, dice), seat, dice)

    def estimate(self, position: MekongPosition) -> list[float]:
        return estimate.estimate(position)

    def stage(self, position: MekongPosition) -> int:
        return position.round
