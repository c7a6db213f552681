"""Steps a second of the PettingZoo environments, beside PettingZoo's own classic games.

Every step is what a learner pays: the observation with its mask, a legal action drawn from it, the step. All play in
interleaved slices of one run, seconds are of CPU, a ratio is the median over the rounds. What the classic games need
is installed for the run into a temporary folder.

``python -m bench.environments [--rounds 5] [--slice 0.3] [--no-peers]``
"""

from __future__ import annotations

import argparse
import logging
import statistics
import tempfile
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from adapters.pettingzoo import GAMES
from bench.support.peers import CLASSIC, install

CLASSIC_GAMES = (
    "tictactoe_v3",
    "rps_v2",
    "connect_four_v3",
    "leduc_holdem_v4",
    "texas_holdem_v4",
    "texas_holdem_no_limit_v6",
    "go_v5",
    "chess_v6",
)
"""All of them but Hanabi, which is OpenSpiel behind a further adapter."""
YARDSTICKS = ("connect_four_v3", "chess_v6")
"""The columns of ratios: a small game and one with many actions."""


class Learner:
    """Random play in one environment, measured a slice at a time."""

    def __init__(self, env: Any) -> None:
        self.env, self.rng, self.resets = env, np.random.default_rng(1), 0
        self.rates: list[float] = []
        env.reset(seed=0)

    def run(self, seconds: float) -> None:
        steps, env, rng, began = 0, self.env, self.rng, time.process_time()
        while (spent := time.process_time() - began) < seconds:
            observation, _, terminated, truncated, info = env.last()
            if terminated or truncated:
                self.resets += 1
                env.reset(seed=self.resets)
                continue
            mask = observation["action_mask"] if isinstance(observation, dict) else info.get("action_mask")
            legal = env.action_space(env.agent_selection).n if mask is None else np.flatnonzero(mask)
            env.step(int(rng.choice(legal)))
            steps += 1
        self.rates.append(steps / spent)

    def ratio(self, other: Learner) -> float:
        return statistics.median(mine / its for mine, its in zip(self.rates, other.rates, strict=True))


@contextmanager
def without_warnings() -> Iterator[None]:
    """Gymnasium and PettingZoo warn of environments that they do not know by name."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        logging.disable(logging.WARNING)
        try:
            yield
        finally:
            logging.disable(logging.NOTSET)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--slice", type=float, default=0.3, help="seconds of CPU")
    parser.add_argument("--no-peers", action="store_true", help="only our own games, nothing is installed")
    arguments = parser.parse_args()
    with without_warnings(), tempfile.TemporaryDirectory(prefix="ludo-peers-") as folder:
        learners = {slug: Learner(module.raw_env()) for slug, module in GAMES.items()}
        if not arguments.no_peers and install(Path(folder), CLASSIC):
            for name in CLASSIC_GAMES:
                learners[name] = Learner(import_module(f"pettingzoo.classic.{name}").raw_env())
        for _ in range(arguments.rounds):
            for learner in learners.values():
                learner.run(arguments.slice)
    beside = [name for name in YARDSTICKS if name in learners]
    print(f"{'environment':<26}{'steps/s':>10}" + "".join(f"  x {name}" for name in beside))
    for name, learner in learners.items():
        ratios = "".join(f"{learner.ratio(learners[peer]):{len(peer) + 4}.2f}" for peer in beside)
        print(f"{name:<26}{statistics.median(learner.rates):>10,.0f}{ratios}")


if __name__ == "__main__":
    main()
