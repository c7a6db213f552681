"""The short profile: what `safe` loses when its master is cut off, and that `replicated` loses nothing then."""

from __future__ import annotations

from tests.system.partitions.cases import CONFIRMED, SAFE, run

SECONDS = 0.5


def test_safe_loses_what_a_master_acknowledges_that_is_cut_off() -> None:
    found = run(SAFE, SECONDS)
    assert found.before > 0
    assert found.lost_after == found.after > 0


def test_replicated_acknowledges_nothing_that_is_lost() -> None:
    found = run(CONFIRMED, SECONDS)
    assert found.before > 0
    assert found.unknown > 0
    assert found.lost_before == found.lost_after == 0
