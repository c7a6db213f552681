"""The secrets that sign calls to remote bots and hooks, in the notation of Standard Webhooks."""

from __future__ import annotations

import base64
import secrets

from store.bots.record import BotSecret, RemoteBot
from store.crypto import Sealer
from store.process.clock import now_ms


def new_secret() -> str:
    return "whsec_" + base64.b64encode(secrets.token_bytes(32)).decode()


def secret_bytes(secret: str) -> bytes:
    return base64.b64decode(secret.removeprefix("whsec_"))


def sealed_secret(sealer: Sealer, bot: str, secret: str) -> BotSecret:
    return BotSecret(sealer.close(secret_bytes(secret), bot))


def still_valid(known: list[BotSecret], overlap_ms: int) -> list[BotSecret]:
    """The secrets that sign on after a rotation, each until its time is over."""
    now = now_ms()
    until = now + overlap_ms
    return [BotSecret(old.sealed, old.until or until) for old in known if (old.until or until) > now]


def signing_secrets(sealer: Sealer, bot: RemoteBot) -> list[bytes]:
    """The secrets that sign a call now, newest first."""
    now = now_ms()
    opened = [sealer.open(s.sealed, bot.id) for s in bot.secrets if s.until is None or s.until > now]
    return [secret for secret in opened if secret is not None]
