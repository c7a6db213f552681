"""Tokens lie in Redis only as hashes, and answers that hold them only sealed."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import msgspec

from store.crypto import Sealer, server_secret
from store.games.changes.create import Opening, SeatPlan, build_game
from store.ids import hashed, new_token, same
from store.model.outcomes import Accepted, AnswerExpired, Replayed
from store.redis.embedded import EmbeddedServer
from tests.store.services import StoreHarness, engine, fresh_id, idempotency_key


def everything(harness: StoreHarness) -> bytes:
    """All names and values of the server, one after the other."""
    found: list[Any] = []
    readers = {
        b"string": harness.redis.get,
        b"hash": harness.redis.hgetall,
        b"list": lambda name: harness.redis.lrange(name, 0, -1),
        b"zset": lambda name: harness.redis.zrange(name, 0, -1),
        b"set": harness.redis.smembers,
    }
    for name in harness.redis.scan_iter():
        found += (name, readers[harness.redis.type(name)](name))
    return b"\n".join(_flat(found))


def _flat(value: Any) -> list[bytes]:
    if isinstance(value, bytes):
        return [value]
    if isinstance(value, dict):
        value = [*value.keys(), *value.values()]
    return [piece for item in value for piece in _flat(item)]


def test_redis_never_holds_a_token(server: EmbeddedServer, tmp_path: Path) -> None:
    harness = StoreHarness(server.url, tmp_path)
    key = idempotency_key(fresh_id(), sealed=True)
    payload = Opening([SeatPlan("human"), SeatPlan("open"), SeatPlan("bot")], {}, private=True)
    table, tokens = build_game(engine("bakong"), harness.store.new_id_for(key), payload)
    created = harness.games.create(table, tokens, key)
    assert isinstance(created, Accepted)
    seat_key = idempotency_key("seat", sealed=True)
    joined = harness.games.take_seat(harness.load(table, seat_key), None, "Ana", None, seat_key)
    assert isinstance(joined, Accepted)
    taken = msgspec.json.decode(joined.body)["token"]
    for number in range(12):
        harness.step(table, idempotency_key(f"act {number}"))
    stored = everything(harness)
    secrets = [tokens.host, tokens.spectator, tokens.invite, *filter(None, tokens.seats), taken]
    assert len(secrets) == 5
    for token in secrets:
        assert token is not None
        assert token.encode() not in stored
        assert token.partition("_")[2].encode() not in stored
        assert hashed(token).encode() in stored
    assert harness.store.repeat_of_creation(key) == Replayed(created.body, 1)  # and yet a repetition gets its answer
    assert harness.store.repeat_of(harness.load(table, seat_key), seat_key) == Replayed(joined.body, 2)
    harness.close()


def test_another_secret_cannot_read_the_answer(server: EmbeddedServer, tmp_path: Path) -> None:
    ours, theirs = (
        StoreHarness(server.url, tmp_path, secret="a" * 32),
        StoreHarness(server.url, tmp_path, secret="b" * 32),
    )
    key = idempotency_key(fresh_id(), sealed=True)
    ours.open(key=key)
    assert isinstance(theirs.store.repeat_of_creation(key), AnswerExpired)
    for harness in (ours, theirs):
        harness.close()


def test_a_seal_opens_only_for_its_purpose() -> None:
    seal = Sealer("secret" * 10)
    closed = seal.close(b"the token", "here")
    assert b"token" not in closed
    assert seal.open(closed, "here") == b"the token"
    assert seal.open(closed, "there") is None
    assert Sealer("other" * 10).open(closed, "here") is None
    for place in range(len(closed)):
        assert seal.open(closed[:place] + bytes([closed[place] ^ 1]) + closed[place + 1 :], "here") is None
    assert seal.open(b"", "here") is None
    assert seal.close(b"the token", "here") != closed


def test_the_secret_is_made_once_and_kept_private(tmp_path: Path) -> None:
    first = server_secret("", tmp_path / "data")
    assert len(first) == 64
    assert server_secret("", tmp_path / "data") == first
    assert oct((tmp_path / "data" / "secret").stat().st_mode)[-3:] == "600"
    assert server_secret("given" * 8, tmp_path / "data") == "given" * 8


def test_processes_that_start_together_agree_on_the_secret(tmp_path: Path) -> None:
    """None may read the file between its making and its filling."""
    for attempt in range(8):
        folder = tmp_path / str(attempt)
        pipes = []
        for _ in range(4):
            reader, writer = os.pipe()
            if os.fork() == 0:
                try:
                    os.write(writer, server_secret("", folder).encode())
                finally:
                    os._exit(0)
            os.close(writer)
            pipes.append(reader)
        found = {os.read(reader, 100) for reader in pipes}
        for reader in pipes:
            os.close(reader)
            os.wait()
        assert len(found) == 1
        assert len(found.pop()) == 64


def test_tokens_are_long_and_differ() -> None:
    tokens = {new_token("seat") for _ in range(100)}
    assert len(tokens) == 100
    assert all(len(token) == len("seat_") + 32 for token in tokens)
    assert same(hashed("a"), hashed("a"))
    assert not same(hashed("a"), hashed("b"))
