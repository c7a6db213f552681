"""One request for each decision and one for each wait: `next`, `include=actions`, and a list of actions that waits."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from engines.kernel.registry import game, slugs
from store.games import views
from store.games.changes.create import Opening, SeatPlan, build_game
from tests.api.problems import first_action, problem, two_humans
from tests.engines.kernel.test_elements import NOTHING_TO_CLICK
from tests.support.client import GameClient, Json, create
from tests.support.stack import Stack


@pytest.mark.parametrize("slug", slugs())
def test_a_game_needs_one_request_for_each_decision_and_one_for_each_wait(http: httpx.Client, slug: str) -> None:
    made, seats = create(http, slug)
    player = seats[0]
    assert (made["view"]["you"], made["view"]["version"]) == (0, 1)
    answer: Json = made
    for _ in range(12):
        choices = answer["next"]
        if choices is None:
            waited = player.get("/actions", Prefer="wait=30")
            choices = waited.json()
            assert waited.headers["Preference-Applied"] == "wait=30"
        if choices["status"] != "running":
            break
        assert choices["decision"] is not None
        assert choices["actions"] or choices["templates"]
        response = player.act(choices["actions"][0])
        assert response.status_code == 200, response.text
        answer = response.json()
        if answer["next"] is not None:
            now = player.legal()  # bots may have moved since, which leaves this seat's choice alone
            assert answer["next"] == {**now, "version": answer["version"]}
            assert answer["next"]["decision"] == answer["view"]["decision"]


def test_the_creator_of_several_humans_or_none_gets_the_view_of_spectators(http: httpx.Client) -> None:
    made, ana, _ = two_humans(http)
    assert made["next"] is None
    assert made["view"] == ana.as_(None).view()
    bots, _ = create(http, "bakong", {"seats": [{"kind": "bot"}, {"kind": "bot"}]})
    assert (bots["next"], bots["view"]["you"]) == (None, None)


def test_the_creator_s_tag_is_that_of_the_only_human(http: httpx.Client) -> None:
    response = http.post("/v1/bakong/games", json={"seats": [{"kind": "bot"}, {"kind": "human"}]})
    assert response.headers["ETag"] == '"1-1"'
    assert response.json()["view"]["you"] == 1


def test_a_rematch_shows_the_seat_of_whoever_asked(http: httpx.Client) -> None:
    made, ana, ben = two_humans(http)
    ana.as_(made["host_token"]).http.delete(ana.path, headers=ana.as_(made["host_token"]).headers())
    for player, you in ((ben, 1), (ana, 0), (ana.as_(made["host_token"]), None)):
        response = player.post("/rematch")
        again = response.json()
        assert again["view"]["you"] == you
        assert (again["next"] is not None) == (you in again["view"]["to_act"])
        assert response.headers["ETag"] == f'"1-{"s" if you is None else you}"'


def test_next_is_null_for_others_to_decide(http: httpx.Client) -> None:
    _, ana, _ = two_humans(http)
    answer = ana.act(first_action(ana)).json()
    assert (answer["next"], answer["view"]["to_act"]) == (None, [1])


def test_a_seat_that_is_taken_back_learns_what_it_may_do(http: httpx.Client) -> None:
    _, ana, _ = two_humans(http, "bailouke")
    assert ana.put("/seats/0", {"kind": "bot"}).json()["next"] is None
    back = ana.put("/seats/0", {"kind": "human"}).json()
    assert (back["next"] is not None) == (back["view"]["decision"] is not None)


def test_a_list_that_is_too_long_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    opening = Opening([SeatPlan("human"), SeatPlan("human")], options={}, private=False)
    table, _ = build_game(game("bakong"), "00" + "a" * 26, opening)
    table.settle(1000)
    seat = table.to_act()[0]
    assert views.acted_document(table, seat, "en").next is not None  # type: ignore[attr-defined]
    monkeypatch.setattr(views, "MOST_NEXT", 1)
    assert views.acted_document(table, seat, "en").next is None  # type: ignore[attr-defined]


@pytest.mark.parametrize("slug", slugs())
def test_each_action_comes_in_words_and_with_the_pieces_that_it_concerns(http: httpx.Client, slug: str) -> None:
    _, ana, _ = two_humans(http, slug)
    legal = ana.legal()
    picture = ana.get("/board.svg").text
    assert len(legal["labels"]) == len(legal["actions"]) > 0
    for action, label in zip(legal["actions"], legal["labels"], strict=True):
        assert label["sentence"]
        assert bool(label["pieces"]) == (action["type"] not in NOTHING_TO_CLICK[slug])
        assert all(f'id="{piece}"' in picture for piece in label["pieces"])
    for template in legal["templates"]:
        for domain in template["parameters"].values():
            assert all(f'id="{piece}"' in picture for item in domain["from"] for piece in template["pieces"][item])
    french = ana.get("/actions", Accept_Language="fr")
    assert french.headers["Content-Language"] == "fr"
    assert [label["sentence"] for label in french.json()["labels"]] != [label["sentence"] for label in legal["labels"]]


def test_the_view_includes_the_actions_on_request(http: httpx.Client) -> None:
    _, ana, ben = two_humans(http)
    both = ana.get("?include=actions")
    assert both.json() == {**ana.view(), "actions": ana.legal()}
    assert both.headers["ETag"] == '"1-0"'
    assert "actions" not in ana.view()
    assert ben.get("?include=actions").json()["actions"]["actions"] == []
    assert "actions" not in ana.as_(None).get("?include=actions").json()
    assert ana.get("?include=actions", If_None_Match='"1-0"').status_code == 304
    problem(ana.get("?include=seed"), 422)


def test_the_view_of_an_open_game_includes_no_actions(http: httpx.Client) -> None:
    _, (ana, _) = create(http, "bakong", {"seats": [{"kind": "human"}, {"kind": "open"}]})
    assert "actions" not in ana.get("?include=actions").json()


def waiting_for(player: GameClient, stack: Stack, change: Any, **headers: str) -> httpx.Response:
    """The answer to a waiting list of actions, with what happens meanwhile."""
    with ThreadPoolExecutor() as pool:
        waiting = pool.submit(player.get, "/actions", Prefer="wait=25", **headers)
        stack.wait_until_watched(player.id)
        assert not waiting.done()
        change()
        return waiting.result()


def test_the_list_waits_for_the_seat_s_decision(http: httpx.Client, stack: Stack) -> None:
    _, ana, ben = two_humans(http)
    answer = waiting_for(ben, stack, lambda: ana.act(first_action(ana)))
    assert answer.json()["decision"] == 2
    assert answer.json()["actions"]


def test_a_known_list_is_not_sent_again(http: httpx.Client) -> None:
    _, ana, _ = two_humans(http)
    same = ana.get("/actions", If_None_Match='"1-0"')
    assert (same.status_code, same.content, same.headers["ETag"]) == (304, b"", '"1-0"')
    short = ana.get("/actions", If_None_Match='"1-0"', Prefer="wait=1")
    assert (short.status_code, short.headers["Preference-Applied"]) == (304, "wait=1")
    assert ana.get("/actions", If_None_Match='"9-0"').status_code == 200


def test_a_wait_from_a_known_list_lasts_until_another_decision(http: httpx.Client, stack: Stack) -> None:
    _, ana, ben = two_humans(http)

    def both_act() -> None:
        assert ana.act(first_action(ana)).status_code == 200
        while ben.view()["to_act"] == [1]:
            assert ben.act(first_action(ben)).status_code == 200

    answer = waiting_for(ana, stack, both_act, If_None_Match='"1-0"')
    assert answer.status_code == 200
    assert answer.json()["decision"] not in (None, 1)


def test_the_list_of_a_seat_waits_for_the_deal(http: httpx.Client, stack: Stack) -> None:
    _, (ana, _) = create(http, "bakong", {"seats": [{"kind": "human"}, {"kind": "open"}]})
    problem(ana.get("/actions", Prefer="wait=1"), 409, reason="not_started")
    answer = waiting_for(ana, stack, lambda: ana.as_(None).post("/seats", {"name": "Ben"}))
    assert answer.json()["actions"]


def test_the_end_ends_the_wait(http: httpx.Client, stack: Stack) -> None:
    made, ana, ben = two_humans(http)
    host = ana.as_(made["host_token"])
    answer = waiting_for(ben, stack, lambda: http.delete(ana.path, headers=host.headers()))
    assert (answer.json()["status"], answer.json()["actions"]) == ("aborted", [])
    assert ben.get("/actions", Prefer="wait=25").json()["status"] == "aborted"


def test_a_token_that_opens_the_seat_no_more_is_refused_after_the_wait(http: httpx.Client, stack: Stack) -> None:
    _, ana, ben = two_humans(http)

    def leave_and_act() -> None:
        assert ben.put("/seats/1", {"kind": "open"}).status_code == 200
        assert ana.act(first_action(ana)).status_code == 200
        assert ana.as_(None).post("/seats", {"name": "Cid"}).status_code == 201

    problem(waiting_for(ben, stack, leave_and_act), 401)


@pytest.mark.parametrize("tail", ["/actions", "?include=actions"])
def test_words_that_are_known_in_another_language_are_sent_again(http: httpx.Client, tail: str) -> None:
    """The tag says the language, so that no cache answers a French reader in English."""
    _, ana, _ = two_humans(http)
    english, french = (ana.get(tail, Accept_Language=language) for language in ("en", "fr"))
    assert (english.headers["ETag"], french.headers["ETag"]) == ('"1-0"', '"1-0.fr"')
    assert english.json() != french.json()
    for known, asked, status in (("1-0", "fr", 200), ("1-0.fr", "en", 200), ("1-0.fr", "fr", 304), ("1-0", "en", 304)):
        answer = ana.get(tail, If_None_Match=f'"{known}"', Accept_Language=asked)
        assert answer.status_code == status
    assert ana.get("", If_None_Match='"1-0.fr"').status_code == 304, "a view alone has no words"
    assert ana.act(first_action(ana), If_Match=french.headers["ETag"]).status_code == 200
