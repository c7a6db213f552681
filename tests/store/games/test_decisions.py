"""A seat's decision stays the same until that seat acts; deadlines and the outbox follow decisions and hands."""

from __future__ import annotations

import pytest

from store.games.changes import seats
from store.games.changes.actions import SubmitAction
from store.games.outbox import Outbox
from store.model.game import StoredGame
from store.model.outcomes import Refused, StaleVersion, Superseded
from store.model.record import Clock
from store.model.turns import score_of
from store.redis import keys
from tests.store.services import StoreHarness, accepted, first_action

CLOCK = Clock(60, "bot")


def change(harness: StoreHarness, table: StoredGame, seat: int, kind: str) -> StoredGame:
    """The holder hands the seat over, or takes it back."""
    edit = lambda t: seats.change(t, seat, seat, kind, None)  # type: ignore[arg-type]  # noqa: E731
    return harness.change(table, edit)


def lists(harness: StoreHarness, table: StoredGame, seat: int, decision: int) -> tuple[float | None, float | None]:
    """When the turn was entered into the outbox, and when its clock runs out."""
    tag, turn = keys.tag_of(table.id), table.turn(seat, decision)
    return harness.redis.zscore(keys.outbox(tag), turn), harness.redis.zscore(keys.deadlines(tag), turn)


def test_other_seats_leave_a_decision_alone(harness: StoreHarness) -> None:
    """All crews program at once: each choice opened with the game, whoever chooses first."""
    table, _ = harness.open("mekong", "hhh", clock=CLOCK)
    assert table.to_act() == (0, 1, 2)
    assert table.record.decisions == [1, 1, 1]
    deadlines = table.record.deadlines
    table = harness.act(table, 1, first_action(table, 1))
    assert table.record.decisions == [1, None, 1]
    assert table.record.deadlines == [deadlines[0], None, deadlines[2]]
    assert lists(harness, table, 1, 1) == (None, None)
    assert lists(harness, table, 0, 1) == (None, deadlines[0])
    table = harness.act(table, 0, first_action(table, 0))
    assert table.record.decisions == [None, None, 1]
    table = harness.act(table, 2, first_action(table, 2))
    assert all(decision in (None, 4) for decision in table.record.decisions)


def test_an_own_act_opens_the_next_decision(harness: StoreHarness) -> None:
    table, _ = harness.open(kinds="hh", clock=CLOCK)
    while table.to_act() == (0,):
        assert table.record.decisions == [table.version, None]
        assert lists(harness, table, 0, table.version) == (None, table.record.deadlines[0])
        table = harness.step(table)
    assert table.record.decisions == [None, table.version]


def test_a_change_of_names_leaves_decisions_alone(harness: StoreHarness) -> None:
    table, _ = harness.open(kinds="hhh", clock=CLOCK)
    deadline = table.record.deadlines[0]
    after = change(harness, table, 2, "bot")
    assert (after.version, after.record.decisions, after.record.deadlines[0]) == (2, [1, None, None], deadline)
    assert lists(harness, table, 0, 1) == (None, deadline)


def test_a_seat_that_changes_hands_is_owed_by_the_other(harness: StoreHarness) -> None:
    table, _ = harness.open(kinds="hh", clock=CLOCK)
    deadline = table.record.deadlines[0]
    assert lists(harness, table, 0, 1) == (None, deadline)
    handed = change(harness, table, 0, "bot")
    assert handed.record.decisions == [1, None]
    assert harness.notifier.turns == [table.turn(0, 1)]
    owed_since = score_of("interactive", handed.record.expires - harness.store.keep_ms(handed))
    assert lists(harness, table, 0, 1) == (owed_since, None)
    back = change(harness, table, 0, "human")
    assert lists(harness, table, 0, 1) == (None, back.record.deadlines[0])


def test_the_end_clears_everything(harness: StoreHarness) -> None:
    table, _ = harness.open("mekong", "hbh", clock=CLOCK)
    tag = keys.tag_of(table.id)
    assert lists(harness, table, 0, 1)[1] is not None
    assert lists(harness, table, 1, 1)[0] is not None
    after = harness.change(table, lambda t: t.abort("host"))
    assert after.record.decisions == [None, None, None]
    for name in (keys.outbox(tag), keys.deadlines(tag)):
        assert [entry for entry in harness.redis.zrange(name, 0, -1) if table.id.encode() in entry] == []


def test_free_actions_leave_bots_their_turns(harness: StoreHarness) -> None:
    """A Bailouké token may be assigned while a bot is to act: its job still holds."""
    table, _ = harness.open("bailouke", "hb")
    for _ in range(400):
        loaded = harness.load(table)
        free = [a for a in loaded.engine.rules.legal(loaded.position, 0).actions if type(a).__name__ == "AssignToken"]
        if free and loaded.to_act() == (1,):
            break
        harness.step(table) if not loaded.over else pytest.fail("no token could be assigned")
    decision = loaded.record.decisions[1]
    assert decision is not None
    owed_since = lists(harness, table, 1, decision)[0]
    after = harness.act(table, 0, free[0])
    assert after.version == loaded.version + 1
    assert after.record.decisions == [None, decision]
    assert lists(harness, table, 1, decision)[0] == owed_since is not None


def test_an_act_that_came_second_is_played_while_its_decision_stands(harness: StoreHarness) -> None:
    table, _ = harness.open("mekong", "hhh")
    late = harness.load(table)
    harness.act(table, 1, first_action(table, 1))
    after = accepted(harness.games.submit_action(late, SubmitAction(0, first_action(table, 0))))
    assert after.version == 3
    assert after.record.decisions == [None, None, 1]


def test_an_act_that_came_second_is_refused_when_its_decision_is_gone(harness: StoreHarness) -> None:
    table, _ = harness.open("mekong", "hhh")
    late = harness.load(table)
    harness.act(table, 0, first_action(table, 0))
    for game, submitted, cause in (
        (late, SubmitAction(0, first_action(table, 0)), Superseded),
        (harness.load(table), SubmitAction(0, first_action(table, 0), if_match=1), StaleVersion),
        (harness.load(table), SubmitAction(1, first_action(table, 1), if_match=3), StaleVersion),  # nobody has seen it
    ):
        refused_for(cause, harness.games.submit_action(game, submitted))
    assert harness.load(table).version == 2


@pytest.mark.parametrize("loaded_before", [True, False])
def test_a_version_is_not_stale_when_only_others_have_acted(harness: StoreHarness, loaded_before: bool) -> None:
    """In a simultaneous phase each seat has the same choice whatever the others do."""
    table, _ = harness.open("mekong", "hhh")
    seen = harness.load(table)
    harness.act(table, 0, first_action(table, 0))
    game = seen if loaded_before else harness.load(table)
    after = accepted(harness.games.submit_action(game, SubmitAction(1, first_action(table, 1), if_match=1)))
    assert after.version == 3


@pytest.mark.parametrize("decision", [2, 7])
def test_an_act_for_another_decision_is_refused(harness: StoreHarness, decision: int) -> None:
    table, _ = harness.open("mekong", "hhh")
    action, submit = first_action(table, 0), harness.games.submit_action
    refused_for(Superseded, submit(harness.load(table), SubmitAction(0, action, decision=decision)))
    after = accepted(submit(harness.load(table), SubmitAction(0, action, decision=1)))
    refused_for(Superseded, submit(harness.load(after), SubmitAction(0, action, decision=1)))  # it owes none now


def refused_for(cause: type[Exception], outcome: object) -> None:
    assert isinstance(outcome, Refused)
    assert type(outcome.cause) is cause


def test_forgetting_a_turn_spares_what_was_opened_since(harness: StoreHarness) -> None:
    """A slow job saw the seat in the other hands; meanwhile it changed back, and the turn is owed again."""
    table, _ = harness.open(kinds="hb", clock=CLOCK)
    owed = Outbox(harness.store.redis)
    turn = table.turn(0, 1)
    change(harness, table, 0, "bot")  # 2
    change(harness, table, 0, "human")  # 3: a bot's job looks now, and finds nothing to do
    change(harness, table, 0, "bot")  # 4
    owed.drop_owed(turn, 3)
    assert lists(harness, table, 0, 1)[0] is not None
    owed.drop_owed(turn, 4)
    assert lists(harness, table, 0, 1)[0] is None


def test_forgetting_a_bots_turn_spares_the_clock(harness: StoreHarness) -> None:
    table, _ = harness.open(kinds="hb", clock=CLOCK)
    owed = Outbox(harness.store.redis)
    owed.drop_owed(table.turn(0, 1), 1)
    assert lists(harness, table, 0, 1) == (None, table.record.deadlines[0])
    owed.drop_deadline(table.turn(0, 1), 1)
    assert lists(harness, table, 0, 1) == (None, None)
