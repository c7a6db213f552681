"""The stored record of a game: seats, clock, seed, decisions; everything but the position."""

from __future__ import annotations

import secrets
from contextlib import suppress
from typing import Any, Literal

import msgspec
from msgspec import Struct

from engines.kernel.layouts import LAYOUT
from engines.kernel.registry import game, slugs
from store.model.builtin import BuiltIn

Status = Literal["open", "running", "finished", "aborted"]
OVER = ("finished", "aborted")


class Seat(Struct, array_like=True):
    """One seat of a game."""

    kind: Literal["human", "open", "bot", "remote"]
    name: str
    bot: str | None = None
    """The name of the built-in bot, or the id of the remote one."""
    level: int | None = None
    token: str | None = None
    """Hash of the holder's token; a holder may give the seat to a bot and take it back."""
    nonce: str | None = None
    resigned: bool = False
    absent: bool = False
    """The clock ran out on this human, who has not acted since."""
    remote: str | None = None
    """Hash of the remote bot's token, which gives access while that bot plays the seat."""

    @property
    def controller(self) -> str:
        """What plays the seat: `people` (also for an open seat), `bot`, or the id of a remote bot."""
        return controllers_of([self])[0]


def controllers_of(players: list[Seat]) -> list[str]:
    """The controller of each seat."""
    return [
        "people" if player.kind in ("human", "open") else "bot" if player.kind == "bot" else player.bot or ""
        for player in players
    ]


class Clock(Struct, array_like=True):
    turn_seconds: int
    on_timeout: Literal["bot", "random", "abort"]
    fallback_bot: BuiltIn = BuiltIn()
    """The fallback bot: plays for seats that are late, have resigned or are given to a bot without naming one."""
    bank_seconds: int = 0
    """Initial time bank of each seat."""
    increment_seconds: int = 0
    """Added to a seat's bank after each of its decisions."""


class GameRecord(Struct, array_like=True):
    """Everything about a game but its position."""

    schema: int
    """The layout of the record, of the position and of the options, as stored (`engines/kernel/layouts.py`)."""
    slug: str
    status: Status
    seats: list[Seat]
    options: dict[str, Any]
    seed: bytes
    open_seed: bool
    sandbox: bool
    private: bool
    created: int
    expires: int
    host: str
    """Hash of the host's token."""
    clock: Clock | None = None
    spectator: str | None = None
    invite: str | None = None
    counter: int = 0
    """Number of bytes of the dice stream that were used."""
    seq: int = 0
    """Number of events so far."""
    decisions: list[int | None] = []
    """By seat: the version at which its current choice opened; None = it owes none."""
    deadlines: list[int | None] = []
    scenario: bytes | None = None
    """The imported opening position, as canonical JSON."""
    rematch: str | None = None
    client: str = ""
    """The client that created it, whose share of the workers its bots use."""
    forked_from: tuple[str, int] | None = None
    """The game and version that the imported position comes from."""
    banks: list[int] = []
    """By seat: milliseconds left in its bank; empty before the first decision and without a clock."""
    left: list[int] = []
    """By seat: milliseconds left, bank included, when its last decision closed."""
    acted: list[int] = []
    """By seat: the version of its last action, in games whose players must remember; empty before the first."""
    low: bool = False
    """True for a game of a match or ladder: its bots' turns come after those of games with people."""


def owed_decision(record: GameRecord, seat: int, remote: bool = False) -> int | None:
    """The decision that the holder of a seat, or (``remote``) its remote bot, owes now; None if none."""
    kind = record.seats[seat].kind
    if record.status != "running" or kind == "bot" or remote != (kind == "remote"):
        return None
    return record.decisions[seat]


class Layout(Struct, array_like=True):
    """The beginning of every record, whatever its layout: its number."""

    schema: int


class ActRecord(Struct, array_like=True):
    """A submitted action as the replay shows it; the deal is the first, without seat and action."""

    version: int
    seat: int | None
    action: msgspec.Raw
    dice: list[int]
    sha256: str
    takes_back: int | None = None
    """The version of the act that this one takes back; it then has no action."""
    outcomes: list[int] | None = None
    """The number of outcomes of each draw in ``dice``; None in games stored before this was recorded."""


class SchemaMismatch(Exception):
    """The stored game has another layout."""

    def __init__(self, detail: str, head: bytes) -> None:
        super().__init__(detail)
        self.head = head
        """The stored record, in any layout."""

    def contains(self, digest: str) -> bool:
        """Does the unreadable record contain this token hash?"""
        return digest.encode() in self.head


encode_record = msgspec.msgpack.Encoder().encode
_decode_layout = msgspec.msgpack.Decoder(Layout).decode
_decode_record = msgspec.msgpack.Decoder(GameRecord).decode


def decode_record(data: bytes) -> GameRecord:
    """Decode a stored record and upgrade an earlier layout; a later one is refused, never misread."""
    try:
        record = _decode_record(data)
        if record.schema < LAYOUT and record.slug in slugs():
            _upgrade(record)
    except msgspec.DecodeError as error:
        _refuse_later(data)
        raise SchemaMismatch(f"stored with a record that cannot be read: {error}", data) from error
    if record.schema > LAYOUT:
        _refuse_later(data)
    return record


def _refuse_later(data: bytes) -> None:
    """Raise SchemaMismatch if the record has a later layout."""
    with suppress(msgspec.DecodeError):
        if (layout := _decode_layout(data).schema) > LAYOUT:
            raise SchemaMismatch(f"stored with layout {layout}, this server reads layouts up to {LAYOUT}", data)


def _upgrade(record: GameRecord) -> None:
    engine, layout = game(record.slug), record.schema
    record.options = engine.rules.upgrade(record.options, layout)
    if record.scenario is not None:
        record.scenario = engine.upgraded(record.scenario, layout)


def new_seed() -> bytes:
    return secrets.token_bytes(32)
