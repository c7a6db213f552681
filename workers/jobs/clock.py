"""Expired clocks: the fallback bot decides, or the game is aborted, depending on the game."""

from __future__ import annotations

from contextlib import suppress

from store.bots.faults import TIMEOUT, BotFault
from store.games.repository import NoSuchGame, engine_of
from store.model.builtin import SEARCH_BOT, BuiltIn
from store.model.documents.events import ClockRanOut
from store.model.game import StoredGame
from store.model.record import SchemaMismatch
from store.model.turns import Turn
from workers.players import builtin
from workers.players.fallback import FallBack
from workers.services import WorkerServices, worker_services


class Expire:
    """Decides for a seat whose time is up, if it still owes that decision."""

    def __init__(self, turn: Turn, bot_seed: str, fault: BotFault = TIMEOUT) -> None:
        self.turn = turn
        self.bot_seed = bot_seed
        self.fallen_back = FallBack(turn, fault, bot_seed)

    def __call__(self, game: StoredGame) -> None:
        seat, clock = self.turn.seat, game.record.clock
        if game.over or game.record.decisions[seat] != self.turn.decision:
            return
        if game.record.seats[seat].kind == "remote":
            self.fallen_back(game)
            return
        if clock is None or game.bot_plays(seat):
            return
        game.note(ClockRanOut(seat=seat, then=clock.on_timeout))
        game.record.seats[seat].absent = True
        if clock.on_timeout == "abort":
            game.abort("clock")
            return
        bot = clock.fallback_bot if clock.on_timeout == "bot" else BuiltIn("random")
        bot_seed = f"{self.bot_seed}/{self.turn}"
        game.act(seat, builtin.choose(bot.bot, game.engine, game.position, seat, bot_seed, bot.level))


def expire(text: str) -> None:
    """Decide for a seat whose time is up, with any bot."""
    services = worker_services()
    with suppress(SchemaMismatch):  # a quick worker logs it
        if (game := _load(services, text)) is not None:
            _expire(services, game, text)


def expire_quickly(services: WorkerServices, text: str) -> None:
    """Decide for a seat whose time is up, but leave searches to a search worker."""
    game = _load(services, text)
    if game is None:
        return
    if _decides(game, Turn.parse(text).seat) == SEARCH_BOT:
        services.queue.enqueue_clock(text)
    else:
        _expire(services, game, text)


def _load(services: WorkerServices, text: str) -> StoredGame | None:
    turn = Turn.parse(text)
    try:
        return services.store.load(engine_of(turn.slug), turn.game)
    except NoSuchGame:
        services.outbox.drop_deadline(text, 0)
    return None


def _decides(game: StoredGame, seat: int) -> str:
    """The built-in bot that decides for the seat."""
    clock = game.record.clock
    remote = seat < len(game.record.seats) and game.record.seats[seat].kind == "remote"
    return game.fallback_bot.bot if remote or (clock is not None and clock.on_timeout == "bot") else ""


def _expire(services: WorkerServices, game: StoredGame, text: str) -> None:
    turn = Turn.parse(text)
    logged = _logged_fault(services, game, turn)
    edit = Expire(turn, services.bot_seed, logged or TIMEOUT)
    after = services.games.change(game, edit)
    if edit.fallen_back.bot is not None:
        edit.fallen_back.log_fault(services, logged is not None)
    elif after.progress.events:
        services.store.counters.count("clocks_run_out")
    else:
        services.outbox.drop_deadline(text, after.version)


def _logged_fault(services: WorkerServices, game: StoredGame, turn: Turn) -> BotFault | None:
    """The fault of a remote bot's last call for this turn, if the dispatcher ended before it could report it."""
    seat = game.record.seats[turn.seat]
    if seat.kind != "remote":
        return None
    due = not game.over and game.record.decisions[turn.seat] == turn.decision
    if due and game.record.low and services.remotes.turns.find(seat.bot or "", turn) is None:
        services.ladders.note_service_fault(game.id)  # the turn was never offered to its bot
    return services.remotes.deliveries.fault_of(seat.bot or "", turn)
