"""The rounds of ladders and matches: one that fails is left alone for a while, and holds up nobody else."""

from __future__ import annotations

import logging

import pytest

from store.process.logs import fields_of
from tests.workers.ladders.arena import Arena
from tests.workers.services import LocalWorker
from workers.ladders import rounds
from workers.services import WorkerServices


def test_a_ladder_that_fails_is_logged_once_and_holds_up_no_other(
    worker: LocalWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, sound = Arena(worker, "bakong"), Arena(worker, "mekong")
    for arena in (broken, sound):
        arena.enter(arena.bot())
    run = rounds.run_ladder

    def run_ladder(at: WorkerServices, slug: str, away: bool) -> None:
        if slug == "bakong":
            raise ZeroDivisionError
        run(at, slug, away)

    monkeypatch.setattr(rounds, "run_ladder", run_ladder)
    logged: list[logging.LogRecord] = []
    handler = logging.Handler()
    handler.emit = logged.append  # type: ignore[method-assign]
    monkeypatch.setattr(rounds.log, "handlers", [handler])
    for _ in range(3):
        sound.round()
    assert len(sound.ladder.open) > 0
    assert [fields_of(record)["ladder"] for record in logged] == ["bakong"]
