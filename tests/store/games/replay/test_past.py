"""Positions of the past: recomputed, checked, and kept within bounds."""

from __future__ import annotations

import pytest

from engines.kernel.dice import RecordedDice
from engines.kernel.registry import slugs
from store.games.replay import past
from store.games.replay.past import HistoryMismatch, PastPositions
from store.redis import keys
from tests.store.services import StoreHarness


@pytest.mark.parametrize("slug", slugs())
def test_every_version_is_what_it_was(harness: StoreHarness, slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In whichever order they are asked for, while the game goes on."""
    monkeypatch.setattr(past, "STEP", 4)
    table, _ = harness.open(slug, "hh")
    snapshots = [table.snapshot]
    positions = PastPositions(harness.history, 1_000_000)
    for number in range(20):
        table = harness.step(table)
        snapshots.append(table.snapshot)
        if number % 7 == 0:
            assert positions.game_at(table, 1 + number // 2).snapshot == snapshots[number // 2]
        if table.over:
            break
    for version in (5, 1, len(snapshots), 9, 2, 17):
        if version <= len(snapshots):
            then = positions.game_at(table, version)
            assert then.snapshot == snapshots[version - 1] == table.engine.encode(then.position)
            assert then.version == version


def test_what_is_looked_at_can_be_changed_without_harm(harness: StoreHarness) -> None:
    table, _ = harness.open("kimbac", "hh")
    table = harness.step(table)
    positions = PastPositions(harness.history, 1_000_000)
    then = positions.game_at(table, 1)
    then.position.phase = "broken"
    assert positions.game_at(table, 1).position.phase != "broken"


def test_memory_is_bounded_and_the_latest_stay(harness: StoreHarness) -> None:
    positions = PastPositions(harness.history, 10_000)
    tables = [harness.open("bakong", "hh")[0] for _ in range(12)]
    for table in tables:
        positions.game_at(table, 1)
    assert 1 <= len(positions) < 12
    assert tables[-1].id in positions._timelines
    assert tables[0].id not in positions._timelines
    assert positions.game_at(tables[0], 1).snapshot == tables[0].snapshot


def test_acts_that_lead_elsewhere_are_a_fault(harness: StoreHarness) -> None:
    table, _ = harness.open("kimbac", "hh")
    table = harness.step(table)
    name = keys.acts(table.id)
    entry = harness.redis.lindex(name, 1)
    assert entry is not None
    harness.redis.lset(name, 1, entry.replace(entry[-70:-60], b"0" * 10))
    with pytest.raises(HistoryMismatch):
        PastPositions(harness.history, 1_000_000).game_at(table, 2)


def test_a_store_that_lost_acts_is_believed(harness: StoreHarness) -> None:
    """A server that lost its last second gives the same versions to other acts."""
    table, _ = harness.open("kimbac", "hh")
    kept = harness.redis.dump(keys.game(table.id)), harness.redis.dump(keys.acts(table.id))
    positions = PastPositions(harness.history, 1_000_000)
    first = harness.step(table)
    assert positions.game_at(first, 2).snapshot == first.snapshot
    for name, dumped in zip((keys.game(table.id), keys.acts(table.id)), kept, strict=True):
        harness.redis.restore(name, 0, dumped or b"", replace=True)
    loaded = harness.load(table)
    seat = loaded.to_act()[0]
    other = harness.act(table, seat, loaded.engine.rules.legal(loaded.position, seat).actions[-1])
    assert other.snapshot != first.snapshot
    assert positions.game_at(other, 2).snapshot == other.snapshot


def test_recorded_dice_give_what_was_drawn_and_no_more() -> None:
    dice = RecordedDice([2, 0])
    assert (dice.roll(6), dice.below(3)) == (3, 0)
    with pytest.raises(ValueError, match="no recorded draw"):
        dice.below(6)
    with pytest.raises(ValueError, match="no recorded draw"):
        RecordedDice([7]).below(6)


def test_a_log_that_has_become_shorter_has_no_such_version(harness: StoreHarness) -> None:
    """The server came back without its last second after the game was read."""
    table, _ = harness.open("kimbac", "hh")
    table = harness.step(table)
    assert harness.history.of_version("kimbac", table.id, table.version, table.record.seq)
    harness.redis.rpop(keys.log(table.id), table.record.seq)
    assert harness.history.of_version("kimbac", table.id, table.version, table.record.seq) == []
