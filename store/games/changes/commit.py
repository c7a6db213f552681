"""Keys and arguments of the script that commits a change (``store/redis/scripts/commit.lua``)."""

from __future__ import annotations

from typing import Any

import msgspec

from store.games.idempotency import IdempotencyKey
from store.ids import partition_for
from store.model.game import StoredGame, deadlines_set, turns_closed
from store.model.turns import CLAIM_MS, HookTask, score_of
from store.redis import keys

REPEATS, LISTS = 3, 8
"""Place of the idempotency records among the keys, and of the events and acts among the arguments."""
_encode = msgspec.json.Encoder().encode


def commit_arguments(
    game: StoredGame, key: IdempotencyKey | None, answer: bytes, revision: bytes, keep_ms: int, answer_seconds: int
) -> tuple[list[str], list[Any]]:
    """``answer``: the response to store under the key, sealed if necessary; empty if a repetition can rebuild it.

    ``keep_ms``: how long the game is kept.
    """
    record, progress = game.record, game.progress
    closed, due, owed = turns_closed(game), deadlines_set(game), progress.owed
    change, lists = _listing(game)
    now = record.expires - keep_ms
    score = now if game.status == "finished" else record.created
    numbers = (
        f"{progress.origin.version} {game.version} {now} {keep_ms // 1000} {answer_seconds} {change} {score} "
        f"{len(progress.events)} {len(progress.acts)} {len(closed)} {2 * len(due)} {2 * len(owed)}"
    )
    names = [*keys.names(game.id), *lists]
    arguments: list[Any] = [
        numbers, game.encoded_record(), game.snapshot, game.revision, revision, game.id, hook_task(game),
        "" if key is None else key.field, *map(_encode, progress.events), *map(_encode, progress.acts), *closed,
    ]  # fmt: skip
    for deadline, turn in due:
        arguments += (deadline, turn)
    for entry in owed:
        since = now + CLAIM_MS["quick"] if entry.kind in progress.claimed_classes else now
        arguments += (score_of(entry.kind, since), entry.text)
    if key is not None:
        names[REPEATS], answer_key = _key_names(game, key)
        names.append(answer_key)
        arguments += (key.record(game.version), answer)
    return names, arguments


def _key_names(game: StoredGame, key: IdempotencyKey) -> tuple[str, str]:
    """The Redis keys of the idempotency records and of the stored response."""
    if game.progress.origin.version == 0:
        repeats = keys.creation(partition_for(key.field), key.field)
        return repeats, repeats + ":answer"
    return keys.repeats(game.id), keys.answer(game.id, key.field)


def _listing(game: StoredGame) -> tuple[int, tuple[str, ...]]:
    """0 = no change, 1 = the game moves to another public list, 2 = it leaves the lists; and the two lists."""
    before, now = game.progress.origin.status, game.status
    if game.record.private or (before == now and game.progress.origin.version):
        return 0, ()
    tag, slug = keys.tag_of(game.id), game.record.slug
    left = keys.listing(tag, slug, before)
    return (1, (left, keys.listing(tag, slug, now))) if now in keys.LISTED else (2, (left, left))


def hook_task(game: StoredGame) -> str:
    """The dispatcher's task to call the hooks of a game for its current version."""
    return str(HookTask(game.record.slug, game.id, game.version))
