"""The past of games: events by sequence number, submitted actions, lists of public games."""

from __future__ import annotations

import sys
from bisect import bisect_left
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from typing import Any, Union

import msgspec

from engines.kernel.changes import NO_CHANGES, changes_of
from engines.kernel.game import Game
from engines.kernel.layouts import FIRST_LAYOUT
from engines.kernel.records import Event
from engines.kernel.registry import game
from store.games.repository import GameRepository, NoSuchGame
from store.model.documents.events import HOST_EVENTS, host_words
from store.model.documents.parts import NOTHING_MORE, Include
from store.model.memory import Memory, masked
from store.model.record import ActRecord, GameRecord, SchemaMismatch, decode_record
from store.redis import keys
from store.redis.client import RedisClient

Moment = tuple[int, str]
"""Creation time (ms) and id of a game: its position in a list."""
AT_ONCE, MOST_LOOKED_AT = 250, 500
"""Games that one page of a filtered list examines: per round trip, and in total."""
FEW = 50
"""Hardly any version has more events than this."""
_HOST_EVENTS = frozenset(HOST_EVENTS)


@cache
def _decoder(slug: str) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(Union[(*game(slug).rules.event_types, *HOST_EVENTS)])


def decode_event(slug: str, data: bytes) -> Event:
    """Decode an event of the log, which keeps events in the layout in which they were recorded."""
    decode = _decoder(slug).decode
    event: Event
    try:
        event = decode(data)
    except msgspec.ValidationError:
        event = decode(game(slug).upgraded(data, FIRST_LAYOUT))
    return event


def redacted(
    engine: Game[Any, Any],
    events: Iterable[Event],
    seat: int | None,
    language: str,
    players: list[str],
    record: GameRecord,
    position: Callable[[], Any],
    at: int | None = None,
    include: Include = NOTHING_MORE,
) -> list[Event]:
    """The events that their reader may know now (or might at version ``at``), each with its sentence.

    ``position`` reads the present position; it is called only if an old event has a face to remember.
    """
    redact, memory, last_act = engine.visibility.redact, None, max(record.acted, default=0)
    faces = engine.visibility.faces if last_act and record.status == "running" else {}
    sentences, host_sentences = engine.words.sentences[language], host_words.sentences[language]
    known: list[Event] = []
    for event in events:
        of_host = type(event) in _HOST_EVENTS
        shown = event if of_host else redact(event, seat)
        if shown is None:
            continue
        if type(event) in faces and (event.version or 0) < last_act:
            memory = memory or Memory(engine, record, seat, position, at)
            if hidden := memory.hidden(event):
                shown = masked(engine, shown, hidden, language, players)
                if include.board:
                    shown.board = NO_CHANGES
                known.append(shown)
                continue
        if shown is event:
            shown = event.__copy__()  # type: ignore[attr-defined]  # the log keeps the event itself, without words
        shown.sentence = (host_sentences if of_host else sentences)[type(shown)].of(shown, players)
        if include.board:
            shown.board = changes_of(engine.renderer.changes, shown)
        known.append(shown)
    return known


class History:
    def __init__(self, store: GameRepository) -> None:
        self.redis: RedisClient = store.redis

    def events(self, slug: str, identifier: str, after: int, limit: int) -> list[Event]:
        """Up to ``limit`` events after sequence number ``after``."""
        [entries] = self.redis.read(("LRANGE", keys.log(identifier), after, after + limit - 1))
        return [decode_event(slug, entry) for entry in entries]

    def position(self, engine: Game[Any, Any], identifier: str) -> Any:
        """The present position of a dealt game; raises NoSuchGame."""
        [[snapshot]] = self.redis.read(("HMGET", keys.game(identifier), "pos"))
        if not snapshot:
            raise NoSuchGame(identifier)
        return engine.decode(snapshot)

    def news(self, slug: str, identifier: str, after: int, limit: int) -> tuple[GameRecord, list[Event]]:
        """The record and up to ``limit`` events after ``after``, in one round trip; raises NoSuchGame."""
        [record], entries = self.redis.read(
            ("HMGET", keys.game(identifier), "head"), ("LRANGE", keys.log(identifier), after, after + limit - 1)
        )
        if record is None:
            raise NoSuchGame(identifier)
        decoded = decode_record(record)
        known = max(0, decoded.seq - after)  # events added between the two reads are left for the next request
        return decoded, [decode_event(slug, entry) for entry in entries[:known]]

    def of_version(self, slug: str, identifier: str, version: int, length: int) -> list[Event]:
        """The events of a version, found at the end of a log of this length or by bisection.

        A log that is shorter by now (a server that lost its last second) has none after its end.
        """
        last = self.events(slug, identifier, max(0, length - FEW), FEW)
        if length <= FEW or (last and (last[0].version or 0) < version):
            return [event for event in last if event.version == version]

        def version_at(index: int) -> int:
            events = self.events(slug, identifier, index, 1)
            return (events[0].version or 0) if events else sys.maxsize

        start, found = bisect_left(range(length), version, key=version_at), list[Event]()
        while page := self.events(slug, identifier, start, FEW):
            found += [event for event in page if event.version == version]
            if page[-1].version != version:
                break
            start += len(page)
        return found

    def acts(self, identifier: str, first: int = 0) -> list[ActRecord]:
        """The deal and every submitted action, from this index on."""
        [entries] = self.redis.read(("LRANGE", keys.acts(identifier), first, -1))
        return [msgspec.json.decode(entry, type=ActRecord) for entry in entries]

    def listed(
        self,
        slugs: Iterable[str],
        statuses: Iterable[str],
        before: Moment | None,
        limit: int,
        wanted: Callable[[GameRecord], bool] | None = None,
    ) -> tuple[list[tuple[str, int, GameRecord]], Moment | None]:
        """Public games, newest first (id, version, record), and the cursor of the next page.

        At most ``MOST_LOOKED_AT`` games are examined: a page may be short and still have a next one.
        """
        lists = keys.listings(slugs, statuses)
        found: list[tuple[str, int, GameRecord]] = []
        at_once = limit if wanted is None else AT_ONCE
        for _ in range(MOST_LOOKED_AT // AT_ONCE):
            entries, more = self._entries(lists, before, at_once)
            games = {game[0]: game for game in self._records([identifier for _, identifier in entries])}
            for entry in entries:
                before, game = entry, games.get(entry[1])
                if game is not None and (wanted is None or wanted(game[2])):
                    found.append(game)
                if len(found) == limit:
                    return found, before if more or entry != entries[-1] else None
            if not more:
                return found, None
        return found, before

    def _entries(self, lists: list[str], before: Moment | None, limit: int) -> tuple[list[Moment], bool]:
        """This many entries of all lists together, newest first, and whether there are more.

        A few entries of every list are read, then more of the lists that may have others among the newest.
        """
        wanted, newest = limit + 1, "+inf" if before is None else before[0]
        each = min(wanted, 2 * wanted // max(1, len(lists)) + 2)
        read: dict[str, list[Moment]] = {}
        unread, last = lists, (0, "")
        while unread:
            commands = [("ZREVRANGEBYSCORE", name, newest, "-inf", "WITHSCORES", "LIMIT", 0, each) for name in unread]
            for name, reply in zip(unread, self.redis.read(*commands), strict=True):
                read[name] = [
                    (int(float(score)), member.decode()) for member, score in zip(reply[::2], reply[1::2], strict=True)
                ]
            found = sorted((entry for entries in read.values() for entry in entries), reverse=True)
            if before is not None:
                found = [entry for entry in found if entry < before]
            last = found[limit] if len(found) > limit else (0, "")
            unread = [name for name in unread if len(read[name]) == each and read[name][-1] > last]
            each *= 4
        return found[:limit], len(found) > limit

    def remove_gone(self, listing: str) -> None:
        """Remove expired games from a list; they are among its oldest."""
        [entries] = self.redis.read(("ZRANGE", listing, 0, 99))
        if not entries:
            return
        kept = self.redis.read(*[("EXISTS", keys.game(entry.decode())) for entry in entries])
        gone = [entry for entry, exists in zip(entries, kept, strict=True) if not exists]
        if gone:
            self.redis.write(("ZREM", listing, *gone))

    def _records(self, identifiers: list[str]) -> list[tuple[str, int, GameRecord]]:
        if not identifiers:
            return []
        replies = self.redis.read(*[("HMGET", keys.game(identifier), "v", "head") for identifier in identifiers])
        found = []
        for identifier, (version, record) in zip(identifiers, replies, strict=True):
            # Left out: games that have expired, and those of another layout, which cannot be played here.
            with suppress(SchemaMismatch):
                if version is not None:
                    found.append((identifier, int(version), decode_record(record)))
        return found
