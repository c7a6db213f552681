"""Bot turns. A job names (game, seat, decision); one that is no longer owed does nothing, so it may run twice."""

from __future__ import annotations

import time
from collections import deque
from contextlib import suppress

from engines.kernel.refusals import Illegal
from store.bots.builtin import DEFAULT_BOT
from store.game import StoredGame
from store.jobs.lanes import TurnClass, owner_of
from store.jobs.outbox import Turn
from store.jobs.queue import for_dispatcher
from store.record import GameRecord, SchemaMismatch
from store.repository import NoSuchGame, engine_of
from store.service import GameService, TurnNotifier
from workers.players import builtin
from workers.players.search import Thought
from workers.services import WorkerServices, worker_services

PLAYED_AS: dict[TurnClass, tuple[TurnClass, ...]] = {
    "interactive": ("interactive",),
    "quick": ("interactive", "quick"),
    "thinking": ("interactive", "quick", "thinking", "spare"),
    "spare": ("interactive", "quick", "thinking", "spare"),
}
"""Which turns a job plays: one in a quick worker never thinks."""
SHIFT = 0.25
"""Seconds that a job may go on with the turns which its own moves open: most bot turns follow each other."""


class Inbox:
    """Turns that a change opens while this worker is at it; those of remote bots are not for it."""

    def __init__(self, first: str, queue: TurnNotifier) -> None:
        self.turns = deque([first])
        self.queue = queue
        self.client = ""

    def enqueue(self, turns: list[str], client: str = "") -> None:
        self.client = client
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
        bot_seed = seed_of(table.record, self.turn, self.bot_seed)
        self.thought = builtin.think_of(
            place.bot or DEFAULT_BOT, table.engine, table.position, seat, bot_seed, place.level
        )
        table.act(seat, self.thought.action)


def seed_of(record: GameRecord, turn: Turn, secret: str) -> str:
    """What a bot's dice come from. Where the seed is open, from nothing else: the same game is played again."""
    return f"{record.seed.hex()}/{turn.seat}/{turn.decision}" if record.open_seed else f"{secret}/{turn}"


def bots_owing(record: GameRecord) -> list[int]:
    """The seats of built-in bots that owe a decision now."""
    return [seat for seat, owed in enumerate(record.decisions) if owed is not None and record.seats[seat].kind == "bot"]


def called_next(record: GameRecord, played: Turn) -> list[str]:
    """Of bots that decide at the same time in a game with an open seed, the next one in seat order."""
    waiting = [seat for seat in bots_owing(record) if seat > played.seat] if record.open_seed else []
    return [str(Turn(played.slug, played.game, seat, record.decisions[seat] or 0)) for seat in waiting[:1]]


def play(turn: str, running_as: TurnClass = "interactive") -> None:
    """Play a bot's turn, and those that follow from it for a while; the rest goes back to the queue.

    ``running_as``: the class of turns that the job's queue is for. What belongs elsewhere is moved there.
    """
    play_on(worker_services(), turn, running_as)


def play_on(services: WorkerServices, turn: str, running_as: TurnClass = "interactive") -> None:
    inbox = Inbox(turn, services.queue)
    games = GameService(services.store, inbox)
    until = time.monotonic() + SHIFT
    try:
        while inbox.turns and time.monotonic() < until:
            play_one(services, games, inbox.turns.popleft(), running_as)
    finally:
        services.queue.enqueue(list(inbox.turns), inbox.client)


def play_one(services: WorkerServices, games: GameService, text: str, running_as: TurnClass) -> None:
    turn = Turn.parse(text)
    try:
        table = services.store.load(engine_of(turn.slug), turn.game)
    except NoSuchGame:
        services.owed.drop_owed(text, 0)
        return
    except SchemaMismatch:
        return  # a worker of the version that stored it plays it
    if table.record.open_seed and any(seat < turn.seat for seat in bots_owing(table.record)):
        return  # bots that decide at the same time go in seat order, and each calls the next: the game is repeatable
    belongs = services.shares.class_of(table.record, table.id, turn.seat)
    if belongs not in PLAYED_AS[running_as]:
        services.queue.move(text, belongs, owner_of(table.record, table.id))
        return
    act, began = BotAct(turn, services.bot_seed), time.thread_time()
    after = games.change(table, act)
    services.shares.used(table.record, table.id, turn.seat, time.thread_time() - began)
    if act.thought is not None and act.thought.cut:
        services.store.counters.count("searches_cut")
    if after.events:
        services.store.counters.count("bot_turns")
        games.notifier.enqueue(called_next(after.record, turn), after.record.client)
    else:
        services.owed.drop_owed(text, after.version)
