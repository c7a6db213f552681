"""Games of earlier releases on a real server: they are shown, joined, played to their end, verified and forked."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import httpx
import msgspec
import pytest

from engines.kernel.registry import game, slugs
from engines.kernel.verification import ReplayFile, verify
from tests.store.releases import VERSIONS, OldGame, Release, unpack
from tests.support.client import GameClient
from tests.support.stack import Stack
from tests.support.waiting import wait_until

BOT = {"kind": "bot", "bot": "greedy"}


class Upgraded:
    """A server of today on the data folder of a release."""

    def __init__(self, stack: Stack, http: httpx.Client, release: Release) -> None:
        self.stack, self.http, self.release = stack, http, release

    def games(self, slug: str) -> list[OldGame]:
        return [old for old in self.release.games if old.slug == slug]

    def client(self, old: OldGame, seat: int | None = None) -> GameClient:
        """A game through the token of a seat, or of its host, or as a spectator where there is no host."""
        return GameClient(self.http, old.slug, old.id, old.host if seat is None else old.seats[seat])


@contextmanager
def serving(version: str, workers: int) -> Iterator[Upgraded]:
    stack = Stack(workers)
    release = unpack(version, stack.folder)
    with stack, httpx.Client(base_url=stack.url, timeout=60, verify=False) as http:
        yield Upgraded(stack, http, release)


@pytest.fixture(scope="module", params=VERSIONS)
def stored(request: pytest.FixtureRequest) -> Iterator[Upgraded]:
    """Without workers: every game stays as it was stored."""
    with serving(request.param, workers=0) as server:
        yield server


@pytest.fixture(scope="module", params=VERSIONS)
def upgraded(request: pytest.FixtureRequest) -> Iterator[Upgraded]:
    with serving(request.param, workers=1) as server:
        yield server


@pytest.mark.parametrize("slug", slugs())
def test_every_game_is_shown(stored: Upgraded, slug: str) -> None:
    for old in stored.games(slug):
        seats = [seat for seat, token in enumerate(old.seats) if token]
        for client in [stored.client(old), *[stored.client(old, seat) for seat in seats]]:
            boards = () if client.view()["status"] == "open" else ("/board.svg", "/board.txt")
            for tail in ("/events?limit=500", *boards):
                answer = client.get(tail)
                assert answer.status_code == 200, (old, tail, answer.text)
    listed = stored.http.get(f"/v1/{slug}/games?limit=100").json()["games"]
    unlisted = ("private", "aborted")  # 0.1 had no list of aborted games
    assert {old.id for old in stored.games(slug) if old.kind not in unlisted} <= {found["id"] for found in listed}


def test_requests_are_repeated_under_their_keys(stored: Upgraded) -> None:
    for old in stored.release.requests:
        if old.path.endswith("/hooks"):
            continue  # they take no key
        bearer = {"Authorization": f"Bearer {old.token}"} if old.token else {}
        again = stored.http.post(old.path, json=old.body, headers={"Idempotency-Key": old.key} | bearer)
        assert (again.status_code, again.headers.get("Idempotent-Replay")) == (old.status, "true"), (old, again.text)
        assert again.json().get("id") == old.answer.get("id")
        assert again.json().get("version") == old.answer.get("version")


def test_a_remote_bot_gets_the_turns_that_it_owes(stored: Upgraded) -> None:
    [bot] = [old.answer for old in stored.release.requests if old.body.get("name") == "Pull"]
    bearer = {"Authorization": f"Bearer {bot['token']}"}
    turns = stored.http.get(f"/v1/bots/{bot['id']}/turns", headers=bearer).json()["turns"]
    assert "mekong" in {turn["game"] for turn in turns}
    for turn in turns:
        acted = stored.http.post(turn["act"], json=turn["actions"]["actions"][0], headers=bearer)
        assert acted.status_code == 200, acted.text


def join(upgraded: Upgraded, old: OldGame) -> None:
    """Take the last seat of an open game."""
    taken = GameClient(upgraded.http, old.slug, old.id).post("/seats", {"name": "Zoé", "invite": old.invite})
    assert taken.status_code == 201, (old, taken.text)
    old.seats[taken.json()["seat"]] = taken.json()["token"]


def leave_to_bots(upgraded: Upgraded, old: OldGame) -> None:
    """Give every seat of people and of remote bots to a built-in bot."""
    for seat, player in enumerate(upgraded.client(old).view()["seats"]):
        if player["kind"] in ("human", "remote"):  # the host decides about remote bots
            client = upgraded.client(old, seat if player["kind"] == "human" else None)
            given = client.put(f"/seats/{seat}", BOT)
            assert given.status_code == 200, (old, given.text)


@pytest.mark.parametrize("slug", slugs())
def test_every_game_goes_on_to_its_end(upgraded: Upgraded, slug: str) -> None:
    games = [old for old in upgraded.games(slug) if old.kind not in ("finished", "aborted")]
    for old in games:
        if old.kind in ("open", "private"):
            join(upgraded, old)
        leave_to_bots(upgraded, old)
    waiting = list(games)

    def all_over() -> bool:
        waiting[:] = [old for old in waiting if upgraded.client(old).view()["status"] == "running"]
        return not waiting

    wait_until(all_over, 120, lambda: f"{[(old.kind, upgraded.client(old).view()) for old in waiting]}")
    for old in games:
        client = upgraded.client(old)
        assert client.view()["status"] == "finished"
        list(verify(game(slug), msgspec.json.decode(client.get("/replay").content, type=ReplayFile)))
        assert client.get("/position?at=2").status_code == 200


@pytest.mark.parametrize("slug", slugs())
def test_the_past_of_a_finished_game_is_shown_forked_and_exported(upgraded: Upgraded, slug: str) -> None:
    old = upgraded.release.game("finished", slug)
    client = upgraded.client(old)
    list(verify(game(slug), msgspec.json.decode(client.get("/replay").content, type=ReplayFile)))
    last = client.view()["version"]
    for version in (1, last // 2, last):
        for tail in ("", "/position", "/board.svg", "/board.txt"):
            assert client.get(f"{tail}?at={version}").status_code == 200, (slug, version, tail)
    forked = upgraded.http.post(f"/v1/{slug}/games", json={"fork": {"id": old.id, "at": last // 2}})
    assert forked.status_code == 201, forked.text
    exported = upgraded.http.get(f"/v1/{slug}/export").text.splitlines()
    assert old.id in [msgspec.json.decode(line)["id"] for line in exported]
