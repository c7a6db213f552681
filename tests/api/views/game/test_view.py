"""Looking at a game: what each bearer sees, tags, conditional and waiting reads."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from engines.kernel.registry import slugs
from tests.api.problems import first_action, problem, two_humans
from tests.support.client import GameClient, create
from tests.support.stack import Stack
from tests.system.contract.answers import committed


def test_the_view_has_every_promised_member(http: httpx.Client) -> None:
    made, ana, _ = two_humans(http)
    view = ana.view()
    assert view.keys() == {
        "id", "game", "version", "decision", "status", "you", "seats", "phase", "to_act", "position", "result",
        "clock", "commitment", "open_seed", "sandbox", "private", "expires_at",
    }  # fmt: skip
    assert set(committed()["components"]["schemas"]["BakongGameDocument"]["required"]) == view.keys()
    assert view["id"] == made["id"]
    assert (view["version"], view["decision"], view["status"], view["you"]) == (1, 1, "running", 0)
    assert (view["phase"], view["to_act"], view["result"]) == ("choose_start_object", [0], None)
    assert [seat["name"] for seat in view["seats"]] == ["Ana", "Ben"]


def test_each_bearer_sees_with_its_own_eyes(http: httpx.Client) -> None:
    made, ana, ben = two_humans(http)
    assert ana.view()["you"] == 0
    assert ben.view()["you"] == 1
    assert ben.view()["decision"] is None
    assert ana.as_(None).view()["you"] is None
    assert ana.as_(made["host_token"]).view() == ana.as_(None).view() == made["view"]


def test_a_bot_that_has_decided_thinks_no_more(http: httpx.Client) -> None:
    _, (ana, _) = create(http, "mekong", {"seats": [{"kind": "human"}, {"kind": "bot"}]})
    after = ana.wait_for(lambda view: view["to_act"] == [0])
    assert [seat["thinking"] for seat in after["seats"]] == [False, False]


def test_hidden_things_stay_hidden_from_others(http: httpx.Client) -> None:
    """A committed programme is its seat's own until all are in."""
    _, ana, ben = two_humans(http, "mekong")
    programme = first_action(ana)
    assert ana.act(programme).status_code == 200
    mine, other, nobody = ana.view()["position"], ben.view()["position"], ana.as_(None).view()["position"]
    secret = programme[next(name for name in programme if name != "type")]
    assert contains(mine, secret)
    assert not contains(other, secret)
    assert not contains(nobody, secret)


def contains(node: Any, wanted: Any) -> bool:
    """Is the value anywhere in the document?"""
    if node == wanted:
        return True
    children = node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
    return any(contains(child, wanted) for child in children)


@pytest.mark.parametrize("slug", slugs())
def test_no_view_carries_seeds_tokens_or_piles(http: httpx.Client, slug: str) -> None:
    made, ana, ben = two_humans(http, slug)
    secrets = [made["host_token"], ana.token, ben.token]
    for reader in (ana, ben, ana.as_(None), ana.as_(made["host_token"])):
        text = reader.get().text
        assert "seed" not in reader.view()
        assert not any(str(secret) in text for secret in secrets)


def test_tags_name_version_and_seat(http: httpx.Client) -> None:
    made, ana, ben = two_humans(http)
    assert ana.get().headers["ETag"] == '"1-0"'
    assert ben.get().headers["ETag"] == '"1-1"'
    assert ana.as_(None).get().headers["ETag"] == '"1-s"'
    assert ana.as_(made["host_token"]).get().headers["ETag"] == '"1-s"'


def test_views_are_private_and_vary_by_their_reader(http: httpx.Client) -> None:
    _, ana, _ = two_humans(http)
    for tail in ("", "/actions", "/events"):
        headers = ana.get(tail).headers
        assert headers["Cache-Control"] == "private, no-cache"
        assert headers["Vary"] == "Authorization, Accept, Accept-Language, Accept-Encoding"


@pytest.mark.parametrize("sent", ['"1-0"', 'W/"1-0"', '"9-9", "1-0"', "*"])
def test_an_equal_tag_is_not_modified(http: httpx.Client, sent: str) -> None:
    _, ana, _ = two_humans(http)
    response = ana.get("", If_None_Match=sent)
    assert response.status_code == 304
    assert response.content == b""
    assert response.headers["ETag"] == '"1-0"'
    assert response.headers["Cache-Control"] == "private, no-cache"


@pytest.mark.parametrize("sent", ['"2-0"', '"1-1"', '"1-s"', '"10"', "1-0", "nonsense"])
def test_another_tag_gets_the_view(http: httpx.Client, sent: str) -> None:
    _, ana, _ = two_humans(http)
    assert ana.get("", If_None_Match=sent).status_code == 200


def test_waiting_ends_with_the_change(http: httpx.Client, stack: Stack) -> None:
    _, ana, ben = two_humans(http)
    action = first_action(ana)
    with ThreadPoolExecutor() as pool:
        waiting = pool.submit(ben.get, "", If_None_Match='"1-1"', Prefer="wait=25")
        stack.wait_until_watched(ana.id)
        assert not waiting.done()
        assert ana.act(action).status_code == 200
        response = waiting.result()
    assert response.status_code == 200, "304 would mean that it waited in vain"
    assert response.json()["version"] == 2
    assert response.headers["ETag"] == '"2-1"'
    assert response.headers["Preference-Applied"] == "wait=25"


def test_waiting_in_vain_is_not_modified(http: httpx.Client) -> None:
    _, _, ben = two_humans(http)
    began = time.monotonic()
    response = ben.get("", If_None_Match='"1-1"', Prefer="wait=1")
    assert time.monotonic() - began >= 1
    assert response.status_code == 304
    assert response.headers["Preference-Applied"] == "wait=1"


def test_a_waiting_reader_whose_seat_is_opened_is_turned_away(http: httpx.Client, stack: Stack) -> None:
    made, ana, ben = two_humans(http)
    with ThreadPoolExecutor() as pool:
        waiting = pool.submit(ben.get, "", If_None_Match='"1-1"', Prefer="wait=25")
        stack.wait_until_watched(ana.id)
        assert ben.put("/seats/1", {"kind": "open"}).status_code == 200
        problem(waiting.result(), 401, "unauthorized")
    assert ana.view()["version"] == made["version"] + 1


def test_nobody_waits_with_an_old_tag_or_without_one(http: httpx.Client) -> None:
    _, ana, _ = two_humans(http)
    for headers in ({"If_None_Match": '"7-0"'}, {}):
        began = time.monotonic()
        response = ana.get("", Prefer="wait=25", **headers)
        assert response.status_code == 200
        assert response.headers["Preference-Applied"] == "wait=25"
        assert time.monotonic() - began < 20


def test_nobody_waits_for_a_game_that_is_over(http: httpx.Client) -> None:
    made, ana, _ = two_humans(http)
    http.delete(ana.path, headers={"Authorization": f"Bearer {made['host_token']}"})
    began = time.monotonic()
    assert ana.get("", If_None_Match='"2-0"', Prefer="wait=25").status_code == 304
    assert time.monotonic() - began < 20


@pytest.mark.parametrize("sent", ["wait=99999", "wait=30", 'respond-async, wait="31"; x=1'])
def test_a_long_wait_is_cut_to_thirty_seconds(http: httpx.Client, sent: str) -> None:
    _, ana, _ = two_humans(http)
    assert ana.get("", Prefer=sent).headers["Preference-Applied"] == "wait=30"


@pytest.mark.parametrize("sent", ["wait=-1", "wait=soon", "wait", "handling=lenient", "", "wait=1.5", ";,="])
def test_a_preference_that_is_not_understood_is_ignored(http: httpx.Client, sent: str) -> None:
    _, ana, _ = two_humans(http)
    response = ana.get("", If_None_Match='"1-0"', Prefer=sent)
    assert response.status_code == 304
    assert "Preference-Applied" not in response.headers


@pytest.mark.parametrize("header", [b"wait=\xb2", b"wait=\xff", b"\xe9"])
def test_a_preference_in_other_characters_is_ignored_too(http: httpx.Client, header: bytes) -> None:
    _, ana, _ = two_humans(http)
    assert http.get(ana.path, headers=[(b"Prefer", header)]).status_code == 200


def test_reading_changes_nothing(http: httpx.Client) -> None:
    made, ana, ben = two_humans(http)
    before = [reader.get().content for reader in (ana, ben, ana.as_(None))]
    for tail in ("", "/actions", "/events", "/position", "/replay", "/seats", "/resign", "/rematch"):
        for reader in (ana, ben, ana.as_(None), ana.as_(made["host_token"])):
            for key in ({}, {"Idempotency_Key": "read"}):
                reader.get(tail, **key)
            http.head(reader.path + tail, headers=reader.headers())
    assert [reader.get().content for reader in (ana, ben, ana.as_(None))] == before
    assert ana.get("/events").json()["next_after"] == 1


def test_head_answers_like_get_without_a_body(http: httpx.Client) -> None:
    _, ana, _ = two_humans(http)
    got, head = ana.get(), http.head(ana.path, headers=ana.headers())
    assert head.status_code == 200
    assert head.content == b""
    for name in ("ETag", "Content-Type", "Cache-Control", "Vary"):
        assert head.headers[name] == got.headers[name]


class TestAccess:
    """A token that the game does not know opens nothing; a private game is not there for strangers."""

    TAILS = ("", "/actions", "/events", "/position", "/replay")

    def test_an_unknown_token_is_refused_everywhere(self, http: httpx.Client) -> None:
        _, ana, _ = two_humans(http)
        other, stranger, _ = two_humans(http)
        for token in ("nobody", stranger.token, other["host_token"]):
            reader = GameClient(http, "bakong", ana.id, token)
            headers = {"Authorization": f"Bearer {token}"}
            for tail in self.TAILS:
                response = http.get(reader.path + tail, headers=headers)
                problem(response, 401, "unauthorized")
                assert response.headers["WWW-Authenticate"] == 'Bearer realm="ludotheque"'
            problem(http.post(reader.path + "/actions", json={}, headers=headers), 401, "unauthorized")
            problem(http.delete(reader.path, headers=headers), 401, "unauthorized")

    @pytest.mark.parametrize("form", ["Basic {}", "Token {}", "bearer: {}", "{}", "Bearer", ""])
    def test_a_token_without_bearer_is_refused_with_the_right_form(self, http: httpx.Client, form: str) -> None:
        _, ana, _ = two_humans(http)
        given = {"Authorization": form.format(ana.token)}
        refused = http.get(ana.path, headers=given)
        assert "`Authorization: Bearer " in problem(refused, 401, "unauthorized")["detail"]
        assert refused.headers["WWW-Authenticate"] == 'Bearer realm="ludotheque"'
        _, mine, _ = two_humans(http, visibility="private")
        problem(http.get(mine.path, headers=given), 404, "not-found")

    def test_the_name_of_the_scheme_is_read_in_any_case(self, http: httpx.Client) -> None:
        _, ana, _ = two_humans(http)
        for scheme in ("bearer", "BEARER"):
            assert http.get(ana.path, headers={"Authorization": f"{scheme} {ana.token}"}).json()["you"] == 0

    def test_a_private_game_is_not_there_for_strangers(self, http: httpx.Client) -> None:
        made, ana, _ = two_humans(http, visibility="private")
        for reader in (ana.as_(None), ana.as_("nobody"), ana.as_(made["invite"])):
            for tail in self.TAILS:
                problem(reader.get(tail), 404, "not-found")
            for tail in ("/actions", "/seats", "/resign", "/rematch"):
                problem(reader.post(tail), 404, "not-found")
            problem(reader.put("/seats/0", {"kind": "bot"}), 404, "not-found")
            problem(http.delete(reader.path, headers=reader.headers()), 404, "not-found")
        nowhere = problem(http.get(f"/v1/bakong/games/{ana.id[:2]}{'a' * 26}"), 404)
        assert problem(ana.as_(None).get(), 404)["detail"] == nowhere["detail"]

    @pytest.mark.parametrize("identifier", ["x", "00" + "a" * 26, "99" + "a" * 26, "0" * 28, "00" + "A" * 26, "é" * 28])
    def test_unknown_ids_are_not_found(self, http: httpx.Client, identifier: str) -> None:
        problem(http.get(f"/v1/bakong/games/{identifier}"), 404, "not-found")
        problem(http.post(f"/v1/bakong/games/{identifier}/actions", json={}), 404, "not-found")

    def test_a_game_is_found_only_under_its_own_name(self, http: httpx.Client) -> None:
        made, *_ = two_humans(http, "bakong")
        problem(http.get(f"/v1/mekong/games/{made['id']}"), 404, "not-found")
