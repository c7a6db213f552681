"""Idempotency-Keys: the same request twice is carried out once, from any client and however late."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from tests.api.problems import first_action, problem, two_humans
from tests.support.client import create
from tests.support.stack import Stack
from tests.support.waiting import wait_until

TAKE_ROPE = {"type": "take_object", "object": "rope"}


def test_the_same_act_gets_the_first_answer(http: httpx.Client) -> None:
    _, ana, _ = two_humans(http)
    first = ana.act(TAKE_ROPE, Idempotency_Key="turn 1")
    assert "Idempotent-Replay" not in first.headers
    again = ana.act(TAKE_ROPE, Idempotency_Key="turn 1")
    assert again.status_code == 200
    assert again.content == first.content
    assert again.headers["Idempotent-Replay"] == "true"
    assert again.headers["ETag"] == first.headers["ETag"] == '"2-0"'
    assert again.headers["Cache-Control"] == "private, no-cache"
    assert ana.view()["version"] == 2


def test_when_others_have_acted_the_same_act_gets_its_events_and_the_current_view(http: httpx.Client) -> None:
    _, ana, ben = two_humans(http)
    first = ana.act(TAKE_ROPE, Idempotency_Key="turn 1")
    ben.act(first_action(ben))
    again = ana.act(TAKE_ROPE, Idempotency_Key="turn 1")
    assert (again.status_code, again.headers["Idempotent-Replay"]) == (200, "true")
    assert (again.json()["version"], again.json()["events"]) == (2, first.json()["events"])
    assert again.json()["view"] == ana.view()
    assert again.headers["ETag"] == '"3-0"'


def test_a_repeated_act_shows_the_faces_that_were_visible_then(http: httpx.Client) -> None:
    """Memory is part of the game: the log forgets what a seat has seen, the answer to its act does not."""
    _, *seats = two_humans(http, "bailouke")
    told = []
    for number in range(8):
        for seat in seats:
            if actions := seat.legal()["actions"]:
                first = seat.act(actions[0], Idempotency_Key=f"act {number}")
                assert first.status_code == 200
                told.append((seat, actions[0], f"act {number}", first.json()["events"]))
    assert any(event["type"] == "card_seen" for *_, events in told for event in events)
    for seat, action, key, events in told:
        assert seat.act(action, Idempotency_Key=key).json()["events"] == events


def test_another_body_under_the_same_key_is_refused(http: httpx.Client) -> None:
    _, ana, _ = two_humans(http)
    ana.act(TAKE_ROPE, Idempotency_Key="k")
    problem(ana.act({"type": "take_object", "object": "map"}, Idempotency_Key="k"), 422, "key-reused")
    problem(ana.post("/resign", Idempotency_Key="k"), 422, "key-reused")
    assert ana.view()["version"] == 2


def test_each_token_has_keys_of_its_own(http: httpx.Client) -> None:
    _, ana, ben = two_humans(http)
    assert ana.act(TAKE_ROPE, Idempotency_Key="k").json()["version"] == 2
    other = ben.act({"type": "take_object", "object": "map"}, Idempotency_Key="k")
    assert other.status_code == 200
    assert other.json()["version"] == 3
    assert "Idempotent-Replay" not in other.headers


def test_each_game_has_keys_of_its_own(http: httpx.Client) -> None:
    for _ in range(2):
        _, ana, _ = two_humans(http)
        assert "Idempotent-Replay" not in ana.act(TAKE_ROPE, Idempotency_Key="k").headers


def test_a_refusal_is_not_kept(http: httpx.Client) -> None:
    _, ana, ben = two_humans(http)
    problem(ben.act(TAKE_ROPE, Idempotency_Key="k"), 409, reason="not_to_act")
    ana.act(TAKE_ROPE)
    assert ben.act({"type": "take_object", "object": "map"}, Idempotency_Key="k").status_code == 200


def test_the_same_creation_makes_one_game(http: httpx.Client) -> None:
    key = {"Idempotency-Key": "my first game: 8d1e57b0a4"}
    first = http.post("/v1/bakong/games", json={"seats": 3}, headers=key)
    again = http.post("/v1/bakong/games", json={"seats": 3}, headers=key)
    assert again.status_code == first.status_code == 201
    assert again.content == first.content
    assert again.headers["Idempotent-Replay"] == "true"
    assert again.headers["Location"] == first.headers["Location"]
    assert again.headers["Cache-Control"] == "no-store"
    problem(http.post("/v1/bakong/games", json={"seats": 4}, headers=key), 422, "key-reused")
    problem(http.post("/v1/mekong/games", json={"seats": 3}, headers=key), 422, "key-reused")


def test_the_same_taking_takes_one_seat(http: httpx.Client) -> None:
    _, (ana, *_) = create(http, "bakong", {"seats": [{"kind": "human"}, {"kind": "open"}, {"kind": "open"}]})
    guest = ana.as_(None)
    first = guest.post("/seats", {"name": "Ben"}, Idempotency_Key="let me in: 8d1e57b0a4c2")
    again = guest.post("/seats", {"name": "Ben"}, Idempotency_Key="let me in: 8d1e57b0a4c2")
    assert again.status_code == first.status_code == 201
    assert again.content == first.content
    assert again.headers["Idempotent-Replay"] == "true"
    assert again.headers["Location"] == ana.path
    assert ana.as_(again.json()["token"]).view()["you"] == 1
    assert [seat["kind"] for seat in ana.view()["seats"]] == ["human", "human", "open"]
    problem(guest.post("/seats", {"name": "Cleo"}, Idempotency_Key="let me in: 8d1e57b0a4c2"), 422, "key-reused")


def test_a_short_key_repeats_no_tokens(http: httpx.Client) -> None:
    """Others behind the same address may use the same word: they get neither its game nor its tokens."""
    key = {"Idempotency-Key": "my game"}
    assert http.post("/v1/bakong/games", json={"seats": 5}, headers=key).status_code == 201
    again = http.post("/v1/bakong/games", json={"seats": 5}, headers=key)
    problem(again, 409, "answer-gone", reason="answer_gone")
    assert "token" not in again.text.replace("tokens", "")
    _, (ana, *_) = create(http, "bakong", {"seats": [{"kind": "human"}, {"kind": "open"}, {"kind": "open"}]})
    assert ana.as_(None).post("/seats", {}, Idempotency_Key="a seat").status_code == 201
    problem(ana.as_(None).post("/seats", {}, Idempotency_Key="a seat"), 409, "answer-gone", reason="answer_gone")
    assert [seat["kind"] for seat in ana.view()["seats"]] == ["human", "human", "open"]


def test_another_authorization_is_another_client(http: httpx.Client) -> None:
    key = {"Idempotency-Key": "one key for two clients: 8d1e57b0a4"}
    body = {"seats": 3, "visibility": "private"}
    first = http.post("/v1/bakong/games", json=body, headers=key)
    other = http.post("/v1/bakong/games", json=body, headers=key | {"Authorization": "Bearer another"})
    assert (first.status_code, other.status_code) == (201, 201)
    assert "Idempotent-Replay" not in other.headers
    assert first.json()["id"] != other.json()["id"]


def test_the_query_is_part_of_the_request(http: httpx.Client) -> None:
    _, ana, _ = two_humans(http)
    assert ana.act(TAKE_ROPE, Idempotency_Key="k").status_code == 200
    problem(ana.post("/actions?seat=0", TAKE_ROPE, Idempotency_Key="k"), 422, "key-reused")


def test_the_same_resignation_is_one(http: httpx.Client) -> None:
    _, ana, ben = two_humans(http)
    first = ben.post("/resign", Idempotency_Key="enough")
    again = ben.post("/resign", Idempotency_Key="enough")
    assert again.content == first.content
    assert again.headers["Idempotent-Replay"] == "true"
    problem(ben.post("/resign", Idempotency_Key="once more"), 409, "conflict", reason="seat")
    assert ana.view()["version"] == 2


@pytest.mark.parametrize("key", ["", "x" * 256, "tab\there"])
def test_a_key_that_cannot_be_read_is_refused(http: httpx.Client, key: str) -> None:
    _, ana, _ = two_humans(http)
    problem(ana.act(TAKE_ROPE, Idempotency_Key=key), 400, "bad-header")
    problem(http.post("/v1/bakong/games", json={}, headers={"Idempotency-Key": key}), 400, "bad-header")
    assert ana.view()["version"] == 1


def test_a_key_of_other_characters_is_refused(http: httpx.Client) -> None:
    response = http.post("/v1/bakong/games", headers=[(b"Idempotency-Key", b"cl\xe9")])
    problem(response, 400, "bad-header")


class TestForgottenAnswers:
    """Answers are kept for a while; that a key was used is known as long as the game."""

    @pytest.fixture
    def forgetful(self) -> Iterator[httpx.Client]:
        with (
            Stack(workers=0, LUDOTHEQUE_ANSWER_SECONDS="1") as stack,
            httpx.Client(base_url=stack.url, timeout=40, verify=False) as client,
        ):
            yield client

    def test_a_late_repetition_is_never_carried_out_again(self, forgetful: httpx.Client) -> None:
        _, ana, ben = two_humans(forgetful)
        _, (host, *_) = create(forgetful, "bakong", {"seats": [{"kind": "human"}, {"kind": "open"}, {"kind": "open"}]})
        creation = {"json": {"seats": 2}, "headers": {"Idempotency-Key": "a new game: 8d1e57b0a4"}}
        first = ana.act(TAKE_ROPE, Idempotency_Key="late")
        taken = host.as_(None).post("/seats", {}, Idempotency_Key="late")
        made = forgetful.post("/v1/bakong/games", **creation)
        assert (first.status_code, taken.status_code, made.status_code) == (200, 201, 201)
        ben.act({"type": "take_object", "object": "map"})
        wait_for_expiry(forgetful, creation)

        again = ana.act(TAKE_ROPE, Idempotency_Key="late")
        assert again.status_code == 200
        assert again.headers["Idempotent-Replay"] == "true"
        assert again.json()["version"] == 2
        assert again.json()["events"] == first.json()["events"]
        assert again.json()["view"] == ana.view()
        later = ana.act(TAKE_ROPE, Idempotency_Key="late", Prefer="respond-async, wait=5")
        assert later.content == again.content
        assert ana.view()["version"] == 3
        problem(ana.act({"type": "pass"}, Idempotency_Key="late"), 422, "key-reused")

        problem(host.as_(None).post("/seats", {}, Idempotency_Key="late"), 409, "answer-gone", reason="answer_gone")
        assert [seat["kind"] for seat in host.view()["seats"]] == ["human", "human", "open"]


def wait_for_expiry(client: httpx.Client, creation: dict[str, object]) -> None:
    """Repeat the creation until its answer is gone; it never makes a second game."""

    def expired() -> bool:
        response = client.post("/v1/bakong/games", **creation)  # type: ignore[arg-type]
        if response.status_code != 201:
            problem(response, 409, "answer-gone", reason="answer_gone", version=1)
            return True
        assert response.headers["Idempotent-Replay"] == "true"
        return False

    wait_until(expired)
