"""Registered remote bots: their records, their rules, and the games that they play.

All keys of a bot are in its own partition; a game stores only its id and the hash of its token.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from typing import Any

import msgspec

from store.bots.deliveries import REPORT_SECONDS, Deliveries, Delivery
from store.bots.faults import BotFault
from store.bots.health import Health, HealthRecords
from store.bots.hooks import GameHooks
from store.bots.notices import Notices
from store.bots.record import Claim, RemoteBot
from store.bots.signing import new_secret, sealed_secret, still_valid
from store.bots.turns import OfferedTurns
from store.games.changes.create import RemoteSeat
from store.games.repository import GameRepository
from store.ids import hashed, new_token, same
from store.model.outcomes import SeatUnavailable
from store.model.turns import Turn
from store.process.clock import now_ms
from store.redis import keys
from store.redis.client import RedisClient, Script

CLAIM = Script((files("store") / "redis" / "scripts" / "claim.lua").read_text("utf-8"))
NOT_PROVEN = "it did not answer 200 and the challenge within 8 seconds from an address that may be called"
"""One text for every failed challenge, so that it reveals nothing about what listens where."""
BUSY = "busy"
"""The fault of a challenge that was not sent, because no place became free for it."""
ALL_PARTS = ("bot", "latencies", "deliveries", "turns", "seen", "games", "clients", "failing", "notices")
FULL, SHARE = 0, -1
"""Results of the script that mean a refusal."""
OWN_TIME = 0.9
"""A bot had its full time for an answer if it had at least this share of it: some time passes before the offer."""


class NoSuchBot(Exception):
    """There is no remote bot with that id."""


class Remotes:
    """The remote bots, for one process."""

    def __init__(self, store: GameRepository) -> None:
        self.store = store
        self.redis: RedisClient = store.redis
        hours = max(store.settings.keep_idle_hours, store.settings.keep_finished_hours)
        self.keep_seconds = hours * 3600
        self.turns = OfferedTurns(store, self.keep_seconds)
        self.health = HealthRecords(self.redis, self.keep_seconds)
        self.deliveries = Deliveries(self.redis, self.keep_seconds)
        self.notices = Notices(self.redis, self.keep_seconds)
        self.hooks = GameHooks(self.redis, self.keep_seconds)

    # --- who they are --------------------------------------------------------------------------------------------

    def register(self, bot: RemoteBot, url: str | None, local: bool) -> tuple[str, str]:
        """Store a new bot; returns it with token and secret. A bot with a URL is listed once that is verified.

        ``local``: the request came from this machine.
        """
        token, secret = new_token("bot"), new_secret()
        bot.token, bot.secrets = hashed(token), [sealed_secret(self.store.seal, bot.id, secret)]
        bot.wanted_url, bot.wanted_local, bot.proven = url, local, url is None
        self.save(bot)
        return token, secret

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
        if bot.proven and bot.hook is not None:
            commands += self._kept(bot.id)
        elif bot.proven:
            commands.append(("ZADD", keys.remotes(keys.tag_of(bot.id)), bot.created, bot.id))
            commands += self._kept(bot.id)
        else:  # not verified yet: expires soon
            commands.append(("EXPIRE", keys.remote(bot.id), REPORT_SECONDS))
        self.redis.write(*commands, ("SPUBLISH", keys.wake(bot.id), "saved"))
        self.store.await_replicas()

    def prove(self, identifier: str) -> None:
        """Switch to the URL that the owner has given, after the bot has answered the challenge."""
        bot = self.load(identifier)
        if bot.wanted_url is not None:
            bot.url, bot.wanted_url, bot.proven = bot.wanted_url, None, True
            bot.local = bot.wanted_local
            self.save(bot)

    def delete(self, bot: RemoteBot) -> None:
        """Delete a bot; the list of its games is kept until built-in bots have its seats."""
        self.redis.write(
            ("DEL", *[keys.remote(bot.id, part) for part in ALL_PARTS if part != "games"]),
            ("ZREM", keys.remotes(keys.tag_of(bot.id)), bot.id),
            ("SPUBLISH", keys.wake(bot.id), "deleted"),
        )

    def known(self, identifier: str) -> bool:
        """Is the bot still registered?"""
        [known] = self.redis.read(("HEXISTS", keys.remote(identifier), "bot"))
        return bool(known)

    def rotate(self, bot: RemoteBot) -> str:
        """Rotate the secret; for a while calls are signed with both."""
        secret = new_secret()
        overlap_ms = self.store.settings.secret_overlap_seconds * 1000
        bot.secrets = [sealed_secret(self.store.seal, bot.id, secret), *still_valid(bot.secrets, overlap_ms)]
        return secret

    def _kept(self, identifier: str) -> list[Sequence[Any]]:
        return [("EXPIRE", keys.remote(identifier, part), self.keep_seconds) for part in ALL_PARTS]

    def listed(
        self, before: tuple[int, str] | None, limit: int
    ) -> tuple[list[tuple[RemoteBot, Health]], tuple[int, str] | None]:
        """Registered bots with their health, newest first, and the cursor of the next page."""
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
            except NoSuchBot:  # expired; the sweeper removes it from the list
                continue
            bots.append((bot, self.health.of(bot.id)))
        return bots, following

    # --- tests -------------------------------------------------------------------------------------------------------

    def has_passed(self, identifier: str, slug: str) -> bool:
        """Has the bot passed a test of this game?"""
        [passed] = self.redis.read(("HEXISTS", keys.remote(identifier), _tested(slug)))
        return bool(passed)

    def note_passed(self, identifier: str, slug: str) -> None:
        if self.known(identifier):
            self.redis.write(("HSET", keys.remote(identifier), _tested(slug), now_ms()))

    def forget_passed(self, identifier: str, slug: str) -> None:
        self.redis.write(("HDEL", keys.remote(identifier), _tested(slug)))

    # --- which games they play -----------------------------------------------------------------------------------

    def claim(self, identifier: str, claim: Claim) -> RemoteSeat | SeatUnavailable:
        """Seat the bot in this game if its owner's rules accept it. Raises NoSuchBot."""
        bot = self.acceptable(identifier, claim)
        if isinstance(bot, SeatUnavailable):
            return bot
        if (refusal := self._take_game(bot, claim)) is not None:
            return refusal
        self.redis.write(*self._kept(bot.id))
        return bot.seat

    def acceptable(self, identifier: str, claim: Claim) -> RemoteBot | SeatUnavailable:
        """The bot, if its owner's rules accept such a game, whether or not it is busy. Raises NoSuchBot."""
        bot = self.load(identifier)
        if not bot.proven or bot.hook is not None:
            raise NoSuchBot(identifier)
        if claim.slug not in bot.games or (claim.token is not None and not same(claim.token, bot.token)):
            return SeatUnavailable(f"{bot.name} does not play {claim.slug}")
        if claim.clock is not None and claim.clock.turn_seconds < bot.min_turn_seconds:
            return SeatUnavailable(f"{bot.name} wants at least {bot.min_turn_seconds} seconds for a decision")
        if not claim.entered and not bot.accepts_host(claim.client):
            return SeatUnavailable(f"{bot.name} plays only for hosts that its owner has named")
        return bot

    def _take_game(self, bot: RemoteBot, claim: Claim) -> SeatUnavailable | None:
        now, client = now_ms(), hashed(claim.client)
        idle = self.store.settings.remote_idle_seconds * 1000
        share = 0 if claim.entered or same(client, bot.client) else max(1, bot.concurrent // 2)
        taken = self.redis.run(
            CLAIM,
            [keys.remote(bot.id, "games"), keys.remote(bot.id, "clients")],
            [claim.game, bot.concurrent, now, now - self.keep_seconds * 1000, now - idle, client, share],
        )
        if taken == FULL:
            return SeatUnavailable(f"{bot.name} plays {bot.concurrent} games already, which is its owner's limit")
        if taken == SHARE:
            return SeatUnavailable(f"{bot.name} plays {share} games of yours already, which is one client's share")
        return None

    def release(self, identifier: str, game: str, played: bool) -> None:
        """Release the bot from this game."""
        [left, *_] = self.redis.write(
            ("ZREM", keys.remote(identifier, "games"), game),
            ("HDEL", keys.remote(identifier, "clients"), game),
            ("HDEL", keys.remote(identifier, "failing"), game),
        )
        if left and played and self.known(identifier):
            self.redis.write(("HINCRBY", keys.remote(identifier), "games", 1))

    def games(self, identifier: str) -> list[str]:
        """The games that a bot plays, also after it was deleted."""
        [games] = self.redis.read(("ZRANGE", keys.remote(identifier, "games"), 0, -1))
        return [game.decode() for game in games]

    def games_by_last_use(self, identifier: str) -> list[tuple[str, int]]:
        """The games with the time at which the bot was last seated or asked, oldest first."""
        [reply] = self.redis.read(("ZRANGE", keys.remote(identifier, "games"), 0, -1, "WITHSCORES"))
        return [(game.decode(), int(float(last_used))) for game, last_used in zip(reply[::2], reply[1::2], strict=True)]

    # --- what came of their turns --------------------------------------------------------------------------------

    def acted(self, identifier: str, turn: Turn) -> None:
        """Count an action that the bot sent by itself as an answer."""
        offer = self.turns.find(identifier, turn)
        if offer is None:
            return  # the dispatcher has not offered the turn yet: nothing was measured
        latency = max(0, now_ms() - offer.sent)
        self.succeeded(identifier, turn, latency)
        self.deliveries.add(identifier, Delivery.of("turn", turn, 200, latency, None))

    def succeeded(self, identifier: str, turn: Turn, latency_ms: int) -> None:
        if self.known(identifier):
            self.turns.withdraw(identifier, turn.key)
            self.health.succeeded(identifier, turn.game, latency_ms)
            self.store.counters.count("remote_turns")

    def failed(self, identifier: str, turn: Turn, fault: BotFault) -> None:
        """Count a turn that the fallback bot had to decide, unless it was never offered to the bot."""
        offer = self.turns.find(identifier, turn)
        self.turns.withdraw(identifier, turn.key)
        if offer is not None and self.known(identifier):
            budget = self.store.settings.remote_seconds * 1000 * OWN_TIME
            own = fault.kind != "timeout" or offer.deadline - offer.sent >= budget
            self.health.failed(identifier, turn.game, own)
        self.store.counters.count("remote_faults")


def _tested(slug: str) -> str:
    """The field of a bot that says when it last passed a test of a game."""
    return f"tested:{slug}"
