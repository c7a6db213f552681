"""The engine bench plays whole games and judges its targets."""

from __future__ import annotations

import pytest

from bench.engine import Runner, greedy_play, misses, random_play
from engines.kernel.registry import game, slugs


@pytest.mark.parametrize("slug", slugs())
@pytest.mark.parametrize("play", [random_play, greedy_play])
def test_a_playout_is_the_same_game_each_time(slug, play):
    playout = play(game(slug))
    steps = playout(1)
    assert steps > 5
    assert playout(1) == steps


def test_a_runner_compares_round_by_round():
    slow, fast = Runner(lambda number: 1), Runner(lambda number: 1)
    slow.steps, fast.steps = [10.0, 100.0, 20.0], [30.0, 200.0, 80.0]
    assert fast.ratio(slow) == 3.0


@pytest.mark.parametrize(
    ("ratios", "missed"),
    [
        ([3.0, 3.0, 5.0, 5.0, 8.0], []),
        ([2.9, 5.0, 5.0, 5.0, 8.0], ["every game at 3x Catanatron"]),
        ([3.0, 3.0, 4.9, 5.0, 8.0], ["3 games at 5x Catanatron"]),
        ([3.0, 5.0, 5.0, 5.0, 7.9], ["the best game at 8x Catanatron"]),
    ],
)
def test_targets(ratios, missed):
    assert misses(ratios) == missed
