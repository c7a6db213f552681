"""Looking back is measured on a real game, and bounded: a warm look plays few acts again, however long the game is."""

from __future__ import annotations

from bench.server.history import measure, played


def test_a_long_game_is_measured() -> None:
    costs = measure("kimbac", 200, looks=20)
    assert 0 < costs.warm_mean <= costs.warm_worst
    assert costs.warm_mean < costs.cold


def test_the_game_is_as_long_as_asked() -> None:
    table, acts = played("kimbac", 100)
    assert len(acts) > 100
    assert acts[-1].version == table.before.version + 1
