"""Stored ladders: entries, the seed of the next game, open games, and results.

All keys of a ladder are in one partition. One script opens a game and another records its result, so that several
sweepers, or one that dies in between, neither open a game nor count a result twice.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from copy import copy
from importlib.resources import files
from typing import Any

import msgspec
from msgspec import Struct

from engines.kernel.registry import slugs
from store.games.quotas import QuotaExceeded
from store.games.repository import GameRepository
from store.ladders.entries import LadderEntry, NextSeed, Pairing
from store.ladders.ratings import Standing, standings
from store.ladders.results import LadderResult
from store.model.record import new_seed
from store.process.clock import now_ms
from store.redis import keys
from store.redis.client import RedisClient, Script


def _script(name: str) -> Script:
    return Script((files("store") / "redis" / "scripts" / name).read_text("utf-8"))


PAIR, RECORD, ENTER, REPLACE = (
    _script(name) for name in ("ladder_pair.lua", "ladder_record.lua", "ladder_enter.lua", "replace.lua")
)
FULL, SHARE = -1, -2
"""The script's replies if the ladder is full, or the client has its share of it."""


class LadderFull(Exception):
    """The ladder has its maximum number of entries."""

    def __init__(self, most: int) -> None:
        super().__init__(f"{most} entries")
        self.most = most


class Ladder(Struct):
    """A ladder as read from Redis."""

    slug: str
    entries: dict[str, LadderEntry]
    next: NextSeed | None
    open: list[Pairing]
    results: list[LadderResult]
    rated: dict[str, Standing]

    @property
    def standings(self) -> dict[str, Standing]:
        """The rating of every bot in the results; a copy that the caller may change."""
        return {bot: copy(standing) for bot, standing in self.rated.items()}


class ReadResults(Struct):
    """Results read last, and the ratings after them."""

    mark: tuple[int, bytes | None, bytes | None]
    """Their number, and the first and last line."""
    results: list[LadderResult]
    rated: dict[str, Standing]


NONE_READ = ReadResults((0, None, None), [], {})
_encode, _decode_result = msgspec.json.Encoder().encode, msgspec.json.Decoder(LadderResult).decode


class Ladders:
    """The ladders of all games, for one process."""

    def __init__(self, store: GameRepository) -> None:
        self.store = store
        self.redis: RedisClient = store.redis
        self.settings = store.settings
        self._read: dict[str, ReadResults] = {}

    def load(self, slug: str) -> Ladder:
        name = keys.ladder(slug, "results")
        entries, following, opened, *mark = self.redis.read(
            ("HGETALL", keys.ladder(slug, "entries")),
            ("HMGET", keys.ladder(slug, "next"), "number", "seed"),
            ("HVALS", keys.ladder(slug, "open")),
            ("LLEN", name),
            ("LINDEX", name, 0),
            ("LINDEX", name, -1),
        )
        read = self._results(slug, mark)
        held = [msgspec.msgpack.decode(data, type=LadderEntry) for data in entries[1::2]]
        pairings = [msgspec.msgpack.decode(data, type=Pairing) for data in opened]
        return Ladder(
            slug,
            {entry.bot: entry for entry in sorted(held, key=lambda entry: entry.since)},
            None if following[0] is None else NextSeed(int(following[0]), following[1]),
            sorted(pairings, key=lambda pairing: pairing.number),
            read.results,
            read.rated,
        )

    def _results(self, slug: str, mark: Sequence[Any]) -> ReadResults:
        """Results and ratings: only new results are read and rated, unless the oldest were dropped."""
        held = self._read.get(slug, NONE_READ)
        if held.mark[1] != mark[1]:
            held = NONE_READ
        if held.mark != tuple(mark):
            held = self._read[slug] = self._later(slug, held)
        return held

    def _later(self, slug: str, held: ReadResults) -> ReadResults:
        """These results and their successors."""
        known = len(held.results)
        [lines] = self.redis.read(("LRANGE", keys.ladder(slug, "results"), max(0, known - 1), -1))
        if known and (not lines or lines.pop(0) != held.mark[2]):
            return self._later(slug, NONE_READ)
        results = [_decode_result(line) for line in lines]
        first = held.mark[1] if known else next(iter(lines), None)
        mark = (known + len(lines), first, lines[-1] if lines else held.mark[2])
        return ReadResults(mark, held.results + results, standings(results, held.rated))

    def busy(self) -> list[str]:
        """The games whose ladders have entries or unrecorded games."""
        counts = self.redis.read(
            *[("EXISTS", keys.ladder(slug, part)) for slug in slugs() for part in ("entries", "open")]
        )
        return [slug for slug, *of in zip(slugs(), counts[::2], counts[1::2], strict=True) if any(of)]

    # --- entries -------------------------------------------------------------------------------------------------

    def enter(self, slug: str, entry: LadderEntry) -> bool:
        """Enter a bot, or enter it again; was it there before? Raises LadderFull or QuotaExceeded."""
        most, share = self.settings.ladder_entries, self.settings.client_entries
        names = [keys.ladder(slug, "entries"), keys.ladder(slug, "next")]
        data = msgspec.msgpack.encode(entry)
        known = self.redis.run(ENTER, names, [entry.bot, data, new_seed(), most, entry.client, share])
        if known == FULL:
            raise LadderFull(most)
        if known == SHARE:
            raise QuotaExceeded("entries", share)
        self.store.await_replicas()
        return bool(known)

    def leave(self, slug: str, bot: str) -> bool:
        """Withdraw a bot; was it there?"""
        [gone] = self.redis.write(("HDEL", keys.ladder(slug, "entries"), bot))
        return bool(gone)

    def replace(self, slug: str, entry: LadderEntry, changed: LadderEntry | None) -> bool:
        """Change or withdraw an entry, unless its owner has changed it meanwhile."""
        new = b"" if changed is None else msgspec.msgpack.encode(changed)
        names = [keys.ladder(slug, "entries")]
        return bool(self.redis.run(REPLACE, names, [entry.bot, msgspec.msgpack.encode(entry), new]))

    # --- games ---------------------------------------------------------------------------------------------------

    def pair(self, slug: str, pairing: Pairing) -> bool:
        """Open a game with the seed of its number; False if another sweeper did so first."""
        names = [keys.ladder(slug, "next"), keys.ladder(slug, "open")]
        data, most = msgspec.msgpack.encode(pairing), self.settings.ladder_games
        return bool(self.redis.run(PAIR, names, [pairing.number, pairing.id, data, new_seed(), most]))

    def created(self, pairings: Sequence[Pairing]) -> list[Pairing]:
        """Those whose games exist: a game is created right after its pairing is stored."""
        found = self.redis.read(*[("EXISTS", keys.game(pairing.id)) for pairing in pairings]) if pairings else []
        return [pairing for pairing, exists in zip(pairings, found, strict=True) if exists]

    def record(self, slug: str, result: LadderResult, replay: bytes) -> bool:
        """Record the result of an open game once; False if it was recorded before."""
        names = [keys.ladder(slug, part) for part in ("open", "results", "replays")]
        packed = zlib.compress(replay) if replay else b""
        arguments = [result.id, result.number, _encode(result), packed, self.settings.ladder_results]
        return bool(self.redis.run(RECORD, names, arguments))

    def lines(self, slug: str, after: int) -> list[LadderResult]:
        """Results recorded after a number; 0 = all."""
        results = self.load(slug).results
        places = [place for place, result in enumerate(results) if result.number == after]
        return results[places[0] + 1 :] if places else results

    def replay(self, slug: str, game: str) -> bytes | None:
        """The replay of a recorded game, as JSON."""
        [packed] = self.redis.read(("HGET", keys.ladder(slug, "replays"), game))
        return None if packed is None else zlib.decompress(packed)

    # --- faults of the service -----------------------------------------------------------------------------------

    def record_sweep(self) -> int:
        """Record that a sweeper ran; returns for how many milliseconds none had."""
        now = now_ms()
        [before, _] = self.redis.write(("GET", keys.LADDER_SWEPT), ("SET", keys.LADDER_SWEPT, now))
        return now - int(before) if before is not None else 0

    def note_service_fault(self, game: str) -> None:
        """Mark a game as not counting: a bot lost its turn because it was never offered."""
        self.redis.write(("SET", keys.service_fault(game), "1", "EX", 7 * 86400))

    def had_service_fault(self, game: str) -> bool:
        return bool(self.redis.read(("EXISTS", keys.service_fault(game)))[0])
