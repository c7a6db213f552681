"""Steps a second of the environments: a line for each game, measured in slices of CPU."""

from __future__ import annotations

import logging

import pytest

from bench import environments
from engines.kernel.registry import slugs


def test_every_game_has_its_steps_a_second(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.argv", ["environments", "--rounds", "2", "--slice", "0.01", "--no-peers"])
    environments.main()
    head, *lines = capsys.readouterr().out.splitlines()
    assert head.split() == ["environment", "steps/s"]
    found = {name: int(rate.replace(",", "")) for name, rate in (line.split() for line in lines)}
    assert list(found) == list(slugs())
    assert min(found.values()) > 0
    assert logging.root.manager.disable == logging.NOTSET, "it is silent for itself only"


def test_a_ratio_is_the_median_over_the_rounds() -> None:
    """So that a slow moment of the machine changes none."""
    mine, other = (environments.Learner.__new__(environments.Learner) for _ in range(2))
    mine.rates, other.rates = [2.0, 2.0, 90.0], [1.0, 4.0, 30.0]
    assert mine.ratio(other) == 2.0
