"""Parsers of setting values: each raises ValueError, which says what the value must be."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib.util import find_spec
from ipaddress import ip_network
from pathlib import Path

from store.redis.urls import SINGLE, several


def whole_number(low: int, high: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not text.strip().isdecimal():
            raise ValueError("must be a whole number")
        number = int(text)
        if not low <= number <= high:
            raise ValueError(f"must be from {low} to {high}")
        return number

    return read


def one_of(*values: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in values:
            raise ValueError(f"must be one of {', '.join(values)}")
        return text

    return read


def redis_url(kind: str) -> Callable[[str], str]:
    """The URL of one server, or of several of this kind."""

    def read(text: str) -> str:
        named = several(text)
        if named is not None and named.kind == kind:
            return text
        if text and (named is not None or not text.startswith(tuple(f"{scheme}://" for scheme in SINGLE))):
            raise ValueError(f"must begin with redis://, rediss://, unix:// or redis+{kind}://")
        return text

    return read


def traces(text: str) -> int:
    wanted = whole_number(0, 1)(text)
    if wanted and find_spec("opentelemetry") is None:
        raise ValueError("must be 0 where the extra `otel` is not installed: pip install 'ludotheque[otel]'")
    return wanted


def networks(text: str) -> str:
    for part in text.split():
        ip_network(part)
    return text


def ports(text: str) -> str:
    for part in text.split():
        low, dash, high = part.partition("-")
        high = high if dash else low
        if not (low.isdecimal() and high.isdecimal() and 1 <= int(low) <= int(high) <= 65535):
            raise ValueError("must be ports or ranges such as 80 443 1024-65535")
    return text


def anchors(text: str) -> str:
    for part in text.split():
        if re.fullmatch(r"random|greedy|search:[1-8]", part) is None:
            raise ValueError("must be random, greedy or search:1 to search:8, separated by spaces")
    return text


def folder(text: str) -> str:
    if text and not Path(text).is_dir():
        raise ValueError("must be a folder")
    return text


def secret_text(text: str) -> str:
    if text and len(text) < 32:
        raise ValueError("must have at least 32 characters")
    return text
