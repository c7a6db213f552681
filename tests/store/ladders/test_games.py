"""The games of a ladder, page by page."""

from __future__ import annotations

from store.ladders.documents import games_of
from store.ladders.entries import Pairing
from store.ladders.ladders import Ladder
from tests.store.ladders.lines import line


def ladder(running: list[int], recorded: list[int]) -> Ladder:
    open_games = [Pairing(f"{number:028d}", number, bytes(32), ["greedy", "random"], "", 0) for number in running]
    return Ladder("bakong", {}, None, open_games, [line(number, "greedy", "random") for number in recorded], {})


def numbers(found: Ladder, limit: int) -> list[list[int]]:
    """The numbers of the games on every page."""
    pages, cursor = [], None
    while True:
        page = games_of(found, limit, cursor)
        pages.append([game.number for game in page.games])
        if (cursor := page.next) is None:
            return pages


def test_running_games_come_first_then_the_results_recorded_last() -> None:
    found = ladder(running=[5, 7], recorded=[1, 3, 2, 6, 4])
    assert numbers(found, 10) == [[7, 5, 4, 6, 2, 3, 1]]
    assert numbers(found, 7) == [[7, 5, 4, 6, 2, 3, 1]], "no empty page behind a full one"
    assert numbers(found, 3) == [[7, 5, 4], [6, 2, 3], [1]]
    assert numbers(found, 1) == [[7], [5], [4], [6], [2], [3], [1]]
    assert numbers(ladder([], []), 3) == [[]]


def test_no_game_is_missed_that_ends_between_two_pages() -> None:
    first = games_of(ladder(running=[5, 7], recorded=[1]), 1)
    later = ladder(running=[7], recorded=[1, 5])
    assert [game.number for game in games_of(later, 5, first.next).games] == [5, 1]


def test_nothing_is_older_than_a_result_that_was_dropped() -> None:
    page = games_of(ladder(running=[9], recorded=[3, 4]), 5, "2")
    assert (page.games, page.next) == ([], None)
