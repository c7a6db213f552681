"""Idempotency-Keys: which requests were applied before, and their responses.

A record (fingerprint, version) is kept as long as its game, so that a late repetition is never applied again. The
response is kept for a shorter time, sealed if it contains tokens; that to an act is not: it is rebuilt.
"""

from __future__ import annotations

from hashlib import sha256

import msgspec
from msgspec import Struct, structs

SECRET_KEY_LENGTH = 20
"""Length from which an Idempotency-Key counts as a secret of its client, if it is random. A UUID has 36."""


class KeyRecord(Struct, array_like=True):
    """The stored record of a request with an Idempotency-Key."""

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
    old_field: str = ""
    """The field under which version 0.1 would have recorded the creation of a game, bot or simulation."""

    @classmethod
    def of(
        cls, scope: str, key: str, request: bytes, sealed: bool = False, secret: bool = True, old_scope: str = ""
    ) -> IdempotencyKey:
        old_field = _field(old_scope, key) if old_scope else ""
        return cls(_field(scope, key), sha256(request).digest()[:16], sealed, secret, old_field)

    @property
    def forms(self) -> list[IdempotencyKey]:
        """This key, and as version 0.1 would have recorded it."""
        return [self, structs.replace(self, field=self.old_field, old_field="")] if self.old_field else [self]

    def record(self, version: int) -> bytes:
        """The record in its stored form."""
        return _encode(KeyRecord(self.fingerprint, version))

    @property
    def repeats_answer(self) -> bool:
        return self.secret or not self.sealed


def _field(scope: str, key: str) -> str:
    return sha256(f"{scope}\n{key}".encode()).hexdigest()[:32]


_encode = msgspec.msgpack.Encoder().encode
decode_key_record = msgspec.msgpack.Decoder(KeyRecord).decode
