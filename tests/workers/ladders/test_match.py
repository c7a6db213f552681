"""A match: real games between bots, each created and counted once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from store.jobs.analysis import Simulation
from store.jobs.jobs import Job
from store.jobs.matches import Match, MatchOrder
from store.redis import keys
from tests.workers.ladders.arena import Arena
from tests.workers.services import LocalWorker
from workers.ladders import match
from workers.ladders.match import MatchRound, open_matches
from workers.services import WorkerServices
from workers.sweeper import sweep


@pytest.fixture
def arena(worker: LocalWorker) -> Arena:
    return Arena(worker)


def order(arena: Arena, *players: str, games: int = 4) -> Job:
    wanted = MatchOrder(arena.slug, list(players), list(players), games, "ab" * 32, True, "client")
    job = arena.at.jobs.open("match", msgspec.to_builtins(wanted), games)
    arena.at.jobs.announce_match(job.id)
    return job


def games_of(arena: Arena, job: Job) -> list[str]:
    names = arena.worker.harness.redis.keys("{p*}:game:*")
    return [name.decode().rpartition(":")[2] for name in names]


def play(arena: Arena, job: Job) -> Match:
    while not arena.at.jobs.load(job.id).ended:
        MatchRound(arena.at, job.id).run()
        for game in games_of(arena, job):
            arena.play(game)
    return msgspec.json.decode(bytes(arena.at.jobs.load(job.id).result), type=Match)


def test_every_bot_has_every_seat_and_every_game_is_counted(arena: Arena) -> None:
    bot = arena.bot()
    job = order(arena, bot, "random")
    found = play(arena, job)
    assert [game.seats for game in found.games] == [[0, 1], [1, 0], [0, 1], [1, 0]]
    assert sum(entry.wins for entry in found.entries) + sum(not game.winners for game in found.games) == 4
    assert sorted(game.id for game in found.games) == sorted(games_of(arena, job))
    for entry in found.entries:
        assert entry.low <= entry.win_rate <= entry.high
    records = [arena.game(game.id).record for game in found.games]
    assert all(record.low and record.client == "client" for record in records), "behind people, from the client's share"
    MatchRound(arena.at, job.id).run()
    assert open_matches(arena.at) == []


def test_a_killed_sweeper_leaves_games_that_the_next_one_finds(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    job = order(arena, arena.bot(), "random")

    class Killed(BaseException):
        pass

    def die(*_: object) -> None:
        raise Killed

    monkeypatch.setattr(match.MatchRound, "_played", die)
    MatchRound(arena.at, job.id).run()
    for game in games_of(arena, job):
        arena.play(game)
    with pytest.raises(Killed):
        MatchRound(arena.at, job.id).run()
    monkeypatch.undo()
    next_one = WorkerServices(arena.worker.harness.settings)
    MatchRound(next_one, job.id).run()
    next_one.store.redis.close()
    next_one.queue.close()
    found = play(arena, job)
    assert len(found.games) == 4 and len(games_of(arena, job)) == 4


def simulate(arena: Arena, *players: str, games: int = 4, **options: Any) -> Job:
    wanted = MatchOrder(arena.slug, list(players), list(players), games, "ab" * 32, True, "client", options)
    job = arena.at.jobs.open("simulation", msgspec.to_builtins(wanted), games)
    arena.at.jobs.announce_match(job.id)
    return job


def test_a_simulation_with_a_remote_bot_is_played_as_a_match(arena: Arena) -> None:
    bot = arena.bot()
    job = simulate(arena, bot, "search:2", round_cap=3)
    while not arena.at.jobs.load(job.id).ended:
        MatchRound(arena.at, job.id).run()
        for game in games_of(arena, job):
            arena.play(game)
    found = msgspec.json.decode(bytes(arena.at.jobs.load(job.id).result), type=Simulation)
    assert [(one.bot, one.level) for one in found.bots] == [(bot, None), ("search", 2)]
    assert sum(one.wins for one in found.bots) + found.undecided == found.games == 4
    assert found.options["round_cap"] == 3
    assert all(arena.game(game).position.options.round_cap == 3 for game in games_of(arena, job))
    acts = [sum(act.seat is not None for act in arena.at.history.acts(game)) for game in games_of(arena, job)]
    assert (found.lengths.min, found.lengths.max) == (min(acts), max(acts)), "the deal is no action"


def test_a_simulation_of_which_no_game_counts_fails(arena: Arena) -> None:
    job = simulate(arena, arena.bot(), "random", games=2)
    MatchRound(arena.at, job.id).run()
    for game in games_of(arena, job):
        arena.at.games.change(arena.game(game), lambda now: now.abort("length"))
    MatchRound(arena.at, job.id).run()
    failed = arena.at.jobs.load(job.id)
    assert failed.status == "failed" and b"called off" in bytes(failed.problem)


@pytest.mark.parametrize("ordered", [order, simulate])
def test_a_match_that_nobody_announced_is_found(arena: Arena, ordered: Callable[..., Job]) -> None:
    job = ordered(arena, "greedy", "random")
    arena.at.store.redis.write(("DEL", keys.MATCHES))
    arena.at.jobs.touch(job.id, 0)
    sweep(arena.at)
    assert open_matches(arena.at) == [job.id]


def test_a_match_waits_for_places_and_fails_without_its_bot(arena: Arena) -> None:
    bot = arena.bot(concurrent=1)
    arena.enter(bot)
    arena.round()  # its only place is taken
    job = order(arena, bot, "random")
    before = len(games_of(arena, job))
    MatchRound(arena.at, job.id).run()
    assert len(games_of(arena, job)) == before
    arena.at.remotes.delete(arena.at.remotes.load(bot))
    MatchRound(arena.at, job.id).run()
    failed = arena.at.jobs.load(job.id)
    assert failed.status == "failed" and b"no longer registered" in bytes(failed.problem)


def test_a_game_that_was_called_off_does_not_count(arena: Arena) -> None:
    job = order(arena, "greedy", "random", games=2)
    MatchRound(arena.at, job.id).run()
    [first, *_] = games_of(arena, job)
    arena.at.games.change(arena.game(first), lambda game: game.abort("length"))
    found = play(arena, job)
    assert found.void == 1 and sum(game.void for game in found.games) == 1
    assert sum(entry.wins for entry in found.entries) <= 1


def test_a_cancelled_match_goes_no_further(arena: Arena) -> None:
    job = order(arena, "greedy", "random")
    MatchRound(arena.at, job.id).run()
    arena.at.jobs.cancel(job.id)
    count = len(games_of(arena, job))
    for game in games_of(arena, job):
        arena.play(game)
    MatchRound(arena.at, job.id).run()
    assert len(games_of(arena, job)) == count and open_matches(arena.at) == []
