"""Several acts at once: one winner per version, and no conflict where there is none."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import permutations

import httpx
import pytest

from tests.api.problems import first_action, problem, two_humans
from tests.support.client import GameClient, Json, create

TAKE_ROPE = {"type": "take_object", "object": "rope"}
TAKE_MAP = {"type": "take_object", "object": "map"}


def at_once(calls: list[Callable[[], httpx.Response]]) -> list[httpx.Response]:
    with ThreadPoolExecutor(len(calls)) as pool:
        return [answer.result() for answer in [pool.submit(call) for call in calls]]


def test_of_many_acts_for_one_decision_one_is_played(http: httpx.Client) -> None:
    _, ana, _ = two_humans(http)
    answers = at_once([lambda action=action: ana.act(action) for action in [TAKE_ROPE, TAKE_MAP] * 4])
    won = [answer for answer in answers if answer.status_code == 200]
    assert len(won) == 1
    reasons = {answer.json()["reason"] for answer in answers if answer.status_code != 200}
    assert reasons <= {"superseded", "not_to_act"}
    assert all(answer.status_code in (200, 409) for answer in answers)
    assert ana.view()["version"] == 2


def test_with_a_version_the_loser_hears_of_it(http: httpx.Client) -> None:
    _, ana, _ = two_humans(http)
    answers = at_once([lambda: ana.act(TAKE_ROPE, If_Match='"1-0"')] * 6)
    assert sorted(answer.status_code for answer in answers)[0] == 200
    assert {answer.status_code for answer in answers[1:]} <= {200, 409, 412}
    assert sum(answer.status_code == 200 for answer in answers) == 1
    assert ana.view()["version"] == 2


def test_the_same_key_at_once_is_played_once_and_answered_alike(http: httpx.Client) -> None:
    _, ana, _ = two_humans(http)
    answers = at_once([lambda: ana.act(TAKE_ROPE, Idempotency_Key="k")] * 8)
    assert [answer.status_code for answer in answers] == [200] * 8
    assert len({answer.content for answer in answers}) == 1
    assert sum("Idempotent-Replay" not in answer.headers for answer in answers) == 1
    assert ana.view()["version"] == 2


def test_the_same_creation_at_once_makes_one_game(http: httpx.Client) -> None:
    key = {"Idempotency-Key": "all at once: 8d1e57b0a4c2"}
    answers = at_once([lambda: http.post("/v1/bakong/games", json={"seats": 5}, headers=key)] * 6)
    assert [answer.status_code for answer in answers] == [201] * 6
    assert len({answer.json()["id"] for answer in answers}) == 1


def test_one_seat_is_taken_by_one(http: httpx.Client) -> None:
    _, (ana, *_) = create(http, "bakong", {"seats": [{"kind": "human"}, {"kind": "open"}]})
    answers = at_once([lambda: ana.as_(None).post("/seats")] * 6)
    assert sorted(answer.status_code for answer in answers) == [201] + [409] * 5
    assert {answer.json()["reason"] for answer in answers if answer.status_code == 409} == {"seat"}


def test_a_rematch_asked_for_by_all_at_once_is_one_game(http: httpx.Client) -> None:
    made, ana, ben = two_humans(http)
    http.delete(ana.path, headers={"Authorization": f"Bearer {made['host_token']}"})
    answers = at_once([lambda who=who: who.post("/rematch") for who in [ana, ben] * 4])
    assert [answer.status_code for answer in answers] == [201] * 8
    assert len({answer.json()["id"] for answer in answers}) == 1


def three_programmers(http: httpx.Client) -> list[GameClient]:
    _, tables = create(http, "mekong", {"seats": [{"kind": "human"}] * 3})
    assert tables[0].view()["to_act"] == [0, 1, 2]
    return tables


@pytest.mark.parametrize("order", list(permutations(range(3)))[1::2])
def test_a_simultaneous_phase_takes_its_seats_in_any_order(http: httpx.Client, order: tuple[int, ...]) -> None:
    tables = three_programmers(http)
    owing = {0, 1, 2}
    for seat in order:
        decision = tables[seat].view()["decision"]
        assert decision == 1
        answer = tables[seat].act(first_action(tables[seat]))
        assert answer.status_code == 200
        owing.discard(seat)
        if owing:
            assert answer.json()["view"]["to_act"] == sorted(owing)
            assert [event["type"] for event in answer.json()["events"]] == ["program_committed"]
    assert tables[0].view()["phase"] != "program"


def test_beside_others_a_named_version_stands_for_the_seats_own_choice(http: httpx.Client) -> None:
    one, other, _ = three_programmers(http)
    action = first_action(other)
    assert one.act(first_action(one), If_Match='"1-0"').status_code == 200
    problem(one.act(first_action(other), If_Match='"1-0"'), 412, "stale-version", version=2)
    problem(other.act(action, If_Match='"9-1"'), 412, "stale-version", version=2)
    assert other.act(action, If_Match='"1-1"').status_code == 200


def test_a_simultaneous_phase_takes_all_seats_at_once(http: httpx.Client) -> None:
    """None of them named a version, and each still owes the same decision: so no one is refused."""
    tables = three_programmers(http)
    actions: list[Json] = [first_action(table) for table in tables]
    calls = [lambda t=table, a=action: t.act(a) for table, action in zip(tables, actions, strict=True)]
    answers = at_once(calls)
    assert [answer.status_code for answer in answers] == [200, 200, 200]
    assert sorted(answer.json()["version"] for answer in answers) == [2, 3, 4]
    assert tables[0].view()["version"] == 4
