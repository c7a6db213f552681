"""Cached games: two API processes over one store, each of which remembers games that the other plays on."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from redis import Redis

from api.app import create_app
from store.games import views
from store.process.logs import log
from store.redis.embedded import EmbeddedServer
from store.settings import Settings
from tests.support.client import GameClient, Json, create


class Pair:
    """Two applications as two processes would have them, and the server behind them."""

    def __init__(self, server: EmbeddedServer, data: Path) -> None:
        settings = Settings(redis_url=server.url, data=data, log_level="error")
        self.redis = Redis.from_url(server.url)
        self.apps = [create_app(settings) for _ in range(2)]
        self.here, self.there = [self._client(app) for app in self.apps]

    @staticmethod
    def _client(app: Any) -> httpx.Client:
        return httpx.Client(transport=httpx.WSGITransport(app), base_url="http://localhost")

    def create(self, slug: str = "bakong", **payload: Any) -> tuple[Json, list[GameClient]]:
        return create(self.here, slug, {"seats": [{"kind": "human"}] * 2, **payload})

    def elsewhere(self, table: GameClient) -> GameClient:
        return GameClient(self.there, table.slug, table.id, table.token)

    def reads(self) -> int:
        """Looks at snapshots so far, those of commits included."""
        return int(self.redis.info("commandstats").get("cmdstat_hmget", {"calls": 0})["calls"])

    def cached(self) -> int:
        return len(self.apps[0].extensions["services"].cache)


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    server = EmbeddedServer(tmp_path_factory.mktemp("pair"))
    server.start()
    pair = Pair(server, tmp_path_factory.mktemp("data"))
    yield pair
    pair.here.close()
    pair.there.close()
    for app in pair.apps:
        app.extensions["services"].close()
    server.stop()


def step(players: list[GameClient]) -> httpx.Response:
    """The seat whose turn it is plays its first legal action."""
    player = next(player for player in players if player.view()["decision"] is not None)
    return player.act(player.legal()["actions"][0])


def opened(players: list[GameClient]) -> GameClient:
    """Once the dice are thrown: the player who chooses between them."""
    while players[0].view()["phase"] != "choose_flip":
        step(players)
    return next(player for player in players if player.view()["decision"] is not None)


def test_an_act_after_an_act_asks_the_store_once(pair: Pair) -> None:
    _, (ana, ben) = pair.create()
    assert ana.act({"type": "take_object", "object": "rope"}).status_code == 200
    before = pair.reads()
    assert ben.act({"type": "take_object", "object": "map"}).status_code == 200
    assert pair.reads() - before == 1


def test_an_act_after_a_look_asks_the_store_once(pair: Pair) -> None:
    _, (ana, _) = pair.create()
    ana.view()
    before = pair.reads()
    assert ana.act({"type": "take_object", "object": "rope"}).status_code == 200
    assert pair.reads() - before == 1


def test_a_look_of_somebody_who_does_not_act_now_keeps_nothing(pair: Pair) -> None:
    _, (ana, ben) = pair.create()
    before = pair.cached()
    ben.view()
    ana.as_(None).view()
    assert pair.cached() == before


@pytest.mark.parametrize("slug", ["bakong", "mekong", "babord", "kimbac", "bailouke"])
def test_a_game_goes_on_here_and_there(pair: Pair, slug: str) -> None:
    _, players = pair.create(slug, seed="5e" * 32)  # none of these is over after 24 actions
    others = [pair.elsewhere(player) for player in players]
    for turn in range(24):
        table = players if turn % 3 else others
        before = players[0].view()["version"]
        assert step(table).json()["version"] == before + 1


def test_a_refusal_is_about_the_game_as_it_is(pair: Pair) -> None:
    _, (ana, ben) = pair.create()
    ana.view()
    assert pair.elsewhere(ana).act({"type": "take_object", "object": "rope"}).status_code == 200
    refused = ana.act({"type": "take_object", "object": "map"})
    assert (refused.status_code, refused.json()["reason"]) == (409, "not_to_act")
    assert ben.act({"type": "take_object", "object": "map"}).status_code == 200


def test_a_refusal_changes_nothing(pair: Pair) -> None:
    _, players = pair.create()
    player = opened(players)
    before = player.view()
    dice = before["position"]["current"]["dice"]
    wrong = next(die for die in range(1, 7) if die not in dice)
    refused = player.act({"type": "flip", "die": wrong})
    assert (refused.status_code, refused.json()["reason"]) == (409, "illegal")
    assert player.view() == before
    assert player.act(player.legal()["actions"][0]).status_code == 200


def test_the_token_of_a_seat_that_was_opened_elsewhere_is_dead(pair: Pair) -> None:
    _, (ana, ben) = pair.create()
    assert ana.act({"type": "take_object", "object": "rope"}).status_code == 200
    ben.view()
    assert pair.elsewhere(ben).put("/seats/1", {"kind": "open"}).status_code == 200
    assert ben.act({"type": "take_object", "object": "map"}).status_code == 401


def test_a_game_that_was_called_off_elsewhere_is_over(pair: Pair) -> None:
    made, (ana, _) = pair.create()
    ana.view()
    assert pair.there.delete(ana.path, headers={"Authorization": f"Bearer {made['host_token']}"}).status_code == 200
    refused = ana.act({"type": "take_object", "object": "rope"})
    assert (refused.status_code, refused.json()["reason"]) == (409, "game_over")


def test_a_game_that_is_gone_is_gone(pair: Pair) -> None:
    _, (ana, _) = pair.create()
    ana.view()
    for name in pair.redis.scan_iter(f"*{ana.id}*"):
        pair.redis.delete(name)
    assert ana.act({"type": "take_object", "object": "rope"}).status_code == 404


def test_a_fault_in_a_view_is_logged_and_answers_500(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    """A programming error on a cached game surfaces: it is not hidden by a second try on the stored game."""
    _, players = pair.create()
    player = opened(players)
    action, version = player.legal()["actions"][0], players[0].view()["version"]
    player.view()
    assert pair.cached() > 0
    calls: list[int] = []
    logged: list[logging.LogRecord] = []

    def broken(*_: object) -> None:
        calls.append(1)
        raise ZeroDivisionError("a bug in a view")

    handler = logging.Handler()
    handler.emit = logged.append  # type: ignore[method-assign]
    log.addHandler(handler)
    try:
        with monkeypatch.context() as patch:
            patch.setattr(views, "acted_document", broken)
            answer = player.act(action)
    finally:
        log.removeHandler(handler)
    assert (answer.status_code, answer.json()["type"]) == (500, "/problems/internal")
    assert "ZeroDivision" not in answer.text
    assert len(calls) == 1
    assert [entry.exc_info[0] for entry in logged if entry.exc_info] == [ZeroDivisionError]
    assert players[0].view()["version"] == version
    assert player.act(action).status_code == 200


def test_a_key_that_was_used_elsewhere_is_not_played_again(pair: Pair) -> None:
    _, players = pair.create()
    player = opened(players)
    action = player.legal()["actions"][0]
    first = pair.elsewhere(player).act(action, Idempotency_Key="once")
    assert first.status_code == 200
    again = player.act(action, Idempotency_Key="once")
    assert (again.status_code, again.content) == (200, first.content)
    assert again.headers["Idempotent-Replay"] == "true"
    other = player.act({"type": "reroll"}, Idempotency_Key="once")
    assert other.status_code == 422
    assert players[0].view()["version"] == first.json()["version"]


def played_and_still_legal(players: list[GameClient]) -> tuple[GameClient, Json, Json]:
    """Play with keys, until an action is legal once more after it was played: who, what, and its answer."""
    for turn in range(300):
        player = next(player for player in players if player.view()["decision"] is not None)
        actions = player.legal()["actions"]
        action = actions[turn % len(actions)]
        answer = player.act(action, Idempotency_Key=f"turn {turn}")
        if player.view()["decision"] is not None and action in player.legal()["actions"]:
            return player, action | {"key": f"turn {turn}"}, answer.json()
    raise AssertionError("no action was legal twice in a row")


def test_a_late_repetition_sees_the_game_as_it_is(pair: Pair) -> None:
    _, players = pair.create("babord", seed="01" * 32)
    player, action, first = played_and_still_legal(players)
    key = action.pop("key")
    for name in pair.redis.scan_iter(f"*answer:{player.id}*"):
        pair.redis.delete(name)
    before = player.view()
    late = player.act(action, Idempotency_Key=key)
    assert late.status_code == 200, late.text
    assert late.json()["version"] == first["version"]
    assert late.json()["view"] == before == player.view()


def test_the_version_that_was_seen_counts(pair: Pair) -> None:
    _, (ana, ben) = pair.create()
    ana.view()
    assert pair.elsewhere(ana).act({"type": "take_object", "object": "rope"}).status_code == 200
    assert ana.act({"type": "take_object", "object": "map"}, If_Match='"1-0"').status_code == 412
    assert ben.act({"type": "take_object", "object": "map"}, If_Match='"2-1"').status_code == 200


def test_a_process_that_keeps_nothing_loads_each_time(pair: Pair, tmp_path: Path) -> None:
    url = pair.apps[0].extensions["services"].settings.redis_url
    app = create_app(Settings(redis_url=url, data=tmp_path, log_level="error", game_cache=0))
    with httpx.Client(transport=httpx.WSGITransport(app), base_url="http://localhost") as http:
        _, (ana, ben) = create(http, "bakong", {"seats": [{"kind": "human"}] * 2})
        assert ana.act({"type": "take_object", "object": "rope"}).status_code == 200
        before = pair.reads()
        assert ben.act({"type": "take_object", "object": "map"}).status_code == 200
        assert pair.reads() - before == 2
