"""Open turns of remote bots, and their documents."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

import msgspec
from msgspec import Struct

from store.bots.record import RemoteBot
from store.bots.turn_document import turn_document
from store.games.history import History
from store.games.repository import GameRepository, NoSuchGame, engine_of
from store.games.views import encode
from store.model.game import StoredGame
from store.model.record import SchemaMismatch
from store.model.turns import Turn
from store.process.clock import now_ms
from store.redis import keys

MOST_EVENTS = 500
MOST_TURNS = 50
"""Maximum number of turns in one response."""
CACHE_BYTES = 16 * 1024 * 1024


class Offer(Struct, array_like=True):
    """An open turn that was offered to a bot."""

    sent: int
    deadline: int
    """When a built-in bot decides instead."""
    after: int
    """Sequence number of the last event of the seat's previous turn."""


class OfferedTurns:
    """The turns that bots owe now."""

    def __init__(self, store: GameRepository, keep_seconds: int) -> None:
        self.store = store
        self.redis = store.redis
        self.history = History(store)
        self.keep_seconds = keep_seconds
        self.bodies = TurnBodies(CACHE_BYTES)

    def offer(self, bot: RemoteBot, turn: Turn, deadline: int, seq: int) -> Offer:
        """Offer a turn to its bot, with the events since the seat's last turn; offering it again changes nothing."""
        turns, seen, place = keys.remote(bot.id, "turns"), keys.remote(bot.id, "seen"), f"{turn.game}/{turn.seat}"
        held, last = self.redis.read(("HGET", turns, turn.key), ("HGET", seen, place))
        if held is not None:
            return msgspec.msgpack.decode(held, type=Offer)
        offer = Offer(now_ms(), deadline, int(last or 0))
        self.redis.write(
            ("HSET", turns, turn.key, msgspec.msgpack.encode(offer)),
            ("EXPIRE", turns, self.keep_seconds),
            ("HSET", seen, place, seq),
            ("EXPIRE", seen, self.keep_seconds),
            ("ZADD", keys.remote(bot.id, "games"), "XX", offer.sent, turn.game),
            ("SPUBLISH", keys.wake(bot.id), "turn"),
        )
        return offer

    def find(self, bot: str, turn: Turn) -> Offer | None:
        """The offer of this turn, while it is open."""
        [held] = self.redis.read(("HGET", keys.remote(bot, "turns"), turn.key))
        return None if held is None else msgspec.msgpack.decode(held, type=Offer)

    def offers(self, bot: str) -> dict[str, Offer]:
        """The open turns of a bot, the most urgent first."""
        [reply] = self.redis.read(("HGETALL", keys.remote(bot, "turns")))
        found = {
            key.decode(): msgspec.msgpack.decode(value, type=Offer)
            for key, value in zip(reply[::2], reply[1::2], strict=True)
        }
        urgent = sorted(found.items(), key=lambda entry: (entry[1].deadline, entry[0]))
        return dict(urgent[:MOST_TURNS])

    def count(self, bot: str) -> int:
        """The number of open turns of a bot."""
        [number] = self.redis.read(("HLEN", keys.remote(bot, "turns")))
        return int(number)

    def withdraw(self, bot: str, turn: str) -> None:
        """Close an offer."""
        self.redis.write(("HDEL", keys.remote(bot, "turns"), turn))

    def remove_seat(self, bot: str, game: str, seat: int) -> None:
        self.redis.write(("HDEL", keys.remote(bot, "seen"), f"{game}/{seat}"))

    # --- documents -----------------------------------------------------------------------------------------------

    def body(self, bot: RemoteBot, game: StoredGame, seat: int, offer: Offer, latency_ms: int | None) -> bytes:
        """The turn as a webhook bot receives it."""
        return self._encoded(game, seat, offer, latency_ms, bot.language, bot.text)

    def bodies_of(
        self, bot: RemoteBot, text: bool, latency_ms: int | None, admit: Callable[[int], object]
    ) -> dict[str, bytes]:
        """The open turns of a bot as it reads them; those that it no longer owes are withdrawn.

        A body is built once per version of its game; repeating it costs one read of the versions. ``admit`` receives
        the number of bodies that must be built, and may raise.
        """
        offers = self.offers(bot.id)
        revisions = self._revisions(list(offers))
        names = {key: (key, revision, bot.language, text) for key, revision in zip(offers, revisions, strict=True)}
        bodies = {key: self.bodies.get(name) for key, name in names.items()}
        if new := [key for key, body in bodies.items() if body is None]:
            admit(len(new))
        for key in new:
            body = bodies[key] = self._body_if_owed(bot, Turn.parse(key), offers[key], latency_ms, text)
            if body is None:
                self.withdraw(bot.id, key)
            else:
                self.bodies.put(names[key], body)
        return {key: body for key, body in bodies.items() if body is not None}

    def _revisions(self, turns: list[str]) -> list[tuple[bytes | None, ...]]:
        """A value that changes with every version of the turns' games, in one round trip."""
        if not turns:
            return []
        replies = self.redis.read(*[("HMGET", keys.game(Turn.parse(turn).game), "v", "stamp") for turn in turns])
        return [tuple(reply) for reply in replies]

    def _body_if_owed(
        self, bot: RemoteBot, turn: Turn, offer: Offer, latency_ms: int | None, text: bool
    ) -> bytes | None:
        try:
            game = self.store.load(engine_of(turn.slug), turn.game)
        except (NoSuchGame, SchemaMismatch):
            return None
        seat = game.record.seats[turn.seat]
        if game.over or seat.controller != bot.id or game.record.decisions[turn.seat] != turn.decision:
            return None
        return self._encoded(game, turn.seat, offer, latency_ms, bot.language, text)

    def _encoded(
        self, game: StoredGame, seat: int, offer: Offer, latency_ms: int | None, language: str, text: bool
    ) -> bytes:
        events = self.history.events(game.record.slug, game.id, offer.after, MOST_EVENTS)
        return encode(turn_document(game, seat, events, offer.deadline, latency_ms, language, text))


class TurnBodies:
    """Recently read turn documents, up to a total size."""

    def __init__(self, most_bytes: int) -> None:
        self.most_bytes = most_bytes
        self.bytes = 0
        self._bodies: OrderedDict[object, bytes] = OrderedDict()

    def get(self, name: object) -> bytes | None:
        body = self._bodies.get(name)
        if body is not None:
            self._bodies.move_to_end(name)
        return body

    def put(self, name: object, body: bytes) -> None:
        self.bytes += len(body) - len(self._bodies.pop(name, b""))
        self._bodies[name] = body
        while self.bytes > self.most_bytes:
            _, oldest = self._bodies.popitem(last=False)
            self.bytes -= len(oldest)
