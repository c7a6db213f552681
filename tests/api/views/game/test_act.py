"""Acting: what an action answers, each way in which it is refused, and the order of the checks."""

from __future__ import annotations

import httpx
import pytest

from engines.kernel.registry import game, slugs
from tests.api.problems import first_action, illegal, problem, two_humans
from tests.support.client import GameClient, Json, create

TAKE_ROPE = {"type": "take_object", "object": "rope"}
NOT_AN_ACTION = {"type": "fly"}


def to_the_flip(ana: GameClient, ben: GameClient) -> Json:
    """Both take an object; then Ana has thrown the dice and chooses which one turns a tile."""
    for player in (ana, ben):
        assert player.act(first_action(player)).status_code == 200
    view = ana.view()
    assert view["phase"] == "choose_flip"
    return view


def abort(http: httpx.Client, made: Json, table: GameClient) -> None:
    response = http.delete(table.path, headers={"Authorization": f"Bearer {made['host_token']}"})
    assert response.status_code == 200


class TestAccepted:
    def test_an_action_answers_what_happened_and_the_view_after_it(self, http: httpx.Client) -> None:
        _, ana, _ = two_humans(http)
        response = ana.act(TAKE_ROPE)
        assert response.status_code == 200
        assert response.headers["ETag"] == '"2-0"'
        assert response.headers["Cache-Control"] == "private, no-cache"
        assert response.headers["Content-Language"] == "en"
        answer = response.json()
        assert answer["version"] == 2
        assert {event["version"] for event in answer["events"]} == {2}
        assert [event["seq"] for event in answer["events"]] == list(range(2, 2 + len(answer["events"])))
        assert all(event["sentence"] for event in answer["events"])
        assert answer["view"] == ana.view()
        assert answer["view"]["to_act"] == [1]

    def test_the_decision_moves_with_its_own_seat_only(self, http: httpx.Client) -> None:
        _, ana, ben = two_humans(http)
        assert (ana.view()["decision"], ben.view()["decision"]) == (1, None)
        ana.act(TAKE_ROPE)
        assert (ana.view()["decision"], ben.view()["decision"]) == (None, 2)
        assert ben.legal()["decision"] == 2
        assert ana.put("/seats/0", {"kind": "human"}).json()["version"] == 3
        assert ben.view()["decision"] == 2

    @pytest.mark.parametrize("tag", ['"1-0"', 'W/"1-0"', '"1-1"', '"1-s"', "*", None])
    def test_the_present_version_fits(self, http: httpx.Client, tag: str | None) -> None:
        _, ana, _ = two_humans(http)
        assert ana.act(TAKE_ROPE, **({"If_Match": tag} if tag else {})).status_code == 200

    def test_any_json_media_type_will_do(self, http: httpx.Client) -> None:
        for kind in ("application/json", "application/json; charset=utf-8", "application/vnd.ludo+json"):
            _, ana, _ = two_humans(http)
            body = b'{"type": "take_object", "object": "rope"}'
            response = http.post(ana.path + "/actions", content=body, headers=ana.headers(Content_Type=kind))
            assert response.status_code == 200


class TestRefused:
    def test_not_your_turn(self, http: httpx.Client) -> None:
        _, ana, ben = two_humans(http)
        illegal(ben.act(TAKE_ROPE), "bakong", "BAK-9", "not_to_act")
        assert ana.view()["version"] == 1

    def test_wrong_phase(self, http: httpx.Client) -> None:
        _, ana, _ = two_humans(http)
        document = illegal(ana.act({"type": "flip", "die": 3}), "bakong", "BAK-11", "wrong_phase")
        assert http.get(document["type"]).json()["id"] == "BAK-11"
        assert ana.view()["version"] == 1

    def test_illegal(self, http: httpx.Client) -> None:
        _, ana, ben = two_humans(http, seed="00" * 32)
        before = to_the_flip(ana, ben)
        shown = [action["die"] for action in ana.legal()["actions"] if action["type"] == "flip"]
        wrong = next(die for die in range(1, 7) if die not in shown)
        document = problem(ana.act({"type": "flip", "die": wrong}), 409, reason="illegal")
        assert document["type"] == f"/v1/bakong/rules/{document['rule']}"
        assert document["rule"] in game("bakong").rulebook
        assert ana.view() == before

    def test_a_stale_version(self, http: httpx.Client) -> None:
        _, ana, _ = two_humans(http)
        for tag in ('"2-0"', '"0-0"', 'W/"7-s"'):
            problem(ana.act(TAKE_ROPE, If_Match=tag), 412, "stale-version", version=1)
        assert ana.view()["version"] == 1

    @pytest.mark.parametrize("tag", ["1", '"1"', '"1-0', "'1-0'", '"1-0", "2-0"', '"x-0"', '"-1-0"', '"1-12"'])
    def test_a_version_that_cannot_be_read(self, http: httpx.Client, tag: str) -> None:
        _, ana, _ = two_humans(http)
        problem(ana.act(TAKE_ROPE, If_Match=tag), 400, "bad-header")
        assert ana.view()["version"] == 1

    def test_a_version_of_thousands_of_digits(self, http: httpx.Client) -> None:
        _, ana, _ = two_humans(http)
        problem(ana.act(TAKE_ROPE, If_Match=f'"{"9" * 5000}-0"'), 400, "bad-header")

    def test_after_the_game(self, http: httpx.Client) -> None:
        made, ana, _ = two_humans(http)
        abort(http, made, ana)
        illegal(ana.act(TAKE_ROPE), "bakong", "BAK-68", "game_over")
        assert ana.legal()["actions"] == []

    def test_without_a_seat(self, http: httpx.Client) -> None:
        made, ana, _ = two_humans(http, visibility="private")
        problem(ana.as_(made["host_token"]).act(TAKE_ROPE), 403, "forbidden")
        problem(ana.as_(made["spectator_token"]).act(TAKE_ROPE), 403, "forbidden")
        _, public, _ = two_humans(http)
        response = public.as_(None).act(TAKE_ROPE)
        problem(response, 401, "unauthorized")
        assert "WWW-Authenticate" in response.headers

    @pytest.mark.parametrize(
        ("action", "pointer"),
        [
            ({}, "/type"),
            ({"type": None}, "/type"),
            ({"type": ["flip"]}, "/type"),
            (NOT_AN_ACTION, "/type"),
            ({"type": "flip"}, "/die"),
            ({"type": "flip", "die": "3"}, "/die"),
            ({"type": "flip", "die": 3.5}, "/die"),
            ({"type": "flip", "die": True}, "/die"),
            ({"type": "flip", "die": None}, "/die"),
            ({"type": "flip", "die": 7}, "/die"),
            ({"type": "flip", "die": 10**30}, "/die"),
            ({"type": "flip", "die": 3, "luck": 1}, "/luck"),
            ({"type": "take_object", "object": "sword"}, "/object"),
            ({"type": "take_object", "object": {"id": "rope"}}, "/object"),
            ({"type": "pass", "seat": 0}, "/seat"),
        ],
    )
    def test_a_body_that_is_no_action(self, http: httpx.Client, action: Json, pointer: str) -> None:
        _, ana, _ = two_humans(http)
        document = problem(ana.act(action), 422, "invalid")
        assert [error["pointer"] for error in document["errors"]] == [pointer]


class TestOrder:
    """Token, schema, idempotency record, game over or not started, If-Match, seat, phase, parameters."""

    def test_the_token_comes_before_the_schema(self, http: httpx.Client) -> None:
        _, ana, _ = two_humans(http)
        problem(ana.as_("nobody").act(NOT_AN_ACTION), 401, "unauthorized")
        broken = http.post(ana.path + "/actions", content=b"{", headers=ana.as_("nobody").headers())
        problem(broken, 401, "unauthorized")

    def test_the_right_to_act_comes_before_the_schema(self, http: httpx.Client) -> None:
        made, ana, _ = two_humans(http)
        problem(ana.as_(made["host_token"]).act(NOT_AN_ACTION), 403, "forbidden")
        problem(ana.as_(None).act(NOT_AN_ACTION), 401, "unauthorized")

    def test_the_schema_comes_before_the_record(self, http: httpx.Client) -> None:
        _, ana, _ = two_humans(http)
        assert ana.act(TAKE_ROPE, Idempotency_Key="one").status_code == 200
        problem(ana.act(NOT_AN_ACTION, Idempotency_Key="one"), 422, "invalid")

    def test_the_record_comes_before_the_end_of_the_game(self, http: httpx.Client) -> None:
        made, ana, _ = two_humans(http)
        first = ana.act(TAKE_ROPE, Idempotency_Key="one")
        abort(http, made, ana)
        again = ana.act(TAKE_ROPE, Idempotency_Key="one", If_Match='"1-0"')
        assert again.status_code == 200
        assert again.headers["Idempotent-Replay"] == "true"
        assert {**again.json(), "view": None, "next": None} == {**first.json(), "view": None, "next": None}
        assert again.json()["view"]["status"] == "aborted"
        problem(ana.act({"type": "pass"}, Idempotency_Key="one"), 422, "key-reused")

    def test_the_end_of_the_game_comes_before_the_version(self, http: httpx.Client) -> None:
        made, ana, _ = two_humans(http)
        abort(http, made, ana)
        illegal(ana.act(TAKE_ROPE, If_Match='"1-0"'), "bakong", "BAK-68", "game_over")

    def test_a_finished_game_says_so_whatever_the_version(self, http: httpx.Client) -> None:
        _, (ana, _) = create(http, "kimbac", {"options": {"rounds": 1}})
        ana.put("/seats/0", {"kind": "bot"})
        ana.wait_for(lambda view: view["status"] == "finished")
        illegal(ana.act({"type": "end_turn"}, If_Match='"1-0"'), "kimbac", "KIM-92", "game_over")
        illegal(ana.act({"type": "end_turn"}), "kimbac", "KIM-92", "game_over")

    def test_an_open_game_has_not_started_whatever_the_version(self, http: httpx.Client) -> None:
        _, (ana, _) = create(http, "bakong", {"seats": [{"kind": "human"}, {"kind": "open"}]})
        problem(ana.act(TAKE_ROPE, If_Match='"9-0"'), 409, "conflict", reason="not_started")

    def test_the_version_comes_before_the_seat(self, http: httpx.Client) -> None:
        _, _, ben = two_humans(http)
        problem(ben.act(TAKE_ROPE, If_Match='"9-1"'), 412, "stale-version", version=1)

    def test_the_seat_comes_before_the_phase(self, http: httpx.Client) -> None:
        _, _, ben = two_humans(http)
        illegal(ben.act({"type": "flip", "die": 3}), "bakong", "BAK-9", "not_to_act")


class TestLegalActions:
    @pytest.mark.parametrize("slug", slugs())
    def test_every_listed_action_can_be_sent_back(self, http: httpx.Client, slug: str) -> None:
        for index in range(3):
            _, *players = two_humans(http, slug)
            [seat, *_] = players[0].view()["to_act"]
            document = players[seat].legal()
            assert (document["version"], document["decision"], document["seat"]) == (1, 1, seat)
            assert players[seat].get("/actions").headers["ETag"] == f'"1-{seat}"'
            assert players[seat].act(document["actions"][-index]).status_code == 200

    def test_where_choices_explode_templates_describe_them(self, http: httpx.Client) -> None:
        _, ana, _ = two_humans(http, "mekong")
        document = ana.legal()
        assert document["complete"] is False
        assert 1 <= len(document["actions"]) <= 20
        assert ana.legal() == document
        [template] = document["templates"]
        assert template["type"] == "commit_program"
        [(name, domain)] = template["parameters"].items()
        assert all(fits(action[name], domain) for action in document["actions"])
        unlisted = {"type": template["type"], name: sorted(domain["from"])[: domain["length"]]}
        assert fits(unlisted[name], domain)
        assert unlisted not in document["actions"]
        assert ana.act(unlisted).status_code == 200

    def test_a_complete_list_has_no_templates(self, http: httpx.Client) -> None:
        _, ana, _ = two_humans(http)
        document = ana.legal()
        assert document["complete"] is True
        assert document["templates"] == []
        assert TAKE_ROPE in document["actions"]

    def test_whoever_is_not_to_act_has_none(self, http: httpx.Client) -> None:
        _, _, ben = two_humans(http)
        assert ben.legal() == {
            "version": 1, "status": "running", "decision": None, "seat": 1, "actions": [], "labels": [],
            "complete": True, "templates": [],
        }  # fmt: skip

    def test_only_seats_have_actions(self, http: httpx.Client) -> None:
        made, ana, _ = two_humans(http)
        problem(ana.as_(None).get("/actions"), 401, "unauthorized")
        problem(ana.as_(made["host_token"]).get("/actions"), 403, "forbidden")


def fits(items: list[str], domain: Json) -> bool:
    """Does the list lie in the domain of its template?"""
    capped = all(
        sum(item.startswith(word) for item in items) <= most for word, most in domain["at_most"].items()
    )  # fmt: skip
    distinct = len(set(items)) == len(items) or not domain["distinct"]
    return len(items) == domain["length"] and set(items) <= set(domain["from"]) and distinct and capped
