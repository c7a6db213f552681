"""The record of a game as it is stored: seats, clock, seed, decisions; all but the position."""

from __future__ import annotations

import secrets
from typing import Any, Literal

import msgspec
from msgspec import Struct

from store.bots.builtin import BuiltIn

Status = Literal["open", "running", "finished", "aborted"]
OVER = ("finished", "aborted")
SCHEMA = 1
"""Number of this layout; a head with another number is refused, never misread."""


class Seat(Struct, array_like=True):
    """One seat at the table."""

    kind: Literal["human", "open", "bot", "remote"]
    name: str
    bot: str | None = None
    """The built-in bot's name, or the id of the remote one."""
    level: int | None = None
    token: str | None = None
    """Hash of the holder's token; a holder may hand the seat to a bot and take it back."""
    nonce: str | None = None
    resigned: bool = False
    absent: bool = False
    """The clock ran out on this human, who has not acted since."""
    remote: str | None = None
    """Hash of the remote bot's token: it opens the seat as long as that bot plays it."""

    @property
    def controller(self) -> str:
        """Whose hand moves the pieces: `people` (an open seat included), `bot`, or the id of a remote bot."""
        return controllers_of([self])[0]


def controllers_of(places: list[Seat]) -> list[str]:
    """Whose hand moves the pieces of each seat."""
    return [
        "people" if place.kind in ("human", "open") else "bot" if place.kind == "bot" else place.bot or ""
        for place in places
    ]


class Clock(Struct, array_like=True):
    turn_seconds: int
    on_timeout: Literal["bot", "random", "abort"]
    fallback_bot: BuiltIn = BuiltIn()
    """Who plays for those that are late, have resigned or hand their seat over without naming a bot."""
    bank_seconds: int = 0
    """What each seat has beside the time of its decisions."""
    increment_seconds: int = 0
    """What is added to a seat's bank after each of its decisions."""


class GameRecord(Struct, array_like=True):
    """All of a table but the position: what the host of the game keeps."""

    schema: int
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
    """How many bytes of the dice stream have been used."""
    seq: int = 0
    """Events so far."""
    decisions: list[int | None] = []
    """By seat: the version at which its present choice opened; null = it owes none."""
    deadlines: list[int | None] = []
    scenario: bytes | None = None
    """The imported opening position, as canonical JSON."""
    rematch: str | None = None
    client: str = ""
    """Who created it: its bots use that client's share of the workers."""
    forked_from: tuple[str, int] | None = None
    """The game and version from which the imported position was taken."""
    banks: list[int] = []
    """By seat: milliseconds left in its bank; empty before the first decision and without a clock."""
    left: list[int] = []
    """By seat: milliseconds that it had left, bank included, when its last decision closed."""
    acted: list[int] = []
    """By seat: the version of its last action, in games in which players must remember; empty before the first."""
    low: bool = False
    """Its bots' turns come after those of games with people: a game of a match or a ladder."""


def must_remember(record: GameRecord) -> bool:
    """Is remembering what was shown a part of this game?"""
    return not record.options.get("memory_aid", True)


def owed_decision(record: GameRecord, seat: int, remote: bool = False) -> int | None:
    """The decision that the holder of a seat, or (``remote``) its remote bot, has to make now; None without one."""
    kind = record.seats[seat].kind
    if record.status != "running" or kind == "bot" or remote != (kind == "remote"):
        return None
    return record.decisions[seat]


class Layout(Struct, array_like=True):
    """The beginning of every head, whatever its layout: its number."""

    schema: int


class ActRecord(Struct, array_like=True):
    """A submitted action as the replay shows it; the deal is the first, without seat and action."""

    version: int
    seat: int | None
    action: msgspec.Raw
    dice: list[int]
    sha256: str
    takes_back: int | None = None
    """The version of the act that this one takes back; there is no action then."""
    outcomes: list[int] | None = None
    """How many outcomes each draw of ``dice`` had; None in games that were stored before this was recorded."""


class SchemaMismatch(Exception):
    """The stored game was written by another version of the layout."""

    def __init__(self, detail: str, head: bytes) -> None:
        super().__init__(detail)
        self.head = head
        """The stored record, of whatever layout."""

    def knows(self, digest: str) -> bool:
        """Does the unreadable record name this hash of a token?"""
        return digest.encode() in self.head


encode_record = msgspec.msgpack.Encoder().encode
_decode_layout = msgspec.msgpack.Decoder(Layout).decode
_decode_record = msgspec.msgpack.Decoder(GameRecord).decode


def decode_record(data: bytes) -> GameRecord:
    """Read a stored head; a layout of another number is refused, never misread."""
    try:
        record = _decode_record(data)
        schema = record.schema
    except msgspec.ValidationError:
        schema = _decode_layout(data).schema
        if schema == SCHEMA:
            raise
    if schema != SCHEMA:
        raise SchemaMismatch(f"stored with layout {schema}, this server reads layout {SCHEMA}", data)
    return record


def new_seed() -> bytes:
    return secrets.token_bytes(32)
