"""Remote bots at rest: who they are, what they accept, how well they do, and which turns wait for them.

All keys of a bot lie in its own partition; what a game knows of it (its id and the hash of its token) lies in the game.
"""

from __future__ import annotations

import base64
import secrets
from collections.abc import Sequence
from importlib.resources import files
from typing import Any, Literal

import msgspec
from msgspec import Struct

from store.clock import now_ms
from store.create import RemoteSeat
from store.errors import SeatUnavailable
from store.events import Faults
from store.game import StoredGame
from store.history import History
from store.ids import hashed, new_token, same
from store.jobs.outbox import Turn
from store.redis import keys
from store.redis.client import RedisClient, Script
from store.repository import GameRepository
from store.views import encode, turn_document

CLAIM = Script((files("store") / "redis" / "scripts" / "claim.lua").read_text("utf-8"))
NOTICE = Script((files("store") / "redis" / "scripts" / "notice.lua").read_text("utf-8"))
SAMPLES = 200
"""Latencies that are kept; the median and the 95th percentile are theirs."""
DELIVERIES = 100
UNHEALTHY = 3
"""So many failures in a row."""
REPORT_SECONDS = 60
MOST_EVENTS = 500
MOST_TURNS = 50
"""Turns that one answer holds."""
NOTICES = 100
"""Notices that a pull bot can still read."""
NOT_PROVEN = "it did not answer 200 and the challenge within 8 seconds from an address that may be called"
"""One text for whatever went wrong with a challenge: the asker learns nothing about what listens where."""
ALL_PARTS = ("bot", "latencies", "deliveries", "turns", "seen", "games", "notices")

Call = Literal["turn", "start", "end", "challenge", "test"]


class NoSuchBot(Exception):
    """There is no remote bot with that id."""


class BotSecret(Struct, array_like=True):
    """A signing secret, sealed; one that was replaced signs beside the new one until it is over."""

    sealed: bytes
    until: int | None = None


class RemoteBot(Struct):
    """A registered bot."""

    id: str
    name: str
    token: str
    """Hash of its token."""
    secrets: list[BotSecret]
    url: str | None
    games: list[str]
    concurrent: int
    created: int
    wanted_url: str | None = None
    """Where it wants to be called, before that is proven."""
    proven: bool = True
    """False for a new bot until its first URL is proven."""
    local: bool = False
    """True when its URL was given from this machine: then it may be on a loopback address."""
    wanted_local: bool = False

    @property
    def seat(self) -> RemoteSeat:
        return RemoteSeat(self.id, self.name, self.token)


class Health(Struct):
    """How a bot does."""

    failures: int
    """In a row."""
    games_played: int
    latency_ms: int | None
    """Of its last answer."""
    median_ms: int | None
    p95_ms: int | None

    @property
    def healthy(self) -> bool:
        return self.failures < UNHEALTHY


class Delivery(Struct):
    """One call of a bot, or one turn that it fetched."""

    at: int
    call: Call
    game: str | None
    id: str | None
    seat: int | None
    decision: int | None
    status: int | None
    latency_ms: int | None
    fault: Faults | None


class Notice(Struct, array_like=True):
    """A game begins or ends for a pull bot."""

    at: int
    kind: Literal["start", "end"]
    slug: str
    game: str
    seat: int
    version: int


class Offer(Struct, array_like=True):
    """A turn that waits for a bot."""

    sent: int
    deadline: int
    after: int
    """Sequence number of the last event that the seat was told with an earlier turn."""


class Remotes:
    """The remote bots of the house, for one process."""

    def __init__(self, store: GameRepository) -> None:
        self.store = store
        self.redis: RedisClient = store.redis
        self.history = History(store)
        hours = max(store.settings.keep_idle_hours, store.settings.keep_finished_hours)
        self.keep_seconds = hours * 3600

    # --- who they are --------------------------------------------------------------------------------------------

    def register(
        self, identifier: str, name: str, url: str | None, games: list[str], concurrent: int, local: bool
    ) -> tuple[RemoteBot, str, str]:
        """A new bot with its token and its secret; one with a URL is listed once that is proven.

        ``local``: the request came from this machine.
        """
        token, secret = new_token("bot"), new_secret()
        sealed = [BotSecret(self._seal(identifier, secret))]
        bot = RemoteBot(identifier, name, hashed(token), sealed, None, games, concurrent, now_ms(), url, url is None)
        bot.wanted_local = local
        self.save(bot)
        return bot, token, secret

    def load(self, identifier: str) -> RemoteBot:
        try:
            [data] = self.redis.read(("HGET", keys.remote(identifier), "bot"))
        except keys.UnknownId as error:
            raise NoSuchBot(identifier) from error
        if data is None:
            raise NoSuchBot(identifier)
        return msgspec.msgpack.decode(data, type=RemoteBot)

    def save(self, bot: RemoteBot) -> None:
        commands: list[Sequence[Any]] = [("HSET", keys.remote(bot.id), "bot", msgspec.msgpack.encode(bot))]
        if bot.proven:
            commands.append(("ZADD", keys.remotes(keys.tag_of(bot.id)), bot.created, bot.id))
            commands += self._kept(bot.id)
        else:  # not proven yet: forgotten soon unless it is
            commands.append(("EXPIRE", keys.remote(bot.id), REPORT_SECONDS))
        self.redis.write(*commands, ("PUBLISH", keys.WAKE + bot.id, "saved"))
        self.store.await_replicas()

    def delete(self, bot: RemoteBot) -> None:
        """Forget a bot; which games it played is kept until built-in bots have its seats."""
        self.redis.write(
            ("DEL", *[keys.remote(bot.id, part) for part in ALL_PARTS if part != "games"]),
            ("ZREM", keys.remotes(keys.tag_of(bot.id)), bot.id),
            ("PUBLISH", keys.WAKE + bot.id, "deleted"),
        )

    def known(self, identifier: str) -> bool:
        """Is there such a bot still?"""
        [known] = self.redis.read(("HEXISTS", keys.remote(identifier), "bot"))
        return bool(known)

    def games(self, identifier: str) -> list[str]:
        """The games in which a bot takes part, also one that was deleted."""
        [games] = self.redis.read(("ZRANGE", keys.remote(identifier, "games"), 0, -1))
        return [game.decode() for game in games]

    def rotate(self, bot: RemoteBot) -> str:
        """A new secret; calls are signed with the old one too for a while."""
        secret, now = new_secret(), now_ms()
        until = now + self.store.settings.secret_overlap_seconds * 1000
        still = [BotSecret(old.sealed, old.until or until) for old in bot.secrets if (old.until or until) > now]
        bot.secrets = [BotSecret(self._seal(bot.id, secret)), *still]
        return secret

    def signing_secrets(self, bot: RemoteBot) -> list[bytes]:
        """The secrets that sign a call now, newest first."""
        now = now_ms()
        opened = [self.store.seal.open(s.sealed, bot.id) for s in bot.secrets if s.until is None or s.until > now]
        return [secret for secret in opened if secret is not None]

    def _seal(self, identifier: str, secret: str) -> bytes:
        return self.store.seal.close(secret_bytes(secret), identifier)

    def _kept(self, identifier: str) -> list[Sequence[Any]]:
        return [("EXPIRE", keys.remote(identifier, part), self.keep_seconds) for part in ALL_PARTS]

    def listed(
        self, before: tuple[int, str] | None, limit: int
    ) -> tuple[list[tuple[RemoteBot, Health]], tuple[int, str] | None]:
        """Registered bots, newest first, with how they do; and the place behind which the next page begins."""
        replies = self.redis.read(
            *[("ZRANGE", keys.remotes(tag), 0, -1, "WITHSCORES") for tag in keys.tags()]
        )  # fmt: skip
        found = sorted(
            (
                (int(float(score)), member.decode())
                for reply in replies
                for member, score in zip(reply[::2], reply[1::2], strict=True)
            ),
            reverse=True,
        )
        found = [entry for entry in found if before is None or entry < before]
        following = found[limit - 1] if len(found) > limit else None
        bots = []
        for _, identifier in found[:limit]:
            try:
                bot = self.load(identifier)
            except NoSuchBot:  # nobody has played with it for so long that it was forgotten
                self.redis.write(("ZREM", keys.remotes(keys.tag_of(identifier)), identifier))
            else:
                bots.append((bot, self.health(bot)))
        return bots, following

    # --- what they accept ----------------------------------------------------------------------------------------

    def claim(self, identifier: str, token: str | None, slug: str, game: str) -> RemoteSeat:
        """A seat for the bot in this game, if its owner's rules accept it. Raises NoSuchBot or SeatUnavailable.

        ``token`` is the hash that a rematch remembers: it must still be the bot's.
        """
        bot = self.load(identifier)
        if not bot.proven:
            raise NoSuchBot(identifier)
        if slug not in bot.games or (token is not None and not same(token, bot.token)):
            raise SeatUnavailable(f"{bot.name} does not play {slug}")
        now = now_ms()
        arguments = [game, bot.concurrent, now, now - self.keep_seconds * 1000]
        if not self.redis.run(CLAIM, [keys.remote(bot.id, "games")], arguments):
            raise SeatUnavailable(f"{bot.name} plays {bot.concurrent} games already, which is its owner's limit")
        self.redis.write(*self._kept(bot.id))
        return bot.seat

    def release(self, identifier: str, game: str, played: bool) -> None:
        """The bot has nothing more to do in this game."""
        [left] = self.redis.write(("ZREM", keys.remote(identifier, "games"), game))
        if left and played and self.known(identifier):
            self.redis.write(("HINCRBY", keys.remote(identifier), "games", 1))

    # --- turns ---------------------------------------------------------------------------------------------------

    def offer(self, bot: RemoteBot, turn: Turn, deadline: int, seq: int) -> Offer:
        """Let a turn wait for its bot, with the events since the seat's last turn; offered again it stays as it was."""
        turns, seen, place = keys.remote(bot.id, "turns"), keys.remote(bot.id, "seen"), f"{turn.game}/{turn.seat}"
        held, last = self.redis.read(("HGET", turns, turn.key), ("HGET", seen, place))
        if held is not None:
            return msgspec.msgpack.decode(held, type=Offer)
        offer = Offer(now_ms(), deadline, int(last or 0))
        self.redis.write(
            ("HSET", turns, turn.key, msgspec.msgpack.encode(offer)),
            ("HSET", seen, place, seq),
            *self._kept(bot.id),
            ("PUBLISH", keys.WAKE + bot.id, "turn"),
        )
        return offer

    def turn_body(self, table: StoredGame, seat: int, offer: Offer, latency_ms: int | None) -> bytes:
        """The turn as the bot gets it, called or asking."""
        events = self.history.events(table.record.slug, table.id, offer.after, MOST_EVENTS)
        return encode(turn_document(table, seat, events, latency_ms))

    def offers(self, identifier: str) -> dict[str, Offer]:
        """The turns that wait for a bot, the most urgent first."""
        [reply] = self.redis.read(("HGETALL", keys.remote(identifier, "turns")))
        found = {
            key.decode(): msgspec.msgpack.decode(value, type=Offer)
            for key, value in zip(reply[::2], reply[1::2], strict=True)
        }
        urgent = sorted(found.items(), key=lambda entry: (entry[1].deadline, entry[0]))
        return dict(urgent[:MOST_TURNS])

    def waiting(self, identifier: str) -> int:
        """How many turns wait for a bot."""
        [number] = self.redis.read(("HLEN", keys.remote(identifier, "turns")))
        return int(number)

    def withdraw(self, identifier: str, turn: str) -> None:
        """A turn no longer waits."""
        self.redis.write(("HDEL", keys.remote(identifier, "turns"), turn))

    def forget_seat(self, identifier: str, game: str, seat: int) -> None:
        self.redis.write(("HDEL", keys.remote(identifier, "seen"), f"{game}/{seat}"))

    # --- notices -------------------------------------------------------------------------------------------------

    def tell(self, identifier: str, kind: Literal["start", "end"], turn: Turn) -> None:
        """Let a pull bot read that a game begins or ends for it."""
        notice = msgspec.msgpack.encode(Notice(now_ms(), kind, turn.slug, turn.game, turn.seat, turn.decision))
        names = [keys.remote(identifier), keys.remote(identifier, "notices")]
        self.redis.run(NOTICE, names, [notice, NOTICES, self.keep_seconds, keys.WAKE + identifier])

    def notices(self, identifier: str, after: int) -> list[tuple[int, Notice]]:
        """Notices behind a number, oldest first."""
        [entries] = self.redis.read(("ZRANGEBYSCORE", keys.remote(identifier, "notices"), f"({after}", "+inf"))
        found = []
        for entry in entries:
            number, _, data = entry.partition(b":")
            found.append((int(number), msgspec.msgpack.decode(data, type=Notice)))
        return found

    def last_notice(self, identifier: str) -> int:
        """The number of the newest notice; 0 before the first."""
        [number] = self.redis.read(("HGET", keys.remote(identifier), "notices"))
        return int(number or 0)

    # --- how they do ---------------------------------------------------------------------------------------------

    def acted(self, identifier: str, turn: Turn) -> None:
        """The bot has sent its action by itself: that is an answer too."""
        [held] = self.redis.read(("HGET", keys.remote(identifier, "turns"), turn.key))
        if held is None:
            return  # the dispatcher has not come to offer it: nothing was measured
        latency = max(0, now_ms() - msgspec.msgpack.decode(held, type=Offer).sent)
        self.succeeded(identifier, turn, latency)
        self.log(identifier, delivery("turn", turn, 200, latency, None))

    def succeeded(self, identifier: str, turn: Turn, latency_ms: int) -> None:
        if not self.known(identifier):
            return
        latencies = keys.remote(identifier, "latencies")
        self.redis.write(
            ("HSET", keys.remote(identifier), "failures", 0, "latency", latency_ms),
            ("LPUSH", latencies, latency_ms),
            ("LTRIM", latencies, 0, SAMPLES - 1),
            ("HDEL", keys.remote(identifier, "turns"), turn.key),
        )
        self.store.counters.count("remote_turns")

    def failed(self, identifier: str, turn: Turn) -> None:
        """The fallback bot had to decide."""
        self.redis.write(("HDEL", keys.remote(identifier, "turns"), turn.key))
        if self.known(identifier):
            self.redis.write(("HINCRBY", keys.remote(identifier), "failures", 1))
        self.store.counters.count("remote_faults")

    def health(self, bot: RemoteBot) -> Health:
        counters, samples = self.redis.read(
            ("HMGET", keys.remote(bot.id), "failures", "games", "latency"),
            ("LRANGE", keys.remote(bot.id, "latencies"), 0, -1),
        )
        ordered = sorted(int(sample) for sample in samples)
        return Health(
            int(counters[0] or 0),
            int(counters[1] or 0),
            None if counters[2] is None else int(counters[2]),
            percentile(ordered, 50),
            percentile(ordered, 95),
        )

    def log(self, identifier: str, entry: Delivery) -> None:
        if not self.known(identifier):
            return  # it was deleted meanwhile, and nothing of it is to be kept
        name = keys.remote(identifier, "deliveries")
        self.redis.write(  # with its time, for the bot may have been deleted meanwhile
            ("LPUSH", name, msgspec.msgpack.encode(entry)),
            ("LTRIM", name, 0, DELIVERIES - 1),
            ("EXPIRE", name, self.keep_seconds),
        )

    def deliveries(self, identifier: str) -> list[Delivery]:
        """The last hundred, newest first."""
        [entries] = self.redis.read(("LRANGE", keys.remote(identifier, "deliveries"), 0, -1))
        return [msgspec.msgpack.decode(entry, type=Delivery) for entry in entries]

    # --- what the dispatcher reports back ------------------------------------------------------------------------

    def report(self, identifier: str, errand: str, text: bytes) -> None:
        """Keep the outcome of a challenge or a test for whoever waits for it."""
        self.redis.write(
            ("SET", keys.remote(identifier, f"report:{errand}"), text, "EX", REPORT_SECONDS),
            ("PUBLISH", keys.WAKE + identifier, "report"),
        )

    def reported(self, identifier: str, errand: str) -> bytes | None:
        [text] = self.redis.read(("GET", keys.remote(identifier, f"report:{errand}")))
        return None if text is None else bytes(text)


def delivery(call: Call, turn: Turn | None, status: int | None, latency: int | None, fault: Faults | None) -> Delivery:
    """An entry of the log, of this moment."""
    if turn is None:
        return Delivery(now_ms(), call, None, None, None, None, status, latency, fault)
    return Delivery(now_ms(), call, turn.slug, turn.game, turn.seat, turn.decision, status, latency, fault)


def percentile(ordered: Sequence[int], percent: int) -> int | None:
    """The smallest sample that so many percent do not exceed."""
    return ordered[max(0, -(-len(ordered) * percent // 100) - 1)] if ordered else None


def new_secret() -> str:
    """A signing secret as Standard Webhooks write it."""
    return "whsec_" + base64.b64encode(secrets.token_bytes(32)).decode()


def secret_bytes(secret: str) -> bytes:
    return base64.b64decode(secret.removeprefix("whsec_"))
