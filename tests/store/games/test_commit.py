"""One commit writes everything or nothing: checked key by key on a real server."""

from __future__ import annotations

import threading
from collections.abc import Callable

import msgspec
import pytest

from engines.kernel.game import fingerprint
from engines.kernel.registry import game
from store.games.changes import seats
from store.games.changes.actions import SubmitAction
from store.games.changes.create import Opening, SeatPlan, build_game
from store.games.idempotency import KeyRecord
from store.model.outcomes import Accepted, Conflict, KeyReused, Refused, Replayed
from store.model.record import Clock, decode_record
from store.model.turns import score_of
from store.redis import keys
from store.redis.client import OutcomeUnknown
from tests.store.services import StoreHarness, first_action, fresh_id, idempotency_key
from tests.support.waiting import wait_until

DAYS_30 = 720 * 3600


def test_a_commit_writes_snapshot_log_and_act(harness: StoreHarness) -> None:
    table, _ = harness.open(kinds="hh")
    before = harness.redis.llen(keys.log(table.id))
    after = harness.step(table)
    version, head, position = harness.redis.hmget(keys.game(table.id), "v", "head", "pos")
    assert version == b"2"
    assert position == after.snapshot
    assert decode_record(head) == after.record
    log = harness.redis.lrange(keys.log(table.id), before, -1)
    assert [msgspec.json.decode(entry)["type"] for entry in log] == [
        type(event).__struct_config__.tag for event in after.progress.events
    ]
    assert [msgspec.json.decode(entry)["seq"] for entry in log] == list(range(before + 1, before + 1 + len(log)))
    assert {msgspec.json.decode(entry)["version"] for entry in log} == {2}
    deal, act = harness.history.acts(table.id)
    assert (deal.version, deal.seat, bytes(deal.action)) == (1, None, b"null")
    assert (act.version, act.seat, act.sha256) == (2, 0, fingerprint(position))


def test_every_key_of_a_game_expires(harness: StoreHarness) -> None:
    table, _ = harness.open(kinds="hb", clock=Clock(60, "bot"))
    harness.step(table, idempotency_key("once"))
    ttl = {
        keys.game(table.id): DAYS_30,
        keys.log(table.id): DAYS_30,
        keys.acts(table.id): DAYS_30,
        keys.repeats(table.id): DAYS_30,
    }
    found = {name.decode() for name in harness.redis.scan_iter(f"*{table.id}*")}
    assert found == set(ttl)
    for name, seconds in ttl.items():
        assert seconds - 5 <= harness.redis.ttl(name) <= 1.01 * seconds, name


def test_a_game_is_kept_as_long_as_it_says_from_every_change(harness: StoreHarness) -> None:
    table, _ = harness.open(kinds="hh")
    names = [keys.game(table.id), keys.log(table.id), keys.acts(table.id)]
    for left in (DAYS_30 - 10, DAYS_30 + 3600):
        for name in names:
            harness.redis.expire(name, left)
        until = harness.step(table, idempotency_key(f"with {left} s left")).record.expires / 1000
        for name in [*names, keys.repeats(table.id)]:
            assert until - 2 <= harness.redis.expiretime(name) <= until + DAYS_30 / 100 + 2, (name, left)
    assert harness.redis.ttl(names[0]) > DAYS_30 + 3590, "what is kept long enough is not touched"


def test_a_game_that_is_over_is_kept_for_its_own_time(
    open_rooms: Callable[..., StoreHarness], harness: StoreHarness
) -> None:
    short = open_rooms(harness.settings.redis_url, keep_finished_hours=1)
    table, _ = short.open(kinds="hh")
    short.change(table, lambda now: now.abort("host"))
    for name in (keys.game(table.id), keys.log(table.id), keys.acts(table.id)):
        assert 3595 <= short.redis.ttl(name) <= 3636


def test_people_without_a_clock_leave_the_sweepers_lists_alone(harness: StoreHarness) -> None:
    table, _ = harness.open(kinds="hh")
    removals = "cmdstat_zrem"
    before = harness.redis.info("commandstats").get(removals, {"calls": 0})["calls"]
    harness.step(table)
    assert harness.redis.info("commandstats").get(removals, {"calls": 0})["calls"] == before


def test_a_creation_with_a_key_leaves_nothing_that_stays_for_ever(harness: StoreHarness) -> None:
    key = idempotency_key(fresh_id())
    harness.open(key=key)
    names = list(harness.redis.scan_iter(f"*{key.field}*"))
    assert len(names) == 2
    assert all(harness.redis.ttl(name) > 0 for name in names)


def test_a_commit_publishes_its_version(harness: StoreHarness) -> None:
    table, _ = harness.open(kinds="hh")
    with harness.redis.pubsub(ignore_subscribe_messages=True) as listener:
        listener.ssubscribe(keys.wake(table.id))
        wait_until(lambda: harness.redis.pubsub_shardnumsub(keys.wake(table.id))[0][1] == 1)
        harness.step(table)
        heard = wait_until(listener.get_message)
    assert heard["data"] == b"2"


def test_the_loser_gets_the_true_snapshot_and_has_changed_nothing(harness: StoreHarness) -> None:
    table, _ = harness.open(kinds="hh")
    slow, quick = harness.load(table), harness.load(table)
    for loaded in (slow, quick):
        loaded.act(0, first_action(loaded, 0))
        loaded.settle(1000)
    assert harness.store.commit(quick, None, b"") is None
    stored = harness.redis.hgetall(keys.game(table.id))
    log = harness.redis.lrange(keys.log(table.id), 0, -1)
    rival = harness.store.commit(slow, idempotency_key("loser"), b"")
    assert isinstance(rival, Conflict)
    assert (rival.game.version, rival.game.snapshot, rival.game.record) == (2, quick.snapshot, quick.record)
    assert harness.redis.hgetall(keys.game(table.id)) == stored
    assert harness.redis.lrange(keys.log(table.id), 0, -1) == log
    assert not harness.redis.exists(keys.repeats(table.id))


def test_a_key_is_applied_once(harness: StoreHarness) -> None:
    table, _ = harness.open(kinds="hh")
    action = first_action(table, 0)
    first = harness.submit(table, 0, action, idempotency_key("k"))
    assert isinstance(first, Accepted)
    record = harness.redis.hget(keys.repeats(table.id), idempotency_key("k").field)
    assert msgspec.msgpack.decode(record, type=KeyRecord) == KeyRecord(idempotency_key("k").fingerprint, 2)
    assert harness.submit(table, 0, action, idempotency_key("k")) == Replayed(first.body, 2)
    reused = harness.submit(table, 0, action, idempotency_key("k", b"another request"))
    assert isinstance(reused, Refused)
    assert isinstance(reused.cause, KeyReused)
    harness.step(table)
    late = harness.submit(table, 0, action, idempotency_key("k"))
    assert isinstance(late, Replayed)
    assert msgspec.json.decode(late.body)["events"] == msgspec.json.decode(first.body)["events"]
    assert msgspec.json.decode(late.body)["version"] == 2
    assert late.version == harness.load(table).version == 3


def test_a_key_costs_an_act_few_bytes(harness: StoreHarness) -> None:
    """Its answer is rebuilt, not stored."""
    table, _ = harness.open(kinds="hh")
    harness.step(table, idempotency_key("k"))
    assert not harness.redis.exists(keys.answer(table.id, idempotency_key("k").field))
    assert harness.redis.memory_usage(keys.repeats(table.id)) < 250


def test_a_key_is_found_by_the_commit_itself(harness: StoreHarness) -> None:
    """Both copies were loaded before either committed: only the script can tell."""
    table, _ = harness.open(kinds="hh")
    one, other = harness.load(table, idempotency_key("k")), harness.load(table, idempotency_key("k"))
    for loaded in (one, other):
        loaded.act(0, first_action(loaded, 0))
        loaded.settle(1000)
    assert harness.store.commit(one, idempotency_key("k"), b"first answer") is None
    assert harness.store.commit(other, idempotency_key("k"), b"second answer") == Replayed(b"first answer", 2)


def test_equal_creations_at_once_make_one_game(harness: StoreHarness) -> None:
    key = idempotency_key(fresh_id())
    gate = threading.Barrier(8)
    made, repeated = [], []

    def create() -> None:
        gate.wait()
        table, tokens = build_game(game("bakong"), harness.store.new_id_for(key), Opening([SeatPlan("human")] * 2, {}))
        outcome = harness.games.create(table, tokens, key)
        (made if isinstance(outcome, Accepted) else repeated).append(outcome.body)  # type: ignore[union-attr]
        harness.store.redis._drop()

    threads = [threading.Thread(target=create) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 1
    assert repeated == made * 7


def test_an_id_is_used_once(harness: StoreHarness) -> None:
    table, _ = harness.open()
    harness.open(identifier=table.id)
    assert isinstance(harness.outcome, Conflict)
    assert harness.load(table).record.host == table.record.host


def test_the_outbox_names_what_bots_owe(harness: StoreHarness) -> None:
    table, _ = harness.open(kinds="hb")
    outbox = keys.outbox(keys.tag_of(table.id))
    loaded = table
    while loaded.to_act() == (0,):
        assert harness.redis.zscore(outbox, loaded.turn(1, loaded.version)) is None
        loaded = harness.step(table)
    turn = f"bakong/{table.id}/1/{loaded.version}"
    assert harness.notifier.turns == [turn]
    owed_since = harness.redis.zscore(outbox, turn)
    assert owed_since == score_of("interactive", loaded.record.expires - harness.store.keep_ms(loaded))
    while loaded.to_act() == (1,):
        turn = loaded.turn(1, loaded.version)
        assert harness.redis.zscore(outbox, turn) is not None
        loaded = harness.step(table)
        assert harness.redis.zscore(outbox, turn) is None


def test_an_open_game_is_listed_where_it_is(harness: StoreHarness) -> None:
    table, _ = harness.open(kinds="ho")
    tag = keys.tag_of(table.id)

    def lists() -> list[str]:
        statuses = ("open", "running", "finished")
        return [s for s in statuses if harness.redis.zscore(keys.listing(tag, "bakong", s), table.id) is not None]

    assert lists() == ["open"]
    harness.change(table, lambda t: seats.take(t, 1, "Ana", "token", None))
    assert lists() == ["running"]
    harness.change(table, lambda t: t.abort("host"))
    assert lists() == []


def test_a_private_game_is_in_no_list(harness: StoreHarness) -> None:
    table, _ = harness.open(private=True)
    for name in harness.redis.scan_iter("*:list:*"):
        assert harness.redis.zscore(name, table.id) is None


def test_a_game_that_was_called_off_unplayed_goes_soon(harness: StoreHarness) -> None:
    """Creating and aborting games leaves nothing for a month; one that was played is kept as any other."""
    table, _ = harness.open(kinds="hh")
    harness.change(table, lambda now: now.abort("host"))
    assert harness.redis.ttl(keys.game(table.id)) <= 3700
    played, _ = harness.open(kinds="hh")
    for _ in range(10):
        harness.step(played)
    harness.change(played, lambda now: now.abort("host"))
    assert harness.redis.ttl(keys.game(played.id)) > 86_400


def test_an_act_that_the_server_has_lost_is_not_acknowledged_again(harness: StoreHarness) -> None:
    """The record of its key was read, then the server came back without its last second."""
    table, _ = harness.open(kinds="hh")
    key, before = idempotency_key("lost"), harness.redis.dump(keys.game(table.id))
    action = first_action(table, 0)
    harness.act(table, 0, action, key)
    read = harness.load(table, key)
    harness.redis.restore(keys.game(table.id), 0, before, replace=True)
    harness.redis.delete(keys.answer(table.id, key.field))
    with pytest.raises(OutcomeUnknown):
        harness.games.submit_action(read, SubmitAction(0, action, key=key))
