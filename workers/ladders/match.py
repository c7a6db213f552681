"""Matches, and simulations with remote bots: each part of the job is one game, which the sweeper creates and counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from store.bots.remote import NoSuchBot
from store.games.repository import engine_of
from store.games.views import encode
from store.jobs.analysis import Simulation, SimulationOrder
from store.jobs.matches import AT_ONCE, Match, MatchGame, MatchOrder, MatchTally, game_id
from store.ladders.players import built_in_player, is_remote
from store.model.builtin import BuiltIn
from store.model.documents.events import BotFailed
from store.model.game import StoredGame
from store.model.job import Job, NoSuchJob
from store.model.outcomes import SeatUnavailable
from store.model.record import SchemaMismatch
from store.redis import keys
from workers.ladders.games import BotGame, found_or_created
from workers.services import WorkerServices
from workers.simulate.stats import wilson
from workers.simulate.tournament import Played, summarize

VOID = {"kind": "conflict", "detail": "No game of this simulation counts: all were called off.", "reason": "game_over"}
GONE = {"kind": "conflict", "detail": "A bot of this match is no longer registered.", "reason": "seat"}


def open_matches(services: WorkerServices) -> list[str]:
    """The jobs of running matches."""
    [members] = services.store.redis.read(("SMEMBERS", keys.MATCHES))
    return sorted(member.decode() for member in members)


class MatchRound:
    """One round of a match."""

    def __init__(self, services: WorkerServices, identifier: str) -> None:
        self.services = services
        self.id = identifier

    def run(self) -> None:
        jobs = self.services.jobs
        try:
            job: Job | None = jobs.load(self.id)
            if job is not None and job.status != "running":
                job = jobs.begin(self.id)
        except NoSuchJob:
            job = None
        if job is None:
            self.services.store.redis.write(("SREM", keys.MATCHES, self.id))
            return
        try:
            self._advance(job, msgspec.convert(job.order, MatchOrder))
        except NoSuchBot:
            job.problem, job.status = msgspec.Raw(encode(GONE)), "failed"
            jobs.finish(job)

    def _advance(self, job: Job, order: MatchOrder) -> None:
        """Count finished games and create others. A match waits while its bots are busy."""
        jobs, alive = self.services.jobs, False
        parts = jobs.leased(job.id) or jobs.lease_parts(job.id, AT_ONCE)
        done = jobs.parts_done(job.id)
        while parts:
            number = parts.pop(0)
            try:
                game = found_or_created(self.services, self._wanted(job, order, number))
            except SchemaMismatch as error:
                self.services.unreadable.delay(game_id(self.services.store.secret, job.id, number), error)
                continue  # left to a sweeper of the version that stored it
            if isinstance(game, SeatUnavailable):
                continue
            alive = True
            if game.over:
                done, more = jobs.keep_part(job.id, number, encode(self._played(order, game, number)))
                parts += more
        if done == job.parts:
            self._finish(job, order)
        elif alive:
            jobs.keep(job.id)

    def _wanted(self, job: Job, order: MatchOrder, number: int) -> BotGame:
        players = [order.players[place] for place in order.seating(number)]
        identifier = game_id(self.services.store.secret, job.id, number)
        seed = order.seed_of(number)
        return BotGame(order.slug, identifier, players, seed, order.client, order.open_seed, order.options)

    def _played(self, order: MatchOrder, game: StoredGame, number: int) -> MatchGame:
        events = self.services.history.events(order.slug, game.id, 0, game.record.seq)
        failed = Counter(event.seat for event in events if isinstance(event, BotFailed))
        failures = [failed[seat] for seat in range(len(order.players))]
        counts = game.status == "finished" and not self.services.ladders.had_service_fault(game.id)
        result = game.engine.rules.outcome(game.position) if counts else None
        winners, scores = ([], []) if result is None else (result.winners, result.scores)
        length = len(self.services.history.acts(game.id, 1))  # without the deal
        return MatchGame(game.id, order.seating(number), winners, scores, failures, result is None, length)

    def _finish(self, job: Job, order: MatchOrder) -> None:
        outcomes = self.services.jobs.outcomes(job.id)
        if len(outcomes) == job.parts:  # otherwise another sweeper was faster, and the parts are gone
            games = [msgspec.json.decode(data, type=MatchGame) for data in outcomes]
            if job.kind == "match":
                job.result, job.status = msgspec.Raw(encode(match_of(order, games))), "done"
            elif found := simulation_of(order, games):
                job.result, job.status = msgspec.Raw(encode(found)), "done"
            else:
                job.problem, job.status = msgspec.Raw(encode(VOID)), "failed"
            job.progress = 1.0
            self.services.jobs.finish(job)


def match_of(order: MatchOrder, games: Sequence[MatchGame]) -> Match:
    """The result of all games."""
    counted = [game for game in games if not game.void]
    entries = [_tally(order, place, counted) for place in range(len(order.players))]
    return Match(order.slug, order.seed, entries, len(games) - len(counted), list(games))


def simulation_of(order: MatchOrder, games: Sequence[MatchGame]) -> Simulation | None:
    """The result as a simulation; None if no game counts."""
    players = [BuiltIn(player) if is_remote(player) else built_in_player(player) for player in order.players]
    simulated = SimulationOrder(order.slug, players, order.games, order.options, order.seed)
    played = [
        Played(number, game.seats, game.winners, game.scores, game.length)
        for number, game in enumerate(games)
        if not game.void
    ]
    return summarize(engine_of(order.slug), simulated, played) if played else None


def _tally(order: MatchOrder, place: int, games: Sequence[MatchGame]) -> MatchTally:
    winners = [[game.seats[seat] for seat in game.winners] for game in games]
    wins = sum(1 / len(won) for won in winners if place in won)
    rate = round(wins / len(games), 4) if games else 0.0
    failures = sum(game.failures[game.seats.index(place)] for game in games)
    return MatchTally(
        order.players[place], order.names[place], round(wins, 4), rate, *wilson(wins, len(games)), failures
    )
