"""Bot turns. A job names (game, seat, decision); one that is no longer owed does nothing, so it may run twice."""

from __future__ import annotations

import time
from collections import deque
from contextlib import suppress

from engines.kernel.refusals import Illegal
from store.bots.builtin import DEFAULT_BOT
from store.game import SchemaMismatch, StoredGame
from store.jobs.outbox import Turn
from store.jobs.queue import for_dispatcher
from store.repository import NoSuchGame, engine_of
from store.service import GameService, TurnNotifier
from workers.players import builtin
from workers.players.search import Thought
from workers.services import WorkerServices, worker_services

SHIFT = 0.25
"""Seconds that a job may go on with the turns which its own moves open: most bot turns follow each other."""


class Inbox:
    """Turns that a change opens while this worker is at it; those of remote bots are not for it."""

    def __init__(self, first: str, queue: TurnNotifier) -> None:
        self.turns = deque([first])
        self.queue = queue

    def enqueue(self, turns: list[str]) -> None:
        self.turns.extend(turn for turn in turns if not for_dispatcher(turn))
        self.queue.enqueue([turn for turn in turns if for_dispatcher(turn)])


class BotAct:
    """Plays the bot's choice, if the bot still owes it."""

    def __init__(self, turn: Turn, bot_seed: str) -> None:
        self.turn = turn
        self.bot_seed = bot_seed
        self.thought: Thought | None = None

    def __call__(self, table: StoredGame) -> None:
        seat = self.turn.seat
        place = table.record.seats[seat]
        if table.over or table.record.decisions[seat] != self.turn.decision or place.kind != "bot":
            return
        if self.thought is not None:
            with suppress(Illegal):  # others came first, and the choice is still open: what was thought of still holds
                table.act(seat, self.thought.action)
                return
        bot_seed = f"{self.bot_seed}/{self.turn}"
        self.thought = builtin.think_of(
            place.bot or DEFAULT_BOT, table.engine, table.position, seat, bot_seed, place.level
        )
        table.act(seat, self.thought.action)


def play(turn: str) -> None:
    """Play a bot's turn, and those that follow from it for a while; the rest goes back to the queue."""
    play_on(worker_services(), turn)


def play_on(at: WorkerServices, turn: str) -> None:
    inbox = Inbox(turn, at.queue)
    changes = GameService(at.store, inbox)
    until = time.monotonic() + SHIFT
    try:
        while inbox.turns and time.monotonic() < until:
            play_one(at, changes, inbox.turns.popleft())
    finally:
        at.queue.enqueue(list(inbox.turns))


def play_one(at: WorkerServices, changes: GameService, text: str) -> None:
    turn = Turn.parse(text)
    try:
        table = at.store.load(engine_of(turn.slug), turn.game)
    except NoSuchGame:
        at.owed.drop_owed(text, 0)
        return
    except SchemaMismatch:
        return  # a worker of the version that stored it plays it
    act = BotAct(turn, at.bot_seed)
    after, _ = changes.make(table, act, lambda _: b"")
    if act.thought is not None and act.thought.cut:
        at.store.counters.count("searches_cut")
    if after.events:
        at.store.counters.count("bot_turns")
    else:
        at.owed.drop_owed(text, after.version)
