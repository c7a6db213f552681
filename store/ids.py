"""Ids and tokens from the operating system's random source; tokens are stored only as hashes."""

from __future__ import annotations

import os
import secrets
from hashlib import sha256
from hmac import compare_digest
from itertools import count

PARTITIONS = 64
ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789"
_FAIR = 256 - 256 % len(ALPHABET)
_CHARACTERS = bytes(ord(ALPHABET[byte % len(ALPHABET)]) for byte in range(256))
_UNFAIR = bytes(range(_FAIR, 256))
"""Bytes without a character: too few to cover the whole alphabet."""


def new_id(partition: int | None = None) -> str:
    """A game or job id: two digits of its partition, then 26 random characters, 134 bits."""
    chosen = secrets.token_bytes(1)[0] % PARTITIONS if partition is None else partition
    return f"{chosen:02d}{_random_text(26)}"


def _random_text(length: int) -> str:
    """This many characters of the alphabet, uniformly: bytes that would bias the choice are skipped."""
    text = ""
    while len(text) < length:
        drawn = secrets.token_bytes(2 * length).translate(_CHARACTERS, _UNFAIR)
        text += drawn.decode("ascii")
    return text[:length]


def partition_of(identifier: str) -> str | None:
    """The partition in an id, or None if it cannot be an id."""
    if (
        len(identifier) != 28
        or not identifier.isascii()
        or not identifier.isalnum()
        or identifier != identifier.lower()
    ):
        return None
    digits = identifier[:2]
    return digits if digits.isdigit() and int(digits) < PARTITIONS else None


def partition_for(text: str) -> int:
    """A partition that depends only on the text: a repeated creation finds its first response there."""
    return sha256(text.encode()).digest()[0] % PARTITIONS


def new_token(kind: str) -> str:
    """A bearer token; the prefix is only for people."""
    return f"{kind}_{secrets.token_urlsafe(24)}"


class Revisions:
    """Unique marks of commits: a random number of this process and a counter."""

    def __init__(self) -> None:
        self._begin()
        os.register_at_fork(after_in_child=self._begin)

    def _begin(self) -> None:
        self._prefix = os.urandom(8)
        self._numbers = count(1)

    def next(self) -> bytes:
        return self._prefix + next(self._numbers).to_bytes(6, "big")


def hashed(token: str) -> str:
    return sha256(token.encode()).hexdigest()


same = compare_digest
"""Compares two hashes in constant time."""
