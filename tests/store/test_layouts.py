"""Stored games carry the number of their layout: what another version wrote is read or refused, never misread."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
import pytest
from flask.testing import FlaskClient

from api.app import create_app
from engines.kernel.dice import SeededDice
from engines.kernel.game import fingerprint
from engines.kernel.layouts import LAYOUT
from engines.kernel.registry import game, slugs
from store.model.game import StoredGame
from store.model.record import ActRecord, SchemaMismatch, decode_record
from store.model.turns import QUICK, Turn
from store.redis import keys
from tests.store import layouts
from tests.store.services import StoreHarness
from workers.jobs.drain import OutboxDrain
from workers.jobs.turn import play
from workers.services import WorkerServices


def put(harness: StoreHarness, stored: layouts.Stored) -> None:
    """Lay an old game into Redis as the version that wrote it did."""
    harness.redis.delete(keys.game(stored.id), keys.acts(stored.id), keys.log(stored.id))
    harness.redis.hset(
        keys.game(stored.id), mapping={"v": stored.version, "head": stored.head_bytes(), "pos": stored.position}
    )
    harness.redis.rpush(keys.acts(stored.id), *stored.acts)


@pytest.mark.parametrize("slug", slugs())
def test_an_old_game_is_read_and_played_to_its_end(harness: StoreHarness, slug: str) -> None:
    stored = layouts.read(slug)
    put(harness, stored)
    at = WorkerServices(harness.settings)
    table = at.store.load(game(slug), stored.id)
    assert table.version == stored.version == layouts.ACTS + 1
    assert table.engine.encode(table.position) == stored.position.encode()
    table.engine.rules.check(table.position.copy())
    acts = [msgspec.json.decode(entry, type=ActRecord) for entry in stored.acts]
    assert acts[-1].sha256 == fingerprint(table.snapshot)
    for seat in table.to_act():
        assert table.engine.rules.legal(table.position, seat).actions
    for _ in range(2000):
        if table.over:
            break
        seat = table.to_act()[0]
        play(at, at.games, table, Turn.parse(table.turn(seat, table.record.decisions[seat] or 0)))
        table = at.store.load(game(slug), stored.id)
    assert table.status == "finished"
    assert table.engine.rules.outcome(table.position) is not None
    at.store.redis._drop()
    at.queue.close()


@pytest.mark.parametrize("slug", slugs())
def test_the_kept_games_follow_from_their_seed(slug: str) -> None:
    """A change of the rules shows here: the old acts no longer lead to the old positions."""
    stored, engine = layouts.read(slug), game(slug)
    head = decode_record(stored.head_bytes())
    deal, *acts = [msgspec.json.decode(entry, type=ActRecord) for entry in stored.acts]
    dice = SeededDice(head.seed)
    position, _ = engine.rules.deal(len(head.seats), engine.recorded_options(head.options, len(head.seats)), dice)
    assert (dice.drawn, fingerprint(engine.encode(position))) == (deal.dice, deal.sha256)
    for act in acts:
        dice.drawn = []
        assert act.seat is not None
        engine.rules.apply(position, act.seat, msgspec.json.decode(act.action, type=engine.rules.action_union), dice)
        assert (dice.drawn, fingerprint(engine.encode(position))) == (act.dice, act.sha256)
    assert dice.counter == head.counter
    assert engine.encode(position) == stored.position.encode()


def reschemed(head: bytes, number: int) -> bytes:
    fields = msgspec.msgpack.decode(head)
    return msgspec.msgpack.encode([number, *fields[1:]])


@pytest.mark.parametrize(
    "head",
    [
        pytest.param(reschemed(layouts.read("bakong").head_bytes(), LAYOUT + 1), id="the same fields"),
        pytest.param(msgspec.msgpack.encode([LAYOUT + 1, {"all": "different"}]), id="other fields"),
        pytest.param(msgspec.msgpack.encode([LAYOUT + 1]), id="no other fields"),
    ],
)
def test_another_layout_is_refused(harness: StoreHarness, head: bytes) -> None:
    with pytest.raises(
        SchemaMismatch, match=rf"^stored with layout {LAYOUT + 1}, this server reads layouts up to {LAYOUT}$"
    ):
        decode_record(head)
    table, _ = harness.open(kinds="hh")
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
