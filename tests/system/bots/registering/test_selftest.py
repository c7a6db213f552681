"""The test that an owner asks for: whole games, for webhook and for pull bots, in the report and in the log."""

from __future__ import annotations

import random
from typing import Any

import httpx

from engines.kernel.registry import slugs
from tests.system.bots.players import Json, PullBot, bearer, failures, first_action, register, webhook
from tests.system.bots.registering.test_registration import signatures


def run_test(http: httpx.Client, bot: Any, **payload: Any) -> Json:
    report = http.post(f"/v1/bots/{bot.id}/test", headers=bearer(bot.token), json=payload)
    assert report.status_code == 200, report.text
    return dict(report.json())


def deliveries(http: httpx.Client, bot: Any) -> list[Json]:
    return list(http.get(f"/v1/bots/{bot.id}/deliveries", headers=bearer(bot.token)).json()["deliveries"])


def any_action(turn: Json) -> Any:
    import json

    return 200, json.dumps({"action": random.choice(turn["actions"]["actions"])}).encode()


def test_a_webhook_bot_plays_a_whole_game(http: httpx.Client) -> None:
    with webhook(http, any_action) as bot:
        report = run_test(http, bot, game="bakong")
        assert report["ok"] is True, report
        [game] = report["games"]
        assert (game["game"], game["finished"]) == ("bakong", True)
        assert game["turns"] == len(bot.turns()) > 5
        assert game["result"]["ranking"]
        calls = [(call["call"], call["game"]) for call in report["calls"]]
        assert calls == [("challenge", None), ("start", "bakong"), ("turn", "bakong"), ("end", "bakong")]
        assert bot.notices()[-2:] == ["start", "end"]
        assert bot.calls[-1].json["result"] == game["result"]
        for call in bot.turns():
            assert call.headers["webhook-signature"] == signatures(bot.secret, call)
        numbers = [event["seq"] for call in bot.turns() if call.json["seat"] == 0 for event in call.json["events"]]
        assert numbers == sorted(set(numbers)), "each event once"
        log = deliveries(http, bot)
        assert [entry["call"] for entry in log[:4]] == ["test"] * 4
        assert {entry["fault"] for entry in log} == {None}


def test_every_game_that_it_accepts_is_played(http: httpx.Client) -> None:
    with webhook(http, first_action) as bot:
        report = run_test(http, bot)
        assert {call["fault"] for call in report["calls"]} == {None}, report
        assert [game["game"] for game in report["games"]] == list(slugs())
        assert all(game["turns"] > 3 for game in report["games"])
        assert report["ok"] is all(game["finished"] for game in report["games"])
        assert all(game["reason"] is None for game in report["games"] if game["finished"])


def test_a_fault_is_shown_with_its_field_and_its_rule(http: httpx.Client) -> None:
    with webhook(http, lambda _: (200, b'{"action": {"type": "dance"}}')) as bot:
        report = run_test(http, bot, game="kimbac")
        assert report["ok"] is False
        call = report["calls"][-1]
        assert (call["call"], call["fault"], call["field"]) == ("turn", "nonsense", "/action/type")
        assert deliveries(http, bot)[0]["field"] == "/action/type"
        first: list[Any] = []

        def stubborn(turn: Json) -> Any:
            first[:] = first or [first_action(turn)]
            return first[0]

        bot.answer = stubborn
        call = run_test(http, bot, game="kimbac")["calls"][-1]
        assert call["fault"] == "illegal"
        assert call["rule"].startswith("KIM-")


def test_a_game_that_was_cut_short_is_no_success(http: httpx.Client) -> None:
    with webhook(http, lambda _: (202, b"")) as bot:
        report = run_test(http, bot, game="kimbac")
        assert {call["fault"] for call in report["calls"]} == {None}
        assert (report["ok"], report["games"][0]["finished"]) == (False, False)
        assert "act later" in report["games"][0]["reason"]


def test_a_pull_bot_plays_a_stored_game_that_only_it_sees(http: httpx.Client) -> None:
    with PullBot(http, games=["bailouke"], concurrent=1) as bot:
        report = run_test(http, bot)
        assert report["ok"] is True, report
        [game] = report["games"]
        assert game["game"] == "bailouke"
        assert game["turns"] > 5
        assert report["calls"][0]["call"] == "turn"
        assert bot.failures == []
        log = deliveries(http, bot)
        identifier = log[-1]["id"]
        assert http.get(f"/v1/bailouke/games/{identifier}").status_code == 404, "it is private"
        mine = http.get(f"/v1/bots/{bot.id}", headers=bearer(bot.token)).json()
        assert mine["games_played"] == 0, "a test is no game"
        plan = {"seats": [{"kind": "human"}, {"kind": "remote", "bot": bot.id}]}
        made = http.post("/v1/bailouke/games", json=plan)
        assert made.status_code == 201, "nor does it take a place"
        assert failures(http, "bailouke", made.json()["id"]) == []


def test_a_pull_bot_that_does_not_ask_fails(http: httpx.Client) -> None:
    made = register(http, name="Sleeper", games=["kimbac"])
    report = http.post(f"/v1/bots/{made['id']}/test", headers=bearer(made["token"])).json()
    assert report["ok"] is False
    assert {call["fault"] for call in report["calls"]} == {"timeout"}
    assert http.get(f"/v1/bots/{made['id']}", headers=bearer(made["token"])).json()["failures"] == 0
