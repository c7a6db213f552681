"""A store that answers but accepts no changes: metrics, log and /readyz say so, and why."""

from __future__ import annotations

import re
from collections.abc import Iterator

import httpx
import pytest
from redis import Redis

from tests.api.problems import first_action, problem, two_humans
from tests.support.stack import Stack


@pytest.fixture(scope="module")
def full() -> Iterator[Stack]:
    with Stack(workers=0) as stack:
        yield stack


def gauge(http: httpx.Client, name: str) -> float:
    found = re.search(rf"^ludotheque_{name} (\S+)$", http.get("/metrics").text, re.M)
    assert found is not None, name
    return float(found[1])


def test_a_full_store_is_visible(full: Stack) -> None:
    with (
        httpx.Client(base_url=full.url, timeout=40, verify=False) as http,
        Redis.from_url(full.server.url) as redis,
    ):
        _, ana, _ = two_humans(http)
        most = int(redis.config_get("maxmemory")["maxmemory"])
        assert gauge(http, "store_writable") == 1
        assert 0 < gauge(http, "store_memory_bytes") < gauge(http, "store_memory_limit_bytes") == most
        redis.config_set("maxmemory", "1mb")
        problem(ana.act(first_action(ana)), 503, "store-unavailable")
        assert gauge(http, "store_up") == 1
        assert gauge(http, "store_writable") == 0
        assert gauge(http, "store_memory_bytes") > gauge(http, "store_memory_limit_bytes") > 0
        assert "the memory of the server is used up" in problem(http.get("/readyz"), 503)["detail"]
        [line] = [line for line in full.log("api").splitlines() if "the store refuses requests" in line]
        assert "OOM command not allowed" in line
        redis.config_set("maxmemory", most)
        assert gauge(http, "store_writable") == 1
        assert ana.act(first_action(ana)).status_code == 200
