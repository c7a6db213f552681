"""Bytes that mean harm: documents that strain a parser, and honest documents with something done to them."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

import orjson

MEGABYTE = 1_000_000
DEEP = (100, 101, 1_000, 50_000)


@cache
def nasty(field: bytes = b"seats") -> dict[str, bytes]:
    """By name: what has broken parsers before. ``field`` is where a value is put."""

    def holding(value: bytes) -> bytes:
        return b'{"%s":%s}' % (field, value)

    found = {f"{depth} arrays deep": b"[" * depth + b"]" * depth for depth in DEEP}
    found |= {f"{depth} objects deep": b'{"a":' * depth + b"1" + b"}" * depth for depth in DEEP}
    found |= {f"{depth} deep in a field": holding(b"[" * depth + b"]" * depth) for depth in DEEP}
    return found | {
        "a megabyte of open arrays": b"[" * MEGABYTE,
        "a megabyte of arrays": b"[" * (MEGABYTE // 2) + b"]" * (MEGABYTE // 2),
        "a megabyte of empty arrays": b"[" + b"[]," * (MEGABYTE // 3) + b"[]]",
        "a megabyte of fields": b"{" + b",".join(b'"%d":0' % n for n in range(90_000)) + b"}",
        "a megabyte of numbers in a field": holding(b"[" + b"1," * (MEGABYTE // 2) + b"1]"),
        "a megabyte of text": holding(b'"' + b"x" * MEGABYTE + b'"'),
        "a megabyte of escapes": holding(b'"' + b"\\u0041" * (MEGABYTE // 6) + b'"'),
        "a huge integer": holding(b"9" * 100_000),
        "a huge negative integer": holding(b"-" + b"9" * 100_000),
        "an integer beyond 64 bits": holding(b"18446744073709551616"),
        "a huge exponent": holding(b"1e999999999"),
        "a huge negative exponent": holding(b"1e-999999999"),
        "many digits": holding(b"0." + b"3" * 100_000),
        "minus nothing": holding(b"-"),
        "NaN": holding(b"NaN"),
        "Infinity": holding(b"-Infinity"),
        "a lone surrogate": holding(b'"\\ud800"'),
        "a reversed pair": holding(b'"\\udc00\\ud800"'),
        "a surrogate in UTF-8": holding(b'"\xed\xa0\x80"'),
        "an overlong slash": holding(b'"\xc0\xaf"'),
        "truncated UTF-8": holding(b'"\xf0\x9f\x8e"'),
        "beyond Unicode": holding(b'"\xf4\x90\x80\x80"'),
        "a null byte": holding(b'"a\x00b"'),
        "an escaped null": holding(b'"a\\u0000b"'),
        "the same field twice": b'{"%s":1,"%s":[]}' % (field, field),
        "a field that is a prototype": b'{"__proto__":{"admin":true},"constructor":{}}',
        "a byte order mark": b"\xef\xbb\xbf" + holding(b"2"),
        "UTF-16": holding(b"2").decode().encode("utf-16"),
        "UTF-32": holding(b"2").decode().encode("utf-32"),
        "two documents": holding(b"2") * 2,
        "comments": b'/* */{"%s":2}//' % field,
        "only spaces": b" " * 100_000,
        "right to left": holding('"\u202e\u2066"'.encode()),
        "a million combining marks": holding(b'"' + "\u0301".encode() * 100_000 + b'"'),
    }


def harmed(honest: bytes, rng: random.Random) -> bytes:
    """The document with one to four things done to its bytes."""
    data = honest
    for _ in range(rng.randint(1, 4)):
        data = rng.choice(HARMS)(data, rng)
    return data[: 2 * MEGABYTE]


def _flip(data: bytes, rng: random.Random) -> bytes:
    place = rng.randrange(len(data) or 1)
    return data[:place] + bytes([rng.randrange(256)]) + data[place + 1 :]


def _cut(data: bytes, rng: random.Random) -> bytes:
    start, end = sorted((rng.randrange(len(data) + 1), rng.randrange(len(data) + 1)))
    return data[:start] + data[end:] if rng.random() < 0.5 else data[:start]


def _repeat(data: bytes, rng: random.Random) -> bytes:
    start = rng.randrange(len(data) + 1)
    piece = data[start : start + rng.choice((1, 10, 300))]
    return data[:start] + piece * rng.choice((2, 50, 500)) + data[start:]


def _put(data: bytes, rng: random.Random) -> bytes:
    place = rng.randrange(len(data) + 1)
    return data[:place] + rng.choice(PIECES) + data[place:]


def _number(data: bytes, rng: random.Random) -> bytes:
    """Another number in the place of one."""
    places = [place for place, byte in enumerate(data) if 48 <= byte <= 57]
    if not places:
        return data
    place = rng.choice(places)
    return data[:place] + rng.choice(NUMBERS) + data[place + 1 :]


def _value(data: bytes, rng: random.Random) -> bytes:
    """Another value in the place of one, where the document can still be read."""
    try:
        document = orjson.loads(data)
    except orjson.JSONDecodeError:
        return data
    holders: list[Any] = []
    rest = [document]
    while rest:
        node = rest.pop()
        if isinstance(node, dict | list) and node:
            holders.append(node)
            rest += node.values() if isinstance(node, dict) else node
    if holders:
        holder = rng.choice(holders)
        key = rng.choice(list(holder)) if isinstance(holder, dict) else rng.randrange(len(holder))
        holder[key] = rng.choice(VALUES)
    return orjson.dumps(document)


PIECES = (b"[", b"{", b'"', b"\\", b"\\u", b"\xff", b"\x00", b"\xed\xa0\x80", b",", b"null", b"1e400", b"[" * 500, b"-")
NUMBERS = (
    b"-1",
    b"0",
    b"255",
    b"256",
    b"65536",
    b"4294967296",
    b"9223372036854775808",
    b"1e9",
    b"1e400",
    b"0.5",
    b"00",
)
VALUES: tuple[Any, ...] = (
    None, True, -1, 0, 10**6, 2**53, 2**63 - 1, 0.5, "", "x", "\u0000", "é" * 5000, [], {}, [[]] * 50, {"type": "x"},
    list(range(2000)),
)  # fmt: skip
HARMS: tuple[Callable[[bytes, random.Random], bytes], ...] = (_flip, _cut, _repeat, _put, _number, _value, _value)
