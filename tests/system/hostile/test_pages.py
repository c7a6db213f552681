"""Pages of other sites in a browser on this machine: they have no rights that programs of the machine have."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from store.bots.remote import NOT_PROVEN
from tests.support.stack import Stack
from tests.system.bots.players import WebhookBot

FOREIGN = [
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Origin": "http://localhost.evil.example"},
    {"Origin": "http://evil.example:8000", "Host": "evil.example:8000"},  # a name of theirs that leads here
]
PROXIED = [{name: "203.0.113.7"} for name in ("X-Forwarded-For", "Forwarded", "Via", "X-Real-IP")]


@pytest.fixture(scope="module")
def http() -> Iterator[httpx.Client]:
    """As `make run` starts it: programs of this machine may register bots on loopback."""
    with Stack() as stack, httpx.Client(base_url=stack.url, timeout=40, verify=False) as http:
        yield http


@pytest.fixture
def bot() -> Iterator[WebhookBot]:
    with WebhookBot() as bot:
        threading.Thread(target=bot.serve_forever, args=(0.05,), daemon=True).start()
        yield bot
        bot.shutdown()


def test_they_register_nothing_on_loopback(http: httpx.Client, bot: WebhookBot) -> None:
    strangers = [*FOREIGN, {"Host": "evil.example"}, *PROXIED]
    body = {"name": "Croc", "url": bot.url}
    with ThreadPoolExecutor(len(strangers)) as pool:
        answers = list(pool.map(lambda headers: http.post("/v1/bots", json=body, headers=headers), strangers))
    for answer in answers:
        assert answer.status_code == 422
        assert NOT_PROVEN in answer.json()["errors"][0]["detail"]
    assert bot.calls == []
    for own in ({}, {"Origin": "http://localhost:3000"}, {"Host": "localhost:8000"}, {"Host": "[::1]:8000"}):
        assert http.post("/v1/bots", json=body, headers=own).status_code == 201


def test_they_do_not_speak_as_agents(http: httpx.Client) -> None:
    message = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    for headers in FOREIGN:
        refused = http.post("/mcp", json=message, headers=headers)
        assert (refused.status_code, refused.json()["type"]) == (403, "/problems/forbidden"), headers
    for origin in ("http://localhost:6274", "http://127.0.0.1:8000", "http://[::1]:1"):
        assert http.post("/mcp", json=message, headers={"Origin": origin}).status_code == 200, origin
