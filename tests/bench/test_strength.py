"""The measurement of strength: it stops when it knows enough, goes on where it was, and its games can be repeated."""

from __future__ import annotations

import json
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from bench.strength import match as matches
from bench.strength import results as recorded_matches
from bench.strength.__main__ import main
from bench.strength.match import AIMS, LADDER, decided, play, repeat, way_of_playing
from bench.strength.results import levels, line, load, save, table
from engines.kernel.registry import game, slugs
from workers.players import search


@pytest.fixture
def results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Results of its own, so that a test leaves the recorded ones alone."""
    path = tmp_path / "strength.json"
    monkeypatch.setattr(recorded_matches, "RESULTS", path)
    return path


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(sys, "argv", ["strength", *arguments])
    return main()


@pytest.mark.parametrize("name", ["bakong greedy:random", "babord search-1:greedy"])
def test_recorded_games_can_be_repeated(name: str) -> None:
    recorded = load()
    shares = recorded[name]["shares"]
    won, lost = shares.index(1), shares.index(0)  # one of each, so that no constant answer passes
    assert repeat(name, won, recorded)
    assert repeat(name, lost, recorded)


def test_a_game_that_ends_otherwise_is_found_out() -> None:
    record = {"bakong greedy:random": {"shares": [0.5]}}
    assert not repeat("bakong greedy:random", 0, record)


@pytest.mark.parametrize(
    ("shares", "known"),
    [
        ([1] * 98, False),
        ([1] * 100, True),
        ([0] * 100, True),
        ([1] * 101, False),
        ([1, 0] * 50, True),
        ([1, 1, 0, 1, 0] * 20, False),
    ],
)
def test_a_match_ends_once_it_is_decided(shares: list[float], known: bool) -> None:
    assert decided(shares, AIMS["search-8:greedy"]) is known


@pytest.mark.parametrize("name", ["README.md", "docs/strength.md"])
def test_the_documentation_shows_what_is_recorded(name: str) -> None:
    page = (Path(__file__).parents[2] / name).read_text()
    shown = page.split("<!-- strength -->")[1].split("<!-- end of strength -->")[0]
    assert shown.strip() == table(load())


def test_the_documentation_shows_what_is_recorded_of_the_levels() -> None:
    page = (Path(__file__).parents[2] / "docs" / "strength.md").read_text()
    shown = page.split("<!-- levels -->")[1].split("<!-- end of levels -->")[0]
    assert shown.strip() == levels(load())


def test_the_record_is_of_the_players_of_today() -> None:
    """What another way of searching has won says nothing about this one."""
    recorded = load()
    assert set(recorded) == {f"{slug} {pair}" for slug in slugs() for pair in (*AIMS, *LADDER)}
    for name, record in recorded.items():
        assert record["search"] == way_of_playing(*name.split()), name
        assert record["cut"] == 0, name


@pytest.mark.parametrize("slug", slugs())
def test_every_recorded_level_wins_more_than_the_one_below(slug: str) -> None:
    recorded = load()
    rates = [fmean(recorded[f"{slug} {pair}"]["shares"]) for pair in LADDER]
    assert rates == sorted(set(rates))


def test_the_pace_is_that_of_decisions_that_were_searched() -> None:
    paces: list[float] = []
    play(game("babord"), "greedy:random", 0, paces)
    assert paces == []
    play(game("babord"), "search-1:greedy", 0, paces)
    assert paces
    assert all(seconds >= 0 for seconds in paces)


def test_a_run_goes_on_where_it_was(results: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(monkeypatch, "--games", "2", "--pairs", "greedy:random", "bakong")
    first = json.loads(results.read_text())["bakong greedy:random"]["shares"]
    run(monkeypatch, "--games", "4", "--pairs", "greedy:random", "bakong")
    longer = json.loads(results.read_text())["bakong greedy:random"]["shares"]
    assert len(first) == 2
    assert len(longer) == 4
    assert longer[:2] == first


def test_a_match_has_all_its_games_unless_it_may_end_early() -> None:
    sure = {"first_seed": 0, "shares": [1] * 400, "cut": 0, "cpu_seconds": 0.0, "search": {}}
    assert decided(sure["shares"][:100], AIMS["search-8:greedy"])
    for early, played in ((False, 1), (True, 0)):
        record = sure | {"shares": [1] * 100}
        games = list(matches.match("babord", "search-8:greedy", 101, record, early))
        assert len(games) == played


def test_the_seeds_of_a_match_are_drawn_when_it_begins(results: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = set()
    for _ in range(2):
        run(monkeypatch, "--games", "1", "--pairs", "greedy:random", "--fresh", "bakong")
        record = json.loads(results.read_text())
        drawn.add(record["bakong greedy:random"]["first_seed"])
        assert repeat("bakong greedy:random", 0, record)
    assert len(drawn) == 2


def test_the_levels_between_lowest_and_highest_play_the_same_deals(
    results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """But not those of a level that searched otherwise."""
    stale = {"first_seed": 4, "shares": [0], "cut": 0, "cpu_seconds": 0.0, "search": {"search-5": "another way"}}
    results.write_text(json.dumps({"babord search-5:greedy": stale}))
    run(monkeypatch, "--games", "1", "--pairs", ",".join(LADDER), "babord")
    recorded = json.loads(results.read_text())
    lowest, *between, highest = [recorded[f"babord {pair}"]["first_seed"] for pair in LADDER]
    assert len({lowest, highest, *between}) == 3
    assert 4 not in between


def test_a_match_begins_anew_when_its_player_searches_otherwise(results: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stale = {"shares": [0] * 5, "cut": 0, "cpu_seconds": 0.0, "search": {"search-1": "another way"}}
    results.write_text(json.dumps({"bailouke search-1:greedy": stale}))
    run(monkeypatch, "--games", "1", "--pairs", "search-1:greedy", "bailouke")
    assert len(json.loads(results.read_text())["bailouke search-1:greedy"]["shares"]) == 1


def test_a_match_begins_anew_when_it_was_played_with_other_options(
    results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    older = {"shares": [0] * 5, "cut": 0, "cpu_seconds": 0.0, "search": {}, "options": {"restart_fish": 5}}
    results.write_text(json.dumps({"babord greedy:random": older}))
    run(monkeypatch, "--games", "1", "--pairs", "greedy:random", "babord")
    record = json.loads(results.read_text())["babord greedy:random"]
    assert len(record["shares"]) == 1
    assert "options" not in record


@pytest.mark.parametrize(
    ("shares", "cut", "good"), [([1, 1, 1, 0], 0, True), ([1, 1, 0], 0, False), ([1, 1, 1], 1, False)]
)
def test_low_rates_and_cut_searches_fail(shares: list[float], cut: int, good: bool) -> None:
    record = {"shares": shares, "cut": cut, "cpu_seconds": 1.0}
    assert line("bakong search-8:greedy", record)[1] is good


@pytest.mark.parametrize(("wins", "games", "good"), [(7, 10, False), (70, 100, True), (210, 400, False)])
def test_a_lead_that_may_be_luck_fails(wins: int, games: int, good: bool) -> None:
    """Seven of ten are above the target, but say little."""
    record = {"shares": [1] * wins + [0] * (games - wins), "cut": 0, "cpu_seconds": 1.0}
    text, as_it_should = line("bakong search-8:search-1", record)
    assert as_it_should is good
    assert ("not significant" in text) is not good


def test_only_its_own_time_cuts_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """With no patience at all: by a clock that stands still nothing is cut, however long the machine takes."""
    monkeypatch.setattr(search, "CPU_LIMIT", 0.0)
    monkeypatch.setattr(matches.time, "process_time", lambda: 0.0)
    assert play(game("babord"), "search-1:greedy", 0)[1] == 0
    monkeypatch.setattr(matches.time, "process_time", count().__next__)
    assert play(game("babord"), "search-1:greedy", 0)[1] > 0


def test_matches_played_at_the_same_time_do_not_spoil_each_other(
    results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another run records its match while this one is at its first game."""
    alone, other = play, {"shares": [1], "cut": 0, "cpu_seconds": 0.0, "search": {}}

    def disturbed(*game_of: Any) -> tuple[float, int]:
        save("babord greedy:random", other)
        return alone(*game_of)

    monkeypatch.setattr(matches, "play", disturbed)
    run(monkeypatch, "--games", "1", "--pairs", "greedy:random", "bakong")
    recorded = json.loads(results.read_text())
    assert recorded["babord greedy:random"] == other
    assert len(recorded["bakong greedy:random"]["shares"]) == 1
    assert [path.name for path in results.parent.iterdir()] == ["strength.json"]


def test_records_saved_at_once_are_all_kept(results: Path) -> None:
    """Each opens the directory anew, so threads lock each other out as processes do."""
    names = [f"game-{number} greedy:random" for number in range(24)]
    record = {"shares": [0] * 400, "cut": 0, "cpu_seconds": 0.0, "search": {}}
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda name: save(name, record), names))
    assert set(json.loads(results.read_text())) == set(names)
