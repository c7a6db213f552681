"""The games of a bot's self-test: private, small, with the bot in every seat."""

from __future__ import annotations

from engines.kernel.records import Event
from engines.kernel.registry import game as engine_called
from engines.kernel.words.guide import texts_of
from store.bots.record import RemoteBot
from store.bots.turn_document import turn_document
from store.games.changes.create import Opening, SeatPlan, build_game
from store.games.views import encode
from store.ids import new_id
from store.model.game import StoredGame
from store.model.record import Clock
from store.process.clock import now_ms
from workers.remote import webhooks
from workers.remote.client import Reply

CALL_SECONDS = 5.0
KEEP_MS = 3_600_000
LATER = "it will act later: its game is not stored, so that this is the end of the test"


class MemoryGame:
    """A game that is never stored."""

    def __init__(self, game: StoredGame, bot: RemoteBot) -> None:
        self.game = game
        self.bot = bot
        self.log: list[Event] = list(game.progress.events)
        self.seen = [0] * len(game.record.seats)
        game.reset()

    @property
    def seat(self) -> int:
        return self.game.to_act()[0]

    def turn_body(self, latency_ms: int | None) -> bytes:
        seat = self.seat
        events, self.seen[seat] = self.log[self.seen[seat] :], len(self.log)
        deadline = now_ms() + int(CALL_SECONDS * 1000)
        bot = self.bot
        return encode(turn_document(self.game, seat, events, deadline, latency_ms, bot.language, bot.text))

    def answer(self, reply: Reply) -> str | None:
        """Play the answer; raises CallFailed or Illegal."""
        action = webhooks.action_of(reply, self.game.engine)
        if action is webhooks.LATER:
            return LATER
        webhooks.play(self.game, self.seat, action)
        self.game.settle(KEEP_MS)
        self.log += self.game.progress.events
        self.game.reset()
        return None


def new_test_game(slug: str, bot: RemoteBot, clock: Clock | None = None) -> StoredGame:
    """A private game of the smallest size in which the bot has every seat."""
    engine = engine_called(slug)
    seats = [SeatPlan("remote", remote=bot.seat) for _ in range(engine.seats[0])]
    game, _ = build_game(
        engine, new_id(), Opening(seats, texts_of(engine).get("short_game", {}), private=True, clock=clock)
    )
    if clock is None:
        game.settle(KEEP_MS)
    return game
