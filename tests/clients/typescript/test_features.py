"""What the client does beside playing: one script uses all of it against a live server."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clients.typescript.conftest import run
from tests.support.stack import Stack


@pytest.fixture(scope="module")
def seen(node: str, stack: Stack) -> dict[str, Any]:
    """What each part of ``features.mjs`` wrote."""
    return dict(run(node, "features.mjs", stack.url))


def test_a_refusal_names_the_rule_and_a_late_answer_is_not_played(seen: dict[str, Any]) -> None:
    found = seen["refused"]
    assert (found["illegal"]["name"], found["illegal"]["status"]) == ("Refused", 409)
    assert found["illegal"]["text"]
    assert found["acted"]
    assert found["late"] is None
    assert found["stale"]["status"] == 412
    assert " " in found["words"]
    assert found["bot"].startswith("There is no token for seat 1")


def test_an_unknown_bot_is_refused_and_a_person_may_have_any_name(seen: dict[str, Any]) -> None:
    found = seen["seats"]
    assert found["seats"] == [{"kind": "human", "name": "open"}, {"kind": "human", "name": "greedy"}]
    assert len(found["unknown"]) == 4
    for text in found["unknown"]:
        assert text.startswith("RangeError: There is no bot")
        assert "random, greedy, search" in text


def test_a_server_that_is_away_is_asked_again_and_then_given_up(seen: dict[str, Any]) -> None:
    found = seen["unreachable"]
    assert (found["name"], found["status"], found["unreachable"]) == ("Unreachable", 0, True)
    assert found["troubles"]
    assert set(found["troubles"]) == {"Unreachable"}


def test_a_private_game_is_joined_by_its_invite(seen: dict[str, Any]) -> None:
    found = seen["private"]
    assert (found["stranger"], found["you"], found["names"]) == (404, 1, ["Ana", "Bo"])
    assert found["mine"] == 0
    assert found["board"] > 100
    assert found["svg"] == "<svg"


def test_the_view_of_a_turn_is_requested_when_it_is_read_and_not_known(seen: dict[str, Any]) -> None:
    assert seen["viewing"] == {"waited": {"requests": 1, "fits": True}, "acted": {"requests": 0, "fits": True}}


def test_a_turn_that_is_not_played_does_not_come_again(seen: dict[str, Any]) -> None:
    assert seen["passing"] == {"decision": 1, "ended": True}, "`again` is not there"


def test_views_and_events_arrive_live(seen: dict[str, Any]) -> None:
    found = seen["watching"]
    assert found["versions"] == sorted(set(found["versions"]))
    assert found["first"] == 2
    assert found["sentence"]
    assert found["stopped"] == "AbortError"
    assert found["result"] is None


def test_events_arrive_where_streams_do_not_get_through(seen: dict[str, Any]) -> None:
    assert seen["withoutStreams"]["whole"]


def test_a_finished_game_is_looked_at_again(seen: dict[str, Any]) -> None:
    found = seen["lookingBack"]
    assert (found["report"]["fair"], found["report"]["fault"]) == (True, None)
    assert found["rolls"] == [4, 1, 2, 6, 5, 2, 2, 6, 2, 4, 2, 6, 1, 6, 3, 4, 4, 1, 2, 2]
    assert not found["changed"]["fair"]
    assert "promised" in found["promised"]["fault"]
    assert (found["at"], found["position"], found["fork"]["at"]) == (2, True, 3)
    assert found["exported"]
    assert found["listed"]
    assert found["rematch"]


def test_workers_find_out_odds_and_simulations(seen: dict[str, Any]) -> None:
    assert seen["workers"] == {"games": 4, "progress": 1, "chances": 2, "seat": 0}


def test_a_bot_plays_by_asking_for_its_turns(seen: dict[str, Any]) -> None:
    assert seen["bot"] == {"ranking": 2, "failures": 0, "listed": False}


def test_a_decision_that_a_bot_fails_on_is_thought_about_once(seen: dict[str, Any]) -> None:
    assert seen["failingBot"] == {"errors": ["no idea"]}


def test_a_bot_enters_a_ladder_and_plays_a_match(seen: dict[str, Any]) -> None:
    assert seen["ladder"] == {"owner": "Ana", "status": "active", "games": 2, "entries": ["Greedy", "Ladder Croc"]}


def test_the_catalogue(seen: dict[str, Any]) -> None:
    found = seen["catalogue"]
    assert (found["games"], found["sheet"], found["seatRequests"]) == (5, "bakong", True)
    assert found["rule"].startswith("BAK-")


def test_a_webhook_bot_plays_and_believes_the_server_only(seen: dict[str, Any]) -> None:
    found = seen["webhook"]
    assert (found["before"], found["ranking"], found["failures"]) == (401, 2, 0)
    assert found["node"] == found["fetch"] == {"forged": [401] * 6, "broken": 400, "notice": 200}
    assert found["long"] == 413


def test_a_webhook_bot_that_fails_says_so_and_answers(seen: dict[str, Any]) -> None:
    found = seen["failingWebhook"]
    assert found["status"] == 500
    assert "no idea" in found["told"][0]
