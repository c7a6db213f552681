"""One round of a ladder: record finished games, bench bots that keep failing, open the next games."""

from __future__ import annotations

from collections import Counter

import msgspec

from engines.kernel.dice import commitment
from store.bots.deliveries import Delivery
from store.bots.faults import BotFault
from store.bots.remote import NoSuchBot
from store.games.replay.document import replay_document
from store.games.repository import engine_of
from store.games.views import encode
from store.ids import new_id
from store.ladders import pairing
from store.ladders.entries import LadderEntry, Pairing
from store.ladders.ladders import Ladder
from store.ladders.players import display_name, is_remote
from store.ladders.results import LadderResult, LadderSeat, VoidReason, ranks_of
from store.model.documents.events import BotFailed
from store.model.game import StoredGame
from store.model.outcomes import SeatUnavailable
from store.model.record import SchemaMismatch
from store.process.clock import iso, now_ms
from workers.ladders.games import BotGame, claim_seats, find, found_or_created, release_seats
from workers.services import WorkerServices

FAILED_TEST = "it did not pass the test before its first game"
TEST_SECONDS = 60
"""A test that has not ended after this time is started again."""
PER_ENTRY = 2
"""Simultaneous games of one entry."""
LOST_MS = 3_600_000
"""An open game that does not exist after this time is lost."""
AWAY_MS = 15_000
"""If no sweeper ran for this long, the service was down, and bots may have lost turns."""


class LadderRound:
    """A ladder as read, with derived data."""

    def __init__(self, services: WorkerServices, slug: str, was_away: bool = False) -> None:
        self.services = services
        self.slug = slug
        self.was_away = was_away
        self.ladder: Ladder = services.ladders.load(slug)

    def run(self) -> None:
        recorded = [self._settle(opened) for opened in self.ladder.open]
        if any(recorded):
            self.ladder = self.services.ladders.load(self.slug)
        self._look_at_entries()
        self._pair()

    # --- games that are over -------------------------------------------------------------------------------------

    def _settle(self, opened: Pairing) -> bool:
        """Create an open game that does not exist yet, or record one that is over; was something recorded?"""
        try:
            game = self._game(opened)
        except SchemaMismatch as error:
            self.services.unreadable.delay(opened.id, error)
            return False  # left to a sweeper of the version that stored it
        except NoSuchBot:
            return self._record(opened, None, "aborted")
        if isinstance(game, SeatUnavailable):
            return self._record(opened, None, "lost") if now_ms() - opened.at > LOST_MS else False
        if self.was_away and not game.over:
            self.services.games.change(game, _abort)
            return self._record(opened, game, "service")
        if not game.over:
            return False
        void: VoidReason | None = None if game.status == "finished" else "aborted"
        if self.services.ladders.had_service_fault(game.id):
            void = "service"
        return self._record(opened, game, void)

    def _game(self, opened: Pairing) -> StoredGame | SeatUnavailable:
        if now_ms() - opened.at > LOST_MS:
            found = find(self.services, self.slug, opened.id)
            return SeatUnavailable("it is gone") if found is None else found
        return found_or_created(self.services, self._wanted(opened))

    def _wanted(self, opened: Pairing) -> BotGame:
        return BotGame(self.slug, opened.id, opened.players, opened.seed, opened.client, entered=True)

    def _record(self, opened: Pairing, game: StoredGame | None, void: VoidReason | None) -> bool:
        services = self.services
        events: list[BotFailed] = []
        acts, ranks, replay = [], [1] * len(opened.players), b""
        if game is not None:
            log_ = services.history.events(self.slug, game.id, 0, game.record.seq)
            events = [event for event in log_ if isinstance(event, BotFailed)]
            acts = services.history.acts(game.id)
        failures = Counter(event.seat for event in events if event.fault not in ("gone", "left"))
        forfeits = {event.seat for event in events if event.fault in ("gone", "left")}
        decisions = Counter(act.seat for act in acts)
        if game is not None and void is None:
            result = game.engine.rules.outcome(game.position)
            ranks = ranks_of(result.ranking if result is not None else [], forfeits)
            replay = encode(replay_document(game, acts))
        seats = [
            LadderSeat(player, *self._named(player), decisions[seat], failures[seat], seat in forfeits,
                       self._latency(player))
            for seat, player in enumerate(opened.players)
        ]  # fmt: skip
        line = LadderResult(
            opened.number, self.slug, opened.id, iso(now_ms()), commitment(opened.seed), opened.seed.hex(), seats,
            ranks, void,
        )  # fmt: skip
        return services.ladders.record(self.slug, line, replay)

    def _named(self, player: str) -> tuple[str, str]:
        """The name and the owner of a player."""
        if not is_remote(player):
            return display_name(player), ""
        entry = self.ladder.entries.get(player)
        if entry is not None:
            return entry.name, entry.owner
        before = [seat for result in self.ladder.results for seat in result.seats if seat.bot == player]
        return (before[-1].name, before[-1].owner) if before else ("Bot", "")

    def _latency(self, player: str) -> int | None:
        return self.services.remotes.health.of(player).median_ms if is_remote(player) else None

    # --- entries -------------------------------------------------------------------------------------------------

    def _look_at_entries(self) -> None:
        for entry in list(self.ladder.entries.values()):
            if not self.services.remotes.known(entry.bot) or self._has_left(entry):
                self._change(entry, None)
            elif entry.status == "active" and (reason := self._failing(entry)) is not None:
                # Before the entry changes: a sweeper that dies in between reports it twice rather than never.
                fault = BotFault("timeout", f"benched in the ladder of {self.slug}: {reason}")
                self.services.remotes.deliveries.add(entry.bot, Delivery.of("notice", None, None, None, fault))
                self.services.remotes.forget_passed(entry.bot, self.slug)
                self._change(entry, msgspec.structs.replace(entry, status="benched", reason=reason, since=now_ms()))

    def _has_left(self, entry: LadderEntry) -> bool:
        """Was it benched long ago?"""
        longest = self.services.settings.ladder_bench_hours * 3_600_000
        return entry.status == "benched" and now_ms() - entry.since > longest

    def _failing(self, entry: LadderEntry) -> str | None:
        """Why the bot is to be benched: its last games, or the test before its first one."""
        if self._may_play(entry):
            return entry.failing(self.ladder.results)
        deliveries, number = self.services.remotes.deliveries, f"{self.slug}-{entry.since}"
        if deliveries.reported(entry.bot, number) is not None:
            return FAILED_TEST
        if deliveries.may_ask(entry.bot, number, TEST_SECONDS):
            self.services.queue.enqueue_tasks(f"test/{entry.bot}/{number}/{self.slug}")
        return None

    def _may_play(self, entry: LadderEntry) -> bool:
        """Has it played since it was entered, or passed a test?"""
        return entry.played(self.ladder.results) or self.services.remotes.has_passed(entry.bot, self.slug)

    def _change(self, entry: LadderEntry, changed: LadderEntry | None) -> None:
        if self.services.ladders.replace(self.slug, entry, changed):
            self.ladder.entries.pop(entry.bot)
            if changed is not None:
                self.ladder.entries[entry.bot] = changed

    # --- new games -----------------------------------------------------------------------------------------------

    def _pair(self) -> None:
        """Open games while the limits permit and a bot needs one."""
        settings, ladder = self.services.settings, self.ladder
        active = [entry.bot for entry in ladder.entries.values() if entry.status == "active" and self._may_play(entry)]
        if not active or ladder.next is None or len(ladder.open) >= settings.ladder_games:
            return
        past = pairing.PastGames.of(ladder.results, ladder.standings)
        playing = Counter(player for opened in ladder.open for player in opened.players)
        wanting = [
            bot for bot in active if past.standing(bot).games + playing[bot] < settings.ladder_entry_games
        ]  # fmt: skip
        if not wanting:
            return
        busy = self._busy_clients()
        rooms = {
            bot: 0 if ladder.entries[bot].client in busy else self._free_games(bot, playing[bot]) for bot in active
        }
        seats = next(count for count in engine_of(self.slug).seats if count > 1)
        players = pairing.choose(
            past, wanting, [*active, *settings.ladder_anchors.split()], seats, lambda bot: rooms.get(bot, 1) > 0
        )
        if players is not None:
            self._open(players)

    def _busy_clients(self) -> set[str]:
        """Clients whose bots play in half of the games that the ladder may have at once."""
        entries, share = self.ladder.entries, max(1, self.services.settings.ladder_games // 2)
        games = Counter[str]()
        for opened in self.ladder.open:
            games.update({entries[player].client for player in opened.players if player in entries} | {opened.client})
        return {client for client, number in games.items() if number >= share}

    def _free_games(self, bot: str, playing: int) -> int:
        """How many more games this bot could play in the ladder now."""
        remotes = self.services.remotes
        try:
            free = remotes.load(bot).concurrent - len(remotes.games(bot))
        except NoSuchBot:
            return 0
        return min(PER_ENTRY - playing, free)

    def _open(self, players: list[str]) -> None:
        """Open a game with the seed that was committed to before these players were chosen."""
        ladder, services = self.ladder, self.services
        assert ladder.next is not None  # noqa: S101
        client = next(ladder.entries[player].client for player in players if player in ladder.entries)
        opened = Pairing(new_id(), ladder.next.number, ladder.next.seed, players, client, now_ms())
        wanted = self._wanted(opened)
        try:
            claimed = claim_seats(services, wanted)
        except NoSuchBot:
            return  # the next round withdraws it
        if isinstance(claimed, SeatUnavailable):
            return
        if services.ladders.pair(self.slug, opened):
            found_or_created(services, wanted)
        else:
            release_seats(services, opened.id, players)


def run_ladder(services: WorkerServices, slug: str, was_away: bool) -> None:
    LadderRound(services, slug, was_away).run()


def _abort(game: StoredGame) -> None:
    if not game.over:
        game.abort("host")
