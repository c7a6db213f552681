"""Ratings follow from the results in order, and from nothing else."""

from __future__ import annotations

import pytest
from openskill.models import PlackettLuce

from store.ladders.ratings import MU, SIGMA, new_standing, ordered, standings
from store.ladders.results import ranks_of
from tests.store.ladders.lines import line


def test_who_wins_rises_and_becomes_more_certain() -> None:
    table = standings([line(number, "croc", "random") for number in range(1, 31)])
    croc, loser = table["croc"], table["random"]
    assert croc.mu > MU > loser.mu
    assert croc.sigma < 0.8 * SIGMA
    assert (croc.games, croc.wins, croc.win_rate) == (30, 30.0, 1.0)
    low, high = croc.interval
    assert low < croc.mu < high
    assert [one.bot for one in ordered(table.values())] == ["croc", "random"]


def test_greedy_stays_where_every_rating_begins() -> None:
    table = standings([line(number, "croc", "greedy") for number in range(1, 6)])
    assert (table["greedy"].mu, table["greedy"].sigma) == (MU, 0.0)
    assert table["croc"].mu > MU
    assert new_standing("greedy").sigma == 0.0


def test_ratings_of_three_players_are_those_of_the_library() -> None:
    model = PlackettLuce(tau=0.0)
    [a], [b], [c] = model.rate([[model.rating()], [model.rating()], [model.rating()]], ranks=[1, 3, 2])
    table = standings([line(1, "a", "b", "c", ranks=[1, 3, 2])])
    assert [(table[bot].mu, table[bot].sigma) for bot in "abc"] == [(one.mu, one.sigma) for one in (a, b, c)]


def test_a_void_game_changes_nothing() -> None:
    counted = [line(1, "croc", "random"), line(3, "random", "croc")]
    assert standings([counted[0], line(2, "croc", "random", void="service"), counted[1]]) == standings(counted)


def test_a_shared_win_counts_in_parts() -> None:
    table = standings([line(1, "croc", "duck", ranks=[1, 1])])
    assert (table["croc"].wins, table["duck"].wins) == (0.5, 0.5)
    assert table["croc"].mu == pytest.approx(table["duck"].mu)


@pytest.mark.parametrize(
    ("ranking", "forfeits", "ranks"),
    [
        ([[1], [0]], set(), [2, 1]),
        ([[0, 2], [1]], set(), [1, 3, 1]),
        ([[0], [1], [2]], {0}, [3, 1, 2]),
        ([[0], [1]], {0, 1}, [1, 1]),
    ],
)
def test_ranks_by_seat(ranking: list[list[int]], forfeits: set[int], ranks: list[int]) -> None:
    assert ranks_of(ranking, forfeits) == ranks
