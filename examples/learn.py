"""Learn a game from nothing but won and lost games, until `random` is beaten: `python examples/learn.py bakong`.

It keeps each action's average result (Monte Carlo), plays the best and tries another now and then. Needs extra `rl`.
"""

import argparse
import time
from collections import defaultdict
from typing import Any

import numpy as np

from adapters.pettingzoo import GAMES
from engines.kernel.records import Action

TRY = 0.2  # how often something else is tried while learning


class Learner:
    def __init__(self) -> None:
        self.rng = np.random.default_rng(1)
        self.results: dict[Action, list[float]] = defaultdict(lambda: [0.0, 1e-9])

    def choose(self, actions: list[Action], learning: bool) -> int:
        if learning and self.rng.random() < TRY:
            return int(self.rng.integers(len(actions)))
        hopes = np.array([result / games for result, games in (self.results[action] for action in actions)])
        return int(self.rng.choice(np.flatnonzero(hopes == hopes.max())))

    def play(self, env: Any, number: int, learning: bool) -> bool:
        """One game against uniformly random play, the seats in turn; is it won?"""
        env.reset(seed=number)
        mine, played = env.possible_agents[number % 2], list[Action]()
        while not any(env.terminations.values()):
            actions = env.legal_actions()
            choice = int(self.rng.integers(len(actions)))
            if env.agent_selection == mine:
                choice = self.choose(actions, learning)
                played.append(actions[choice])
            env.step(choice)
        for action in played if learning else ():
            self.results[action][0] += env.rewards[mine]
            self.results[action][1] += 1
        return bool(env.rewards[mine] > 0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="bakong", choices=GAMES)
    parser.add_argument("--games", type=int, default=3000)
    wanted = parser.parse_args()
    env, learner, began = GAMES[wanted.game].raw_env(seats=2), Learner(), time.process_time()
    before = np.mean([learner.play(env, 10**6 + number, learning=False) for number in range(200)])
    for number in range(wanted.games):
        learner.play(env, number, learning=True)
    after = np.mean([learner.play(env, 2 * 10**6 + number, learning=False) for number in range(400)])
    print(f"won {before:.0%} before learning, {after:.0%} after it ({time.process_time() - began:.0f} s of CPU)")


main()
