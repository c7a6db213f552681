"""PettingZoo environments of the five games: one agent per seat, observations from lawful knowledge alone."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv, ParallelEnv

from engines.kernel.action_space import ActionSpace
from engines.kernel.dice import SeededDice
from engines.kernel.observation import BOUND, SIZE, encode_view
from engines.kernel.records import Action, Choices
from engines.kernel.registry import game as registered_game

NOTHING = Choices()


class LocalGame:
    """One game between agents: position, dice, and what each agent sees and may do."""

    def __init__(self, slug: str, seats: int | None, options: dict[str, Any] | None, size: int) -> None:
        self.engine = registered_game(slug)
        self.seats = max(2, self.engine.seats[0]) if seats is None else seats
        self.options = self.engine.options(options or {}, self.seats)
        self.size = size
        self.actions = ActionSpace(self.engine, self.seats)
        self.names = [f"seat_{seat}" for seat in range(self.seats)]
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(-BOUND, BOUND, (size,), np.float32),
                "action_mask": spaces.Box(0, 1, (self.actions.size,), np.int8),
            }
        )
        self.action_space: spaces.Discrete = spaces.Discrete(self.actions.size)

    def deal(self, seed: int | None, rng: np.random.Generator) -> None:
        number = int(rng.integers(2**62)) if seed is None else seed
        self.dice = SeededDice(sha256(f"ludotheque {number}".encode()).digest())
        self.position, _ = self.engine.rules.deal(self.seats, self.options, self.dice)
        self._found: tuple[int, Choices] | None = None

    @property
    def over(self) -> bool:
        return self.engine.rules.outcome(self.position) is not None

    def to_act(self) -> tuple[int, ...]:
        return self.engine.rules.to_act(self.position)

    def choices(self, seat: int) -> Choices:
        """The legal actions of the seat; computed once per decision."""
        if self._found is None or self._found[0] != seat:
            self._found = (seat, self.engine.rules.legal(self.position, seat) if seat in self.to_act() else NOTHING)
        return self._found[1]

    def act(self, seat: int, number: int) -> None:
        """Play the action of that number; raises ValueError if there is none."""
        action = self.actions.action(self.choices(seat), number)
        self._found = None
        self.engine.rules.apply(self.position, seat, action, self.dice)

    def rewards(self) -> list[float]:
        """1 for winners, -1 for losers, 0 for all while nobody has won."""
        result = self.engine.rules.outcome(self.position)
        if result is None or not result.winners:
            return [0.0] * self.seats
        return [1.0 if seat in result.winners else -1.0 for seat in range(self.seats)]

    def observe(self, seat: int) -> dict[str, np.ndarray[Any, Any]]:
        mask = np.zeros(self.actions.size, np.int8)
        mask[: self.actions.count(self.choices(seat))] = 1
        known = self.engine.visibility.knowledge(self.position, seat)
        return {"observation": np.array(encode_view(known, self.size), np.float32), "action_mask": mask}

    def text(self) -> str:
        """The board as a spectator sees it."""
        return self.engine.renderer.text(self.engine.visibility.view(self.position, None), self.names, "en")


class _Environment(EzPickle):
    """What both kinds of environment share: the game, its spaces and its text board."""

    suffix, parallelizable = "_v0", False

    def __init__(
        self,
        slug: str,
        seats: int | None = None,
        options: dict[str, Any] | None = None,
        max_cycles: int | None = None,
        size: int = SIZE,
        render_mode: str | None = None,
    ) -> None:
        EzPickle.__init__(self, slug, seats, options, max_cycles, size, render_mode)
        self.game = LocalGame(slug, seats, options, size)
        self.metadata = {
            "render_modes": ["ansi"],
            "name": slug + self.suffix,
            "is_parallelizable": self.parallelizable,
        }
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        """The game is stopped after this many decisions per seat, or cycles; None = never."""
        self.possible_agents = list(self.game.names)
        self._rng = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Dict:  # noqa: ARG002
        return self.game.observation_space

    def action_space(self, agent: str) -> spaces.Discrete:  # noqa: ARG002
        return self.game.action_space

    def render(self) -> str | None:
        return self.game.text() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing to release."""


class GameEnv(_Environment, AECEnv):  # type: ignore[misc]
    """Turn by turn: selects the agent that owes a decision; if several do, in seat order."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        self.game.deal(seed, self._rng)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.decisions = 0
        self._select()

    def observe(self, agent: str) -> dict[str, np.ndarray[Any, Any]]:
        return self.game.observe(self.game.names.index(agent))

    def legal_actions(self) -> list[Action]:
        """The legal actions of the selected agent: action i is the i-th, unless there is a template."""
        return self.game.choices(self.game.names.index(self.agent_selection)).actions

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.game.act(self.game.names.index(agent), int(action))  # type: ignore[arg-type]
        self.decisions += 1
        self.rewards = dict(zip(self.possible_agents, self.game.rewards(), strict=True))
        if self.game.over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_cycles is not None and self.decisions >= self.max_cycles * len(self.possible_agents):
            self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._select()

    def _select(self) -> None:
        owing = self.game.to_act()
        self.agent_selection = self.agents[0] if self.game.over or not owing else self.game.names[owing[0]]


class SimultaneousEnv(_Environment, ParallelEnv):  # type: ignore[misc]
    """Cycle by cycle: every agent gives an action, and those that owe a decision are played.

    An agent that owes none has a mask of zeros, and its action is ignored. The number of an illegal action is taken
    modulo the number of legal ones, so that unmasked samples can be played.
    """

    suffix, parallelizable = "_parallel_v0", True

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:  # noqa: ARG002
        self.game.deal(seed, self._rng)
        self.agents, self.cycles = list(self.possible_agents), 0
        return self._all(self.game.observe), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> Any:
        game = self.game
        for seat in game.to_act():
            if seat in game.to_act():  # an earlier action of this cycle may have ended the game
                game.act(seat, int(actions[game.names[seat]]) % game.actions.count(game.choices(seat)))
        self.cycles += 1
        over = game.over
        cut = not over and self.max_cycles is not None and self.cycles >= self.max_cycles
        rewards = game.rewards()
        answer: tuple[dict[str, Any], ...] = (
            self._all(game.observe), self._all(rewards.__getitem__), self._all(lambda _: over),
            self._all(lambda _: cut), {agent: {} for agent in self.agents},
        )  # fmt: skip
        if over or cut:
            self.agents = []
        return answer

    def _all(self, of: Callable[[int], Any]) -> dict[str, Any]:
        return {agent: of(self.game.names.index(agent)) for agent in self.agents}
