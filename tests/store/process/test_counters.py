"""The figures of several processes: sums are added up, levels are those of the living."""

from __future__ import annotations

import os

from api.http.metrics import request_metrics
from api.http.request_log import RequestCounters
from store.process import counters as module
from store.process.counters import COUNTED, Counters
from store.redis import keys
from tests.store.services import StoreHarness


def test_sums_of_two_processes_are_added_up(harness: StoreHarness) -> None:
    one, other = Counters(harness.store.redis), Counters(harness.store.redis)
    before = one.read()["commits"]
    one.count("commits")
    other.count("commits")
    other.write()
    assert one.read()["commits"] == before + 2
    assert set(COUNTED) <= set(one.read())


def test_a_forked_process_does_not_write_what_its_parent_has_counted(harness: StoreHarness) -> None:
    counters = Counters(harness.store.redis)
    before = counters.read()["conflicts"]
    counters.keep_writing = lambda: None  # type: ignore[method-assign]  # nothing is written but below
    counters.count("conflicts")
    child = os.fork()
    if not child:
        try:
            counters.count("conflicts")
            counters.write()
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    assert counters.read()["conflicts"] == before + 2


def test_requests_of_two_processes_are_told_together(harness: StoreHarness) -> None:
    one, other = Counters(harness.store.redis), Counters(harness.store.redis)
    RequestCounters(one).add("sample_operation", 200, 0.0007)
    late = RequestCounters(other)
    late.add("sample_operation", 200, 0.02)
    late.add("sample_operation", 404, 0.5)
    other.write()
    answers, times = request_metrics(one.read())
    by_status = {
        sample.labels["status"]: sample.value
        for sample in answers.samples
        if sample.labels["operation"] == "sample_operation"
    }
    assert by_status == {"200": 2, "404": 1}
    samples = [sample for sample in times.samples if sample.labels["operation"] == "sample_operation"]
    buckets = {sample.labels["le"]: sample.value for sample in samples if sample.name.endswith("_bucket")}
    assert (buckets["0.001"], buckets["0.025"], buckets["0.25"], buckets["0.5"], buckets["+Inf"]) == (1, 2, 2, 3, 3)
    [seconds] = [sample.value for sample in samples if sample.name.endswith("_sum")]
    assert abs(seconds - 0.5207) < 1e-6


def test_a_process_that_is_gone_holds_no_streams(harness: StoreHarness) -> None:
    one, other = Counters(harness.store.redis), Counters(harness.store.redis)
    before = one.open_streams()
    one.streams, other.streams = 3, 4
    other.open_streams()
    assert one.open_streams() == before + 7
    gone = module.now_ms() - module.FRESH_MS - 1
    harness.store.redis.write(("HSET", keys.LEVELS, other._name, f"4 {gone}"))
    assert one.open_streams() == before + 3
    one._remove_ended()
    assert harness.store.redis.read(("HEXISTS", keys.LEVELS, other._name)) == [0]
