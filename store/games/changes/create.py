"""New games: seats, options and opening position."""

from __future__ import annotations

import unicodedata
from typing import Any, Literal

import msgspec
from msgspec import Struct

from engines.kernel.game import Game
from engines.kernel.layouts import LAYOUT
from engines.kernel.records import GAME_OVER, Record
from engines.kernel.refusals import InvalidOptions, InvalidPosition
from store.errors import BadOpening
from store.ids import hashed, new_token
from store.model.builtin import built_in
from store.model.game import StoredGame
from store.model.record import Clock, GameRecord, Seat, new_seed
from store.process.clock import now_ms

NAME_LENGTH = 40


class RemoteSeat(Struct):
    """A registered bot as stored in a seat."""

    id: str
    name: str
    token: str
    """Hash of its token."""


class SeatPlan(Struct):
    """One seat as requested."""

    kind: Literal["human", "open", "bot", "remote"]
    name: str | None = None
    bot: str | None = None
    level: int | None = None
    nonce: str | None = None
    remote: RemoteSeat | None = None
    """The registered bot that `bot` names, once it was looked up."""


class Opening(Struct):
    """A game as requested."""

    seats: list[SeatPlan]
    options: dict[str, Any]
    private: bool = False
    seed: bytes | None = None
    position: Any = None
    clock: Clock | None = None
    forked_from: tuple[str, int] | None = None
    """The game and version that the position comes from."""


class Tokens(Struct):
    """The secrets of a new game, shown once to its creator."""

    host: str
    seats: list[str | None]
    spectator: str | None = None
    invite: str | None = None


def clean_name(text: str | None, fallback: str) -> str:
    """Clean user text: strip control and formatting characters, fold spaces, cap the length."""
    if not text:
        return fallback
    kept = "".join(c if unicodedata.category(c)[0] != "C" else " " for c in text)
    return " ".join(kept.split())[:NAME_LENGTH].strip() or fallback


def build_game(engine: Game[Any, Any], identifier: str, payload: Opening) -> tuple[StoredGame, Tokens]:
    """Build a new game, dealt at once if no seat is open. Raises BadOpening."""
    scenario = _scenario(engine, payload)
    tokens = _tokens(payload)
    players = [
        _place(plan, seat, token) for seat, (plan, token) in enumerate(zip(payload.seats, tokens.seats, strict=True))
    ]
    options = None if scenario is not None else _options(engine, payload)
    record = GameRecord(
        schema=LAYOUT,
        slug=engine.slug,
        status="open",
        seats=players,
        options=_scenario_options(payload, scenario) if scenario is not None else msgspec.to_builtins(options),
        seed=payload.seed or new_seed(),
        open_seed=payload.seed is not None,
        sandbox=scenario is not None,
        private=payload.private,
        created=now_ms(),
        expires=0,
        host=hashed(tokens.host),
        clock=payload.clock,
        spectator=hashed(tokens.spectator) if tokens.spectator else None,
        invite=hashed(tokens.invite) if tokens.invite else None,
        decisions=[None] * len(payload.seats),
        scenario=scenario,
        forked_from=payload.forked_from,
    )
    game = StoredGame(engine, identifier, 0, record, b"")
    if all(player.kind != "open" for player in players):
        game.start(options)
    return game, tokens


def _tokens(payload: Opening) -> Tokens:
    seats = [new_token("seat") if plan.kind == "human" else None for plan in payload.seats]
    tokens = Tokens(new_token("host"), seats)
    if payload.private:
        tokens.spectator, tokens.invite = new_token("watch"), new_token("invite")
    return tokens


def default_bot_name(bot: str, seat: int) -> str:
    """`Greedy B`: letters distinguish bots of one kind; a number would look like a level."""
    return f"{bot.capitalize()} {'ABCDEF'[seat]}"


def _place(plan: SeatPlan, seat: int, token: str | None) -> Seat:
    if plan.kind == "open":
        return Seat("open", "")
    if plan.remote is not None:
        return remote_player(plan, plan.remote)
    if plan.kind == "remote":  # not looked up yet
        return Seat("remote", "", plan.bot)
    if plan.kind == "bot":
        bot = built_in(plan.bot, plan.level, f"/seats/{seat}")
        return Seat("bot", clean_name(plan.name, default_bot_name(bot.bot, seat)), bot.bot, bot.level)
    return Seat("human", clean_name(plan.name, f"Player {seat + 1}"), token=hashed(token or ""), nonce=plan.nonce)


def remote_player(plan: SeatPlan, remote: RemoteSeat) -> Seat:
    """The seat of a registered bot that was looked up."""
    named = clean_name(plan.name, clean_name(remote.name, "Bot"))
    return Seat("remote", named, remote.id, remote=remote.token)


def _scenario(engine: Game[Any, Any], payload: Opening) -> bytes | None:
    if payload.position is None:
        if len(payload.seats) not in engine.seats:
            raise BadOpening(
                "/seats", f"{engine.seats[0]} to {engine.seats[-1]} seats play this game, not {len(payload.seats)}"
            )
        return None
    try:
        position = msgspec.convert(payload.position, engine.rules.position_type)
        engine.rules.check(position)
    except msgspec.ValidationError as error:
        raise BadOpening("/position", str(error)) from error
    except InvalidPosition as error:
        raise BadOpening("/position" + error.field, error.detail, error.rule) from error
    if engine.rules.seat_count(position) != len(payload.seats):
        raise BadOpening(
            "/seats", f"the position has {engine.rules.seat_count(position)} seats, the game {len(payload.seats)}"
        )
    if position.phase == GAME_OVER:
        raise BadOpening("/position/phase", "a game cannot begin at its end", engine.rules.over_rule)
    return engine.encode(position)


def _options(engine: Game[Any, Any], payload: Opening) -> Record:
    try:
        return engine.options(payload.options, len(payload.seats))
    except InvalidOptions as error:
        raise BadOpening(f"/options/{error.field}".rstrip("/"), error.detail) from error


def _scenario_options(payload: Opening, scenario: bytes) -> dict[str, Any]:
    if payload.options:
        raise BadOpening("/options", "a position brings its own options")
    options: dict[str, Any] = msgspec.json.decode(scenario)["options"]
    return options


def new_rematch(old: StoredGame, identifier: str) -> StoredGame:
    """The same seats, options, tokens and nonces with a new seed; a scenario starts from its position again.

    A seat that its player resigned, or left to a bot, is returned to that player.
    """
    players = [
        Seat("human", player.name, token=player.token, nonce=player.nonce)
        if player.token is not None
        else Seat(player.kind, player.name, player.bot, player.level, player.token, player.nonce, remote=player.remote)
        for player in old.record.seats
    ]  # fmt: skip
    record = msgspec.structs.replace(
        old.record,
        status="open",
        seats=players,
        seed=new_seed(),
        open_seed=False,
        created=now_ms(),
        counter=0,
        seq=0,
        decisions=[None] * len(players),
        deadlines=[],
        banks=[],
        left=[],
        rematch=None,
    )
    game = StoredGame(old.engine, identifier, 0, record, b"")
    if all(player.kind != "open" for player in players):
        game.start()
    return game
