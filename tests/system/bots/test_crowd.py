"""Many bots that hang, and one that does not."""

from __future__ import annotations

import time
from contextlib import ExitStack

import httpx

from tests.support.client import create
from tests.support.stack import Stack
from tests.system.bots.players import first_action, register, remote, webhook

HANGING = 50
P95 = 1.0


def test_an_honest_bot_answers_in_time_beside_many_that_hang() -> None:
    """Fifty games, each with a bot that never answers; the honest bot's turns are played meanwhile."""
    with Stack() as stack, httpx.Client(base_url=stack.url, timeout=40) as http, ExitStack() as bots:
        hanging = bots.enter_context(webhook(http, lambda _: time.sleep(60) or None, concurrent=100))
        ids = [register(http, name=f"Hanging {number}", url=hanging.url)["id"] for number in range(HANGING)]
        honest = bots.enter_context(webhook(http, first_action))
        tables = [
            create(http, "kimbac", {"seats": [{"kind": "human"}, {"kind": "remote", "bot": identifier}]})[1][0]
            for identifier in ids
        ]
        for table in tables:
            assert table.act(table.legal()["actions"][0]).status_code == 200
        limit = time.monotonic() + 20
        while len(hanging.turns()) < HANGING:
            assert time.monotonic() < limit, f"{len(hanging.turns())} calls are open"
            time.sleep(0.05)
        _, (ana, _) = create(http, "kimbac", {"seats": [{"kind": "human"}, remote(honest)]})
        waits = []
        for _ in range(20):
            if ana.my_turn()["status"] != "running":
                break
            ana.act(ana.legal()["actions"][0])
            started = time.monotonic()
            ana.my_turn()
            waits.append(time.monotonic() - started)
        assert len(waits) >= 10
        assert sorted(waits)[int(len(waits) * 0.95) - 1] < P95, waits
        assert all(table.view()["to_act"] == [1] for table in tables), "the others still wait, within their budget"
