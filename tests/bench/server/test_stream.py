"""The measurement of streams in small: it delivers everything, and its judge finds what is wrong."""

from __future__ import annotations

import pytest

from bench.server.stream import Figures, run
from bench.support.watchers import Watcher

DELAY_SECONDS = 30.0
"""Only a stream that has stalled takes longer; how quick they are, `make bench` measures."""


def test_a_hundred_watchers_hear_everything_once_and_in_order() -> None:
    figures = run(watchers=100, games=10, rate=50, seconds=5)
    assert figures.wrong == []
    assert figures.growth() == []
    assert figures.acts == 250
    assert figures.events >= figures.acts * 100 / 10, "every act was told to everybody who watches its game"
    assert sorted(figures.delay)[int(0.95 * len(figures.delay))] < DELAY_SECONDS


def test_targets_that_are_missed_are_named() -> None:
    good = Figures(
        watchers=10, acts=1, rate=1, events=1, wrong=[], idle=[0.001], open=[0.001], busy=[0.002], act=[0.001],
        delay=[0.01], cpu=0.1, kb_before=1000, kb_after=1100, threads=(5, 5), connections=(6, 7),
    )  # fmt: skip
    assert good.failures() == []
    good.wrong, good.busy, good.delay, good.kb_after = ["lost"], [0.004], [3.0], 90_000
    good.threads, good.connections = (5, 50), (6, 60)
    assert len(good.failures()) == 7


@pytest.mark.parametrize("cut", [1, 3, 7, 50, 1000])
def test_frames_are_found_however_they_are_cut(cut: int) -> None:
    frames = [b"id: 1\nevent: a\ndata: {}\n\n", b": still here\n\n", b"id: 2\nevent: b\ndata: {}\n\n"]
    wire = b"HTTP/1.1 200 OK\r\nX: y\r\n\r\n" + b"".join(b"%x\r\n%s\r\n" % (len(f), f) for f in frames)
    watcher = Watcher(b"")
    watcher.received = [(at, wire[at : at + cut]) for at in range(0, len(wire), cut)]
    seen = watcher.seen()
    assert seen.ids == [1, 2]
    assert seen.at == sorted(seen.at)
