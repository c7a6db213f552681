"""Encryption of stored responses with tokens, so that access to Redis alone does not reveal them."""

from __future__ import annotations

import os
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

NONCE = 12


class Sealer:
    def __init__(self, secret: str) -> None:
        self._cipher = AESGCM(sha256(b"ludotheque seal" + secret.encode()).digest())

    def close(self, data: bytes, purpose: str) -> bytes:
        nonce = os.urandom(NONCE)
        return nonce + self._cipher.encrypt(nonce, data, purpose.encode())

    def open(self, sealed: bytes, purpose: str) -> bytes | None:
        """The data, or None if it was sealed with another secret or purpose, or is not sealed at all."""
        try:
            return self._cipher.decrypt(sealed[:NONCE], sealed[NONCE:], purpose.encode())
        except (InvalidTag, ValueError):
            return None


def server_secret(given: str, data: Path) -> str:
    """The secret from the settings, or one generated once in the data folder, readable by its owner only."""
    if given:
        return given
    path = data / "secret"
    data.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        draft = data / f"secret.{os.getpid()}.{os.urandom(4).hex()}"
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(os.urandom(32).hex() + "\n")
        with suppress(FileExistsError):  # of several processes that start together, the first one's secret counts
            os.link(draft, path)
        draft.unlink()
    return path.read_text("ascii").strip()
