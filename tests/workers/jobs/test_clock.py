"""Clocks that run out: decided once, by whom the game says, and only for seats that still owe."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from engines.kernel.registry import game
from store.bots.deliveries import Delivery
from store.bots.faults import BotFault
from store.bots.record import RemoteBot
from store.games.changes import seats
from store.games.changes.create import Opening, SeatPlan, build_game
from store.ids import new_id
from store.model.builtin import BuiltIn
from store.model.documents.events import BotFailed
from store.model.game import StoredGame
from store.model.record import Clock
from store.model.turns import Turn
from store.process.clock import now_ms
from store.redis import keys
from tests.store.services import StoreHarness, first_action
from tests.workers.services import LocalWorker
from workers.jobs import clock
from workers.players import builtin
from workers.sweeper import sweep


def run_out(harness: StoreHarness, table: StoredGame) -> None:
    name = keys.deadlines(keys.tag_of(table.id))
    for entry in harness.redis.zrange(name, 0, -1):
        harness.redis.zadd(name, {entry: now_ms() - 1})


def types(harness: StoreHarness, table: StoredGame) -> list[str]:
    return [type(event).__name__ for event in harness.history.events(table.record.slug, table.id, 0, 100)]


@pytest.mark.parametrize("then", ["bot", "random"])
def test_somebody_decides_for_the_seat(harness: StoreHarness, worker: LocalWorker, then: str) -> None:
    table, _ = harness.open("mekong", "hhh", clock=Clock(60, then))  # type: ignore[arg-type]
    harness.act(table, 1, first_action(table, 1))
    run_out(harness, table)
    sweep(worker.at)
    assert worker.burst() == 1
    loaded = harness.load(table)
    assert [act.seat for act in harness.history.acts(table.id)] == [None, 1, 0, 2]
    assert [player.absent for player in loaded.record.seats] == [True, False, True]
    assert types(harness, table).count("ClockRanOut") == 2
    assert loaded.version == 4


def test_the_bot_that_the_game_names_decides(harness: StoreHarness, worker: LocalWorker) -> None:
    """What it chooses follows from its name, its level and the turn, so it can be told who chose."""
    named = BuiltIn("search", 2)
    table, _ = harness.open("mekong", "hhh", clock=Clock(60, "bot", named))
    bot_seed = f"{worker.at.bot_seed}/{table.turn(0, 1)}"
    expected = builtin.choose(named.bot, table.engine, harness.load(table).position, 0, bot_seed, named.level)
    clock.expire(table.turn(0, 1))
    [_, act] = harness.history.acts(table.id)
    assert (act.seat, msgspec.convert(msgspec.json.decode(act.action), table.engine.rules.action_union)) == (
        0,
        expected,
    )
    assert harness.load(table).record.clock == Clock(60, "bot", named)


def test_the_game_is_called_off(harness: StoreHarness, worker: LocalWorker) -> None:
    table, _ = harness.open("mekong", "hhh", clock=Clock(60, "abort"))
    run_out(harness, table)
    sweep(worker.at)
    worker.burst()
    loaded = harness.load(table)
    assert (loaded.status, loaded.version) == ("aborted", 2)
    assert types(harness, table)[-2:] == ["ClockRanOut", "GameAborted"]
    assert harness.redis.zrange(keys.deadlines(keys.tag_of(table.id)), 0, -1) == []


def test_time_is_called_once(harness: StoreHarness, worker: LocalWorker) -> None:
    table, _ = harness.open("mekong", "hhh", clock=Clock(60, "bot"))
    for _ in range(3):
        clock.expire(table.turn(0, 1))
    assert harness.load(table).version == 2
    assert types(harness, table).count("ClockRanOut") == 1


def test_whoever_was_in_time_is_left_alone(harness: StoreHarness, worker: LocalWorker) -> None:
    table, _ = harness.open("mekong", "hhh", clock=Clock(60, "bot"))
    run_out(harness, table)
    sweep(worker.at)
    harness.act(table, 0, first_action(table, 0))
    clock.expire(table.turn(0, 1))
    assert "ClockRanOut" not in types(harness, table)


def test_a_late_clock_job_spares_the_bot_that_took_over(harness: StoreHarness, worker: LocalWorker) -> None:
    table, _ = harness.open("mekong", "hhh", clock=Clock(60, "bot"))
    harness.change(table, lambda t: seats.change(t, 0, 0, "bot", None))
    clock.expire(table.turn(0, 1))
    assert worker.owed(table) == [table.turn(0, 1)]


def test_a_clock_whose_job_was_lost_is_called_again(harness: StoreHarness, worker: LocalWorker) -> None:
    table, _ = harness.open("mekong", "hhh", clock=Clock(60, "bot"))
    run_out(harness, table)
    sweep(worker.at)
    harness.redis.delete("rq:queue:quick", "turns:called:quick")  # a worker took the job and was killed
    run_out(harness, table)
    sweep(worker.at)
    worker.burst()
    assert all(player.absent for player in harness.load(table).record.seats)


REFUSED = BotFault("illegal", "no such step", rule="MEK-20")
CALLS: list[tuple[list[BotFault | None], str, str | None]] = [
    ([], "timeout", None),
    ([REFUSED], "illegal", "MEK-20"),
    ([BotFault("status", "500"), REFUSED], "illegal", "MEK-20"),
    ([REFUSED, None], "timeout", None),
]


@pytest.mark.parametrize(("calls", "fault", "rule"), CALLS, ids=["none", "bad", "two bad", "bad, then 202"])
def test_a_remote_bot_is_blamed_for_its_last_call(
    harness: StoreHarness, worker: LocalWorker, calls: list[BotFault | None], fault: str, rule: str | None
) -> None:
    """The dispatcher that made the calls was killed, and the clock decides instead."""
    remotes = worker.at.remotes
    bot = RemoteBot(new_id(), "Croc", "", [], None, ["mekong"], 100, now_ms())
    remotes.register(bot, None, local=False)
    plans = [SeatPlan("remote", remote=bot.seat), SeatPlan("human")]
    table, _ = build_game(game("mekong"), new_id(), Opening(plans, {}))
    harness.games.create(table, None)
    turn = Turn.parse(table.turn(0, 1))
    remotes.deliveries.add(bot.id, *[Delivery.of("turn", replace(turn, decision=9), 200, 5, BotFault("nonsense"))])
    for call in calls:
        remotes.deliveries.add(bot.id, Delivery.of("turn", turn, 200, 5, call))
    clock.expire(str(turn))
    failed = [event for event in harness.history.events("mekong", table.id, 0, 100) if isinstance(event, BotFailed)]
    assert [(event.fault, event.rule or None) for event in failed] == [(fault, rule)]
    log = remotes.deliveries.newest(bot.id)
    assert (log[0].fault, log[0].rule) == (fault, rule)
    assert len(log) == 1 + len(calls) + (fault == "timeout"), "no call stands in the log twice"
