"""The bot protocol: choose, shortlist and estimate from lawful knowledge; and win chances from strengths."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from math import exp
from typing import ClassVar, Generic, TypeVar

import msgspec

from engines.kernel.dice import Dice
from engines.kernel.protocols.visibility import Visibility
from engines.kernel.records import Action, Choices, Position, Record

P = TypeVar("P", bound=Position)
V = TypeVar("V", bound=Record)


class SearchSettings(msgspec.Struct, frozen=True):
    """How the search bot spends its time on a game."""

    rollouts: int = 200
    """Rollouts at the highest level: about one second."""
    step: float = 1.4
    """Each level has this many times the rollouts of the one below."""
    errors: tuple[float, ...] = (0.3, 0.2, 0.14, 0.09, 0.06, 0.04, 0.02)
    """The most by which each level below the highest misjudges an action, in win chance; level 1 first."""
    horizon: int = 200
    """Steps after which a rollout stops and is estimated."""
    stages: int = 1
    """Stages after which it stops, the present one included (``Bot.stage``)."""
    shortlist: int = 16
    """Most actions that are compared."""
    freedom: int = 10
    """Percentage of rollout steps that are random instead of greedy."""
    doubt: float = 1.0
    """Standard errors by which another action must beat the greedy one to be preferred."""
    patience: int = 8
    """Trials before an action may be dropped or the search may end early."""


class Bot(ABC, Generic[P, V]):
    """What the built-in players of one game know. They read ``knowledge``, never the true position."""

    search: ClassVar[SearchSettings] = SearchSettings()
    decisive: ClassVar[bool] = True
    """False where random play seldom ends a game before its cap."""

    def __init__(self, visibility: Visibility[P, V]) -> None:
        self.visibility = visibility

    @abstractmethod
    def greedy(self, knowledge: V, seat: int, choices: Choices, dice: Dice) -> Action:
        """A sensible action, without search."""

    def reply(self, position: P, seat: int, choices: Choices, dice: Dice) -> Action:
        """The greedy action in a rollout. A game may reach it faster than through ``knowledge``."""
        return self.greedy(self.visibility.knowledge(position, seat), seat, choices, dice)

    @abstractmethod
    def estimate(self, position: P) -> list[float]:
        """Win chances by seat, for rollouts that stop early; they sum to one."""

    def shortlist(self, knowledge: V, seat: int, choices: Choices, dice: Dice) -> list[Action]:
        """The actions that a search compares, the greedy one first: all, or a spread of them."""
        most = self.search.shortlist
        chosen = self.greedy(knowledge, seat, choices, dice)
        others = [action for action in choices.actions if action != chosen]
        if len(others) >= most:
            stride = len(others) // (most - 1)
            others = others[dice.below(min(stride, 256)) :: stride][: most - 1]
        return [chosen, *others]

    def sample_belief(self, knowledge: V, seat: int, dice: Dice) -> P:
        """A full position to search from. A game may replace fair hidden choices by likely ones."""
        return self.visibility.determinize(knowledge, seat, dice)

    def plausibility(self, position: P, seat: int) -> int:
        """Percentage: how well a sampled position explains what the other seats have done."""
        return 100

    def stage(self, position: P) -> int:
        """The turn or round: rollouts stop at a change of stage (``SearchSettings.stages``)."""
        return 0

    def quiet(self, position: P) -> bool:
        """May a rollout stop here? Not while something is going on that ``estimate`` judges badly."""
        return True


def chances(strengths: Sequence[float]) -> list[float]:
    """Win chances by seat (softmax): they sum to one, and a difference of 1 in strength makes 73 : 27."""
    most = max(strengths)
    weights = [exp(strength - most) for strength in strengths]
    total = sum(weights)
    return [weight / total for weight in weights]


def sigmoid(strength: float) -> float:
    """The chance of one side against another that is weaker by so much."""
    return 1 / (1 + exp(-strength))
