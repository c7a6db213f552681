"""Dice that anyone can verify: a counter stream of HMAC-SHA256 blocks, sampled by rejection.

Byte ``i`` of the stream is ``HMAC-SHA256(key, be64(i // 32))[i % 32]``. The whole state is ``(key, counter)``, so a
game can be stored between two throws and re-run later by anybody who knows the key.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from functools import lru_cache
from hashlib import sha256
from hmac import digest
from typing import Protocol, TypeVar

T = TypeVar("T")

BLOCK = 32
KEY_BLOCK = 64
"""SHA-256 takes its input in pieces of so many bytes; a shorter key is filled up to it."""
LIMITS = {n: 256 - 256 % n for n in range(1, 257)}
"""By number of outcomes: bytes from here on are thrown away, so that each outcome has as many bytes as any other."""
INNER, OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))


class Dice(Protocol):
    """What a game may ask of chance; rollouts may use a faster source behind the same questions."""

    def below(self, n: int) -> int:
        """A uniform integer from 0 to n - 1."""

    def roll(self, sides: int) -> int:
        """A uniform integer from 1 to ``sides``."""

    def choose(self, items: Sequence[T]) -> T:
        """One of the items, each with the same chance."""

    def shuffle(self, items: MutableSequence[T]) -> None:
        """A uniform permutation, in place."""


class Draws:
    """``roll``, ``choose`` and ``shuffle`` in terms of ``below``: the same for every source of chance."""

    __slots__ = ()

    def below(self, n: int) -> int:
        raise NotImplementedError

    def roll(self, sides: int) -> int:
        return 1 + self.below(sides)

    def choose(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Fisher-Yates from the last index down."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]


class SeededDice(Draws):
    """The dice of a real game. ``drawn`` records every result, ``outcomes`` its number of possible ones: a replay shows
    both."""

    __slots__ = ("_block", "_block_end", "counter", "drawn", "key", "outcomes")

    def __init__(self, key: bytes, counter: int = 0) -> None:
        self.key = key
        self.counter = counter
        self.drawn: list[int] = []
        self.outcomes: list[int] = []
        self._block_end = 0
        self._block = b""

    def below(self, n: int) -> int:
        try:
            limit = LIMITS[n]
        except KeyError:
            raise ValueError(f"dice draw below 1 to 256, not {n}") from None
        byte, counter = 256, self.counter
        while byte >= limit:
            if counter >= self._block_end:
                self._load(counter)
            byte = self._block[counter - self._block_end]  # counted from the end of the block
            counter += 1
        self.counter = counter
        result = byte % n
        self.drawn.append(result)
        self.outcomes.append(n)
        return result

    def _load(self, counter: int) -> None:
        """The block in which this byte of the stream lies."""
        index = counter // BLOCK
        self._block, self._block_end = block(self.key, index), (index + 1) * BLOCK

    def shuffle(self, items: MutableSequence[T]) -> None:
        """As ``Draws`` has it, with ``below`` written out: a deck of cards takes a draw for each of them."""
        if len(items) > len(LIMITS):
            raise ValueError(f"dice shuffle at most {len(LIMITS)} items, not {len(items)}")
        n, counter, drawn = len(items), self.counter, self.drawn
        self.outcomes += range(n, 1, -1)
        while n > 1:
            if counter >= self._block_end:
                self._load(counter)
            for byte in self._block[counter - self._block_end :]:
                counter += 1
                if byte < LIMITS[n]:
                    other = byte % n
                    drawn.append(other)
                    n -= 1
                    items[n], items[other] = items[other], items[n]
                    if n == 1:
                        break
        self.counter = counter


class RecordedDice(Draws):
    """Gives the results that a recorded act has drawn, in their order."""

    __slots__ = ("_left",)

    def __init__(self, drawn: Sequence[int]) -> None:
        self._left = iter(drawn)

    def below(self, n: int) -> int:
        result = next(self._left, n)
        if result >= n:
            raise ValueError(f"no recorded draw below {n}")
        return result


def block(key: bytes, index: int) -> bytes:
    """One block of the stream: HMAC in two hashes, since OpenSSL's takes three times as long."""
    message = index.to_bytes(8, "big")
    if len(key) > KEY_BLOCK:
        return digest(key, message, "sha256")
    padded = key.ljust(KEY_BLOCK, b"\0")
    return sha256(padded.translate(OUTER) + sha256(padded.translate(INNER) + message).digest()).digest()


@lru_cache(maxsize=1024)
def commitment(seed: bytes) -> str:
    """What is public from creation: it binds the server to the seed without telling it."""
    return "sha256:" + sha256(seed).hexdigest()


def stream_key(seed: bytes, nonces: Sequence[str]) -> bytes:
    """The seed itself, or the seed mixed with the players' nonces (in seat order) when there are any."""
    if not nonces:
        return seed
    return digest(seed, "\n".join(nonces).encode(), "sha256")
