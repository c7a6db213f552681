"""What the games of a client take in the store is counted for the client, as long as it is kept."""

from __future__ import annotations

import pytest

from store.games import stored
from store.games.quotas import QuotaExceeded
from store.games.stored import HOUR, MEGABYTE, StoredBytes
from store.redis import keys
from tests.store.services import StoreHarness

CLIENT = "203.0.113.7"


@pytest.fixture
def counted(harness: StoreHarness) -> StoredBytes:
    harness.redis.delete(keys.quotas("stored", CLIENT))
    return StoredBytes(harness.store.redis, most_mb=1)


def is_full(counted: StoredBytes) -> bool:
    try:
        counted.check(CLIENT)
    except QuotaExceeded as exceeded:
        assert (exceeded.kind, exceeded.most) == ("stored", 1)
        return True
    return False


def test_a_client_beyond_its_quota_is_refused_and_others_are_not(counted: StoredBytes) -> None:
    counted.add(CLIENT, MEGABYTE, HOUR)
    counted.exchange()
    assert not is_full(counted)
    counted.add(CLIENT, 1, 30 * 24 * HOUR)
    counted.exchange()
    assert is_full(counted)
    counted.check("203.0.113.8")


def test_processes_count_together(counted: StoredBytes, harness: StoreHarness) -> None:
    other = StoredBytes(harness.store.redis, most_mb=1)
    for process in (counted, other):
        process.add(CLIENT, MEGABYTE // 2 + 1, HOUR)
    other.exchange()
    counted.exchange()
    assert is_full(counted)


def test_what_is_no_longer_kept_no_longer_counts(counted: StoredBytes, monkeypatch: pytest.MonkeyPatch) -> None:
    counted.add(CLIENT, 2 * MEGABYTE, HOUR)
    counted.exchange()
    assert is_full(counted)
    later = stored.now_ms() + 3 * HOUR * 1000
    monkeypatch.setattr(stored, "now_ms", lambda: later)
    counted.add(CLIENT, 1, HOUR)
    counted.exchange()
    assert not is_full(counted)


def test_without_a_quota_nothing_is_counted(harness: StoreHarness) -> None:
    unlimited = StoredBytes(harness.store.redis, most_mb=0)
    unlimited.add("203.0.113.9", 10**12, HOUR)
    unlimited.exchange()
    assert not harness.redis.exists(keys.quotas("stored", "203.0.113.9"))
