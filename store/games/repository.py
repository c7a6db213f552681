"""Load and commit games: the only code that writes games to Redis."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from importlib.resources import files
from typing import Any

import msgspec

from engines.kernel.game import Game
from engines.kernel.layouts import LAYOUT
from engines.kernel.registry import game as registered_game
from store.crypto import Sealer, server_secret
from store.games.changes.commit import LISTS, REPEATS, commit_arguments, hook_task
from store.games.idempotency import IdempotencyKey, decode_key_record
from store.games.stored import StoredBytes
from store.ids import Revisions, new_id, partition_for
from store.model.game import StoredGame
from store.model.outcomes import AnswerExpired, Conflict, KeyReused, Refused, Repeat, Replayed
from store.model.record import OVER, GameRecord, SchemaMismatch, decode_record
from store.model.time_banks import longest_ms
from store.model.turns import OutboxEntry
from store.process.counters import Counters
from store.redis import keys
from store.redis.checks import refuse_unfit
from store.redis.client import OutcomeUnknown, Script
from store.redis.cluster import client_for
from store.settings import Settings

COMMIT = Script((files("store") / "redis" / "scripts" / "commit.lua").read_text("utf-8"))
KEEP = Script((files("store") / "redis" / "scripts" / "keep.lua").read_text("utf-8"))

StoredData = Sequence[bytes | None]
"""A game as stored in Redis: version, record, position, revision."""
HOUR_MS, DAY_MS = 3_600_000, 86_400_000
"""How long a game is kept after the last of its deadlines."""
PLAYED_VERSION, UNPLAYED_MS = 8, HOUR_MS
"""A game aborted before this many changes was not played: it is kept for an hour."""


NOTHING = nullcontext()


class NoSuchGame(Exception):
    """There is no game of that kind with that id."""


class GameRepository:
    """The stored games, for one process."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.redis = client_for(settings.redis_url)
        self.counters = Counters(self.redis)
        self.secret = server_secret(settings.secret, settings.data)
        self.seal = Sealer(self.secret)
        self.revisions = Revisions()
        self.stored = StoredBytes(self.redis, settings.client_stored_mb)

    # --- reading -------------------------------------------------------------------------------------------------

    def load(self, engine: Game[Any, Any], identifier: str, key: IdempotencyKey | None = None) -> StoredGame:
        """Load a game with the record of the Idempotency-Key; raises NoSuchGame."""
        try:
            names = keys.names(identifier)
        except keys.UnknownId as error:
            raise NoSuchGame(identifier) from error
        commands: list[Sequence[Any]] = [("HMGET", names.game, "v", "head", "pos", "stamp")]
        if key is not None:
            commands.append(("HGET", names.repeats, key.field))
        replies = self.redis.read(*commands)
        game = self.decode(engine, identifier, replies[0])
        game.key_record = replies[1] if key is not None else None
        return game

    def fetch(self, identifiers: Sequence[str]) -> list[StoredData]:
        """Stored data of several games, in one round trip, to be decoded one by one."""
        return self.redis.read(*[("HMGET", keys.names(one).game, "v", "head", "pos", "stamp") for one in identifiers])

    def find(self, identifier: str) -> StoredGame:
        """A game of any kind; raises NoSuchGame."""
        return self.load(engine_of(self.record(identifier).slug), identifier)

    def record(self, identifier: str) -> GameRecord:
        """The record of a game without its position; raises NoSuchGame."""
        [record] = self.redis.read(("HGET", keys.game(identifier), "head"))
        if record is None:
            raise NoSuchGame(identifier)
        return decode_record(record)

    def version(self, identifier: str) -> int:
        """The version of a game, cheaply; 0 when it is gone."""
        [version] = self.redis.read(("HGET", keys.game(identifier), "v"))
        return int(version or 0)

    def is_listed(self, slug: str, identifier: str) -> bool:
        """Is the game in one of the public lists? They can be read whatever the layout of the game is."""
        lists = [keys.listing(keys.tag_of(identifier), slug, status) for status in keys.LISTED]
        return any(score is not None for score in self.redis.read(*[("ZSCORE", name, identifier) for name in lists]))

    # --- idempotency ---------------------------------------------------------------------------------------------

    def repeat_of(self, game: StoredGame, key: IdempotencyKey) -> Repeat:
        """The outcome of a request whose key is already recorded for this game."""
        record = game.key_record or b""
        return self._repeat(record, key, keys.repeats(game.id), keys.answer(game.id, key.field))

    def repeat_of_creation(self, key: IdempotencyKey) -> Repeat | None:
        """The outcome of a creation whose key is already recorded; None if the key is new."""
        names = [(form, keys.creation(partition_for(form.field), form.field)) for form in key.forms]
        records = self.redis.read(*[("HGET", name, form.field) for form, name in names])
        for record, (form, name) in zip(records, names, strict=True):
            if record is not None:
                return self._repeat(record, form, name, name + ":answer")
        return None

    def keep_answer(self, key: IdempotencyKey, answer: bytes) -> Repeat | None:
        """Store the response of a request that changed no game; not None if an equal request was first."""
        records = keys.creation(partition_for(key.field), key.field)
        hours = max(self.settings.keep_finished_hours, self.settings.keep_idle_hours)
        names = [records, records + ":answer"]
        arguments = [key.field, key.record(0), self._stored(key, answer), self.settings.answer_seconds, hours * 3600]
        first = self.redis.run(KEEP, names, arguments)
        return None if first == 1 else self._repeat(first, key, *names)

    def _repeat(self, record: bytes, key: IdempotencyKey, records_key: str, answer_key: str) -> Repeat:
        known = decode_key_record(record)
        if known.fingerprint != key.fingerprint:
            return Refused(KeyReused())
        self._confirm(records_key)
        answer = None
        if key.repeats_answer:
            [answer] = self.redis.read(("GET", answer_key))
        if answer is not None and key.sealed:
            answer = self.seal.open(answer, key.field)
        self.counters.count("repeats")
        return AnswerExpired(known.version) if answer is None else Replayed(answer, known.version)

    def _stored(self, key: IdempotencyKey, answer: bytes) -> bytes:
        return self.seal.close(answer, key.field) if key.sealed else answer

    def new_id_for(self, key: IdempotencyKey | None) -> str:
        """An id in the partition in which a repetition of the same creation looks."""
        return new_id(None if key is None else partition_for(key.field))

    def decode(self, engine: Game[Any, Any], identifier: str, reply: StoredData) -> StoredGame:
        """Decode stored data; raises NoSuchGame or SchemaMismatch."""
        version, head, position, revision = reply
        if version is None or head is None or position is None:
            raise NoSuchGame(identifier)
        decoded = decode_record(head)
        if decoded.slug != engine.slug:
            raise NoSuchGame(identifier)
        try:
            if decoded.schema != LAYOUT:
                position = engine.upgraded(position, decoded.schema) if position else position
                decoded.schema = LAYOUT  # of what the next commit writes
            return StoredGame(engine, identifier, int(version), decoded, position, revision or b"")
        except msgspec.DecodeError as error:
            raise SchemaMismatch(f"stored with a position that cannot be read: {error}", head) from error

    # --- writing -------------------------------------------------------------------------------------------------

    def commit(self, game: StoredGame, key: IdempotencyKey | None, answer: bytes = b"") -> Conflict | Repeat | None:
        """Write the change in one script, and the response under the key, unless a repetition can rebuild it.

        None = done; otherwise nothing was written.
        """
        revision = self.revisions.next()
        stored = b"" if key is None or not answer else self._stored(key, answer)
        keys_, arguments = commit_arguments(
            game, key, stored, revision, self.keep_ms(game), self.settings.answer_seconds
        )
        reply = self.redis.run(COMMIT, keys_, arguments)
        if reply[0] == 1:
            game.revision = revision
            if reply[1]:
                game.progress.owed.append(OutboxEntry(hook_task(game), "task"))
            self.counters.count("commits")
            self._count_stored(game, arguments, stored)
            self.await_replicas()
            return None
        self.counters.count("conflicts")
        if key is not None and len(reply) > 2 and reply[2] is not None:
            return self._repeat(reply[2], key, keys_[REPEATS], keys_[-1])
        return Conflict(self.decode(game.engine, game.id, reply[1]))

    def _count_stored(self, game: StoredGame, arguments: list[Any], answer: bytes) -> None:
        """Count what a commit adds to what is kept: log and acts, at first the record and the position, an answer."""
        client, progress = game.record.client, game.progress
        kept = arguments[LISTS : LISTS + len(progress.events) + len(progress.acts)]
        first = arguments[1:3] if progress.origin.version == 0 else ()
        self.stored.add(client, sum(map(len, (*first, *kept))), self.keep_ms(game) // 1000)
        self.stored.add(client, len(answer), self.settings.answer_seconds)

    def span(self, name: str, game: str) -> AbstractContextManager[Any]:  # noqa: ARG002 - see TracedRepository
        """A span, if traces are enabled."""
        return NOTHING

    def trace_headers(self) -> dict[str, str]:
        """Headers that connect a call to another service with this trace."""
        return {}

    def keep_ms(self, game: StoredGame) -> int:
        if game.record.status in OVER:
            played = game.status != "aborted" or game.progress.origin.version >= PLAYED_VERSION
            return self.settings.keep_finished_hours * HOUR_MS if played else UNPLAYED_MS
        idle, clock = self.settings.keep_idle_hours * HOUR_MS, game.record.clock
        return idle if clock is None else max(idle, longest_ms(game.record, clock) + DAY_MS)

    def await_replicas(self) -> None:
        """At level `replicated`, wait until enough replicas have this thread's last write."""
        if self.settings.durability != "replicated":
            return
        confirmed = self.redis.confirmed(self.settings.replicas, self.settings.replica_wait_ms)
        if confirmed < self.settings.replicas:
            raise OutcomeUnknown(f"only {confirmed} of {self.settings.replicas} replicas confirmed in time")

    def _confirm(self, records_key: str) -> None:
        """Answer a repeated request only once the replicas have its commit, as for the first one.

        Redis counts writes by connection, so a harmless write goes first.
        """
        if self.settings.durability == "replicated":
            hours = max(self.settings.keep_finished_hours, self.settings.keep_idle_hours)
            self.redis.write(("EXPIRE", records_key, hours * 3600))
            self.await_replicas()

    def ready(self) -> list[str]:
        """Raise StoreUnavailable unless Redis answers, accepts changes and keeps the durability level.

        Returns warnings about its settings.
        """
        self.redis.ready()
        return refuse_unfit(self.redis.readers(), self.settings.durability, self.settings.replicas)


def repository_for(settings: Settings) -> GameRepository:
    """The repository for these settings, with or without traces."""
    if not settings.traces:
        return GameRepository(settings)
    from store.games.traced import TracedRepository  # needs the extra `otel`

    return TracedRepository(settings)


def engine_of(slug: str) -> Game[Any, Any]:
    """The engine of a registered game; raises NoSuchGame."""
    try:
        return registered_game(slug)
    except KeyError as error:
        raise NoSuchGame(slug) from error
