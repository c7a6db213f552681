"""Imported positions: results of rounds and of the game follow from their figures."""

from __future__ import annotations

import pytest

from engines.kernel.records import Result
from engines.kimbac.parts import Kimbac, Options
from tests.engines.kimbac.spoilt import Refusal, captured, check_all, lost, placing, reached, searching, void

RESULTS: list[Refusal] = [
    (searching, {"/round": 2}, "/round", "KIM-90", "there is no round 2 in a game of 1"),
    (reached, {"/options": Options(rounds=2)}, "/round", "KIM-92", "the game is over after the last round only"),
    (placing, {"/round_results": []}, "/round_results", "KIM-91", "there is one result for every finished round"),
    (reached, {"/round_results": []}, "/round_results", "KIM-91", "there is one result for every finished round"),
    (
        placing,
        {"/round_results/0/round": 2},
        "/round_results/0/round",
        "KIM-91",
        "results are listed in the order of the rounds",
    ),
    (void, {"/round_results/0/secret": 4}, "/round_results/0", "KIM-29", "a void round has no Kim-Bac and pays nobody"),
    (
        void,
        {"/round_results/0/paid": [1, 0, 0]},
        "/round_results/0",
        "KIM-29",
        "a void round has no Kim-Bac and pays nobody",
    ),
    (
        placing,
        {"/round_results/0/kimbac": None},
        "/round_results/0",
        "KIM-71",
        "at the end of a hunt everything is shown",
    ),
    (
        placing,
        {"/round_results/0/secret": None},
        "/round_results/0",
        "KIM-71",
        "at the end of a hunt everything is shown",
    ),
    (
        placing,
        {"/round_results/0/cache": None},
        "/round_results/0",
        "KIM-71",
        "at the end of a hunt everything is shown",
    ),
    (
        placing,
        {"/round_results/0/held": None},
        "/round_results/0",
        "KIM-71",
        "at the end of a hunt everything is shown",
    ),
    (placing, {"/round_results/0/kimbac": 3}, "/round_results/0/kimbac", "KIM-1", "there is no seat 3 at a table of 3"),
    (
        placing,
        {"/round_results/0/cache": 4},
        "/round_results/0/cache",
        "KIM-38",
        "the cache is another monument than that of the pair",
    ),
    (
        placing,
        {"/round_results/0/cache": 19},
        "/round_results/0/cache",
        "KIM-38",
        "the cache is another monument than that of the pair",
    ),
    (
        placing,
        {"/round_results/0/treasure": 5000},
        "/round_results/0/treasure",
        "KIM-70",
        "a thousand taels for each number between pair and cache",
    ),
    (
        placing,
        {"/round_results/0/held": [0, 1]},
        "/round_results/0/held",
        "KIM-6",
        "there are two cards of each number",
    ),
    (
        placing,
        {"/round_results/0/held": [0, 1, 2]},
        "/round_results/0/held",
        "KIM-6",
        "there are two cards of each number",
    ),
    (
        placing,
        {"/round_results/0/paid": [1000, 0, 2000]},
        "/round_results/0/paid",
        "KIM-76",
        "the sharing gives [1000, 0, 3000], 0 left",
    ),
    (
        placing,
        {"/round_results/0/leftover": 1},
        "/round_results/0/paid",
        "KIM-76",
        "the sharing gives [1000, 0, 3000], 0 left",
    ),
    (
        placing,
        {"/round_results/0/outcome": "reached"},
        "/round_results/0/paid",
        "KIM-72",
        "the sharing gives [0, 2000, 2000], 0 left",
    ),
    (
        placing,
        {"/round_results/0/outcome": "lost"},
        "/round_results/0/paid",
        "KIM-62",
        "the sharing gives [0, 0, 0], 0 left",
    ),
    (placing, {"/scores/0": 2000}, "/scores", "KIM-91", "the rounds add up to [1000, 0, 3000]"),
    (
        reached,
        {"/result": None},
        "/result",
        "KIM-92",
        "the result is set when the game is over, and follows from the totals",
    ),
    (
        reached,
        {"/result": Result([1], [[1], [0], [2]], {}, "rounds_played")},
        "/result",
        "KIM-92",
        "the result is set when the game is over, and follows from the totals",
    ),
    (
        searching,
        {"/result": Result([0], [[0, 1, 2]], {}, "rounds_played")},
        "/result",
        "KIM-92",
        "the result is set when the game is over, and follows from the totals",
    ),
]

OVER: list[Refusal] = [
    (reached, {"/first_seat": None}, "/first_seat", "KIM-8", "the first player is known after the placement"),
    (reached, {"/arrived": [1]}, "/arrived", "KIM-22", "no pawn steps in a search turn now"),
    (reached, {"/active_seat": 0}, "/active_seat", "KIM-92", "nobody acts when the game is over"),
    (reached, {"/next_pawn": 1}, "/next_pawn", "KIM-92", "no pawn moves when the game is over"),
    (void, {"/search_turn": 179}, "/search_turn", "KIM-29", "a round is void when every seat has had all its turns"),
    (void, {"/kimbac": Kimbac(0, 1)}, "/kimbac", "KIM-50", "there is no Kim-Bac before the hunt"),
    (void, {"/hunt_turn": 1}, "/hunt_turn", "KIM-52", "there is no hunt yet"),
    (reached, {"/chest/ordinary": 4}, "/round_results/0", "KIM-71", "the last result is not that of the chest"),
    (
        reached,
        {"/hands/1": [], "/hands/2": [5]},
        "/round_results/0/held",
        "KIM-71",
        "the hands hold other cards of the cache",
    ),
    (reached, {"/pawns/0/0": "x407"}, "/pawns/0/0", "KIM-56", "the cache is reached when he stands at its foot"),
    (captured, {"/pawns/0/0": "x406"}, "/pawns/0/0", "KIM-56", "the cache is reached when he stands at its foot"),
    (captured, {"/pawns/1/0": "L"}, "/round_results", "KIM-57", "the hunt did not end like this"),
    (lost, {"/hunt_turn": 59}, "/round_results", "KIM-62", "the hunt did not end like this"),
    (
        lost,
        {"/options": Options(hunt_cap_result="captured")},
        "/round_results",
        "KIM-62",
        "the hunt did not end like this",
    ),
    (lost, {"/pawns/1": ["x301", "x302", "x403"]}, "/round_results", "KIM-62", "the hunt did not end like this"),
]


@pytest.mark.rule("KIM-70", "KIM-91", "KIM-92")
def test_results_follow_from_their_figures() -> None:
    check_all(RESULTS)


@pytest.mark.rule("KIM-29", "KIM-62", "KIM-71")
def test_the_end_as_it_stood() -> None:
    check_all(OVER)
