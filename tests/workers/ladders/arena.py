"""Ladder games in the test's own process: the sweeper's rounds, built-in bots, and remote bots that the test plays."""

from __future__ import annotations

from store.bots.record import RemoteBot
from store.games.repository import engine_of
from store.ids import new_id
from store.ladders.entries import LadderEntry
from store.ladders.ladders import Ladder
from store.model.game import StoredGame
from store.model.turns import Turn
from store.process.clock import now_ms
from tests.workers.services import LocalWorker
from workers.ladders.rounds import Rounds
from workers.remote.turns import RemoteAct


class Arena:
    def __init__(self, worker: LocalWorker, slug: str = "mekong") -> None:
        self.worker = worker
        self.at = worker.at
        self.slug = slug
        self.rounds = Rounds(worker.at)

    @property
    def ladder(self) -> Ladder:
        return self.at.ladders.load(self.slug)

    def bot(self, name: str = "Croc", concurrent: int = 10, games: list[str] | None = None, tested: bool = True) -> str:
        """A registered pull bot."""
        bot = RemoteBot(new_id(), name, "", [], None, games or [self.slug], concurrent, now_ms())
        self.at.remotes.register(bot, None, False)
        if tested:
            self.at.remotes.note_passed(bot.id, self.slug)
        return bot.id

    def enter(self, bot: str, first: int | None = None, client: str = "client", since: int | None = None) -> None:
        name = self.at.remotes.load(bot).name
        following = self.ladder.next
        number = first or (1 if following is None else following.number)
        self.at.ladders.enter(self.slug, LadderEntry(bot, name, "Ana", client, since or now_ms(), number))

    def round(self) -> None:
        self.rounds.run_once()

    def game(self, identifier: str) -> StoredGame:
        return self.at.store.load(engine_of(self.slug), identifier)

    def play(self, identifier: str) -> StoredGame:
        """Play a game to its end: remote bots take the first action."""
        while not (game := self.game(identifier)).over:
            seat = game.to_act()[0]
            turn = Turn(self.slug, game.id, seat, game.record.decisions[seat] or 0)
            action = game.engine.bot.greedy(
                game.engine.visibility.knowledge(game.position, seat), seat,
                game.engine.rules.legal(game.position, seat), game.dice(),
            )  # fmt: skip
            if game.record.seats[seat].kind == "remote":
                self.at.games.change(game, RemoteAct(turn, action))
            else:
                self.at.games.change(game, lambda now, seat=seat, action=action: now.act(seat, action))
        for seat in game.record.seats:  # as the dispatcher does with the notice that the game has ended
            if seat.kind == "remote":
                self.at.remotes.release(seat.bot or "", game.id, played=True)
        return game

    def play_all(self) -> list[StoredGame]:
        return [self.play(pairing.id) for pairing in self.ladder.open]
