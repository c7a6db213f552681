"""PettingZoo's own tests, for all five games, and what learners rely on."""

from __future__ import annotations

import contextlib
import io
import re
import subprocess
import sys
import warnings
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, seed_test
from pettingzoo.utils import parallel_to_aec

from adapters.pettingzoo import GAMES, GameModule
from engines.kernel.registry import slugs


@pytest.fixture(params=slugs())
def module(request: pytest.FixtureRequest) -> GameModule:
    return GAMES[request.param]


def test_the_environment_follows_the_api(module: GameModule) -> None:
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore", UserWarning)  # it knows by name which environments have a Dict with a mask
        api_test(module.env(), num_cycles=30)


def test_equal_seeds_give_equal_games(module: GameModule) -> None:
    seed_test(module.env, num_cycles=15)


def test_games_are_cut_off_after_so_many_cycles(module: GameModule) -> None:
    def cycles(max_cycles: int) -> object:
        return parallel_to_aec(module.parallel_env(max_cycles=max_cycles))

    max_cycles_test(SimpleNamespace(parallel_env=module.parallel_env, env=cycles))
    env = module.raw_env(max_cycles=3)
    env.reset(seed=1)
    for _ in range(3 * len(env.possible_agents)):
        assert not any(env.truncations.values())
        env.step(0)
    assert all(env.truncations.values()) or all(env.terminations.values())


def test_random_play_never_leaves_the_space_and_ends_with_rewards(module: GameModule) -> None:
    env, rng = module.raw_env(max_cycles=150), np.random.default_rng(5)
    for seed in range(3):
        env.reset(seed=seed)
        while not (env.terminations[env.agent_selection] or env.truncations[env.agent_selection]):
            assert len(env.legal_actions()) <= env.game.actions.size
            mask = env.observe(env.agent_selection)["action_mask"]
            env.step(int(rng.choice(np.flatnonzero(mask))))
        if any(env.terminations.values()):
            winners = env.game.engine.rules.outcome(env.game.position).winners
            assert [env.rewards[agent] == 1 for agent in env.possible_agents] == [
                seat in winners for seat in range(len(env.possible_agents))
            ]


def test_an_observation_holds_nothing_that_the_agent_cannot_know() -> None:
    """Two positions that differ only in what a seat cannot see look alike to it."""
    from engines.kernel.dice import SeededDice

    for module in GAMES.values():
        env = module.raw_env()
        env.reset(seed=3)
        game, seen = env.game, env.observe("seat_1")
        known = game.engine.visibility.knowledge(game.position, 1)
        game.position = game.engine.visibility.determinize(known, 1, SeededDice(b"other" * 7))
        assert (env.observe("seat_1")["observation"] == seen["observation"]).all()


def test_an_illegal_action_loses() -> None:
    env = GAMES["bakong"].env()
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(env.action_space(agent).n - 1)
    assert env.terminations[agent]
    assert env.rewards[agent] == -1
    raw = GAMES["bakong"].raw_env()
    raw.reset(seed=1)
    with pytest.raises(ValueError, match="no legal action"):
        raw.step(255)


def test_the_example_learns_to_beat_random_play() -> None:
    """Its seeds are fixed: the same games every time."""
    example = Path(__file__).parents[2] / "examples" / "learn.py"
    run = subprocess.run(
        [sys.executable, example, "--games", "1000"],
        cwd=example.parents[1],
        env={"PYTHONPATH": "."},
        text=True,
        check=True,
        capture_output=True,
    )
    before, after, seconds = map(int, re.findall(r"(\d+)(?:%| s)", run.stdout))
    assert before < 55
    assert after >= 65
    assert seconds < 120
    assert len(example.read_text("utf-8").splitlines()) <= 60
