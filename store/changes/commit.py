"""Keys and arguments of the script that commits a change (``store/redis/scripts/commit.lua``)."""

from __future__ import annotations

from typing import Any

import msgspec

from store.changes.owed_turns import deadlines_set, turns_closed
from store.game import StoredGame
from store.idempotency import IdempotencyKey
from store.ids import partition_for
from store.jobs.outbox import CLAIM_MS, score_of
from store.redis import keys

_encode = msgspec.json.Encoder().encode


def commit_arguments(
    game: StoredGame, key: IdempotencyKey | None, answer: bytes, revision: bytes, keep_ms: int, answer_seconds: int
) -> tuple[list[str], list[Any]]:
    """``answer``: the response to store under the key, sealed if necessary. ``keep_ms``: how long the game is kept."""
    record, known = game.record, keys.names(game.id)
    events = [_encode(event) for event in game.events]
    acts = [_encode(act) for act in game.acts]
    closed, due, owed = turns_closed(game), deadlines_set(game), game.owed
    change, left, joined = _listing(game)
    field, key_record, repeats, answer_key = _key_arguments(game, key)
    names = [
        known.game, known.log, known.acts, repeats, known.deadlines, known.outbox, left, joined, answer_key,
        known.hooks,
    ]  # fmt: skip
    now = record.expires - keep_ms
    score = now if game.status == "finished" else record.created
    arguments: list[Any] = [
        game.before.version, game.version, game.encoded_record(), game.snapshot, keep_ms // 1000, field, key_record,
        answer, answer_seconds, game.id, change, score, len(events), len(acts), len(closed),
        2 * len(due), 2 * len(owed), game.revision, revision, now, hook_task(game),
        *events, *acts, *closed,
    ]  # fmt: skip
    for deadline, turn in due:
        arguments += (deadline, turn)
    for entry in owed:
        arguments += (score_of(entry.kind, now + CLAIM_MS["quick"] if entry.kind in game.kept else now), entry.text)
    return names, arguments


def _key_arguments(game: StoredGame, key: IdempotencyKey | None) -> tuple[str, bytes, str, str]:
    """Field and record of the Idempotency-Key, and the Redis keys of records and response."""
    repeats = keys.names(game.id).repeats
    if key is None:
        return "", b"", repeats, repeats
    if game.before.version == 0:
        repeats = keys.creation(partition_for(key.field), key.field)
        return key.field, key.record(game.version), repeats, repeats + ":answer"
    return key.field, key.record(game.version), repeats, keys.answer(game.id, key.field)


def _listing(game: StoredGame) -> tuple[int, str, str]:
    """0 = no change, 1 = the game moves to another public list, 2 = it leaves the lists."""
    before, now, names = game.before.status, game.status, keys.names(game.id)
    new = game.before.version == 0
    if game.record.private or (before == now and not new):
        return 0, names.game, names.game  # the script ignores these
    tag = keys.tag_of(game.id)
    left = keys.listing(tag, game.record.slug, before)
    if now in keys.LISTED:
        return 1, left, keys.listing(tag, game.record.slug, now)
    return 2, left, left


def hook_task(game: StoredGame) -> str:
    """The dispatcher's task to call the hooks of a game for its current version."""
    return f"{game.turn(0, game.version)}/hook"
