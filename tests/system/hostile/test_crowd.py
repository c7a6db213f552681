"""One client's bots that hang leave others their calls, their time and their registrations."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import httpx
import pytest

from tests.support.client import create
from tests.support.stack import Stack
from tests.support.waiting import PATIENCE, spend, wait_until
from tests.system.bots.players import WebhookBot, failures, first_action, register, remote, serving, webhook

BOTS, GAMES = 5, 20
CALLS = 64
SHARE = CALLS // 2
CLOCK = 10


@pytest.fixture(scope="module")
def public() -> Iterator[Stack]:
    """A server with many clients; their bots are on this machine."""
    settings = {
        "LUDOTHEQUE_REMOTE_SECONDS": "60",
        "LUDOTHEQUE_REMOTE_CALLS": str(CALLS),
        "LUDOTHEQUE_TRUSTED_PROXIES": "1",
        "LUDOTHEQUE_REMOTE_NETWORKS": "127.0.0.0/8",
    }
    with Stack(**settings) as stack:
        yield stack


def client_at(stack: Stack, address: str) -> httpx.Client:
    """A client as the proxy names it."""
    return httpx.Client(base_url=stack.url, timeout=PATIENCE, verify=False, headers={"X-Forwarded-For": address})


def test_a_bot_answers_in_time_beside_many_of_another_client_that_hang(public: Stack) -> None:
    """Its clock is short; those that hang have more turns than there are places for calls."""
    with client_at(public, "203.0.113.1") as hostile, client_at(public, "203.0.113.2") as http, ExitStack() as bots:
        hanging = bots.enter_context(webhook(hostile, lambda _: spend(600), concurrent=GAMES))
        others = [register(hostile, name="Hanging", url=hanging.url, concurrent=GAMES)["id"] for _ in range(BOTS - 1)]
        tables = [
            create(hostile, "kimbac", {"seats": [{"kind": "human"}, {"kind": "remote", "bot": identifier}]})[1][0]
            for identifier in (hanging.id, *others)
            for _ in range(GAMES)
        ]
        for table in tables:
            assert table.act(table.legal()["actions"][0]).status_code == 200
        wait_until(lambda: len(hanging.turns()) >= SHARE, what=lambda: f"{len(hanging.turns())} calls are open")

        honest = bots.enter_context(webhook(http, first_action))
        body = {"seats": [{"kind": "human"}, remote(honest)], "clock": {"turn_seconds": CLOCK, "on_timeout": "bot"}}
        _, (ana, _) = create(http, "kimbac", body)
        for _ in range(20):
            if ana.my_turn()["status"] != "running":
                break
            ana.act(ana.legal()["actions"][0])
            ana.my_turn()
        assert len(honest.turns()) >= 5
        assert failures(http, "kimbac", ana.id) == [], "nobody played for it"
        assert len(hanging.turns()) == SHARE
        assert all(table.view()["to_act"] == [1] for table in tables), "the others still wait, within their time"


def test_a_url_is_proven_beside_many_that_hang(public: Stack) -> None:
    class Silent(WebhookBot):
        def process_request(self, request: Any, client_address: object) -> None:
            """It takes the connection and says nothing."""
            held.append(request)

    held: list[socket.socket] = []
    with (
        client_at(public, "203.0.113.3") as hostile,
        client_at(public, "203.0.113.4") as http,
        serving(Silent()) as bot,
    ):

        def prove() -> None:
            assert hostile.post("/v1/bots", json={"name": "Silent", "url": bot.url}).status_code in (422, 503)

        requests = [threading.Thread(target=prove) for _ in range(CALLS // 2)]
        for request in requests:
            request.start()
        wait_until(lambda: held)
        with webhook(http) as honest:
            assert honest.id
        for request in requests:
            request.join(PATIENCE)
        for connection in held:
            connection.close()
