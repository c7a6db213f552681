"""The keys in Redis. All keys of a partition share one hash tag, so that one script can commit a game."""

from __future__ import annotations

from binascii import crc_hqx
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from store.ids import PARTITIONS, partition_for, partition_of

SLOTS = 16384
Command = Sequence[Any]
KEYLESS = {"PING", "SCRIPT", "TIME", "INFO"}
"""Commands without a key."""
SCRIPTS = {"EVAL", "EVALSHA"}
_WAKE = ":wake:"
LISTED = ("open", "running", "finished", "aborted")
"""The statuses with a list of public games."""


class UnknownId(Exception):
    """An id that cannot exist here."""


@lru_cache(maxsize=4096)
def _tag(identifier: str) -> str:
    partition = partition_of(identifier)
    if partition is None:
        raise UnknownId(identifier)
    return f"{{p{partition}}}"


def tags() -> list[str]:
    return [f"{{p{number:02d}}}" for number in range(PARTITIONS)]


def tag(partition: str) -> str:
    """The hash tag of a partition, by its two digits."""
    return f"{{p{partition}}}"


def partition(tag: str) -> str:
    """The two digits of a hash tag."""
    return tag[2:4]


@lru_cache(maxsize=1024)
def _slot(tag: str) -> int:
    return crc_hqx(tag.encode(), 0) % SLOTS


def slot_of(key: str) -> int:
    """The slot of a key: that of its hash tag, if it has one."""
    start = key.find("{")
    end = key.find("}", start + 1)
    return _slot(key[start + 1 : end] if start >= 0 and end > start + 1 else key)


def key_of(command: Command) -> str | None:
    """The (first) key of a command; None when any node may carry it out."""
    name = command[0]
    if name in KEYLESS:
        return None
    return str(command[3] if name in SCRIPTS else command[1])


class Names(NamedTuple):
    """The keys that every commit of a game gets, in the order of its script."""

    game: str
    log: str
    acts: str
    repeats: str
    deadlines: str
    outbox: str
    hooks: str


@lru_cache(maxsize=4096)
def names(identifier: str) -> Names:
    """All keys of a game at once: every request needs some of them."""
    tag = _tag(identifier)
    return Names(
        game(identifier),
        log(identifier),
        acts(identifier),
        repeats(identifier),
        deadlines(tag),
        outbox(tag),
        hooks(identifier),
    )


def game(identifier: str) -> str:
    return f"{_tag(identifier)}:game:{identifier}"


def log(identifier: str) -> str:
    """Every event, one list entry each; the sequence number is the index."""
    return f"{_tag(identifier)}:log:{identifier}"


def acts(identifier: str) -> str:
    """Every submitted action with its dice and the hash of the resulting position."""
    return f"{_tag(identifier)}:acts:{identifier}"


def repeats(identifier: str) -> str:
    """Idempotency records of a game, kept as long as the game."""
    return f"{_tag(identifier)}:keys:{identifier}"


def trace(identifier: str) -> str:
    """The span of the game's last commit, if traces are enabled."""
    return f"{_tag(identifier)}:trace:{identifier}"


def answer(identifier: str, record: str) -> str:
    return f"{_tag(identifier)}:answer:{identifier}:{record}"


def creation(partition: int, record: str) -> str:
    return f"{{p{partition:02d}}}:created:{record}"


def job(identifier: str, part: str = "") -> str:
    """The state of a job; with a part, the results of its parts or their leases."""
    return f"{_tag(identifier)}:job:{identifier}" + (f":{part}" if part else "")


def remote(identifier: str, part: str = "bot") -> str:
    """A remote bot: its record, latencies, deliveries, offers, positions in event logs, games, reports."""
    return f"{_tag(identifier)}:remote:{identifier}:{part}"


def hooks(identifier: str) -> str:
    """The ids of a game's hooks; while it exists, every commit puts a task for the dispatcher into the outbox."""
    return f"{_tag(identifier)}:hooks:{identifier}"


def remotes(tag: str) -> str:
    """The remote bots of a partition, by time of registration."""
    return f"{tag}:remotes"


def ladder(slug: str, part: str) -> str:
    """A ladder: its entries, next seed, open games, results and replays."""
    return f"{{p{partition_for('ladder ' + slug):02d}}}:ladder:{slug}:{part}"


def service_fault(identifier: str) -> str:
    """Set when a bot lost a turn of this game through a fault of the service."""
    return f"{_tag(identifier)}:fault:{identifier}"


def rate(name: str, minute: int, client: str) -> str:
    """How often a client has used a class of operations in a minute."""
    return f"{{p{partition_for(client):02d}}}:rate:{name}:{minute}:{client}"


@lru_cache(maxsize=4096)
def quotas(kind: str, client: str) -> str:
    """A quota of a client: ids, by the time at which they were last checked."""
    return f"{{p{partition_for(client):02d}}}:held:{kind}:{client}"


def wake(identifier: str) -> str:
    """The channel on which changes of a game, job or bot are published; it belongs to the slot of its partition."""
    return f"{_tag(identifier)}{_WAKE}{identifier}"


def wake_all(tag: str) -> str:
    """The channel on which it is published that anything in a partition may have changed."""
    return f"{tag}{_WAKE}"


def woken(channel: str) -> str:
    """The id that a channel is for; empty for that of a whole partition."""
    return channel.partition(_WAKE)[2]


def deadlines(tag: str) -> str:
    return f"{tag}:deadlines"


def outbox(tag: str) -> str:
    return f"{tag}:outbox"


def orders(tag: str) -> str:
    """Jobs that have not ended."""
    return f"{tag}:orders"


def listing(tag: str, slug: str, status: str) -> str:
    return f"{tag}:list:{slug}:{status}"


def listings(slugs: Iterable[str], statuses: Iterable[str] = LISTED) -> list[str]:
    """The lists of public games of some kinds and statuses."""
    return [listing(tag, slug, status) for slug in slugs for status in statuses for tag in tags()]


def tag_of(identifier: str) -> str:
    return _tag(identifier)


COUNTERS = "{p00}:figures"
"""Counters of all processes."""
LEVELS = "{p00}:levels"
"""Levels of each process, with the time at which it wrote them."""
LADDER_SWEPT = "{p00}:ladder:beat"
"""When a sweeper last processed the ladders."""
MATCHES = "{p00}:matches"
"""The jobs of matches that are played."""
