"""Idempotency-Keys: which requests were carried out before, and the answers that they got.

A record (fingerprint, version) lives as long as its game, so that a late repetition is never applied again. The
answer itself is kept for a shorter time, sealed when it holds tokens.
"""

from __future__ import annotations

from hashlib import sha256

import msgspec
from msgspec import Struct

SECRET_KEY_LENGTH = 20
"""Characters that make an Idempotency-Key a secret of its client, if they are random. A UUID has 36."""


class KeyRecord(Struct, array_like=True):
    """What is kept of a request that carried an Idempotency-Key."""

    fingerprint: bytes
    version: int


class IdempotencyKey(Struct, frozen=True):
    """The Idempotency-Key of a request: its scope and name hashed, and a fingerprint of the request."""

    field: str
    fingerprint: bytes
    sealed: bool = False
    """True when the answer holds tokens."""
    secret: bool = True
    """False when the key is so short that others may use it too: then an answer with tokens is not repeated."""

    @classmethod
    def of(cls, scope: str, key: str, request: bytes, sealed: bool = False, secret: bool = True) -> IdempotencyKey:
        field = sha256(f"{scope}\n{key}".encode()).hexdigest()[:32]
        return cls(field, sha256(request).digest()[:16], sealed, secret)

    def record(self, version: int) -> bytes:
        """The record as it is stored."""
        return _encode(KeyRecord(self.fingerprint, version))

    @property
    def repeats_answer(self) -> bool:
        return self.secret or not self.sealed


_encode = msgspec.msgpack.Encoder().encode
decode_key_record = msgspec.msgpack.Decoder(KeyRecord).decode
