"""The health of bots: consecutive failures, per game and in total, and latencies."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from store.redis import keys
from store.redis.client import RedisClient

SAMPLES = 200
"""Number of latencies kept for the median and the 95th percentile."""
UNHEALTHY = 3
"""Consecutive failures."""
PROBE_MS = 2000
"""The shortest time of a turn in a game in which the bot has failed."""


class Health(Struct):
    """The health of one bot."""

    failures: int
    """Consecutive failures in all games, without timeouts under a clock shorter than the bot's own time."""
    games_played: int
    latency_ms: int | None
    """Latency of its last answer."""
    median_ms: int | None
    p95_ms: int | None

    @property
    def healthy(self) -> bool:
        return self.failures < UNHEALTHY


class HealthRecords:
    def __init__(self, redis: RedisClient, keep_seconds: int) -> None:
        self.redis = redis
        self.keep_seconds = keep_seconds

    def of(self, bot: str) -> Health:
        counters, samples = self.redis.read(
            ("HMGET", keys.remote(bot), "failures", "games", "latency"),
            ("LRANGE", keys.remote(bot, "latencies"), 0, -1),
        )
        ordered = sorted(int(sample) for sample in samples)
        return Health(
            int(counters[0] or 0),
            int(counters[1] or 0),
            None if counters[2] is None else int(counters[2]),
            percentile(ordered, 50),
            percentile(ordered, 95),
        )

    def failures_in(self, bot: str, game: str) -> int:
        """Consecutive failures in one game."""
        [failures] = self.redis.read(("HGET", keys.remote(bot, "failing"), game))
        return int(failures or 0)

    def succeeded(self, bot: str, game: str, latency_ms: int) -> None:
        latencies = keys.remote(bot, "latencies")
        self.redis.write(
            ("HSET", keys.remote(bot), "failures", 0, "latency", latency_ms),
            ("LPUSH", latencies, latency_ms),
            ("LTRIM", latencies, 0, SAMPLES - 1),
            ("EXPIRE", latencies, self.keep_seconds),
            ("HDEL", keys.remote(bot, "failing"), game, _tried(game)),
        )

    def failed(self, bot: str, game: str, in_its_own_time: bool) -> None:
        """Count a failure in this game, and in all games if the bot had its full time for the answer."""
        failing = keys.remote(bot, "failing")
        self.redis.write(("HINCRBY", failing, game, 1), ("EXPIRE", failing, self.keep_seconds))
        if in_its_own_time:
            self.redis.write(("HINCRBY", keys.remote(bot), "failures", 1))

    def reset(self, bot: str) -> None:
        """Count the bot as healthy after its owner has changed or tested it."""
        self.redis.write(("HSET", keys.remote(bot), "failures", 0), ("DEL", keys.remote(bot, "failing")))

    def budget_ms(self, bot: str, game: str) -> int | None:
        """The reduced time of a new turn in a game in which the bot keeps failing; None = its full time.

        Twice its usual latency. The 6th, 12th, 24th ... failure restores the full time for one try. The turn after a
        failure may be opened before the failure is counted, so that try is remembered instead of derived.
        """
        failing, field = keys.remote(bot, "failing"), _tried(game)
        [(counted, tried)] = self.redis.read(("HMGET", failing, game, field))
        failures = int(counted or 0)
        if failures < UNHEALTHY:
            return None
        if (due := last_full_time(failures)) > int(tried or 0):
            self.redis.write(("HSET", failing, field, due))
            return None
        return max(PROBE_MS, 2 * (self.of(bot).p95_ms or 0))


def _tried(game: str) -> str:
    return f"{game}/tried"


def last_full_time(failures: int) -> int:
    """The last of 6, 12, 24 ... failures that have been reached; 0 before the first."""
    times = failures // (2 * UNHEALTHY)
    return 2 * UNHEALTHY << times.bit_length() - 1 if times else 0


def percentile(ordered: Sequence[int], percent: int) -> int | None:
    """The given percentile of the samples."""
    return ordered[max(0, -(-len(ordered) * percent // 100) - 1)] if ordered else None
