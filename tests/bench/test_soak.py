"""The soak: when its last minute is not like its first."""

from __future__ import annotations

from bench.soak import Minute, complaints


def minute(act: float, view: float, kb: int) -> Minute:
    return Minute([act] * 20, [view] * 20, kb)


def test_a_run_that_stays_as_it_was_passes() -> None:
    assert complaints([minute(0.5, 0.5, 100), minute(0.010, 0.005, 1000), minute(0.012, 0.006, 1090)]) == []


def test_slower_or_larger_is_told() -> None:
    first, last = minute(0.010, 0.005, 1000), minute(0.016, 0.004, 1200)
    assert complaints([first, first, last]) == [
        "the p95 of acts rose from 10.0 to 16.0 ms",
        "the processes grew from 1,000 to 1,200 kB",
    ]
