"""A position at rest: canonical JSON (sorted keys, no spaces, UTF-8), so that its hash means the same to everybody."""

from __future__ import annotations

from hashlib import sha256
from typing import TypeVar

import msgspec

S = TypeVar("S", bound=msgspec.Struct)

_encoder = msgspec.json.Encoder(order="sorted")


def encode(position: msgspec.Struct) -> bytes:
    return _encoder.encode(position)


def fingerprint(snapshot: bytes) -> str:
    """The sha256 of a canonical position, as replays quote it."""
    return sha256(snapshot).hexdigest()
