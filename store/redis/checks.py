"""What a Redis server's settings and state mean for the games: checked at start and by ``/readyz``."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct
from redis.exceptions import RedisError

from store.redis.client import StoreUnavailable, UnfitServer, reason_of
from store.redis.cluster import client_for
from store.redis.embedded.server_version import ServerVersion

log = logging.getLogger("ludotheque")
Read = Callable[..., list[Any]]
LOADING_SECONDS = 60.0
"""How long a start waits for a server that reads its data."""


class LevelNotKept(Exception):
    """The server cannot keep the level of durability that is set; the message says why."""


class ServerState(Struct):
    """What a server says of itself."""

    info: dict[str, str]
    fsync: str | None
    """`appendfsync`; None where the server does not say."""

    @property
    def loading(self) -> bool:
        """Does the server read its data? Until then it calls its log switched off, whatever its settings are."""
        return self.info.get("loading", "0") != "0"

    @property
    def evicts(self) -> bool:
        """Does the server throw keys away when its memory is used up?"""
        return self.info.get("maxmemory_policy", "noeviction") != "noeviction"

    def broken_promises(self, durability: str) -> list[str]:
        """Why the server cannot keep the level of durability; nothing while that cannot be known."""
        if durability == "fast" or self.loading:
            return []
        if self.evicts and int(self.info.get("maxmemory", 0)):
            policy = self.info["maxmemory_policy"]
            return [
                f"LUDOTHEQUE_DURABILITY={durability} needs `maxmemory-policy noeviction`, the server has `{policy}`"
            ]
        if self.info.get("aof_enabled") == "0":
            return [f"LUDOTHEQUE_DURABILITY={durability} needs `appendonly yes`, the server has `appendonly no`"]
        if durability == "safe" and self.fsync not in ("always", None):
            return [f"LUDOTHEQUE_DURABILITY=safe needs `appendfsync always`, the server has `appendfsync {self.fsync}`"]
        return []

    def obstacles(self) -> list[str]:
        """Why the server takes no changes now."""
        info, found = self.info, []
        if self.loading:
            found.append("the server reads its data")
        if info.get("role") == "slave":
            found.append("the server is a read-only replica")
        if info.get("aof_last_write_status", "ok") != "ok":
            found.append("the server cannot write its log: is the disk full?")
        used, most = int(info.get("used_memory", 0)), int(info.get("maxmemory", 0))
        if 0 < most <= used:
            found.append(f"the memory of the server is used up ({used} of {most} bytes)")
        name = "valkey" if "valkey_version" in info else "redis"
        text = info.get("valkey_version") or info.get("redis_version") or "0"
        version = ServerVersion(name, tuple(int(part) for part in text.split(".") if part.isdecimal()))
        if version.too_old:
            found.append(f"the server is {version}: too old")
        return found

    def doubts(self, durability: str) -> list[str]:
        """What an operator should know though games can be played."""
        found = []
        if self.info.get("aof_enabled") == "0" and durability == "fast" and not self.loading:
            found.append("`appendonly no`: all games are gone when the server restarts")
        if self.evicts:
            found.append(f"`maxmemory-policy {self.info['maxmemory_policy']}`: a full server throws games away")
        if durability == "replicated" and self.fsync not in ("always", None):
            found.append(f"`appendfsync {self.fsync}`: a power cut of master and replicas at once may lose a second")
        if durability != "fast" and self.fsync is None:
            found.append("the server does not say how `appendfsync` is set")
        return found


def state_of(read: Read) -> ServerState:
    """Ask a server; ``read`` sends commands as ``RedisClient.read`` does."""
    sections: list[Sequence[str]] = [("INFO", name) for name in ("server", "persistence", "memory", "replication")]
    text = "\n".join(reply.decode() for reply in read(*sections))
    pairs = (line.strip().partition(":") for line in text.splitlines() if ":" in line)
    try:
        [setting] = read(("CONFIG", "GET", "appendfsync"))
        fsync = setting[1].decode() if setting else None
    except RedisError:  # CONFIG is often forbidden on servers that others run
        fsync = None
    return ServerState({name: value for name, _, value in pairs}, fsync)


def check_at_start(url: str, durability: str) -> None:
    """Log what is wrong with the server. Raises LevelNotKept; one that is away is only named."""
    client = client_for(url)
    try:
        for read in client.readers():
            state = _loaded(read)
            if broken := state.broken_promises(durability):
                raise LevelNotKept("; ".join(broken))
            for text in (*state.obstacles(), *state.doubts(durability)):
                log.warning("the Redis of the games", extra={"fields": {"problem": text}})
    except (StoreUnavailable, RedisError, OSError) as error:
        log.error("Redis cannot be used now", extra={"fields": {"error": reason_of(error)}})
    finally:
        client.close()


def _loaded(read: Read) -> ServerState:
    """What a server says of itself once it has read its data, or when the time for that is up."""
    limit = time.monotonic() + LOADING_SECONDS
    while (state := state_of(read)).loading and time.monotonic() < limit:
        time.sleep(0.05)
    return state


def refuse_unfit(readers: Sequence[Read], durability: str) -> None:
    """Raise UnfitServer while a server cannot keep its promises or takes no changes."""
    for read in readers:
        state = state_of(read)
        if found := [*state.broken_promises(durability), *state.obstacles()]:
            raise UnfitServer("; ".join(found))
