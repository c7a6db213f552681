"""A rehearsal: the calls of a real turn, made for the owner of a bot in a game that is never stored."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import Any

from msgspec import Struct

from engines.kernel.refusals import Illegal
from engines.kernel.registry import game
from store.bots.remote import RemoteBot
from store.create import Opening, SeatPlan, new_game
from store.events import Faults
from store.game import StoredGame
from store.ids import new_id, new_token
from store.jobs.outbox import Turn
from store.views import encode, turn_document
from workers.remote import webhooks
from workers.remote.client import CallFailed, Reply

SECONDS = 5.0
Post = Callable[[str, bytes, float], Awaitable[Reply]]


class Rehearsed(Struct):
    """One call of a rehearsal."""

    call: str
    game: str | None
    status: int | None
    latency_ms: int
    fault: Faults | None
    detail: str


async def rehearse(bot: RemoteBot, post: Post) -> list[Rehearsed]:
    """A challenge, then a start notice and a turn of every game that the bot plays."""
    number = new_token("challenge")
    calls = [await _call("challenge", None, post, webhooks.challenge_body(number), lambda r: _proven(r, number))]
    for slug in bot.games if calls[0].fault is None else ():
        table = sample_table(slug, bot)
        seat = table.to_act()[0]
        turn = Turn(slug, table.id, seat, 1, "start", bot.id)
        calls.append(await _call("start", slug, post, webhooks.notice_body("start", table, turn), _heard))
        body = encode(turn_document(table, seat, table.events, calls[-1].latency_ms))
        calls.append(await _call("turn", slug, post, body, lambda r, t=table, s=seat: _played(r, t, s)))  # type: ignore[misc]
    return calls


def sample_table(slug: str, bot: RemoteBot) -> StoredGame:
    """A game of the smallest size in which the bot holds every seat."""
    engine = game(slug)
    seats = [SeatPlan("remote", remote=bot.seat) for _ in range(engine.seats[0])]
    table, _ = new_game(engine, new_id(), Opening(seats, {}))
    table.settle(3_600_000)
    return table


async def _call(kind: str, slug: str | None, post: Post, body: bytes, judge: Callable[[Reply], Any]) -> Rehearsed:
    started = time.monotonic()
    status: int | None = None
    fault: Faults | None = None
    detail = "as it should be"
    try:
        reply = await post(f"{kind}/{new_id()}", body, SECONDS)
        status = reply.status
        detail = judge(reply) or detail
    except CallFailed as error:
        fault, detail, status = error.fault, str(error), error.status or status
    except Illegal as error:
        fault, detail = "illegal", f"{error.rule}: {error.detail}"
    return Rehearsed(kind, slug, status, round((time.monotonic() - started) * 1000), fault, detail)


def _proven(reply: Reply, number: str) -> None:
    webhooks.proven(reply, number)


def _heard(reply: Reply) -> None:
    if not 200 <= reply.status < 300:
        raise CallFailed("status", f"it answered {reply.status}", reply.status)


def _played(reply: Reply, table: StoredGame, seat: int) -> str | None:
    action = webhooks.action_of(reply, table.engine.rules.action_union)
    if action is webhooks.LATER:
        return "it will act later"
    table.act(seat, action)
    return None
