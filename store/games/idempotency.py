"""Idempotency-Keys: which requests were applied before, and their responses.

A record (fingerprint, version) is kept as long as its game, so that a late repetition is never applied again. The
response is kept for a shorter time, sealed if it contains tokens; that to an act is not: it is rebuilt.
"""

from __future__ import annotations

from hashlib import sha256

import msgspec
from msgspec import Struct

SECRET_KEY_LENGTH = 20
"""Length from which an Idempotency-Key counts as a secret of its client, if it is random. A UUID has 36."""


class KeyRecord(Struct, array_like=True):
    """What is stored about a request with an Idempotency-Key."""

    fingerprint: bytes
    version: int


class IdempotencyKey(Struct, frozen=True):
    """The Idempotency-Key of a request: hash of scope and name, and a fingerprint of the request."""

    field: str
    fingerprint: bytes
    sealed: bool = False
    """True if the response contains tokens."""
    secret: bool = True
    """False if the key is so short that others may use it too; a response with tokens is then not repeated."""

    @classmethod
    def of(cls, scope: str, key: str, request: bytes, sealed: bool = False, secret: bool = True) -> IdempotencyKey:
        field = sha256(f"{scope}\n{key}".encode()).hexdigest()[:32]
        return cls(field, sha256(request).digest()[:16], sealed, secret)

    def record(self, version: int) -> bytes:
        """The record in its stored form."""
        return _encode(KeyRecord(self.fingerprint, version))

    @property
    def repeats_answer(self) -> bool:
        return self.secret or not self.sealed


_encode = msgspec.msgpack.Encoder().encode
decode_key_record = msgspec.msgpack.Decoder(KeyRecord).decode
