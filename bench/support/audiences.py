"""The readers of event streams, and whether each received the events of its audience, once and in order."""

from __future__ import annotations

from typing import Any

import orjson
from msgspec import Struct

from bench.support.scripts import Script
from bench.support.stack import Caller, ServerStack, request
from bench.support.watchers import Seen
from store.redis import keys


class Game(Struct):
    """A game that is watched and played."""

    script: Script
    path: str
    tokens: list[str]
    played: int = 0
    sent: dict[int, float] = {}
    """When the act that made each version was sent."""


class Audience(Struct, frozen=True):
    """Watchers who receive the same: of one game, with one token, in one language."""

    game: int
    seat: int | None
    language: str


AUDIENCES: list[tuple[int | None, str]] = [(0, "en"), (1, "en"), (None, "en"), (None, "fr"), (None, "en")]


def audience(number: int, games: int) -> Audience:
    return Audience(number % games, *AUDIENCES[number // games % len(AUDIENCES)])


def payload(tables: list[Game], each: Audience) -> tuple[str, str | None, str]:
    table = tables[each.game]
    return f"{table.path}/events", None if each.seat is None else table.tokens[each.seat], each.language


def judged(
    stack: ServerStack, caller: Caller, tables: list[Game], audiences: list[Audience], seen: list[Seen]
) -> tuple[list[float], list[str]]:
    """How long every delivered event was on its way (-1 for those before the stream), and whatever went wrong."""
    delays, wrong = [], []
    expected: dict[Audience, tuple[list[Any], str]] = {}
    with stack.redis() as client:
        stored = [client.llen(keys.log(table.path.rpartition("/")[2])) for table in tables]
    for each, got in zip(audiences, seen, strict=True):
        if each not in expected:
            expected[each] = (history(caller, tables, each, stored[each.game]), got.digest)
        events, digest = expected[each]
        if got.ids != [event["seq"] for event in events]:
            wrong.append(f"{each} received {got.ids}, not {[event['seq'] for event in events]}")
        elif got.digest != digest:
            wrong.append(f"{each} received other bytes than its neighbour")
        elif [orjson.loads(frame.partition(b"\ndata: ")[2]) for frame in got.frames] != events:
            wrong.append(f"{each} received other events than the history has")
        else:
            sent = tables[each.game].sent
            pairs = zip(events, got.at, strict=True)
            delays += [at - sent[e["version"]] if e["version"] in sent else -1 for e, at in pairs]
    return delays, wrong


def history(caller: Caller, tables: list[Game], each: Audience, stored: int) -> list[Any]:
    """All events of an audience as the history returns them; their end is the end of the stored log."""
    path, token, language = payload(tables, each)
    found: list[Any] = []
    after, more = 0, True
    while more:
        status, answer = caller.exchange(
            request("GET", f"{path}?after={after}&limit=500", token, Accept_Language=language)
        )
        assert status == 200, answer
        page = orjson.loads(answer)
        found += page["events"]
        after, more = page["next_after"], page["more"]
    assert after == stored, f"{path}: the history ends at {after}, the log at {stored}"
    return found
