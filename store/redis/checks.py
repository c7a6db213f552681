"""Checks of a Redis server's settings and state, at start and by ``/readyz``."""

from __future__ import annotations

import logging
import math
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
SETTINGS = ("appendfsync", "min-replicas-to-write", "min-replicas-max-lag")
LOADING_SECONDS = 60.0
"""How long a start waits for a server that loads its data."""
LATE_CHECK_SECONDS = 2.0
"""Interval of the checks of a server that could not be checked at start."""
UNREACHABLE = (StoreUnavailable, RedisError, OSError)


class LevelNotKept(Exception):
    """The server cannot keep the configured durability level; the message says why."""


class ServerState(Struct):
    """Settings and state of a server."""

    info: dict[str, str]
    settings: dict[str, str]
    """The requested settings; empty if the server does not report them."""

    @property
    def fsync(self) -> str | None:
        """`appendfsync`; None if the server does not report it."""
        return self.settings.get("appendfsync")

    @property
    def replicas(self) -> int:
        """The number of replicas that follow the server now."""
        return sum("state=online" in value for name, value in self.info.items() if name.startswith("slave"))

    @property
    def version(self) -> ServerVersion:
        name = "valkey" if "valkey_version" in self.info else "redis"
        text = self.info.get("valkey_version") or self.info.get("redis_version") or "0"
        return ServerVersion(name, tuple(int(part) for part in text.split(".") if part.isdecimal()))

    @property
    def loading(self) -> bool:
        """Is the server loading its data? Until then it reports its log as off, whatever its settings are."""
        return self.info.get("loading", "0") != "0"

    @property
    def memory(self) -> tuple[int, int]:
        """Bytes in use, and the most that may be; 0 = no limit."""
        return int(self.info.get("used_memory", 0)), int(self.info.get("maxmemory", 0))

    @property
    def evicts(self) -> bool:
        """Does the server evict keys when its memory is full?"""
        return self.info.get("maxmemory_policy", "noeviction") != "noeviction"

    def broken_promises(self, durability: str) -> list[str]:
        """Why the server cannot keep the durability level; nothing while that is unknown."""
        if durability == "fast" or self.loading:
            return []
        if self.version.too_old:
            return [f"LUDOTHEQUE_DURABILITY={durability} needs Redis 7.0 or Valkey 7.2, the server is {self.version}"]
        if self.evicts and int(self.info.get("maxmemory", 0)):
            policy = self.info["maxmemory_policy"]
            return [
                f"LUDOTHEQUE_DURABILITY={durability} needs `maxmemory-policy noeviction`, the server has `{policy}`"
            ]
        if self.info.get("aof_enabled") == "0":
            return [f"LUDOTHEQUE_DURABILITY={durability} needs `appendonly yes`, the server has `appendonly no`"]
        kept = {"safe": ("always", None), "replicated": ("always", "everysec", None)}[durability]
        if self.fsync not in kept:
            return [
                f"LUDOTHEQUE_DURABILITY={durability} needs `appendfsync always`, "
                f"the server has `appendfsync {self.fsync}`"
            ]
        return []

    def obstacles(self, needed: int = 0) -> list[str]:
        """Why the server accepts or confirms no changes now; ``needed``: replicas that must confirm."""
        info, found = self.info, []
        if self.loading:
            found.append("the server reads its data")
        if info.get("role") == "slave":
            found.append("the server is a read-only replica")
        if info.get("aof_last_write_status", "ok") != "ok":
            found.append("the server cannot write its log: is the disk full?")
        used, most = self.memory
        if 0 < most <= used:
            found.append(f"the memory of the server is used up ({used} of {most} bytes)")
        if self.version.too_old:
            found.append(f"the server is {self.version}: too old")
        if self.replicas < needed and not found:
            found.append(f"{self.replicas} of {needed} replicas follow the server: no change is confirmed")
        return found or self._refuses_alone()

    def _refuses_alone(self) -> list[str]:
        """Does the server refuse changes, because too few replicas have reported within `min-replicas-max-lag`?"""
        reporting, fewest = self.info.get("min_slaves_good_slaves"), self.settings.get("min-replicas-to-write")
        if reporting is None or fewest is None or int(reporting) >= int(fewest):
            return []
        return [f"`min-replicas-to-write {fewest}`: {reporting} replicas report in time, so the server refuses changes"]

    def doubts(self, durability: str, needed: int = 0) -> list[str]:
        """Warnings for the operator that do not prevent play."""
        found = []
        if self.info.get("aof_enabled") == "0" and durability == "fast" and not self.loading:
            found.append("`appendonly no`: all games are gone when the server restarts")
        if self.evicts:
            found.append(f"`maxmemory-policy {self.info['maxmemory_policy']}`: a full server throws games away")
        if durability != "fast" and self.fsync is None:
            found.append("the server does not say how `appendfsync` is set")
        if durability == "replicated":
            found += self._weak_confirmations()
        if durability != "fast":
            found += self._goes_on_alone(max(needed, min(self.replicas, 1)))
        return found

    def _weak_confirmations(self) -> list[str]:
        if not self.version.knows_waitaof:
            return [
                f"{self.version} has no WAITAOF: replicas confirm that they have received a change, "
                "not that it is on their disks"
            ]
        if self.fsync == "everysec":
            return ["`appendfsync everysec`: every change waits up to a second for the disk"]
        return []

    def _goes_on_alone(self, needed: int) -> list[str]:
        """Does an isolated master accept changes, which are lost when a replica takes over?"""
        fewest = self.settings.get("min-replicas-to-write")
        if fewest is None or needed == 0:
            return []
        if int(fewest) < needed:
            return [
                f"`min-replicas-to-write {fewest}`: a master that is cut off goes on taking changes; set it to {needed}"
            ]
        if self.settings.get("min-replicas-max-lag") == "0":
            return [f"`min-replicas-max-lag 0` switches `min-replicas-to-write {fewest}` off; set it to 10"]
        return []


def state_of(read: Read) -> ServerState:
    """Query a server; ``read`` sends commands like ``RedisClient.read``."""
    sections: list[Sequence[str]] = [("INFO", name) for name in ("server", "persistence", "memory", "replication")]
    text = "\n".join(reply.decode() for reply in read(*sections))
    pairs = (line.strip().partition(":") for line in text.splitlines() if ":" in line)
    try:
        [said] = read(("CONFIG", "GET", *SETTINGS))
        texts = [text.decode() for text in said]
    except RedisError:  # CONFIG is often forbidden on managed servers
        texts = []
    return ServerState({name: value for name, _, value in pairs}, dict(zip(texts[::2], texts[1::2], strict=True)))


def check_at_start(url: str, durability: str, replicas: int = 1) -> bool:
    """Log what is wrong with the server. Raises LevelNotKept; False: it is unreachable or still loads its data.

    ``replicas``: how many must confirm at level `replicated`.
    """
    try:
        return _check(url, durability, replicas, LOADING_SECONDS)
    except UNREACHABLE as error:
        log.error("Redis cannot be used now", extra={"fields": {"error": reason_of(error)}})
        return False


class LateCheck:
    """Repeats the check in the supervisor's loop, for a server that could not be reached at start."""

    def __init__(self, url: str, durability: str, replicas: int) -> None:
        self._asked = (url, durability, replicas)
        self._due = time.monotonic() + LATE_CHECK_SECONDS

    def __call__(self) -> None:
        """Check the server if that is due. Raises LevelNotKept."""
        if time.monotonic() < self._due:
            return
        try:
            checked = _check(*self._asked, 0)
        except UNREACHABLE:
            checked = False
        self._due = math.inf if checked else time.monotonic() + LATE_CHECK_SECONDS


def _check(url: str, durability: str, replicas: int, patience: float) -> bool:
    """Check a server; False: it still loads its data after the timeout. Raises LevelNotKept and UNREACHABLE."""
    needed, checked = replicas if durability == "replicated" else 0, True
    client = client_for(url)
    try:
        for read in client.readers():
            state = _loaded(read, patience)
            if broken := state.broken_promises(durability):
                raise LevelNotKept("; ".join(broken))
            checked = checked and not state.loading
            if state.loading and not patience:  # logged at start
                continue
            for text in (*state.obstacles(needed), *state.doubts(durability, needed)):
                log.warning("check the Redis settings", extra={"fields": {"problem": text}})
    finally:
        client.close()
    return checked


def _loaded(read: Read, patience: float) -> ServerState:
    """State of a server once it has loaded its data, or after the timeout."""
    limit = time.monotonic() + patience
    while (state := state_of(read)).loading and time.monotonic() < limit:
        time.sleep(0.05)
    return state


def refuse_unfit(readers: Sequence[Read], durability: str, replicas: int = 1) -> list[str]:
    """Raise UnfitServer while a server cannot keep its promises, or accepts or confirms no changes.

    Returns warnings for the operator.
    """
    needed = replicas if durability == "replicated" else 0
    doubts: dict[str, None] = {}  # without repetition, in order
    for read in readers:
        state = state_of(read)
        if found := [*state.broken_promises(durability), *state.obstacles(needed)]:
            raise UnfitServer("; ".join(found))
        doubts |= dict.fromkeys(state.doubts(durability, needed))
    return list(doubts)
