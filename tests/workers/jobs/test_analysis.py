"""Odds and simulations: from lawful knowledge only, repeatable, each part counted once, stopped when called off."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import msgspec
import pytest

from engines.kernel.dice import SeededDice
from engines.kernel.game import Game
from engines.kernel.registry import game, slugs
from store.errors import BadOpening
from store.jobs.analysis import ROLLOUTS_IN_A_PART, OddsOrder, Simulation, SimulationOrder
from store.jobs.jobs import LEASE_MS, Jobs
from store.jobs.queue import BATCH
from store.model.builtin import BuiltIn
from store.model.job import Job
from store.process.clock import now_ms
from store.redis import keys
from tests.store.services import StoreHarness, idempotency_key
from tests.workers.jobs.test_act import age_orders
from tests.workers.services import LocalWorker
from workers.jobs import analysis, odds
from workers.players.builtin import choose
from workers.players.seeds import FastDice
from workers.simulate import tournament
from workers.simulate.stats import distribution, wilson
from workers.sweeper import sweep

SEED = "5e" * 32
QUICK = [BuiltIn("greedy"), BuiltIn("random")]


def simulation(games: int = 12, slug: str = "bailouke", players: list[BuiltIn] = QUICK) -> SimulationOrder:
    return SimulationOrder(slug, players, games, {}, SEED)


def position_of(engine: Game[Any, Any], steps: int, seats: int = 2) -> Any:
    """A position some greedy steps into a game."""
    dice = SeededDice(bytes(range(32)))
    position, _ = engine.rules.deal(seats, engine.options({}, seats), dice)
    for step in range(steps):
        if owing := engine.rules.to_act(position):
            action = choose("greedy", engine, position, owing[0], f"twins {step}")
            engine.rules.apply(position, owing[0], action, dice)
    return position


def ordered(engine: Game[Any, Any], position: Any, seat: int | None, rollouts: int = 12) -> OddsOrder:
    known = msgspec.to_builtins(engine.visibility.knowledge(position, seat))
    return OddsOrder(engine.slug, "game", 7, seat, known, rollouts)


def going() -> None:
    """Nobody calls it off."""


@pytest.fixture
def jobs(harness: StoreHarness) -> Jobs:
    return Jobs(harness.store)


def open_simulation(jobs: Jobs, games: int = 12) -> Job:
    order = simulation(games)
    return jobs.open("simulation", msgspec.to_builtins(order), parts=order.parts())


class TestOdds:
    @pytest.mark.parametrize("seat", [0, 1, None])
    @pytest.mark.parametrize("slug", slugs())
    def test_twins_have_the_same_odds(self, slug: str, seat: int | None) -> None:
        """Positions that the reader cannot tell apart, with the same seed: not a digit differs."""
        engine = game(slug)
        differ = 0
        for steps in (0, 3, 8):
            position = position_of(engine, steps)
            known = engine.visibility.knowledge(position, seat)
            twin = engine.visibility.determinize(known, seat, FastDice(steps + 1))
            differ += engine.encode(twin) != engine.encode(position)
            one, other = (ordered(engine, held, seat, 4) for held in (position, twin))
            assert msgspec.json.encode(one) == msgspec.json.encode(other)
            numbers = one.numbers(0)
            assert odds.shares(engine, one, "luck", numbers, going) == odds.shares(
                engine, other, "luck", numbers, going
            )
        assert differ, "the twins hide nothing"

    @pytest.mark.parametrize("slug", slugs())
    def test_parts_add_up_to_the_whole(self, slug: str) -> None:
        engine = game(slug)
        order = ordered(engine, position_of(engine, 4), 0, 6)
        whole = odds.shares(engine, order, "luck", range(6), going)
        parts = [odds.shares(engine, order, "luck", numbers, going) for numbers in (range(4), range(4, 6))]
        assert [sum(seat) for seat in zip(*parts, strict=True)] == pytest.approx(whole)
        found = odds.summarize(order, parts)
        assert (found.version, found.seat, found.rollouts) == (7, 0, 6)
        assert 0 <= sum(chance.chance for chance in found.chances) <= 1.001
        assert all(chance.low <= chance.chance <= chance.high for chance in found.chances)

    def test_whoever_is_about_to_win_is_told_so(self) -> None:
        """The last choice of a game: the odds know who wins it."""
        engine = game("bakong")
        dice = SeededDice(bytes(32))
        position, _ = engine.rules.deal(2, engine.options({}, 2), dice)
        for step in range(400):
            before = position.copy()
            seat = engine.rules.to_act(position)[0]
            engine.rules.apply(position, seat, choose("greedy", engine, position, seat, f"{step}"), dice)
            if (result := engine.rules.outcome(position)) is not None:
                break
        order = ordered(engine, before, None, 40)
        found = odds.summarize(order, [odds.shares(engine, order, "luck", range(40), going)])
        [winner] = result.winners
        assert found.chances[winner].low > 0.5


class TestTournament:
    @pytest.mark.parametrize("slug", slugs())
    def test_the_same_seed_gives_the_same_games(self, slug: str) -> None:
        engine, order = game(slug), simulation(4, slug)
        first = list(tournament.games(engine, order, range(4), going))
        again = [tournament.game(engine, order, number, going) for number in (3, 1, 0, 2)]
        assert sorted(again, key=lambda one: one.number) == first
        other = msgspec.structs.replace(order, seed="00" * 32)
        assert list(tournament.games(engine, other, range(4), going)) != first

    def test_everybody_has_every_seat_in_turn(self) -> None:
        order = simulation(6, "mekong", [BuiltIn("greedy"), BuiltIn("random"), BuiltIn("random")])
        assert [tournament.seating(order, number) for number in range(4)] == [
            [0, 1, 2],
            [1, 2, 0],
            [2, 0, 1],
            [0, 1, 2],
        ]

    def test_a_tally_counts_bots_not_seats(self) -> None:
        played = [
            tournament.Played(0, [0, 1], [0], [5, 2], 10),
            tournament.Played(1, [1, 0], [1], [3, 6], 20),
            tournament.Played(2, [0, 1], [0, 1], [4, 4], 30),
            tournament.Played(3, [1, 0], [], [0, 0], 40),
        ]
        found = tournament.summarize(game("kimbac"), simulation(4, "kimbac"), played)
        assert [(one.bot, one.wins, one.win_rate) for one in found.bots] == [
            ("greedy", 2.5, 0.625),
            ("random", 0.5, 0.125),
        ]
        assert (found.undecided, found.games) == (1, 4)
        scores = found.bots[0].scores
        assert scores is not None
        assert (scores.min, scores.max, scores.mean) == (0, 6, 3.75)
        assert (found.lengths.q1, found.lengths.median, found.lengths.q3) == (17.5, 25, 32.5)

    def test_wilson(self) -> None:
        """Known values of the interval."""
        assert wilson(0, 10) == (0.0, 0.2775)
        assert wilson(5, 10) == (0.2366, 0.7634)
        assert wilson(180, 200) == (0.8506, 0.9343)
        assert wilson(0, 0) == (0.0, 1.0)

    @pytest.mark.parametrize("values", [[3], [1, 2, 3, 4, 100], list(range(500)), [-5, 5], [0] * 7])
    def test_histograms_hold_every_value_once(self, values: list[int]) -> None:
        found = distribution(values)
        assert sum(bin_.count for bin_ in found.histogram) == len(values)
        for bin_ in found.histogram:
            assert bin_.count == sum(bin_.from_ <= value <= bin_.to for value in values)
        assert len(found.histogram) <= 12
        assert found.min <= found.q1 <= found.median <= found.q3 <= found.max

    @pytest.mark.parametrize(
        ("order", "field"),
        [
            (simulation(3, "mekong", QUICK * 4), "/seats"),
            (msgspec.structs.replace(simulation(), options={"wins_needed": 99}), "/options/wins_needed"),
        ],
    )
    def test_games_that_cannot_be_played_are_refused(self, order: SimulationOrder, field: str) -> None:
        with pytest.raises(BadOpening) as refused:
            order.resolved(game(order.slug))
        assert refused.value.field == field


class TestParts:
    def test_a_simulation_in_parts_is_the_whole(self, harness: StoreHarness, worker: LocalWorker, jobs: Jobs) -> None:
        job = open_simulation(jobs, 45)
        worker.at.queue.enqueue_parts(job, jobs.lease_parts(job.id))
        worker.run_parts()
        done = jobs.load(job.id)
        assert (done.status, done.progress) == ("done", 1.0)
        order, engine = simulation(45), game("bailouke")
        whole = tournament.summarize(engine, order, list(tournament.games(engine, order, range(45), going)))
        assert msgspec.json.decode(done.result, type=Simulation) == whole
        assert harness.redis.keys("*:parts") == harness.redis.keys("*:leases") == []
        assert jobs.overdue(now_ms() + 1) == []

    def test_a_part_that_is_done_twice_counts_once(
        self, harness: StoreHarness, worker: LocalWorker, jobs: Jobs
    ) -> None:
        job = open_simulation(jobs, 90)
        assert job.parts > 2
        assert jobs.lease_parts(job.id, 2) == [0, 1]
        for _ in range(3):
            analysis.work(f"{job.id}/0")
        assert len(jobs.outcomes(job.id)) == 1
        waiting = [entry.rpartition("-")[2] for entry in worker.at.queue.queues["batch"].get_job_ids()]
        assert waiting == ["2"], "only the first time opened a way on"
        assert jobs.load(job.id).progress == pytest.approx(1 / job.parts, abs=1e-3)

    def test_lost_parts_are_found(self, harness: StoreHarness, worker: LocalWorker, jobs: Jobs) -> None:
        """The first enqueueing is lost, then a worker, then the queue, then the worker of the last part."""
        job = open_simulation(jobs, 60)
        age_orders(harness)
        sweep(worker.at)
        assert worker.at.queue.queues["batch"].get_job_ids()
        harness.redis.delete(f"rq:queue:{BATCH}")
        self._let_leases_lapse(harness)
        age_orders(harness)
        sweep(worker.at)
        harness.redis.delete(f"rq:queue:{BATCH}")
        for part in range(job.parts):
            order = simulation(60)
            outcome = list(tournament.games(game("bailouke"), order, order.numbers(part), going))
            jobs.keep_part(job.id, part, msgspec.json.encode(outcome))
        harness.redis.delete(keys.job(job.id, "leases"))
        assert not jobs.load(job.id).ended
        age_orders(harness)
        sweep(worker.at)
        worker.run_parts()
        assert jobs.load(job.id).status == "done"

    @staticmethod
    def _let_leases_lapse(harness: StoreHarness) -> None:
        for name in harness.redis.scan_iter("*:leases"):
            for entry in harness.redis.zrange(name, 0, -1):
                harness.redis.zadd(name, {entry: now_ms() - 1})

    def test_a_part_in_good_hands_is_left_there(self, harness: StoreHarness, worker: LocalWorker, jobs: Jobs) -> None:
        job = open_simulation(jobs, 60)
        jobs.lease_parts(job.id, 1)
        age_orders(harness)
        sweep(worker.at)
        assert worker.at.queue.queues["batch"].get_job_ids() == []
        assert jobs.lost_parts(job.id, now_ms() + LEASE_MS + 1) == [0]

    def test_work_that_is_called_off_stops(self, harness: StoreHarness, worker: LocalWorker, jobs: Jobs) -> None:
        job = open_simulation(jobs, 60)
        jobs.lease_parts(job.id, 1)
        beat = analysis.LeaseRenewal(worker.at, job, 0)
        beat()
        assert jobs.cancel(job.id).status == "cancelled"
        with pytest.raises(analysis.JobEnded):
            analysis.LeaseRenewal(worker.at, job, 0)()
        analysis.work(f"{job.id}/0")
        assert jobs.keep_part(job.id, 0, b"[]") == (-1, [])
        assert jobs.load(job.id).status == "cancelled"
        assert harness.redis.keys("*:parts") == []

    def test_a_job_that_breaks_fails(self, harness: StoreHarness, worker: LocalWorker, jobs: Jobs) -> None:
        broken = msgspec.to_builtins(simulation()) | {"options": {"wins_needed": 99}}
        job = jobs.open("simulation", broken, parts=1)
        with pytest.raises(BadOpening):
            analysis.work(f"{job.id}/0")
        failed = jobs.load(job.id)
        assert failed.status == "failed"
        assert msgspec.json.decode(failed.problem)["kind"] == "internal"

    def test_odds_follow_from_the_job_alone(self, harness: StoreHarness, worker: LocalWorker, jobs: Jobs) -> None:
        engine = game("bakong")
        order = ordered(engine, position_of(engine, 2), None, ROLLOUTS_IN_A_PART + 5)
        assert order.parts() == 2
        job = jobs.open("odds", msgspec.to_builtins(order), parts=2)
        worker.at.queue.enqueue_parts(job, jobs.lease_parts(job.id))
        worker.run_parts()
        found = msgspec.json.decode(jobs.load(job.id).result)
        whole = [odds.shares(engine, order, job.id, order.numbers(part), going) for part in (0, 1)]
        assert found == msgspec.to_builtins(odds.summarize(order, whole))


def open_for(jobs: Jobs, client: str, order: SimulationOrder | OddsOrder) -> Job:
    kind: Any = "odds" if isinstance(order, OddsOrder) else "simulation"
    ordered = msgspec.structs.replace(order, client=client)
    return jobs.open(kind, msgspec.to_builtins(ordered), parts=order.parts())


class TestClients:
    """Clients have their turns one after the other, however much each has ordered."""

    def test_their_parts_are_taken_in_turn(self, worker: LocalWorker, jobs: Jobs) -> None:
        many = [open_for(jobs, "one", simulation(500)) for _ in range(4)]
        for job in many:
            worker.at.queue.enqueue_parts(job, jobs.lease_parts(job.id))
        other = open_for(jobs, "two", simulation(500))
        worker.at.queue.enqueue_parts(other, jobs.lease_parts(other.id))
        taken = [(worker.at.queue.waiting_parts.take() or "").partition("/")[0] for _ in range(8)]
        assert taken == [many[0].id, other.id] * 4
        assert worker.at.queue.waiting_parts.take(but="one") is None

    def test_a_part_that_waits_already_waits_once(self, worker: LocalWorker, jobs: Jobs) -> None:
        job = open_for(jobs, "one", simulation(500))
        worker.at.queue.enqueue_parts(job, [0, 1])
        worker.at.queue.enqueue_parts(job, [1])
        parts = [worker.at.queue.waiting_parts.take() for _ in range(3)]
        assert parts == [f"{job.id}/0", f"{job.id}/1", None]

    def test_odds_need_not_wait_for_the_end_of_a_long_part(
        self, worker: LocalWorker, jobs: Jobs, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A single game of bots that think may take half a minute."""
        engine = game("bakong")
        long = open_for(jobs, "one", simulation(1, "mekong"))
        worker.at.queue.enqueue_parts(long, jobs.lease_parts(long.id))
        short = open_for(jobs, "two", ordered(engine, position_of(engine, 2), None, 10))
        worker.at.queue.enqueue_parts(short, jobs.lease_parts(short.id))
        seen: list[str] = []
        play = tournament.game

        def then_look(*arguments: Any) -> tournament.Played:
            played = play(*arguments)
            seen.append(jobs.load(short.id).status)
            return played

        monkeypatch.setattr(tournament, "game", then_look)
        analysis.work_on_next()
        assert seen == ["done"]
        assert jobs.load(long.id).status == "done"

    def test_a_process_that_ends_leaves_its_part_to_another(
        self, worker: LocalWorker, jobs: Jobs, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        job = open_for(jobs, "one", simulation(1, "mekong"))
        worker.at.queue.enqueue_parts(job, jobs.lease_parts(job.id))
        stopping = Event()
        monkeypatch.setattr(analysis.drain, "stopping", stopping)
        stopping.set()
        analysis.work_on_next()
        assert jobs.load(job.id).status == "running"
        stopping.clear()
        analysis.work_on_next()
        assert jobs.load(job.id).status == "done"


class TestOrders:
    def test_the_same_ticket_is_the_same_job(self, jobs: Jobs) -> None:
        own = idempotency_key("k")
        first = jobs.open("simulation", {}, 1, own)
        assert jobs.ordered(own) == jobs.open("simulation", {}, 1, own) == jobs.load(first.id)
        assert jobs.ordered(idempotency_key("another")) is None

    def test_an_action_that_is_being_played_cannot_be_called_off(self, jobs: Jobs) -> None:
        job = jobs.open("act", {})
        assert jobs.begin(job.id) is not None
        assert jobs.cancel(job.id).status == "running"
        job.status = "done"
        assert jobs.finish(job).status == "done"
        assert jobs.cancel(job.id).status == "done"

    def test_who_comes_first_is_believed_by_all(self, jobs: Jobs) -> None:
        """Called off and finished at the same moment: both are told the same, and so is everybody after them."""
        for _ in range(40):
            job = open_simulation(jobs)
            done = msgspec.structs.replace(job, status="done", result=msgspec.Raw(b"{}"))
            with ThreadPoolExecutor(2) as pool:
                pending = [pool.submit(jobs.cancel, job.id), pool.submit(jobs.finish, done)]
                statuses = {answer.result().status for answer in pending}
            assert statuses == {jobs.load(job.id).status}
            assert statuses <= {"done", "cancelled"}

    def test_what_was_called_off_is_never_begun_or_finished(self, jobs: Jobs) -> None:
        job = jobs.open("act", {})
        assert jobs.cancel(job.id).status == "cancelled"
        assert jobs.begin(job.id) is None
        job.status, job.result = "done", msgspec.Raw(b'{"late":1}')
        assert jobs.finish(job).status == "cancelled"
        assert bytes(jobs.load(job.id).result) == b"null"
