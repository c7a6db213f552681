"""The rounds of ladders and matches: one that fails is left alone for a while, and holds up nobody else."""

from __future__ import annotations

import pytest

from tests.workers.ladders.arena import Arena
from tests.workers.services import LocalWorker
from workers.ladders import rounds
from workers.services import WorkerServices


def test_a_ladder_that_fails_is_logged_once_and_holds_up_no_other(
    worker: LocalWorker, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken, sound = Arena(worker, "bakong"), Arena(worker, "mekong")
    for arena in (broken, sound):
        arena.enter(arena.bot())
    run = rounds.run_ladder

    def run_ladder(at: WorkerServices, slug: str, away: bool) -> None:
        if at is worker.at and slug == "bakong":
            raise ZeroDivisionError
        run(at, slug, away)

    monkeypatch.setattr(rounds, "run_ladder", run_ladder)
    monkeypatch.setattr(rounds.log, "propagate", True)
    for _ in range(3):
        sound.round()
    assert len(sound.ladder.open) > 0
    assert [record.fields["ladder"] for record in caplog.records if "failed" in record.message] == ["bakong"]  # type: ignore[attr-defined]
