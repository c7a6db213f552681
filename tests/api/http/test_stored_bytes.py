"""The games of one client take so many MB in the store: beyond that, neither new games nor acts add to them."""

from __future__ import annotations

import httpx
from redis import Redis

from store.redis import keys
from tests.api.problems import first_action, problem, two_humans
from tests.support.stack import UNLIMITED, Stack
from tests.support.waiting import wait_until


def test_a_client_stores_so_much() -> None:
    with (
        Stack(workers=0, **UNLIMITED, LUDOTHEQUE_CLIENT_STORED_MB="1") as stack,
        httpx.Client(base_url=stack.url, timeout=40, verify=False) as http,
        Redis.from_url(stack.server.url) as redis,
    ):
        _, ana, ben = two_humans(http)
        assert ana.act(first_action(ana)).status_code == 200

        def refused() -> bool:
            return http.post("/v1/bakong/games", json={"seats": 6}).status_code == 429

        wait_until(refused)
        kept = sum(int(size) for size in redis.hvals(keys.quotas("stored", "127.0.0.1")))
        written = sum(
            redis.memory_usage(name) for name in redis.scan_iter("*") if b":game:" in name or b":log:" in name
        )
        assert 1_000_000 < kept < written, "what is counted is stored"
        assert "1 MB" in problem(http.post("/v1/bakong/games", json={}), 429, "too-much-held")["detail"]
        problem(ben.act(first_action(ben)), 429, "too-much-held")
        assert ben.view()["version"] == 2
