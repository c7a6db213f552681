"""Headers with a meaning (versions, keys, preferences), and those of every response."""

from __future__ import annotations

import re

from msgspec import Struct

from api.http.problems import Problem
from api.http.request import Environ, present
from api.http.request import language as language  # noqa: PLC0414 - one of the headers to its callers
from engines.kernel.words import LANGUAGES

CAREFUL = [("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer")]
"""Security headers of every response."""
BODILESS = (204, 304)
"""Statuses without a body."""
LONGEST_WAIT = 30
_TAG = re.compile(r'^(?:W/)?"([0-9]{1,18})-(?:[0-9]|s)(?:\.[a-z]{2})?"$')
_NUMBER = re.compile(r"[0-9]{1,9}")
_SECONDS = re.compile(r'^"?([0-9]{1,9})"?$')
_KEY = re.compile(r"^[\x21-\x7e][\x20-\x7e]{0,254}\Z")


class Preferences(Struct, frozen=True):
    """The Prefer header."""

    wait: int | None = None
    respond_async: bool = False


NO_PREFERENCES = Preferences()


def etag(version: int, seat: int | None, language: str | None = None) -> str:
    """The tag of a version as a seat sees it; a response with words includes their language, unless it is English."""
    words = "" if language in (None, LANGUAGES[0]) else f".{language}"
    return f'"{version}-{"s" if seat is None else seat}{words}"'


def if_match(environ: Environ | None = None) -> int | None:
    """The version that the caller has seen, or None if it names none (`*` matches any)."""
    text = (environ or present()).get("HTTP_IF_MATCH")
    if text is None or text.strip() == "*":
        return None
    found = _TAG.match(text.strip())
    if found is None:
        raise Problem("bad-header", f'If-Match must look like "7-0", as in ETag, not {text[:40]!r}.')
    return int(found[1])


def none_match(tag: str, environ: Environ | None = None) -> bool:
    """Does If-None-Match name exactly this tag?"""
    text = (environ or present()).get("HTTP_IF_NONE_MATCH")
    if text is None:
        return False
    tags = [entry.strip().removeprefix("W/") for entry in text.split(",")]
    return tag in tags or tags == ["*"]


def none_match_version(version: int, seat: int | None, environ: Environ | None = None) -> bool:
    """Does If-None-Match name this version, in any language?"""
    if (environ or present()).get("HTTP_IF_NONE_MATCH") is None:
        return False
    return any(none_match(etag(version, seat, language), environ) for language in LANGUAGES)


def idempotency_key(environ: Environ | None = None) -> str | None:
    key: str | None = (environ or present()).get("HTTP_IDEMPOTENCY_KEY")
    if key is not None and not _KEY.match(key):
        raise Problem("bad-header", "Idempotency-Key must be 1 to 255 printable ASCII characters.")
    return key


def preferences(environ: Environ | None = None) -> Preferences:
    """`wait=N` and `respond-async`; unknown preferences are ignored, as RFC 7240 requires."""
    text = (environ or present()).get("HTTP_PREFER")
    if not text:
        return NO_PREFERENCES
    wait, respond_async = None, False
    for part in re.split(r"[,;]", text):
        name, _, value = part.strip().partition("=")
        if name.lower() == "respond-async":
            respond_async = True
        elif name.lower() == "wait" and (seconds := _SECONDS.match(value.strip())):
            wait = min(int(seconds[1]), LONGEST_WAIT)
    return Preferences(wait, respond_async)


def wants_stream(environ: Environ | None = None) -> bool:
    return "text/event-stream" in ((environ or present()).get("HTTP_ACCEPT") or "")


def last_event_id(environ: Environ | None = None) -> int | None:
    """The sequence number of the last event that the reader of a stream has seen."""
    text = (environ or present()).get("HTTP_LAST_EVENT_ID")
    if text is None or not text.strip():
        return None
    if not _NUMBER.fullmatch(text.strip()):
        raise Problem("bad-header", "Last-Event-ID must be the id of an event: a whole number.")
    return int(text)
