"""Mistakes made on purpose in the simulated world, by name: the simulation must find each of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from store.games import repository
from store.games.idempotency import IdempotencyKey
from store.games.repository import GameRepository
from store.redis.client import Script
from tests.system.simulation import seam


def _commit_without(patch: pytest.MonkeyPatch, text: str, instead: str = "") -> None:
    source = repository.COMMIT.source
    assert text in source, f"commit.lua has changed: {text}"
    changed = Script(source.replace(text, instead))
    for module in (repository, seam):
        patch.setattr(module, "COMMIT", changed)


def broken_commit(patch: pytest.MonkeyPatch) -> None:
    """The version that a change was made on is not compared with the one that is stored."""
    _commit_without(patch, "(current[1] or '0') ~= expected or (current[2] or '') ~= expected_revision or done", "done")


def torn_commit(patch: pytest.MonkeyPatch) -> None:
    """The position is stored without the act that led to it."""
    _commit_without(patch, "redis.call('RPUSH', KEYS[3], unpack(ARGV, at, at + acts - 1))")


def same_number(patch: pytest.MonkeyPatch) -> None:
    """A version counts as the same state, though the server may have lost its last second and given it again."""
    _commit_without(patch, "(current[2] or '') ~= expected_revision", "false")


def no_idempotency(patch: pytest.MonkeyPatch) -> None:
    """The record of an Idempotency-Key is not looked at."""
    _commit_without(patch, "field ~= '' and redis.call('HGET', KEYS[4], field)", "false")
    load = GameRepository.load

    def forgetful(self: GameRepository, engine: Any, identifier: str, key: IdempotencyKey | None = None) -> Any:
        return load(self, engine, identifier, None)

    patch.setattr(GameRepository, "load", forgetful)


def lost_outbox(patch: pytest.MonkeyPatch) -> None:
    """The turns that bots owe are not written down with the change that opens them."""
    _commit_without(patch, "if owed > 0 then redis.call('ZADD', KEYS[6], unpack(ARGV, at, at + owed - 1)) end")


def lost_hook(patch: pytest.MonkeyPatch) -> None:
    """A change leaves no task for the hooks of its game."""
    _commit_without(patch, "if hooked == 1 then", "if false then")


MISTAKES: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "broken commit": broken_commit,
    "torn commit": torn_commit,
    "same number": same_number,
    "no idempotency": no_idempotency,
    "lost outbox": lost_outbox,
    "lost hook": lost_hook,
}
