"""Tables at hand: each has one holder at a time, and what is acted on them is checked against what is stored."""

from __future__ import annotations

import pytest

from store import seats
from store.actions import Act
from store.cache import Outdated, Shelf
from store.game import Table
from store.redis import keys
from store.service import Changes
from tests.store.services import Rooms, first_action


def play(changes: Changes, table: Table) -> Table:
    seat = table.to_act()[0]
    return changes.make(table, Act(seat, first_action(table, seat)), lambda _: b"acted")[0]


def test_a_table_is_given_to_one_caller(rooms: Rooms) -> None:
    shelf, (table, _) = Shelf(2), rooms.open(kinds="hh")
    shelf.put(table)
    assert shelf.take("bakong", table.id) is table
    assert shelf.take("bakong", table.id) is None


def test_a_table_of_another_kind_is_not_given(rooms: Rooms) -> None:
    shelf, (table, _) = Shelf(2), rooms.open(kinds="hh")
    shelf.put(table)
    assert shelf.take("kimbac", table.id) is None


def test_the_oldest_makes_room(rooms: Rooms) -> None:
    shelf, tables = Shelf(2), [rooms.open(kinds="hh")[0] for _ in range(3)]
    shelf.put(tables[0])
    shelf.put(tables[1])
    shelf.put(tables[0])
    shelf.put(tables[2])
    assert len(shelf) == 2
    assert [shelf.take("bakong", table.id) for table in tables] == [tables[0], None, tables[2]]


def test_without_room_nothing_is_kept(rooms: Rooms) -> None:
    shelf, (table, _) = Shelf(0), rooms.open(kinds="hh")
    shelf.put(table)
    assert len(shelf) == 0


def test_only_running_games_are_kept(rooms: Rooms) -> None:
    shelf = Shelf(5)
    shelf.put(rooms.open(kinds="ho")[0])
    over, _ = rooms.open(kinds="hh")
    over.abort("host")
    shelf.put(over)
    assert len(shelf) == 0


def test_an_older_look_does_not_replace_a_newer_one(rooms: Rooms) -> None:
    shelf, (old, _) = Shelf(2), rooms.open(kinds="hh")
    new = rooms.step(old)
    shelf.put(new)
    shelf.put(old)
    assert shelf.take("bakong", old.id) is new


@pytest.mark.parametrize("slug", ["bakong", "mekong", "babord", "kimbac", "bailouke"])
def test_a_game_played_on_from_memory_is_stored_as_one_that_is_loaded_each_time(rooms: Rooms, slug: str) -> None:
    shelf, (opened, _) = Shelf(2), rooms.open(slug, "hh")
    table = rooms.load(opened)
    for _ in range(40):
        table = play(rooms.changes, table)
        loaded = rooms.load(opened)
        assert (loaded.version, loaded.stamp, loaded.head) == (table.version, table.stamp, table.head)
        assert loaded.position == table.position
        if table.over:
            break
        shelf.put(table)
        taken = shelf.take(slug, opened.id)
        assert taken is table
        assert (table.events, table.acts, table.owed, table.before) == ([], [], [], loaded.before)
    assert len(rooms.history.acts(opened.id)) == table.version


def test_an_act_on_an_old_table_is_not_written(rooms: Rooms) -> None:
    shelf, (opened, _) = Shelf(2), rooms.open(kinds="hh")
    shelf.put(rooms.load(opened))
    now = rooms.step(opened)
    kept = shelf.take("bakong", opened.id)
    assert kept is not None
    with pytest.raises(Outdated) as outdated:
        play(rooms.changes, kept)
    assert (outdated.value.table.version, outdated.value.table.position) == (2, now.position)
    assert rooms.load(opened).version == 2


def test_a_version_that_was_given_twice_is_told_apart(rooms: Rooms) -> None:
    """A server that lost its last second gives the number of what it lost to something else."""
    shelf, (opened, _) = Shelf(2), rooms.open(kinds="hh")
    names = [keys.game(opened.id), keys.log(opened.id), keys.acts(opened.id)]
    before = [rooms.redis.dump(name) for name in names]
    shelf.put(rooms.step(opened))
    for name, data in zip(names, before, strict=True):
        rooms.redis.restore(name, 0, data, replace=True)
    rooms.changes.make(rooms.load(opened), lambda table: seats.resign(table, 1), lambda _: b"resigned")
    kept = shelf.take("bakong", opened.id)
    assert kept is not None
    assert kept.version == rooms.load(opened).version == 2
    with pytest.raises(Outdated):
        play(rooms.changes, kept)
    stored = rooms.load(opened)
    assert (stored.version, stored.head.places[1].resigned) == (2, True)


def test_a_game_that_was_stored_without_a_stamp_is_played_on(rooms: Rooms) -> None:
    opened, _ = rooms.open(kinds="hh")
    rooms.redis.hdel(keys.game(opened.id), "stamp")
    assert rooms.step(opened).version == 2
    assert rooms.load(opened).stamp != b""
