"""The short profile: what `safe` loses when its master is cut off, and that `replicated` loses nothing then."""

from __future__ import annotations

from tests.system.partitions.cases import CONFIRMED, SAFE, run
from tests.system.partitions.nodes import ThreeNodes

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


def test_the_replica_that_has_received_most_is_promoted() -> None:
    """What one of two replicas has confirmed is kept, although the other one was cut off earlier."""
    with ThreeNodes() as nodes:
        nodes.links[0].cut()
        nodes.master.client.set("late", 1)
        assert nodes.master.client.wait(1, 60_000) == 1
        nodes.links[1].cut()
        assert nodes.promote().client.get("late") == b"1"
