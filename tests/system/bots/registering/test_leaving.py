"""A bot that is deleted: its token opens nothing, and built-in bots have its seats."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from redis import Redis

from store.jobs.queue import REMOTE
from tests.api.server.test_streams import last_event, reading
from tests.support.client import SHORT, GameClient, create
from tests.support.stack import Stack
from tests.support.waiting import PATIENCE, wait_until
from tests.system.bots.players import PullBot, bearer, first_action, register, webhook


def delete(http: httpx.Client, bot: Any) -> None:
    assert http.delete(f"/v1/bots/{bot['id']}", headers=bearer(bot["token"])).status_code == 204


def events_of(table: GameClient, kind: str) -> list[Any]:
    return [event for event in table.get("/events?limit=500").json()["events"] if event["type"] == kind]


def test_its_token_is_closed_at_once_and_its_seats_are_played(http: httpx.Client) -> None:
    bot = register(http, name="Leaver")
    seat = {"kind": "remote", "bot": bot["id"]}
    plan = [{"kind": "human"}, seat, {"kind": "bot"}, seat]
    _, (ana, *_) = create(http, "kimbac", {"seats": plan, "options": SHORT["kimbac"]})
    its = ana.as_(bot["token"])
    with reading(its) as stream:
        stream.wait_for(list(range(1, last_event(ana) + 1)))
        delete(http, bot)
        assert its.get().status_code == 401
        assert its.get("/actions?seat=3").status_code == 401
        assert its.act({"type": "pass"}).status_code == 401
        assert stream.ended.wait(PATIENCE)
    view = ana.wait_for(lambda view: [each["kind"] for each in view["seats"]] == ["human", "bot", "bot", "bot"])
    assert [each.get("bot") for each in view["seats"]][1::2] == ["greedy", "greedy"]
    assert [(event["seat"], event["fault"]) for event in events_of(ana, "bot_failed")] == [(1, "gone"), (3, "gone")]
    assert [(event["seat"], event["kind"]) for event in events_of(ana, "seat_changed")] == [(1, "bot"), (3, "bot")]
    assert ana.play_to_the_end()["status"] == "finished"
    assert len(events_of(ana, "bot_failed")) == 2, "said once"


def test_a_private_game_is_not_there_for_it(http: httpx.Client) -> None:
    bot = register(http, name="Leaver")
    plan = [{"kind": "human"}, {"kind": "remote", "bot": bot["id"]}]
    _, (ana, *_) = create(http, "kimbac", {"seats": plan, "visibility": "private"})
    assert ana.as_(bot["token"]).get().status_code == 200
    delete(http, bot)
    assert ana.as_(bot["token"]).get().status_code == 404


def test_a_person_takes_the_seat_back_from_the_bot_that_follows(http: httpx.Client) -> None:
    bot = register(http, name="Leaver")
    _, (ana, ben) = create(http, "kimbac", {"seats": [{"kind": "human"}, {"kind": "human", "name": "Ben"}]})
    assert ben.put("/seats/1", {"kind": "remote", "bot": bot["id"]}).status_code == 200
    delete(http, bot)
    ana.wait_for(lambda view: view["seats"][1]["kind"] == "bot")
    assert ben.put("/seats/1", {"kind": "human"}).status_code == 200
    assert ben.view()["seats"][1]["name"] == "Ben"


def test_all_its_games_go_on_and_nothing_of_it_is_kept_for_ever(http: httpx.Client, stack: Stack) -> None:
    with webhook(http, lambda _: (202, b""), concurrent=40) as bot:
        plan = [{"kind": "human"}, {"kind": "remote", "bot": bot.id}]
        tables = [create(http, "kimbac", {"seats": plan})[1][0] for _ in range(30)]
        for table in tables[::2]:  # half of them wait for its turn
            assert table.act(table.legal()["actions"][0]).status_code == 200
        delete(http, {"id": bot.id, "token": bot.token})
        for table in tables:
            table.wait_for(lambda view: view["seats"][1]["kind"] == "bot" and view["to_act"] == [0])
    with Redis.from_url(stack.server.url) as redis:
        # A turn that was offered at the very moment may lie there, but only for a time.
        wait_until(lambda: all(redis.ttl(key) != -1 for key in redis.scan_iter(f"*remote:{bot.id}*")))


@pytest.mark.parametrize("answered", [True, False])
def test_a_lost_farewell_is_made_up_for_when_its_turn_comes(answered: bool) -> None:
    with Stack(workers=0) as stack, httpx.Client(base_url=stack.url, timeout=40, verify=False) as http:
        bot = register(http, name="Leaver")
        _, (ana, *_) = create(http, "kimbac", {"seats": [{"kind": "human"}, {"kind": "remote", "bot": bot["id"]}]})
        if answered:
            assert ana.act(ana.legal()["actions"][0]).status_code == 200
        delete(http, bot)
        with Redis.from_url(stack.server.url) as redis:
            assert redis.delete(REMOTE) == 1
        stack.start("workers", "-m", "workers")
        if not answered:
            assert ana.act(ana.legal()["actions"][0]).status_code == 200
        view = ana.wait_for(lambda view: view["to_act"] == [0] and view["version"] > 2)
        assert view["seats"][1]["kind"] == "bot"
        assert len(events_of(ana, "bot_failed")) == 1


def test_a_bot_that_comes_back_is_another_one(http: httpx.Client) -> None:
    with PullBot(http, games=["kimbac"]) as first:
        plan = [{"kind": "human"}, {"kind": "remote", "bot": first.id}]
        _, (ana, *_) = create(http, "kimbac", {"seats": plan})
        first.stopped.set()
        delete(http, {"id": first.id, "token": first.token})
        with webhook(http, first_action) as second:
            assert ana.as_(second.token).get().status_code == 401
            refused = http.post("/v1/kimbac/games", json={"seats": plan})
            assert refused.status_code == 422
