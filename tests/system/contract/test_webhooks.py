"""What the server really sends to bots and hooks is what the document says of its webhooks."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import httpx
import pytest

from api.spec.shape.nodes import webhook_operations
from engines.kernel.registry import slugs
from tests.support.client import create
from tests.support.waiting import wait_until
from tests.system.bots.players import Call, WebhookBot, bearer, first_action, remote, serving, webhook
from tests.system.contract.answers import committed, document

JSON = "content/application~1json/schema"


def name_of(call: Call) -> str:
    """The webhook that a call belongs to."""
    return str(call.json.get("notice", "turn")).replace("game", "game-notice")


def check(call: Call) -> str:
    """Hold headers and body of a call against the document; its name."""
    name = name_of(call)
    operation = committed()["components"]["pathItems"][name]["post"]
    found = document().validator(f"/components/pathItems/{name}/post/requestBody/{JSON}").iter_errors(call.json)
    assert [f"{error.json_path}: {error.message[:300]}" for error in found] == []
    signed = operation["parameters"]
    assert all(re.search(entry["schema"]["pattern"], call.headers[entry["name"]]) for entry in signed)
    assert {entry["name"] for entry in signed} == {given for given in call.headers if given.startswith("webhook-")}
    return name


@pytest.fixture
def bot(http: httpx.Client) -> Iterator[WebhookBot]:
    with webhook(http) as served:
        yield served


@pytest.mark.parametrize("slug", slugs())
def test_turns_and_notices_of_a_bot(http: httpx.Client, bot: WebhookBot, slug: str) -> None:
    game, _ = create(http, slug, {"seats": [remote(bot), remote(bot)]})

    def names() -> list[str]:
        return [name_of(call) for call in bot.calls if call.json.get("id") == game["id"]]

    wait_until(lambda: names().count("turn") >= 3 and names().count("start") == 2, what=names)
    http.delete(f"/v1/{slug}/games/{game['id']}", headers=bearer(game["host_token"])).raise_for_status()
    wait_until(lambda: names().count("end") == 2, what=names)
    assert {check(call) for call in bot.calls} == {"challenge", "turn", "start", "end"}
    turn = next(call for call in bot.calls if call.is_turn)
    _, answer = first_action(turn.json)
    judge = document().validator(f"/components/pathItems/turn/post/responses/200/{JSON}")
    assert list(judge.iter_errors(json.loads(answer))) == []
    assert list(judge.iter_errors({"decline": True})) != []


def events(listener: WebhookBot) -> set[str]:
    """What it was called for so far."""
    return {call.json["event"] for call in listener.calls if "event" in call.json}


@pytest.mark.parametrize("slug", slugs())
def test_notices_of_a_game(http: httpx.Client, slug: str) -> None:
    seats = [{"kind": "human", "name": "Ana"}, {"kind": "open"}]
    with serving(WebhookBot()) as listener:
        game, [ana, _] = create(http, slug, {"seats": seats})
        host = ana.as_(game["host_token"])
        assert host.post("/hooks", {"url": listener.url}).status_code == 201
        ana.as_(None).post("/seats", {"name": "Bo"}).raise_for_status()
        wait_until(lambda: events(listener) == {"seat_taken", "turn"})  # a game that is over has no turns
        http.delete(host.path, headers=host.headers()).raise_for_status()
        wait_until(lambda: events(listener) == {"seat_taken", "turn", "over"})
        assert {check(call) for call in listener.calls} == {"challenge", "game-notice"}


def test_every_webhook_says_what_it_is_and_shows_an_example() -> None:
    assert set(committed()["webhooks"]) == {"turn", "start", "end", "challenge", "game-notice"}
    for name, operation in webhook_operations(committed()).items():
        assert re.fullmatch("receive([A-Z][a-z]+)+", name)
        assert operation["summary"].endswith(".")
        assert len(operation["description"]) > 20
        assert operation["tags"] == ["webhooks"]
        places = [operation["requestBody"], *operation["responses"].values()]
        assert all("example" in media for place in places for media in place.get("content", {}).values())
