"""Request headers that carry meaning: versions, keys, preferences, languages."""

from __future__ import annotations

import re
from typing import NamedTuple

from flask import request

from api.problems import Problem
from engines.words import LANGUAGES

LONGEST_WAIT = 30
_TAG = re.compile(r'^(?:W/)?"([0-9]{1,18})-(?:[0-9]|s)"$')
_SECONDS = re.compile(r'^"?([0-9]{1,9})"?$')
_KEY = re.compile(r"^[\x21-\x7e][\x20-\x7e]{0,254}$")


class Preferences(NamedTuple):
    """What the Prefer header asks for."""

    wait: int | None = None
    respond_async: bool = False


def etag(version: int, seat: int | None) -> str:
    return f'"{version}-{"s" if seat is None else seat}"'


def if_match() -> int | None:
    """The version that the caller has seen, or None when it does not say (`*` matches any)."""
    text = request.headers.get("If-Match")
    if text is None or text.strip() == "*":
        return None
    found = _TAG.match(text.strip())
    if found is None:
        raise Problem("bad-header", f'If-Match must look like "7-0", as in ETag, not {text[:40]!r}.')
    return int(found[1])


def none_match(tag: str) -> bool:
    """Does If-None-Match name this very tag?"""
    text = request.headers.get("If-None-Match")
    if text is None:
        return False
    tags = [entry.strip().removeprefix("W/") for entry in text.split(",")]
    return tag in tags or tags == ["*"]


def idempotency_key() -> str | None:
    key = request.headers.get("Idempotency-Key")
    if key is not None and not _KEY.match(key):
        raise Problem("bad-header", "Idempotency-Key must be 1 to 255 printable ASCII characters.")
    return key


def preferences() -> Preferences:
    """`wait=N` and `respond-async`; what is not understood is ignored, as RFC 7240 asks."""
    text = request.headers.get("Prefer")
    if not text:
        return Preferences()
    wait, respond_async = None, False
    for part in re.split(r"[,;]", text):
        name, _, value = part.strip().partition("=")
        if name.lower() == "respond-async":
            respond_async = True
        elif name.lower() == "wait" and (seconds := _SECONDS.match(value.strip())):
            wait = min(int(seconds[1]), LONGEST_WAIT)
    return Preferences(wait, respond_async)


def wants_stream() -> bool:
    return "text/event-stream" in request.headers.get("Accept", "")


def last_event_id() -> int | None:
    """The sequence number of the last event that a reader of a stream has seen."""
    text = request.headers.get("Last-Event-ID")
    if text is None or not text.strip():
        return None
    if not text.strip().isdigit() or len(text.strip()) > 9:
        raise Problem("bad-header", "Last-Event-ID must be the id of an event: a whole number.")
    return int(text)


def language() -> str:
    """The first language asked for that we speak; a country (`fr-CA`) does not matter."""
    if "Accept-Language" not in request.headers:
        return LANGUAGES[0]
    asked = (tag.partition("-")[0].lower() for tag, quality in request.accept_languages if quality > 0)
    return next((tag for tag in asked if tag in LANGUAGES), LANGUAGES[0])
