"""Many bots that hang, and one that does not."""

from __future__ import annotations

from contextlib import ExitStack

import httpx

from tests.support.client import create
from tests.support.stack import Stack
from tests.support.waiting import spend, wait_until
from tests.system.bots.players import failures, first_action, register, remote, webhook

HANGING = 50


def test_an_honest_bot_answers_in_time_beside_many_that_hang() -> None:
    """Fifty games, each with a bot that never answers; the honest bot's turns are played meanwhile."""
    with (
        Stack(LUDOTHEQUE_REMOTE_SECONDS="60") as stack,
        httpx.Client(base_url=stack.url, timeout=40, verify=False) as http,
        ExitStack() as bots,
    ):
        hanging = bots.enter_context(webhook(http, lambda _: spend(600), concurrent=100))
        ids = [register(http, name=f"Hanging {number}", url=hanging.url)["id"] for number in range(HANGING)]
        honest = bots.enter_context(webhook(http, first_action))
        tables = [
            create(http, "kimbac", {"seats": [{"kind": "human"}, {"kind": "remote", "bot": identifier}]})[1][0]
            for identifier in ids
        ]
        for table in tables:
            assert table.act(table.legal()["actions"][0]).status_code == 200
        wait_until(lambda: len(hanging.turns()) == HANGING, what=lambda: f"{len(hanging.turns())} calls are open")
        _, (ana, _) = create(http, "kimbac", {"seats": [{"kind": "human"}, remote(honest)]})
        turns = 0
        for _ in range(20):
            if ana.my_turn()["status"] != "running":
                break
            ana.act(ana.legal()["actions"][0])
            ana.my_turn()
            turns += 1
        assert turns >= 10
        assert honest.turns(), "it was asked"
        assert failures(http, "kimbac", ana.id) == [], "nobody played for it"
        assert all(table.view()["to_act"] == [1] for table in tables), "the others still wait, within their budget"
