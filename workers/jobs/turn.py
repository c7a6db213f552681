"""One bot turn, keyed by game, seat and decision; a turn that is no longer owed does nothing, so it may be repeated."""

from __future__ import annotations

import time
from collections.abc import Collection
from contextlib import suppress

from engines.kernel.refusals import Illegal
from store.games.service import GameService
from store.model.builtin import DEFAULT_BOT
from store.model.game import StoredGame
from store.model.record import GameRecord
from store.model.turns import OutboxEntry, Turn, TurnClass, class_of_game
from workers.players import builtin
from workers.players.search import SearchResult
from workers.services import WorkerServices


class BotAct:
    """Plays the bot's choice, if the bot still owes it."""

    def __init__(self, turn: Turn, bot_seed: str, claimed_classes: Collection[TurnClass] = ()) -> None:
        self.turn = turn
        self.bot_seed = bot_seed
        self.claimed_classes = claimed_classes
        self.found: SearchResult | None = None

    def __call__(self, game: StoredGame) -> None:
        seat, game.progress.claimed_classes = self.turn.seat, self.claimed_classes
        player = game.record.seats[seat]
        if game.over or game.record.decisions[seat] != self.turn.decision or player.kind != "bot":
            return
        if self.found is not None:
            with suppress(Illegal):  # another commit came first; the action may still be legal
                game.act(seat, self.found.action)
                return
        bot_seed = seed_of(game.record, self.turn, self.bot_seed)
        self.found = builtin.decide(player.bot or DEFAULT_BOT, game.engine, game.position, seat, bot_seed, player.level)
        game.act(seat, self.found.action)


def seed_of(record: GameRecord, turn: Turn, secret: str) -> str:
    """The source of a bot's dice. With an open seed, only that seed: the game is repeatable."""
    return f"{record.seed.hex()}/{turn.seat}/{turn.decision}" if record.open_seed else f"{secret}/{turn}"


def bots_owing(record: GameRecord) -> list[int]:
    """The seats of built-in bots that owe a decision now."""
    return [seat for seat, owed in enumerate(record.decisions) if owed is not None and record.seats[seat].kind == "bot"]


def must_wait(record: GameRecord, turn: Turn) -> bool:
    """In a game with an open seed, bots that decide simultaneously go in seat order, so that the game is repeatable."""
    return record.open_seed and any(seat < turn.seat for seat in bots_owing(record))


def next_owed(record: GameRecord, played: Turn) -> list[OutboxEntry]:
    """The next of such bots after this turn."""
    waiting = [seat for seat in bots_owing(record) if seat > played.seat] if record.open_seed else []
    return [
        OutboxEntry(str(Turn(played.slug, played.game, seat, record.decisions[seat] or 0)), class_of_game(record, seat))
        for seat in waiting[:1]
    ]


def play(
    services: WorkerServices,
    games: GameService,
    game: StoredGame,
    turn: Turn,
    claimed_classes: Collection[TurnClass] = (),
) -> StoredGame:
    """Play a bot's turn in a loaded game; returns the game after it. ``claimed_classes``: see ``Progress``."""
    act, began = BotAct(turn, services.bot_seed, claimed_classes), time.thread_time()
    after = games.change(game, act)
    services.shares.used(game.record, game.id, turn.seat, time.thread_time() - began)
    if act.found is not None and act.found.cut:
        services.store.counters.count("searches_cut")
    if after.progress.events:
        services.store.counters.count("bot_turns")
    else:
        services.outbox.drop_owed(str(turn), after.version)
    return after
