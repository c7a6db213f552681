"""The names of things in Redis. All keys of a partition share one hash tag, so that one script commits a game."""

from __future__ import annotations

from functools import lru_cache

from store.ids import PARTITIONS, partition_of


class UnknownId(Exception):
    """An id that cannot name anything here."""


@lru_cache(maxsize=4096)
def _tag(identifier: str) -> str:
    partition = partition_of(identifier)
    if partition is None:
        raise UnknownId(identifier)
    return f"{{p{partition}}}"


def tags() -> list[str]:
    return [f"{{p{number:02d}}}" for number in range(PARTITIONS)]


def game(identifier: str) -> str:
    return f"{_tag(identifier)}:game:{identifier}"


def log(identifier: str) -> str:
    """Every event, one list entry each: the sequence number is the place in the list."""
    return f"{_tag(identifier)}:log:{identifier}"


def acts(identifier: str) -> str:
    """Every submitted action with its dice and the hash of the position after it."""
    return f"{_tag(identifier)}:acts:{identifier}"


def repeats(identifier: str) -> str:
    """Idempotency records of a game: as long as the game lives, no key is applied twice."""
    return f"{_tag(identifier)}:keys:{identifier}"


def answer(identifier: str, record: str) -> str:
    return f"{_tag(identifier)}:answer:{identifier}:{record}"


def creation(partition: int, record: str) -> str:
    return f"{{p{partition:02d}}}:created:{record}"


def job(identifier: str) -> str:
    return f"{_tag(identifier)}:job:{identifier}"


def deadlines(tag: str) -> str:
    return f"{tag}:deadlines"


def outbox(tag: str) -> str:
    return f"{tag}:outbox"


def orders(tag: str) -> str:
    """Jobs that have been ordered and have not ended."""
    return f"{tag}:orders"


def listing(tag: str, slug: str, status: str) -> str:
    return f"{tag}:list:{slug}:{status}"


def tag_of(identifier: str) -> str:
    return _tag(identifier)


WAKE = "wake:"
"""Channel prefix of wake-ups: the id of the game or job that changed follows."""
