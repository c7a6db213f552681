"""Loading and committing tables: the only code that writes games to Redis."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from importlib.resources import files
from typing import Any

import msgspec
from msgspec import Struct

from engines.kernel.game import Game
from engines.kernel.registry import game as registered
from store.counters import Counters
from store.crypto import Sealer, server_secret
from store.game import SchemaMismatch, StoredGame, decode_record
from store.ids import Revisions, new_id, partition_for
from store.redis import keys
from store.redis.checks import refuse_unfit
from store.redis.client import OutcomeUnknown, Script
from store.redis.cluster import client_for
from store.settings import Settings

_encode = msgspec.json.Encoder().encode
COMMIT = Script((files("store") / "redis" / "scripts" / "commit.lua").read_text("utf-8"))
KEEP = Script((files("store") / "redis" / "scripts" / "keep.lua").read_text("utf-8"))

PLAYED_VERSION, UNPLAYED_MS = 8, 3_600_000
"""A game that is called off before so many changes was not played: it is kept for an hour."""


class Repeat(Struct, array_like=True):
    """What is kept of a request that carried an Idempotency-Key."""

    fingerprint: bytes
    version: int


class IdempotencyKey(Struct, frozen=True):
    """An Idempotency-Key in use: whose it is, and a fingerprint of the request that it stands for."""

    field: str
    fingerprint: bytes
    sealed: bool = False
    """True when the answer holds tokens."""

    @classmethod
    def of(cls, scope: str, key: str, request: bytes, sealed: bool = False) -> IdempotencyKey:
        field = sha256(f"{scope}\n{key}".encode()).hexdigest()[:32]
        return cls(field, sha256(request).digest()[:16], sealed)


class NoSuchGame(Exception):
    """There is no game of that kind with that id."""


class KeyReused(Exception):
    """The Idempotency-Key was used before for another request."""


class AnswerGone(Exception):
    """The request was carried out before, but its answer is no longer kept."""

    def __init__(self, version: int) -> None:
        super().__init__(f"carried out at version {version}")
        self.version = version


class Replayed(Exception):
    """The request was carried out before: here is its answer."""

    def __init__(self, answer: bytes, version: int) -> None:
        super().__init__(f"carried out at version {version}")
        self.answer = answer
        self.version = version


class GameRepository:
    """Games at rest, for one process."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.redis = client_for(settings.redis_url)
        self.counters = Counters(self.redis)
        self.secret = server_secret(settings.secret, settings.data)
        self.seal = Sealer(self.secret)
        self.revisions = Revisions()

    # --- reading -------------------------------------------------------------------------------------------------

    def load(self, engine: Game[Any, Any], identifier: str, ticket: IdempotencyKey | None = None) -> StoredGame:
        """The table as it is now, with what is known of the ticket; raises NoSuchGame."""
        try:
            names = keys.names(identifier)
        except keys.UnknownId as error:
            raise NoSuchGame(identifier) from error
        commands: list[Sequence[Any]] = [("HMGET", names.game, "v", "head", "pos", "stamp")]
        if ticket is not None:
            commands.append(("HGET", names.repeats, ticket.field))
        replies = self.redis.read(*commands)
        table = self._table(engine, identifier, replies[0])
        table.repeat = replies[1] if ticket is not None else None
        return table

    def find(self, identifier: str) -> StoredGame:
        """The table of a game of whichever kind; raises NoSuchGame."""
        [head] = self.redis.read(("HGET", keys.game(identifier), "head"))
        if head is None:
            raise NoSuchGame(identifier)
        return self.load(engine_of(decode_record(head).slug), identifier)

    def refuse_repeat(self, table: StoredGame, ticket: IdempotencyKey | None) -> None:
        """Raise Repeated (or KeyReused, AnswerGone) when the ticket of this request was used before."""
        if ticket is not None and table.repeat is not None:
            self._repeat(table.repeat, ticket, keys.repeats(table.id), keys.answer(table.id, ticket.field))

    def version(self, identifier: str) -> int:
        """The version of a game, cheaply; 0 when it is gone."""
        [version] = self.redis.read(("HGET", keys.game(identifier), "v"))
        return int(version or 0)

    def created(self, ticket: IdempotencyKey) -> None:
        """Raise Repeated when this creation was carried out before."""
        records = keys.creation(partition_for(ticket.field), ticket.field)
        [record] = self.redis.read(("HGET", records, ticket.field))
        if record is not None:
            self._repeat(record, ticket, records, records + ":answer")

    def keep(self, ticket: IdempotencyKey, answer: bytes) -> None:
        """Keep the answer of a request that changed no game; raises Repeated when an equal one was first."""
        records = keys.creation(partition_for(ticket.field), ticket.field)
        record = msgspec.msgpack.encode(Repeat(ticket.fingerprint, 0))
        stored = self.seal.close(answer, ticket.field) if ticket.sealed else answer
        hours = max(self.settings.keep_finished_hours, self.settings.keep_idle_hours)
        names = [records, records + ":answer"]
        arguments = [ticket.field, record, stored, self.settings.answer_seconds, hours * 3600]
        first = self.redis.run(KEEP, names, arguments)
        if first != 1:
            self._repeat(first, ticket, *names)

    def new_id_for(self, ticket: IdempotencyKey | None) -> str:
        """An id in the partition where a repetition of the same creation would look."""
        return new_id(None if ticket is None else partition_for(ticket.field))

    def _table(self, engine: Game[Any, Any], identifier: str, reply: Sequence[bytes | None]) -> StoredGame:
        version, head, position, revision = reply
        if version is None or head is None or position is None:
            raise NoSuchGame(identifier)
        decoded = decode_record(head)
        if decoded.slug != engine.slug:
            raise NoSuchGame(identifier)
        try:
            return StoredGame(engine, identifier, int(version), decoded, position, revision or b"")
        except msgspec.ValidationError as error:
            raise SchemaMismatch(f"the position cannot be read: {error}") from error

    def _repeat(self, record: bytes, ticket: IdempotencyKey, records_key: str, answer_key: str) -> None:
        repeat = msgspec.msgpack.decode(record, type=Repeat)
        if repeat.fingerprint != ticket.fingerprint:
            raise KeyReused
        self._confirm(records_key)
        [answer] = self.redis.read(("GET", answer_key))
        if answer is not None and ticket.sealed:
            answer = self.seal.open(answer, ticket.field)
        if answer is None:
            raise AnswerGone(repeat.version)
        self.counters.count("repeats")
        raise Replayed(answer, repeat.version)

    # --- writing -------------------------------------------------------------------------------------------------

    def commit(self, table: StoredGame, ticket: IdempotencyKey | None, answer: bytes) -> StoredGame | None:
        """Write the change in one script. None = done; a table = somebody else was first, and this is theirs."""
        revision = self.revisions.next()
        keys_, arguments = self._commit_arguments(table, ticket, answer, revision)
        table.sent = True
        reply = self.redis.run(COMMIT, keys_, arguments)
        if reply[0] == 1:
            table.revision = revision
            self.counters.count("commits")
            self.await_replicas()
            return None
        self.counters.count("conflicts")
        if ticket is not None and len(reply) > 2 and reply[2] is not None:
            self._repeat(reply[2], ticket, keys_[3], keys_[8])
        return self._table(table.engine, table.id, reply[1])

    def _commit_arguments(
        self, table: StoredGame, ticket: IdempotencyKey | None, answer: bytes, revision: bytes
    ) -> tuple[list[str], list[Any]]:
        head, known = table.record, keys.names(table.id)
        events = [_encode(event) for event in table.events]
        acts = [_encode(act) for act in table.acts]
        closed, due, owed = table.turns_closed(), table.deadlines_set(), table.owed
        change, left, joined = self._listing(table)
        field, record, stored, repeats, answer_key = self._ticket_arguments(table, ticket, answer)
        names = [
            known.game, known.log, known.acts, repeats, known.deadlines, known.outbox, left, joined, answer_key,
        ]  # fmt: skip
        keep_ms = self.keep_ms(table)
        arguments: list[Any] = [
            table.before.version, table.version, table.encoded_record(), table.snapshot, keep_ms // 1000, field, record,
            stored, self.settings.answer_seconds, table.id, change, head.created, len(events), len(acts), len(closed),
            2 * len(due), 2 * len(owed), table.revision, revision, *events, *acts, *closed,
        ]  # fmt: skip
        for deadline, turn in due:
            arguments += (deadline, turn)
        for turn in owed:
            arguments += (head.expires - keep_ms, turn)
        return names, arguments

    def _ticket_arguments(
        self, table: StoredGame, ticket: IdempotencyKey | None, answer: bytes
    ) -> tuple[str, bytes, bytes, str, str]:
        repeats = keys.names(table.id).repeats
        if ticket is None:
            return "", b"", b"", repeats, repeats
        record = msgspec.msgpack.encode(Repeat(ticket.fingerprint, table.version))
        stored = self.seal.close(answer, ticket.field) if ticket.sealed else answer
        if table.before.version == 0:
            repeats = keys.creation(partition_for(ticket.field), ticket.field)
            return ticket.field, record, stored, repeats, repeats + ":answer"
        return ticket.field, record, stored, repeats, keys.answer(table.id, ticket.field)

    def _listing(self, table: StoredGame) -> tuple[int, str, str]:
        """0 = no change, 1 = the game moves to another public list, 2 = it leaves the lists."""
        before, now, names = table.before.status, table.status, keys.names(table.id)
        new = table.before.version == 0
        if table.record.private or (before == now and not new):
            return 0, names.game, names.game  # not looked at
        tag = keys.tag_of(table.id)
        left = keys.listing(tag, table.record.slug, before)
        if now in keys.LISTED:
            return 1, left, keys.listing(tag, table.record.slug, now)
        return 2, left, left

    def keep_ms(self, table: StoredGame) -> int:
        if table.status == "aborted" and table.before.version < PLAYED_VERSION:
            return UNPLAYED_MS
        hours = self.settings.keep_finished_hours if table.over else self.settings.keep_idle_hours
        return hours * 3_600_000

    def await_replicas(self) -> None:
        """At level `replicated` what this thread wrote last counts only once enough replicas have it."""
        if self.settings.durability != "replicated":
            return
        confirmed = self.redis.confirmed(self.settings.replicas, self.settings.replica_wait_ms)
        if confirmed < self.settings.replicas:
            raise OutcomeUnknown(f"only {confirmed} of {self.settings.replicas} replicas confirmed in time")

    def _confirm(self, records_key: str) -> None:
        """A repeated request is told of its commit only once the replicas have it, as the first one would have been.

        WAIT counts the writes of its own connection, so one that does no harm goes before it.
        """
        if self.settings.durability == "replicated":
            hours = max(self.settings.keep_finished_hours, self.settings.keep_idle_hours)
            self.redis.write(("EXPIRE", records_key, hours * 3600))
            self.await_replicas()

    def ready(self) -> None:
        """Raise StoreUnavailable unless Redis answers, takes changes and keeps the level of durability."""
        self.redis.ready()
        refuse_unfit(self.redis.readers(), self.settings.durability)


def engine_of(slug: str) -> Game[Any, Any]:
    """The engine of a registered game; raises NoSuchGame."""
    try:
        return registered(slug)
    except KeyError as error:
        raise NoSuchGame(slug) from error
