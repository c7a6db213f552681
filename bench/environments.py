"""Steps a second of the PettingZoo environments, beside PettingZoo's own classic games.

Every step is what a learner pays: the observation with its mask, a legal action drawn from it, the step.

    python -m bench.environments [--seconds 1]
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

from adapters.pettingzoo import GAMES

CLASSIC = ("tictactoe_v3", "connect_four_v3", "gin_rummy_v4", "chess_v6")


def steps_per_second(make: Callable[[], Any], seconds: float) -> float:
    env, rng, steps = make(), np.random.default_rng(1), 0
    env.reset(seed=1)
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds:
        observation, _, terminated, truncated, info = env.last()
        if terminated or truncated:
            env.reset(seed=steps)
            continue
        mask = observation["action_mask"] if "action_mask" in observation else info["action_mask"]
        env.step(int(rng.choice(np.flatnonzero(mask))))
        steps += 1
    return steps / spent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0)
    seconds = parser.parse_args().seconds
    for slug, module in GAMES.items():
        print(f"{slug:<20}{steps_per_second(module.raw_env, seconds):>10,.0f} steps/s")
    for name in CLASSIC:
        try:
            classic = import_module(f"pettingzoo.classic.{name}")
            print(f"{name:<20}{steps_per_second(classic.raw_env, seconds):>10,.0f} steps/s")
        except Exception as error:  # a peer that is not installed whole
            print(f"{name:<20}   not measured: {str(error).splitlines()[0][:60]}")


if __name__ == "__main__":
    main()
