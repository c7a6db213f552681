"""Stored games carry the number of their layout: a later one is refused, never misread (earlier ones: releases/)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from flask.testing import FlaskClient

from api.app import create_app
from engines.kernel.layouts import LAYOUT
from store.model.game import StoredGame
from store.model.record import SchemaMismatch, decode_record
from store.model.turns import QUICK
from store.redis import keys
from tests.store.services import StoreHarness
from workers.jobs.drain import OutboxDrain
from workers.services import WorkerServices


def reschemed(head: bytes, number: int) -> bytes:
    fields = msgspec.msgpack.decode(head)
    return msgspec.msgpack.encode([number, *fields[1:]])


@pytest.mark.parametrize(
    "changed",
    [
        pytest.param(lambda fields: fields, id="the same fields"),
        pytest.param(lambda _: [{"all": "different"}], id="other fields"),
        pytest.param(lambda _: [], id="no other fields"),
    ],
)
def test_a_later_layout_is_refused(harness: StoreHarness, changed: Callable[[list[Any]], list[Any]]) -> None:
    table, _ = harness.open(kinds="hh")
    head = msgspec.msgpack.encode([LAYOUT + 1, *changed(msgspec.msgpack.decode(table.encoded_record())[1:])])
    with pytest.raises(
        SchemaMismatch, match=rf"^stored with layout {LAYOUT + 1}, this server reads layouts up to {LAYOUT}$"
    ):
        decode_record(head)
    harness.redis.hset(keys.game(table.id), "head", head)
    before = harness.redis.hgetall(keys.game(table.id))
    with pytest.raises(SchemaMismatch):
        harness.load(table)
    assert table.id not in [found[0] for found in harness.history.listed(["bakong"], ["running"], None, 100)[0]]
    assert harness.redis.hgetall(keys.game(table.id)) == before


def test_another_layout_of_the_position_is_refused(harness: StoreHarness) -> None:
    table, _ = harness.open(kinds="hh")
    harness.redis.hset(keys.game(table.id), "pos", table.snapshot.replace(b'"schema":1', b'"schema":2'))
    with pytest.raises(SchemaMismatch, match=r"a position that cannot be read: Invalid enum value 2 - at `\$.schema`"):
        harness.load(table)


def test_a_worker_leaves_such_a_game_to_others(harness: StoreHarness) -> None:
    """During an upgrade, the workers of the version that stored it still play it."""
    table, _ = harness.open("mekong", "hb")
    turn = table.turn(1, 1)
    head = reschemed(table.encoded_record(), LAYOUT + 1)
    harness.redis.hset(keys.game(table.id), "head", head)
    at = WorkerServices(harness.settings)
    OutboxDrain(at, QUICK).play_one("interactive", turn)
    assert harness.redis.zscore(keys.outbox(keys.tag_of(table.id)), turn) is not None
    assert harness.redis.hget(keys.game(table.id), "head") == head
    at.store.redis._drop()
    at.queue.close()


@pytest.fixture
def client(harness: StoreHarness) -> Iterator[FlaskClient]:
    app = create_app(harness.settings)
    yield app.test_client()
    app.extensions["services"].close()


OTHER_LAYOUTS = [
    pytest.param(lambda table: {"head": reschemed(table.encoded_record(), LAYOUT + 1)}, id="record"),
    pytest.param(lambda table: {"pos": table.snapshot.replace(b'"schema":1', b'"schema":2')}, id="position"),
]
REQUESTS = [
    ("GET", ""),
    ("GET", "/actions"),
    ("GET", "/events"),
    ("GET", "/board.svg"),
    ("POST", "/seats"),
    ("DELETE", ""),
]


def answers(client: FlaskClient, game: str, token: str | None) -> set[tuple[int, str]]:
    bearer = {} if token is None else {"Authorization": f"Bearer {token}"}
    path = f"/v1/bakong/games/{game}"
    found = [client.open(path + tail, method=method, headers=bearer) for method, tail in REQUESTS]
    found.append(client.post("/v1/bakong/games", json={"fork": {"id": game, "at": 1}}, headers=bearer))
    return {(answer.status_code, answer.json["type"]) for answer in found}


@pytest.mark.parametrize("another", OTHER_LAYOUTS)
def test_the_api_says_so(
    client: FlaskClient, harness: StoreHarness, another: Callable[[StoredGame], dict[str, bytes]]
) -> None:
    table, tokens = harness.open(kinds="hh")
    harness.redis.hset(keys.game(table.id), mapping=another(table))
    for token in (tokens.host, tokens.seats[0], None):
        assert answers(client, table.id, token) == {(409, "/problems/stored-by-another-version")}


@pytest.mark.parametrize("another", OTHER_LAYOUTS)
def test_a_private_game_of_another_layout_is_known_to_its_tokens_only(
    client: FlaskClient, harness: StoreHarness, another: Callable[[StoredGame], dict[str, bytes]]
) -> None:
    table, tokens = harness.open(kinds="hh", private=True)
    harness.redis.hset(keys.game(table.id), mapping=another(table))
    for token in (None, "seat_of-another-game", "host"):
        assert answers(client, table.id, token) == {(404, "/problems/not-found")}
    for token in (tokens.host, *tokens.seats):
        assert answers(client, table.id, token) == {(409, "/problems/stored-by-another-version")}
