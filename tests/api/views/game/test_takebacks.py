"""Taking an action back: by the seat that acted, while nobody has acted since, if it revealed nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import httpx
import msgspec
import orjson
import pytest

from engines.kernel.registry import game, slugs
from engines.kernel.verification import Mismatch, ReplayFile, verify
from tests.api.problems import first_action, illegal, problem, two_humans
from tests.support.client import GameClient, Json, create
from tests.support.stack import Stack

SEED = "5e" * 32
"""The same game every time: it does not end before an action was taken back."""


def delete(table: GameClient, tail: str, **headers: str) -> httpx.Response:
    return table.http.delete(table.path + tail, headers=table.headers(**headers))


def take_back(table: GameClient, version: int) -> httpx.Response:
    return delete(table, f"/actions/{version}")


def act(seats: list[GameClient], choose: int = 0) -> tuple[GameClient, int]:
    """The first seat to act does so; the seat and the version."""
    turn = seats[seats[0].view()["to_act"][0]]
    response = turn.act(turn.legal()["actions"][choose])
    assert response.status_code == 200, response.text
    return turn, response.json()["version"]


def until_retractable(seats: list[GameClient], choose: int) -> tuple[GameClient, int, list[Json]]:
    """Act until an action could be taken back; it was. The seat, the version, and the views before the action."""
    for _ in range(200):
        before = [table.view() for table in seats]
        turn, version = act(seats, choose)
        response = take_back(turn, version)
        if response.status_code == 200:
            return turn, version, before
        assert problem(response, 409, "conflict")["reason"] == "revealed"
        assert response.json()["revealed"]
    raise AssertionError("nothing can be taken back")


def as_then(view: Json) -> Json:
    return {name: view[name] for name in ("phase", "to_act", "position", "result")}


@pytest.mark.parametrize("slug", slugs())
def test_the_game_is_as_it_was_and_goes_on(http: httpx.Client, slug: str) -> None:
    """In every game; the log keeps both, the version moves on, and the replay of it all can be verified."""
    made, *seats = two_humans(http, slug, seed=SEED)
    choose = -1 if slug == "bailouke" else 0  # pass, the last choice, can be taken back; a discard cannot
    turn, version, before = until_retractable(seats, choose)
    for table, view in zip(seats, before, strict=True):
        now = table.view()
        assert as_then(now) == as_then(view)
        assert now["version"] == version + 1
    event = turn.get(f"/events?after={turn.get('/events?limit=500').json()['next_after'] - 1}").json()["events"][-1]
    assert (event["type"], event["taken_back"], event["version"]) == ("action_taken_back", version, version + 1)
    assert event["sentence"]
    problem(take_back(turn, version), 404, "not-found")
    problem(take_back(turn, version + 1), 404, "not-found")
    assert turn.view()["decision"] == version + 1, "a new decision"
    for _ in range(3):
        act(seats, choose=-1)
    again, version, _ = until_retractable(seats, choose)
    delete(again.as_(made["host_token"]), "").raise_for_status()
    replay = again.get("/replay")
    acts = replay.json()["acts"]
    assert [entry["version"] for entry in acts if entry.get("taken_back") == entry["version"] + 1]
    assert again.get(f"/position?at={version + 1}").json() == again.get(f"/position?at={version - 1}").json()
    assert again.get(f"/position?at={version + 1}").json() == again.get("/position").json()
    assert again.get(f"/position?at={version}").json() != again.get("/position").json()
    check_replay(slug, replay.content)


def check_replay(slug: str, content: bytes) -> None:
    assert len(list(verify(game(slug), _replay(content)))) == 4
    for spoil in ({"sha256": "0" * 64}, {"dice": [1]}):
        spoiled = orjson.loads(content)
        next(entry for entry in spoiled["acts"] if "taken_back" in entry).update(spoil)
        with pytest.raises(Mismatch):
            list(verify(game(slug), _replay(orjson.dumps(spoiled))))


def _replay(content: bytes) -> ReplayFile:
    return msgspec.json.decode(content, type=ReplayFile)


def test_a_seat_that_acts_twice_takes_both_back(http: httpx.Client) -> None:
    made, *seats = two_humans(http, "kimbac")
    path: list[tuple[GameClient, int]] = []
    for _ in range(60):
        path.append(act(seats))
        if len(path) > 1 and path[-1][0] is path[-2][0] and path[-1][0].view()["phase"] == "search_move":
            (turn, one), (_, two) = path[-2:]
            if take_back(turn, two).status_code == 200:
                if take_back(turn, one).status_code == 200:
                    break
                path.append(act(seats))
    else:
        raise AssertionError("no seat acted twice")
    assert turn.view()["version"] == two + 2
    assert problem(take_back(turn, one), 404)
    again, _ = act(seats)
    assert again is turn
    delete(turn.as_(made["host_token"]), "").raise_for_status()
    list(verify_of("kimbac", turn))


def verify_of(slug: str, table: GameClient) -> list[str]:
    return list(verify(game(slug), _replay(table.get("/replay").content)))


def test_what_others_have_done_since_stands(http: httpx.Client) -> None:
    _, *seats = two_humans(http, "kimbac")
    first, one = act(seats)
    second, two = act(seats)
    assert first is not second
    assert problem(take_back(first, one), 409, "conflict")["reason"] == "acted_since"
    refused = problem(take_back(first, two), 403, "forbidden")
    assert refused["detail"].startswith("Only the seat that acted")
    assert take_back(second, two).status_code == 200
    assert take_back(first, one).status_code == 200, "the other's action is gone"


def test_a_decision_is_taken_back_three_times(http: httpx.Client) -> None:
    _, *seats = two_humans(http, "kimbac")
    for _ in range(2):  # each seat places its pawn
        for _ in range(3):
            turn, version = act(seats)
            assert take_back(turn, version).status_code == 200
        turn, version = act(seats)
        refused = problem(take_back(turn, version), 409, "conflict", reason="takebacks")
        assert refused["detail"] == "This decision was taken back 3 times already; play on."
        assert turn.view()["version"] == version
    french = delete(turn, f"/actions/{version}", **{"Accept-Language": "fr"}).json()
    assert french["detail"].startswith("Cette décision a déjà été reprise 3 fois")


def test_dice_and_faces_are_not_taken_back(http: httpx.Client) -> None:
    _, *seats = two_humans(http, "bakong", seed=SEED)
    named: set[str] = set()
    for _ in range(8):
        turn, version = act(seats)
        response = take_back(turn, version)
        if response.status_code == 409:
            named |= set(problem(response, 409, "conflict", reason="revealed")["revealed"])
        else:
            act(seats)
    assert named >= {"dice"}


def final(turn: GameClient, action: Json) -> list[str]:
    """The action is played and stays; what has been shown."""
    done = turn.act(action)
    assert done.status_code == 200, done.text
    named: list[str] = problem(take_back(turn, done.json()["version"]), 409, "conflict", reason="revealed")["revealed"]
    return named


@pytest.mark.rule("MEK-13", "MEK-33", "MEK-50", "MEK-53")
@pytest.mark.parametrize("attempt", ["guided", "eyeball"])
def test_planks_are_not_tried(http: httpx.Client, attempt: str) -> None:
    """Cards, stones and chosen planks stay; a plank is laid elsewhere only where its places are listed."""
    _, *seats = two_humans(http, "mekong", options={"plank_attempt": attempt, "first_seat": 0})
    ana, ben = seats
    cards = {"type": "commit_program", "cards": ["place_2_stones", "place_1_plank", "place_1_stone", "move_1", "jump"]}
    assert final(ana, cards) == ["program_committed"]
    ben.act(cards).raise_for_status()
    assert final(ana, first_action(ana)) == ["stone_placed"]
    while ana.view()["phase"] == "place_stone":
        act(seats)
    planks = ana.legal()["actions"]
    assert final(ana, planks[-1])[0] == "plank_chosen"
    places = ana.legal()["actions"]
    assert {place["type"] for place in places} == {"place_plank"}
    if attempt == "eyeball":
        assert final(ana, places[0])[0] in ("plank_placed", "plank_lost")
    else:
        assert take_back(ana, ana.act(places[0]).json()["version"]).status_code == 200
        assert ana.legal()["actions"] == places


def test_versions_that_are_no_action(http: httpx.Client) -> None:
    _, ana, ben = two_humans(http, "kimbac")
    for version in (1, 2, 99, 0, 9999999999):
        problem(take_back(ana, version), 404, "not-found")
    assert ana.http.delete(f"{ana.path}/actions/x", headers=ana.headers()).status_code == 404
    undealt, [mine, _] = create(http, "kimbac", {"seats": [{"kind": "human"}, {"kind": "open"}]})
    assert problem(take_back(mine, 1), 409, "conflict")["reason"] == "not_started"
    delete(mine.as_(undealt["host_token"]), "").raise_for_status()
    illegal(take_back(mine, 1), "kimbac", "KIM-92", "game_over")
    assert ben.view()["version"] == 1


def test_a_seat_that_a_bot_plays_takes_nothing_back(http: httpx.Client) -> None:
    _, *seats = two_humans(http, "kimbac")
    turn, version = act(seats)
    turn.post("/resign").raise_for_status()
    assert problem(take_back(turn, version), 409, "conflict")["reason"] in ("seat", "acted_since")


def test_bots_and_streams_survive(http: httpx.Client, stack: Stack) -> None:
    """A bot that owes nothing any more does nothing; the game goes on to its end all the same."""
    _, [mine, other] = create(http, "bakong", {"seats": [{"kind": "human"}, {"kind": "human"}]})
    taken = 0
    for _ in range(3):  # before there is a bot that could be quicker
        done = mine.act(mine.legal()["actions"][0])
        taken += take_back(mine, done.json()["version"]).status_code == 200
    assert taken == 3
    assert other.put("/seats/1", {"kind": "bot", "bot": "greedy"}).status_code == 200
    for _ in range(400):
        view = mine.my_turn()
        if view["status"] != "running":
            break
        response = mine.act(mine.legal()["actions"][0])
        assert response.status_code == 200, response.text
        taken += take_back(mine, response.json()["version"]).status_code == 200 if taken < 5 else 0
    assert mine.view()["status"] == "finished"
    with http.stream("GET", mine.path + "/events", headers=mine.headers(Accept="text/event-stream")) as stream:
        lines = list(stream.iter_lines())
    assert sum(line == "event: action_taken_back" for line in lines) in (taken, 0)
    assert sum('"type":"action_taken_back"' in line for line in lines) == taken
    assert len(verify_of("bakong", mine)) == 4
    file = Path(stack.folder) / "taken-back.json"
    file.write_bytes(mine.get("/replay").content)
    done = subprocess.run(
        [sys.executable, "-m", "api.cli", "verify", str(file)], capture_output=True, text=True, check=True
    )
    assert done.stdout.count("ok") == 4
