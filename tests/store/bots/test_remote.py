"""Remote bots at rest: what waiting turns cost."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engines.kernel.registry import game
from store.bots.record import RemoteBot
from store.bots.remote import Remotes
from store.games.changes.create import Opening, SeatPlan, build_game
from store.ids import new_id
from store.model.game import StoredGame
from store.model.turns import Turn
from store.process.clock import now_ms
from tests.store.services import StoreHarness, first_action


@pytest.fixture
def remotes(harness: StoreHarness) -> Remotes:
    return Remotes(harness.store)


def registered(remotes: Remotes, **rules: Any) -> RemoteBot:
    bot = RemoteBot(new_id(), "Croc", "", [], None, ["kimbac"], 100, now_ms(), **rules)
    remotes.register(bot, None, local=False)
    return bot


def seated(harness: StoreHarness, remotes: Remotes, bot: RemoteBot) -> StoredGame:
    """A game in which the bot has every seat, and its turns wait."""
    plans = [SeatPlan("remote", remote=bot.seat) for _ in range(2)]
    made, _ = build_game(game("kimbac"), new_id(), Opening(plans, {}))
    harness.games.create(made, None)
    for seat in made.to_act():
        offer(remotes, bot, made, seat)
    return made


def offer(remotes: Remotes, bot: RemoteBot, made: StoredGame, seat: int) -> None:
    turn = Turn("kimbac", made.id, seat, made.record.decisions[seat] or 0)
    remotes.turns.offer(bot, turn, now_ms() + 30_000, made.record.seq)


def test_turns_that_are_read_again_are_not_made_again(
    harness: StoreHarness, remotes: Remotes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Many turns that wait: reading them a second time loads no game; one that has moved on is loaded alone."""
    bot = registered(remotes)
    games = [seated(harness, remotes, bot) for _ in range(49)]
    loaded: list[str] = []
    load = harness.store.load

    def counted(engine: Any, identifier: str, *more: Any) -> StoredGame:
        loaded.append(identifier)
        return load(engine, identifier, *more)

    monkeypatch.setattr(harness.store, "load", counted)
    made: list[int] = []
    first = remotes.turns.bodies_of(bot, False, None, made.append)
    assert len(first) == len(loaded) == 49
    assert remotes.turns.bodies_of(bot, False, 12, made.append) == first
    assert len(loaded) == 49
    moved = games[7]
    seat = moved.to_act()[0]
    after = harness.act(moved, seat, first_action(moved, seat))
    loaded.clear()
    for other in after.to_act():
        offer(remotes, bot, after, other)
    again = remotes.turns.bodies_of(bot, False, None, made.append)
    assert set(loaded) == {moved.id}
    assert made == [49, 2], "the old turn of that game is owed no more"
    assert [json.loads(body)["version"] for body in again.values() if moved.id.encode() in body] == [after.version]


def test_bodies_are_kept_up_to_a_bound(remotes: Remotes) -> None:
    bodies = remotes.turns.bodies
    bodies.most_bytes = 1000
    for number in range(100):
        bodies.put(number, b"x" * 100)
    bodies.put(99, b"y" * 200)
    assert bodies.bytes <= 1000
    assert bodies.get(99) == b"y" * 200
    assert bodies.get(0) is None
