"""Cached games: each has one holder at a time, and what is played on them is checked against what is stored."""

from __future__ import annotations

import pytest

from store.games import views
from store.games.cache import GameCache
from store.games.changes import seats
from store.games.changes.actions import SubmitAction
from store.games.service import GameService
from store.ids import hashed
from store.model.game import Progress, StoredGame
from store.model.outcomes import BrokenRule, Refused, SeatUnavailable, TokenRevoked
from store.redis import keys
from tests.store.services import StoreHarness, accepted, first_action


def play(games: GameService, table: StoredGame) -> StoredGame:
    seat = table.to_act()[0]
    return accepted(games.submit_action(table, SubmitAction(seat, first_action(table, seat))))


def test_a_table_is_given_to_one_caller(harness: StoreHarness) -> None:
    cache, (table, _) = GameCache(2), harness.open(kinds="hh")
    cache.put(table)
    assert cache.take("bakong", table.id) is table
    assert cache.take("bakong", table.id) is None


def test_a_table_of_another_kind_is_not_given(harness: StoreHarness) -> None:
    cache, (table, _) = GameCache(2), harness.open(kinds="hh")
    cache.put(table)
    assert cache.take("kimbac", table.id) is None


def test_the_oldest_makes_room(harness: StoreHarness) -> None:
    cache, tables = GameCache(2), [harness.open(kinds="hh")[0] for _ in range(3)]
    cache.put(tables[0])
    cache.put(tables[1])
    cache.put(tables[0])
    cache.put(tables[2])
    assert len(cache) == 2
    assert [cache.take("bakong", table.id) for table in tables] == [tables[0], None, tables[2]]


def test_without_room_nothing_is_kept(harness: StoreHarness) -> None:
    cache, (table, _) = GameCache(0), harness.open(kinds="hh")
    cache.put(table)
    assert len(cache) == 0


def test_only_running_games_are_kept(harness: StoreHarness) -> None:
    cache = GameCache(5)
    cache.put(harness.open(kinds="ho")[0])
    over, _ = harness.open(kinds="hh")
    over.abort("host")
    cache.put(over)
    assert len(cache) == 0


def test_an_older_look_does_not_replace_a_newer_one(harness: StoreHarness) -> None:
    cache, (old, _) = GameCache(2), harness.open(kinds="hh")
    new = harness.step(old)
    cache.put(new)
    cache.put(old)
    assert cache.take("bakong", old.id) is new


@pytest.mark.parametrize("slug", ["bakong", "mekong", "babord", "kimbac", "bailouke"])
def test_a_game_played_on_from_memory_is_stored_as_one_that_is_loaded_each_time(
    harness: StoreHarness, slug: str
) -> None:
    cache, (opened, _) = GameCache(2), harness.open(slug, "hh")
    table = harness.load(opened)
    for _ in range(40):
        table = play(harness.games, table)
        loaded = harness.load(opened)
        assert (loaded.version, loaded.revision, loaded.record) == (table.version, table.revision, table.record)
        assert loaded.position == table.position
        if table.over:
            break
        cache.put(table)
        taken = cache.take(slug, opened.id)
        assert taken is table
        assert table.progress == Progress(loaded.progress.origin)
    assert len(harness.history.acts(opened.id)) == table.version


def test_an_action_on_an_outdated_game_is_decided_on_the_stored_one(harness: StoreHarness) -> None:
    cache, (opened, _) = GameCache(2), harness.open("mekong", kinds="hh")
    cache.put(harness.load(opened))
    action = first_action(opened, 0)
    harness.act(opened, 0, action)
    kept = cache.take("mekong", opened.id)
    assert kept is not None
    refused = harness.games.submit_action(kept, SubmitAction(0, action))
    assert isinstance(refused, Refused)
    assert isinstance(refused.cause, BrokenRule)
    assert refused.cause.reason == "not_to_act"
    assert harness.load(opened).version == 2


def test_a_token_that_was_revoked_meanwhile_is_refused(harness: StoreHarness) -> None:
    """The cached game still knows the token; the seat has been opened since."""
    cache, (opened, tokens) = GameCache(2), harness.open(kinds="hh")
    cache.put(harness.load(opened))
    harness.change(opened, lambda game: seats.change(game, 0, 0, "open", None))
    kept = cache.take("bakong", opened.id)
    assert kept is not None
    submitted = SubmitAction(0, first_action(opened, 0), token=hashed(tokens.seats[0] or ""))
    refused = harness.games.submit_action(kept, submitted)
    assert isinstance(refused, Refused)
    assert isinstance(refused.cause, TokenRevoked)
    assert harness.load(opened).version == 2


def test_a_fault_on_a_cached_game_is_not_tried_again(harness: StoreHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    cache, (opened, _) = GameCache(2), harness.open(kinds="hh")
    cache.put(harness.load(opened))
    kept, calls = cache.take("bakong", opened.id), []

    def broken(*_: object) -> None:
        calls.append(1)
        raise ZeroDivisionError

    monkeypatch.setattr(views, "acted_document", broken)
    assert kept is not None
    with pytest.raises(ZeroDivisionError):
        play(harness.games, kept)
    assert (len(calls), harness.load(opened).version) == (1, 1)


def test_a_version_that_was_given_twice_is_told_apart(harness: StoreHarness) -> None:
    """A server that lost its last second gives the number of what it lost to something else."""
    cache, (opened, _) = GameCache(2), harness.open(kinds="hh")
    names = [keys.game(opened.id), keys.log(opened.id), keys.acts(opened.id)]
    before = [harness.redis.dump(name) for name in names]
    cache.put(harness.step(opened))
    for name, data in zip(names, before, strict=True):
        harness.redis.restore(name, 0, data, replace=True)
    harness.change(opened, lambda table: seats.resign(table, 1))
    kept = cache.take("bakong", opened.id)
    assert kept is not None
    assert kept.version == harness.load(opened).version == 2
    seat = kept.to_act()[0]
    refused = harness.games.submit_action(kept, SubmitAction(seat, first_action(kept, seat)))
    assert isinstance(refused, Refused)
    assert isinstance(refused.cause, SeatUnavailable)
    stored = harness.load(opened)
    assert (stored.version, stored.record.seats[1].resigned) == (2, True)


def test_a_game_that_was_stored_without_a_stamp_is_played_on(harness: StoreHarness) -> None:
    opened, _ = harness.open(kinds="hh")
    harness.redis.hdel(keys.game(opened.id), "stamp")
    assert harness.step(opened).version == 2
    assert harness.load(opened).revision != b""
