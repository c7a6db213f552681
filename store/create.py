"""Opening a table: who sits where, with which options, from which position."""

from __future__ import annotations

import unicodedata
from typing import Any, Literal

import msgspec
from msgspec import Struct

from engines.kernel.game import Game
from engines.kernel.records import GAME_OVER
from engines.kernel.refusals import InvalidOptions, InvalidPosition
from store.bots.builtin import built_in
from store.clock import now_ms
from store.errors import BadOpening
from store.game import SCHEMA, Clock, Head, Place, Table, new_seed
from store.ids import hashed, new_token

NAME_LENGTH = 40


class RemoteSeat(Struct):
    """A registered bot as a seat knows it."""

    id: str
    name: str
    token: str
    """Hash of its token."""


class SeatPlan(Struct):
    """One seat as the creator wants it."""

    kind: Literal["human", "open", "bot", "remote"]
    name: str | None = None
    bot: str | None = None
    level: int | None = None
    nonce: str | None = None
    remote: RemoteSeat | None = None
    """The registered bot that `bot` names, once it has been found."""


class Opening(Struct):
    """A game as the creator wants it."""

    seats: list[SeatPlan]
    options: dict[str, Any]
    private: bool = False
    seed: bytes | None = None
    position: Any = None
    clock: Clock | None = None


class Tokens(Struct):
    """The secrets of a new table, told once to its creator."""

    host: str
    seats: list[str | None]
    spectator: str | None = None
    invite: str | None = None


def clean_name(text: str | None, fallback: str) -> str:
    """User text: control and formatting characters stripped, spaces folded, capped."""
    kept = "".join(c if unicodedata.category(c)[0] != "C" else " " for c in text or "")
    return " ".join(kept.split())[:NAME_LENGTH].strip() or fallback


def open_table(engine: Game[Any, Any], identifier: str, wish: Opening) -> tuple[Table, Tokens]:
    """A new table, dealt at once when no seat is open. Raises BadOpening."""
    scenario = _scenario(engine, wish)
    tokens = _tokens(wish)
    head = Head(
        schema=SCHEMA,
        slug=engine.slug,
        status="open",
        places=[
            _place(plan, seat, token) for seat, (plan, token) in enumerate(zip(wish.seats, tokens.seats, strict=True))
        ],
        options=_options(engine, wish, scenario),
        seed=wish.seed or new_seed(),
        open_seed=wish.seed is not None,
        sandbox=scenario is not None,
        private=wish.private,
        created=now_ms(),
        expires=0,
        host=hashed(tokens.host),
        clock=wish.clock,
        spectator=hashed(tokens.spectator) if tokens.spectator else None,
        invite=hashed(tokens.invite) if tokens.invite else None,
        decisions=[None] * len(wish.seats),
        scenario=scenario,
    )
    table = Table(engine, identifier, 0, head, b"")
    if all(place.kind != "open" for place in head.places):
        table.start()
    return table, tokens


def _tokens(wish: Opening) -> Tokens:
    seats = [new_token("seat") if plan.kind == "human" else None for plan in wish.seats]
    tokens = Tokens(new_token("host"), seats)
    if wish.private:
        tokens.spectator, tokens.invite = new_token("watch"), new_token("invite")
    return tokens


def _place(plan: SeatPlan, seat: int, token: str | None) -> Place:
    if plan.kind == "open":
        return Place("open", "")
    if plan.remote is not None:
        named = clean_name(plan.name, clean_name(plan.remote.name, "Bot"))
        return Place("remote", named, plan.remote.id, remote=plan.remote.token)
    if plan.kind == "remote":  # not found yet
        return Place("remote", "", plan.bot)
    if plan.kind == "bot":
        bot = built_in(plan.bot, plan.level, f"/seats/{seat}")
        return Place("bot", clean_name(plan.name, f"{bot.bot.capitalize()} {seat + 1}"), bot.bot, bot.level)
    return Place("human", clean_name(plan.name, f"Player {seat + 1}"), token=hashed(token or ""), nonce=plan.nonce)


def _scenario(engine: Game[Any, Any], wish: Opening) -> bytes | None:
    if wish.position is None:
        if len(wish.seats) not in engine.seats:
            raise BadOpening(
                "/seats", f"{engine.seats[0]} to {engine.seats[-1]} seats play this game, not {len(wish.seats)}"
            )
        return None
    try:
        position = msgspec.convert(wish.position, engine.position_type)
        engine.check(position)
    except msgspec.ValidationError as error:
        raise BadOpening("/position", str(error)) from error
    except InvalidPosition as error:
        raise BadOpening("/position" + error.field, error.detail, error.rule) from error
    if engine.seat_count(position) != len(wish.seats):
        raise BadOpening("/seats", f"the position has {engine.seat_count(position)} seats, the game {len(wish.seats)}")
    if position.phase == GAME_OVER:
        raise BadOpening("/position/phase", "a game cannot begin at its end", engine.over_rule)
    return engine.encode(position)


def _options(engine: Game[Any, Any], wish: Opening, scenario: bytes | None) -> dict[str, Any]:
    if scenario is not None:
        if wish.options:
            raise BadOpening("/options", "a position brings its own options")
        options: dict[str, Any] = msgspec.json.decode(scenario)["options"]
        return options
    try:
        resolved = engine.options(wish.options, len(wish.seats))
    except InvalidOptions as error:
        raise BadOpening(f"/options/{error.field}".rstrip("/"), error.detail) from error
    built: dict[str, Any] = msgspec.to_builtins(resolved)
    return built


def rematch_table(old: Table, identifier: str) -> Table:
    """The same seats, options and tokens meet again; a scenario starts from its position again."""
    places = [
        Place(place.kind, place.name, place.bot, place.level, place.token, remote=place.remote) if not place.resigned
        else Place("human", place.name, token=place.token)
        for place in old.head.places
    ]  # fmt: skip
    head = msgspec.structs.replace(
        old.head,
        status="open",
        places=places,
        seed=new_seed(),
        open_seed=False,
        created=now_ms(),
        counter=0,
        seq=0,
        decisions=[None] * len(places),
        deadlines=[],
        rematch=None,
    )
    table = Table(old.engine, identifier, 0, head, b"")
    if all(place.kind != "open" for place in places):
        table.start()
    return table
