"""The ladder: games are paired with seeds that were committed to, and each result counts once."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest
from msgspec.structs import replace

from engines.kernel.dice import commitment
from store.games.changes.seats import bot_left
from store.games.quotas import QuotaExceeded
from store.ids import new_id
from store.jobs.queue import REMOTE
from store.ladders.documents import table_of
from store.ladders.entries import Pairing
from store.ladders.ratings import SIGMA
from store.model.documents.events import BotFailed
from store.model.game import StoredGame
from store.model.turns import Turn
from store.process.clock import now_ms
from store.redis import keys
from tests.store.services import StoreHarness
from tests.workers.ladders.arena import Arena
from tests.workers.services import LocalWorker
from workers.jobs import clock
from workers.ladders import ladder as rounds
from workers.services import WorkerServices


@pytest.fixture
def arena(worker: LocalWorker) -> Arena:
    return Arena(worker)


@pytest.fixture
def other(harness: StoreHarness) -> Iterator[WorkerServices]:
    """The services of a second sweeper."""
    made = WorkerServices(harness.settings)
    yield made
    made.store.redis.close()
    made.queue.redis.close()


def test_a_bot_plays_with_the_seed_that_was_committed_to(arena: Arena) -> None:
    bot = arena.bot()
    arena.enter(bot)
    following = arena.ladder.next
    assert following is not None and following.number == 1
    arena.round()
    [opened] = arena.ladder.open
    game = arena.game(opened.id)
    assert commitment(game.record.seed) == following.commitment == game.commitment
    assert not game.record.open_seed and game.record.low and not game.record.private
    assert bot in opened.players and arena.ladder.next != following
    arena.play_all()
    arena.round()
    [result] = arena.ladder.results
    assert (result.number, result.id, result.void) == (1, opened.id, None)
    assert (result.seed, result.commitment) == (game.record.seed.hex(), following.commitment)
    assert sorted(result.ranks) in ([1, 1], [1, 2])
    assert [seat.bot for seat in result.seats] == opened.players
    assert [seat.owner for seat in result.seats if seat.bot == bot] == ["Ana"]


def test_ratings_and_seats_after_thirty_games(arena: Arena) -> None:
    bot = arena.bot()
    arena.enter(bot)
    while len(arena.ladder.results) < 30:
        arena.round()
        arena.play_all()
    results = arena.ladder.results
    row = next(row for row in table_of(arena.ladder, ["random", "greedy"], 60).rows if row.bot == bot)
    assert row.games == len(results) and row.low < row.mu < row.high and row.sigma < 0.8 * SIGMA
    first = sum(result.seats[0].bot == bot for result in results)
    assert abs(first - len(results) / 2) <= 2
    assert len({result.seed for result in results}) == len(results)


def test_a_killed_sweeper_leaves_a_pairing_that_the_next_one_plays(arena: Arena) -> None:
    bot = arena.bot()
    arena.enter(bot)
    following = arena.ladder.next
    assert following is not None
    opened = Pairing(new_id(), 1, following.seed, [bot, "random"], "client", now_ms())
    assert arena.at.ladders.pair(arena.slug, opened)  # and then it is killed
    arena.round()
    assert arena.game(opened.id).record.seed == following.seed
    assert not arena.at.ladders.pair(arena.slug, opened), "its number is used"


def test_two_sweepers_pair_and_record_once(arena: Arena, other: WorkerServices) -> None:
    bot = arena.bot()
    arena.enter(bot)
    one, two = rounds.LadderRound(arena.at, arena.slug), rounds.LadderRound(other, arena.slug)
    one.run()
    two.run()
    [opened] = arena.ladder.open
    assert arena.at.remotes.games(bot) == [opened.id], "the place of the second is free again"
    arena.play_all()
    one, two = rounds.LadderRound(arena.at, arena.slug), rounds.LadderRound(other, arena.slug)
    one.run()
    two.run()
    assert [result.id for result in arena.ladder.results] == [opened.id]


def test_a_result_is_recorded_once_however_often_its_sweeper_dies(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    arena.enter(arena.bot())
    arena.round()
    arena.play_all()
    record = arena.at.ladders.record

    class Killed(BaseException):
        pass

    def record_and_die(*arguments: object) -> bool:
        record(*arguments)  # type: ignore[arg-type]
        raise Killed

    monkeypatch.setattr(arena.at.ladders, "record", record_and_die)
    with pytest.raises(Killed):
        rounds.LadderRound(arena.at, arena.slug).run()
    monkeypatch.undo()
    arena.round()
    arena.round()
    assert len([result for result in arena.ladder.results if result.number == 1]) == 1


def test_numbers_are_used_once_and_commitments_come_before_pairings(arena: Arena) -> None:
    arena.enter(arena.bot())
    announced = {}
    while len(arena.ladder.results) < 5:
        following = arena.ladder.next
        assert following is not None
        announced[following.number] = following.commitment
        arena.round()
        arena.play_all()
    results = arena.ladder.results
    assert all(one.number < two.number for one, two in pairwise(results))
    assert all(announced[result.number] == result.commitment for result in results)


def test_a_bot_without_a_free_place_is_not_paired(arena: Arena) -> None:
    bot = arena.bot(concurrent=1)
    arena.enter(bot)
    for _ in range(3):
        arena.round()
    assert len(arena.ladder.open) == 1


def test_an_entry_rests_after_its_games(arena: Arena) -> None:
    bot = arena.bot()
    arena.enter(bot)
    assert table_of(arena.ladder, [], 1).rows[-1].status == "active"
    arena.round()
    arena.play_all()
    arena.round()
    assert next(row for row in table_of(arena.ladder, [], 1).rows if row.bot == bot).status == "settled"


def fail(game: StoredGame, seat: int) -> None:
    game.note(BotFailed(seat=seat, bot=game.record.seats[seat].bot or "", fault="timeout"))


def failing_game(arena: Arena, bot: str, times: int) -> None:
    """Play the bot's open games, in each of which it fails so often."""
    arena.round()
    for opened in arena.ladder.open:
        seat = opened.players.index(bot)
        for _ in range(times):
            arena.at.games.change(arena.game(opened.id), lambda game, seat=seat: fail(game, seat))
    arena.play_all()
    arena.round()


def test_a_bot_that_keeps_failing_is_benched_and_notified(arena: Arena) -> None:
    bot = arena.bot(concurrent=1)
    arena.enter(bot)
    failing_game(arena, bot, 3)
    assert arena.ladder.entries[bot].status == "active", "once is not always"
    failing_game(arena, bot, 4)
    entry = arena.ladder.entries[bot]
    assert entry.status == "benched" and "3 and 4 decisions" in entry.reason
    [notice] = arena.at.remotes.deliveries.newest(bot)
    assert notice.call == "notice" and entry.reason in (notice.detail or "")
    while arena.ladder.open:  # what was opened before is played on
        arena.play_all()
        arena.round()
    assert [row.reason for row in table_of(arena.ladder, [], 60).rows if row.bot == bot] == [entry.reason]
    arena.enter(bot)
    arena.round()
    assert asked_tests(arena) and not arena.ladder.open, "it is tested again"
    arena.at.remotes.note_passed(bot, arena.slug)
    arena.round()
    assert arena.ladder.entries[bot].status == "active" and arena.ladder.open, "entered again it plays on"


def test_who_leaves_a_game_is_ranked_last(arena: Arena) -> None:
    bot = arena.bot(concurrent=1)
    arena.enter(bot)
    arena.round()
    [opened] = arena.ladder.open
    arena.at.games.change(arena.game(opened.id), lambda game: bot_left(game, bot, "left"))
    arena.play_all()
    arena.round()
    [result] = arena.ladder.results
    seat = opened.players.index(bot)
    assert result.ranks[seat] == 2 and result.seats[seat].forfeit


def test_a_game_that_was_called_off_is_void(arena: Arena) -> None:
    arena.enter(arena.bot(concurrent=1))
    arena.round()
    [opened] = arena.ladder.open
    arena.at.games.change(arena.game(opened.id), lambda game: game.abort("length"))
    arena.round()
    [result] = arena.ladder.results
    assert result.void == "aborted" and arena.ladder.standings == {}
    assert commitment(bytes.fromhex(result.seed)) == result.commitment, "its seed is revealed all the same"


def test_a_turn_that_nobody_offered_makes_the_game_void(arena: Arena) -> None:
    bot = arena.bot(concurrent=1)
    arena.enter(bot)
    arena.round()
    [opened] = arena.ladder.open
    seat = opened.players.index(bot)
    while (game := arena.game(opened.id)).record.decisions[seat] is None:
        acting = game.to_act()[0]
        action = game.engine.rules.legal(game.position, acting).actions[0]
        arena.at.games.change(game, lambda now, acting=acting, action=action: now.act(acting, action))
    clock.expire(str(Turn(arena.slug, game.id, seat, game.record.decisions[seat] or 0)))
    arena.play_all()
    arena.round()
    assert [result.void for result in arena.ladder.results] == ["service"]


def test_games_are_void_when_no_sweeper_was_at_work(arena: Arena) -> None:
    arena.enter(arena.bot(concurrent=1))
    arena.round()
    [opened] = arena.ladder.open
    arena.at.store.redis.write(("SET", keys.LADDER_SWEPT, now_ms() - rounds.AWAY_MS - 1000))
    arena.round()
    assert [result.void for result in arena.ladder.results] == ["service"]
    assert arena.game(opened.id).status == "aborted"


def test_a_deleted_bot_leaves_the_ladder(arena: Arena) -> None:
    bot = arena.bot()
    arena.enter(bot)
    arena.at.remotes.delete(arena.at.remotes.load(bot))
    arena.round()
    assert arena.ladder.entries == {} and arena.ladder.open == []


def test_results_are_kept_up_to_a_bound_and_replays_with_them(arena: Arena) -> None:
    arena.enter(arena.bot(concurrent=1))
    while len(arena.ladder.results) < 3:
        arena.round()
        arena.play_all()
    before = arena.ladder.results
    object.__setattr__(arena.at.settings, "ladder_results", 3)
    arena.round()
    assert [result.id for result in arena.ladder.results[:-1]] == [result.id for result in before[1:]]
    assert arena.at.ladders.replay(arena.slug, before[0].id) is None
    assert arena.at.ladders.replay(arena.slug, before[1].id) is not None


def asked_tests(arena: Arena) -> list[str]:
    """The tests that the dispatcher is to make; they are then taken from it."""
    with arena.at.queue.redis.pipeline() as pipe:
        tasks, _ = pipe.lrange(REMOTE, 0, -1).delete(REMOTE).execute()
    return [task.decode() for task in tasks if task.startswith(b"test/")]


def test_a_bot_passes_a_test_before_its_first_game(arena: Arena) -> None:
    bot = arena.bot(tested=False)
    arena.enter(bot)
    arena.round()
    arena.round()
    [task] = asked_tests(arena)
    assert task.startswith(f"test/{bot}/") and task.endswith(f"/{arena.slug}")
    assert arena.ladder.open == []
    arena.at.remotes.note_passed(bot, arena.slug)
    arena.at.remotes.deliveries.report(bot, task.split("/")[2], b"{}")
    arena.round()
    assert [bot in opened.players for opened in arena.ladder.open] == [True]


def test_a_bot_that_fails_its_test_is_benched_until_it_is_entered_again(arena: Arena) -> None:
    bot = arena.bot(tested=False)
    arena.enter(bot, since=now_ms() - 1000)
    arena.round()
    [task] = asked_tests(arena)
    arena.at.remotes.deliveries.report(bot, task.split("/")[2], b"{}")
    arena.round()
    assert arena.ladder.open == []
    assert (arena.ladder.entries[bot].status, arena.ladder.entries[bot].reason) == ("benched", rounds.FAILED_TEST)
    arena.enter(bot)
    arena.round()
    assert len(asked_tests(arena)) == 1, "it is tested anew"
    assert arena.ladder.entries[bot].status == "active"


def test_a_benched_bot_leaves_after_a_while(arena: Arena) -> None:
    bots = [arena.bot(tested=False) for _ in range(2)]
    for bot, hours in zip(bots, (23, 25), strict=True):
        arena.enter(bot)
        entry = arena.ladder.entries[bot]
        then = now_ms() - hours * 3_600_000
        assert arena.at.ladders.replace(arena.slug, entry, replace(entry, status="benched", since=then))
    arena.round()
    assert list(arena.ladder.entries) == bots[:1]


def test_the_bots_of_one_client_play_in_half_of_the_games(arena: Arena) -> None:
    """Those of another client find a place, whatever the first one enters."""
    for _ in range(10):
        arena.enter(arena.bot(), client="one")
    for _ in range(10):
        arena.round()
    assert len(arena.ladder.open) == arena.at.settings.ladder_games // 2
    late = arena.bot()
    arena.enter(late, client="two")
    for _ in range(10):
        arena.round()
    assert len([opened for opened in arena.ladder.open if late in opened.players]) == 2


def test_one_client_enters_a_part_of_the_bots(arena: Arena) -> None:
    most = arena.at.settings.client_entries
    bots = [arena.bot() for _ in range(most + 1)]
    for bot in bots[:-1]:
        arena.enter(bot)
    with pytest.raises(QuotaExceeded):
        arena.enter(bots[-1])
    arena.enter(bots[0])
    arena.enter(bots[-1], client="another")
    assert arena.at.ladders.leave(arena.slug, bots[0])
    arena.enter(bots[0])
