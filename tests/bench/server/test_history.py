"""Looking back is measured on a real game, and bounded: a warm look plays few acts again, however long the game is."""

from __future__ import annotations

from bench.server.history import look, measure, played
from store.games.replay.past import STEP, Timeline


def test_a_long_game_is_measured() -> None:
    costs = measure("kimbac", 200, looks=20)
    assert 0 < costs.warm_mean <= costs.warm_worst
    assert costs.cold > 0


def test_a_warm_look_plays_few_acts_again() -> None:
    game, acts = played("kimbac", 200)
    timeline, last = Timeline(game.engine, game.record), acts[-1].version
    timeline.extend(acts, 0)
    assert timeline.distance(last) >= 200, "a cold look plays them all"
    look(game, timeline, last)
    assert max(timeline.distance(act.version) for act in acts) < STEP


def test_the_game_is_as_long_as_asked() -> None:
    table, acts = played("kimbac", 100)
    assert len(acts) > 100
    assert acts[-1].version == table.progress.origin.version + 1
