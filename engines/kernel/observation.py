"""Views as numbers: a vector of fixed size for learners, whatever the game.

Every fact of a view has a place in the vector and a sign, by a hash of its path (and of its value, where that is a
word); what meets in one place is added up. So all positions of a game have vectors of one size, and equal views have
equal vectors.
"""

from __future__ import annotations

from typing import Any
from zlib import crc32

import msgspec

SIZE = 512
BOUND = 8.0
"""No number of the vector lies beyond it."""
HALF = 10.0
"""The number that counts as one half; large ones approach 1."""


def encode_view(view: msgspec.Struct, size: int = SIZE) -> list[float]:
    """The view (or the knowledge) of a seat as a vector of so many numbers."""
    found = [0.0] * size
    _add(msgspec.to_builtins(view), _ROOT, found, size)
    return [number if -BOUND <= number <= BOUND else max(-BOUND, min(BOUND, number)) for number in found]


class _Path:
    """A place in documents, with the hash of its path and the paths below it, made once."""

    __slots__ = ("below", "hash", "sign", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.hash = crc32(text.encode())
        self.sign = 1.0 if self.hash & 0x8000_0000 else -1.0
        self.below: dict[Any, _Path] = {}

    def to(self, key: Any, mark: str) -> _Path:
        path = self.below.get(key)
        if path is None:
            path = _Path(f"{self.text}{mark}{key}")
            if len(self.below) < 4096:
                self.below[key] = path
        return path


_ROOT = _Path("")


def _add(node: Any, path: _Path, found: list[float], size: int) -> None:
    """Add every fact of a document to the vector."""
    kind = type(node)
    if kind is dict:
        for key, value in node.items():
            if value is not None:
                _add(value, path.to(key, "."), found, size)
    elif kind is list or kind is tuple:
        found[path.hash % size] += path.sign * len(node) / (len(node) + HALF)
        for index, value in enumerate(node):
            if value is not None:
                _add(value, path.to(index, "#"), found, size)
    elif kind is str:
        path = path.to(node, "=")
        found[path.hash % size] += path.sign
    elif kind is bool:
        found[path.hash % size] += path.sign * node
    else:
        found[path.hash % size] += path.sign * node / (abs(node) + HALF)
