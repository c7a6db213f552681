"""What a call of each tool counts as, by the page for agents; beyond its limit a tool refuses and changes nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest
from flask import Flask
from flask.testing import FlaskClient

from api.app import create_app
from api.http.rate_limit import BODY_UNIT, CLASSES
from store.limits import rates
from store.redis.embedded import EmbeddedServer
from store.settings import Settings
from tests.api.mcp.agent import Json, envelope
from tests.support.stack import ROOT

QUOTA = 1000
CLIENT = "127.0.0.1"
TWO = [{"kind": "human"}, {"kind": "human"}]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    running = EmbeddedServer(tmp_path_factory.mktemp("limits"))
    running.start()
    yield running
    running.stop()


@pytest.fixture
def app(server: EmbeddedServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    """The application, in a minute that does not end."""
    monkeypatch.setattr(rates, "now_ms", lambda: 0)
    quotas: Any = {f"limit_{name}": QUOTA for name in CLASSES}
    made = create_app(Settings(redis_url=server.url, data=tmp_path, log_level="error", client_jobs=0, **quotas))
    yield made
    made.extensions["services"].close()


class CountedAgent:
    """An agent, and what it has used."""

    def __init__(self, app: Flask) -> None:
        self.client: FlaskClient = app.test_client()
        self.rates: rates.Rates = app.extensions["services"].rates

    def used(self) -> dict[str, int]:
        return {name: QUOTA - self.rates.take(name, CLIENT, QUOTA, 0).left for name in CLASSES}

    def use_up(self, name: str) -> None:
        self.rates.take(name, CLIENT, QUOTA, QUOTA - self.used()[name])

    def ask(self, tool: str, arguments: Json) -> Json:
        body, headers = message(tool, arguments)
        answer = self.client.post("/mcp", data=body, headers=headers)
        assert answer.status_code == 200, answer.text
        result: Json = answer.json["result"]  # type: ignore[index]
        return result

    def game(self, *seats: Json) -> tuple[Json, Json]:
        """A new game, and the arguments that name its first seat."""
        made = self.ask("create", {"game": "mekong", "seats": [*seats]})["structuredContent"]
        return made, {"id": made["id"], "token": made["seats"][0]["token"]}


def message(tool: str, arguments: Json) -> tuple[bytes, dict[str, str]]:
    body, headers = envelope("tools/call", {"name": tool, "arguments": arguments})
    return orjson.dumps(body), headers | {"Content-Type": "application/json"}


def documented() -> dict[str, dict[str, int]]:
    """The column "counts as" of the page: by tool, how much of each class besides the request."""
    page, found = (ROOT / "docs" / "agents.md").read_text("utf-8"), {}
    for tool, cell in re.findall(r"^\| `(\w+)` \|.*\| (.+) \|$", page, re.M):
        words = {"creation": "create"}
        counts = re.findall(r"\b(an?|\d+) (read|act|creation|job)", cell)
        found[tool] = {words.get(name, name): int(count) if count.isdecimal() else 1 for count, name in counts}
    return found


def arguments_of(agent: CountedAgent, tool: str) -> Json:
    """What the tool needs to succeed."""
    if tool in ("games", "rules", "create"):
        return {"game": "mekong"}
    made, mine = agent.game(TWO[0], {"kind": "open"} if tool == "join" else TWO[1])
    if tool == "join":
        return {"id": made["id"]}
    more: dict[str, Json] = {"act": {"number": 1, "decision": 1}, "wait": {"seconds": 0}, "odds": {"seconds": 0}}
    return mine | more.get(tool, {})


def test_the_page_has_every_tool() -> None:
    assert list(documented()) == ["games", "rules", "create", "join", "look", "legal", "act", "wait", "odds"]


@pytest.mark.parametrize("tool", documented())
def test_a_tool_counts_as_the_page_says(app: Flask, tool: str) -> None:
    agent = CountedAgent(app)
    arguments = arguments_of(agent, tool)
    before = agent.used()
    assert agent.ask(tool, arguments)["isError"] is False
    spent = {name: count - before[name] for name, count in agent.used().items()}
    expected = dict.fromkeys(CLASSES, 0) | documented()[tool]
    spent["read"] -= 1 + len(message(tool, arguments)[0]) // BODY_UNIT  # the request itself
    assert spent == expected


@pytest.mark.parametrize(("tool", "name"), [("create", "create"), ("join", "act"), ("act", "act"), ("odds", "job")])
def test_beyond_its_limit_a_tool_refuses_and_changes_nothing(app: Flask, tool: str, name: str) -> None:
    agent = CountedAgent(app)
    arguments = arguments_of(agent, tool)
    agent.use_up(name)
    refused = agent.ask(tool, arguments)
    assert refused["isError"] is True
    problem = refused["structuredContent"]
    assert (problem["status"], problem["type"]) == (429, "/problems/too-many-requests")
    assert f"class `{name}`" in problem["detail"]
    if "id" in arguments:
        assert agent.client.get(f"/v1/mekong/games/{arguments['id']}").json["version"] == 1  # type: ignore[index]


def test_an_agent_that_floods_is_refused_like_any_client(app: Flask) -> None:
    agent = CountedAgent(app)
    agent.use_up("read")
    body, headers = message("rules", {"game": "mekong"})
    refused = agent.client.post("/mcp", data=body, headers=headers)
    assert refused.status_code == 429
    assert int(refused.headers["Retry-After"]) == 60
