"""Results are read and counted as they come; the ratings are those of a reader that begins anew."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from store.ladders.ladders import Ladders
from store.ladders.results import LadderResult
from store.redis import keys
from store.redis.embedded import EmbeddedServer
from tests.store.ladders.lines import line
from tests.store.services import StoreHarness

SLUG = "bakong"
RESULTS = keys.ladder(SLUG, "results")


class Recorded:
    """The results of a ladder as they lie in Redis, and a reader that has seen what was there before."""

    def __init__(self, rooms: StoreHarness) -> None:
        self.rooms = rooms
        self.reader = Ladders(rooms.store)

    def add(self, *results: LadderResult) -> None:
        self.rooms.redis.rpush(RESULTS, *(msgspec.json.encode(result) for result in results))

    def check(self) -> list[int]:
        """The numbers of the games that the reader has; its ratings are those of a new reader."""
        read, anew = self.reader.load(SLUG), Ladders(self.rooms.store).load(SLUG)
        assert read.results == anew.results
        assert read.rated == anew.rated
        return [result.number for result in read.results]


@pytest.fixture
def recorded(server: EmbeddedServer, open_rooms: Callable[..., StoreHarness]) -> Recorded:
    return Recorded(open_rooms(server.url))


def test_later_results_are_added_to_those_that_were_read(recorded: Recorded) -> None:
    assert recorded.check() == []
    recorded.add(line(1, "greedy", "random"), line(2, "random", "greedy"))
    assert recorded.check() == [1, 2]
    recorded.add(line(3, "greedy", "random"))
    assert recorded.check() == [1, 2, 3]
    assert recorded.check() == [1, 2, 3]


def test_what_was_read_before_is_not_changed_by_later_results(recorded: Recorded) -> None:
    recorded.add(line(1, "greedy", "random"))
    before = recorded.reader.load(SLUG)
    games = before.rated["random"].games
    recorded.add(line(2, "random", "greedy"))
    recorded.reader.load(SLUG)
    assert (before.rated["random"].games, len(before.results)) == (games, 1)


def test_all_is_read_again_when_the_oldest_have_gone(recorded: Recorded) -> None:
    recorded.add(*(line(number, "greedy", "random") for number in range(1, 5)))
    recorded.check()
    recorded.rooms.redis.ltrim(RESULTS, 2, -1)
    recorded.add(line(5, "random", "greedy"))
    assert recorded.check() == [3, 4, 5]


def test_all_is_read_again_when_a_server_came_back_without_its_last_result(recorded: Recorded) -> None:
    recorded.add(line(1, "greedy", "random"), line(2, "greedy", "random"))
    recorded.check()
    recorded.rooms.redis.rpop(RESULTS)
    recorded.add(line(2, "random", "greedy"), line(3, "random", "greedy"))
    assert recorded.check() == [1, 2, 3]
