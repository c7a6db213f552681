"""The games as PettingZoo environments (extra ``rl``): ``adapters.pettingzoo.<slug>.env()``."""

from __future__ import annotations

from typing import Any

from pettingzoo.utils import wrappers

from adapters.pettingzoo.environment import GameEnv, SimultaneousEnv
from engines.kernel.registry import slugs


class GameModule:
    """The attributes that PettingZoo expects of an environment's module."""

    def __init__(self, slug: str) -> None:
        self.slug = slug

    def env(self, **given: Any) -> Any:
        """Turn by turn; an illegal action ends the game with -1 for its agent, as in PettingZoo's classic games."""
        illegal = wrappers.TerminateIllegalWrapper(self.raw_env(**given), illegal_reward=-1)
        return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(illegal))

    def raw_env(self, **given: Any) -> GameEnv:
        """The same without checks: an illegal action raises ValueError."""
        return GameEnv(self.slug, **given)

    def parallel_env(self, **given: Any) -> SimultaneousEnv:
        """Cycle by cycle, for libraries that take an action of every agent at once."""
        return SimultaneousEnv(self.slug, **given)


GAMES = {slug: GameModule(slug) for slug in slugs()}


def __getattr__(name: str) -> GameModule:
    """``adapters.pettingzoo.<slug>``: the environments of a game."""
    try:
        return GAMES[name]
    except KeyError:
        raise AttributeError(name) from None
