"""The bench of handing turns over: what it tells apart, and when it fails."""

from __future__ import annotations

from bench.turns import ROOT, Measured, check_gain, check_lone, check_share, measure


def test_the_rest_of_what_a_turn_costs_is_overhead() -> None:
    one = Measured(100, 1.0, enqueue_us=30, worker_us=320, playing_us=310)
    assert (one.total_us, one.overhead_us) == (350, 40)
    assert check_share({"a pace": [one]})
    assert not check_share({"a pace": [one], "another": [Measured(100, 1.0, 40, 320, 310)]})


def test_the_versions_are_compared_by_all_that_a_turn_costs() -> None:
    now, before = Measured(1, 1.0, 50, 350), Measured(1, 1.0, 600, 1000)
    assert check_gain({"a pace": [now]}, {"a pace": [before]})
    assert not check_gain({"a pace": [now]}, {"a pace": [Measured(1, 1.0, 599, 1000)]})
    assert check_lone([3.0, 4.0, 50.0], [1.0, 4.0, 5.0])
    assert not check_lone([4.1], [4.0])


def test_a_worker_plays_what_is_handed_over() -> None:
    found = measure(ROOT, "paced", 50, 1)
    assert found.turns >= 10
    assert 0 < found.playing_us < found.worker_us
    assert found.enqueue_us > 0
    assert found.queue_us > 0
