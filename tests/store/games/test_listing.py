"""Lists of public games: newest first over all partitions, page after page, each game once."""

from __future__ import annotations

from collections.abc import Callable

from engines.kernel.registry import slugs
from store.redis import keys
from store.redis.embedded import EmbeddedServer
from tests.store.services import StoreHarness


def pages(harness: StoreHarness, limit: int, status: str = "running") -> list[list[str]]:
    found, before = [], None
    while True:
        games, before = harness.history.listed(["bakong"], [status], before, limit)
        found.append([identifier for identifier, _, _ in games])
        if before is None:
            return found


def test_pages_hold_every_game_once_newest_first(
    server: EmbeddedServer, open_rooms: Callable[..., StoreHarness]
) -> None:
    harness = open_rooms(server.url)
    made = [harness.open(kinds="hh")[0] for _ in range(25)]
    expected = [
        identifier for _, identifier in sorted(((table.record.created, table.id) for table in made), reverse=True)
    ]
    for limit in (1, 4, 24, 25, 26, 100):
        found = pages(harness, limit)
        assert [identifier for page in found for identifier in page] == expected
        assert [len(page) for page in found[:-1]] == [limit] * (len(found) - 1)
    assert pages(harness, 10, "finished") == [[]]


def test_games_of_one_moment_are_not_lost_between_pages(
    server: EmbeddedServer, open_rooms: Callable[..., StoreHarness]
) -> None:
    """Many games of the same millisecond in one partition: more than a page holds."""
    harness = open_rooms(server.url)
    ids = [f"07{number:026d}" for number in range(12)]
    for identifier in ids:
        harness.open(kinds="hh", identifier=identifier)
        harness.redis.zadd(keys.listing("{p07}", "bakong", "running"), {identifier: 1_700_000_000_000})
    found = [identifier for page in pages(harness, 3) for identifier in page]
    assert found == sorted(ids, reverse=True)


def test_forgotten_games_are_left_out(server: EmbeddedServer, open_rooms: Callable[..., StoreHarness]) -> None:
    harness = open_rooms(server.url)
    kept, gone = harness.open(kinds="hh")[0], harness.open(kinds="hh")[0]
    harness.redis.delete(keys.game(gone.id))
    assert pages(harness, 10) == [[kept.id]]


def test_forgotten_games_leave_the_lists(server: EmbeddedServer, open_rooms: Callable[..., StoreHarness]) -> None:
    harness = open_rooms(server.url)
    kept, gone = (
        harness.open(kinds="hh", identifier="07" + "a" * 26)[0],
        harness.open(kinds="ho", identifier="07" + "b" * 26)[0],
    )
    harness.redis.delete(keys.game(gone.id))
    listings = keys.listings(slugs())
    assert len(listings) == len(set(listings)) == 64 * 4 * 5
    for name in listings:
        harness.history.remove_gone(name)
    assert harness.redis.zrange(keys.listing("{p07}", "bakong", "running"), 0, -1) == [kept.id.encode()]
    assert list(harness.redis.scan_iter("*:list:*")) == [b"{p07}:list:bakong:running"]


def test_a_page_reads_little_more_than_it_shows(
    server: EmbeddedServer, open_rooms: Callable[..., StoreHarness]
) -> None:
    """However many games there are in each of the lists that it merges."""
    harness = open_rooms(server.url)
    for place, name in enumerate(keys.listings(["bakong"], ["running"])):
        harness.redis.zadd(name, {f"{place:02d}{number:026d}": 10**12 + number * 64 + place for number in range(60)})

    def sent() -> int:
        return int(harness.redis.info("stats")["total_net_output_bytes"])

    before = sent()
    assert harness.history.listed(["bakong"], ["running"], None, 100)[1] is not None
    assert sent() - before < 150_000, "all entries of all lists are 400 KB"
