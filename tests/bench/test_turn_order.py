"""Wins by place in the order of turns, from games that anybody can repeat."""

from __future__ import annotations

import re
import sys

import pytest

from bench import turn_order


def test_the_shares_of_the_places_and_of_the_colours_add_up(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["turn_order", "--seats", "3", "--games", "20", "--first-seed", "7"])
    turn_order.main()
    row, colours = capsys.readouterr().out.splitlines()
    assert row.startswith("| 3 | greedy | 20 | ")
    for line in (row, colours):
        shares = re.findall(r"([\d.]+)% \(", line)
        assert len(shares) == 3
        assert sum(map(float, shares)) == pytest.approx(100)
    assert "draws 0" in colours


def test_a_seed_gives_the_same_game_again() -> None:
    (first, once), (again, twice) = (turn_order.play(4, "greedy", 3) for _ in range(2))
    assert (first, once) == (again, twice)
    assert once.result is not None
