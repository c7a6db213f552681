"""The arguments of each tool: checked by msgspec, listed as JSON Schema with the texts of words.toml."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from api.http.problems import LONGEST, FieldError, Problem, invalid
from api.http.request import LONGEST_WAIT
from api.mcp.words import WORDS
from engines.kernel.registry import slugs
from store.games.changes.create import NAME_LENGTH
from store.model.builtin import BOTS, LEVELS

GameId = Annotated[str, Meta(pattern="^[0-9]{2}[a-z0-9]{26}$")]
Token = Annotated[str, Meta(min_length=1, max_length=200)]
SeatNumber = Annotated[int, Meta(ge=0, le=5)]
Name = Annotated[str, Meta(min_length=1, max_length=NAME_LENGTH)]
Number = Annotated[int, Meta(ge=0, le=10**9)]
Seconds = Annotated[int, Meta(ge=0, le=LONGEST_WAIT)]
_PLACE = re.compile(r"^(.*?)(?: - at `\$(.*)`)?$", re.DOTALL)


class Arguments(Struct, forbid_unknown_fields=True, kw_only=True):
    """The arguments of a tool."""


class GamesArguments(Arguments):
    game: str | UnsetType = UNSET


class RulesArguments(Arguments):
    game: str
    section: str | UnsetType = UNSET
    rule: str | UnsetType = UNSET


class CreateArguments(Arguments):
    game: str
    seats: int | list[dict[str, Any]] | UnsetType = UNSET
    name: Name | UnsetType = UNSET
    bot: Literal[tuple(BOTS)] | UnsetType = UNSET  # type: ignore[valid-type]
    level: Annotated[int, Meta(ge=LEVELS[0], le=LEVELS[-1])] | UnsetType = UNSET
    options: dict[str, Any] | UnsetType = UNSET
    visibility: Literal["public", "private"] | UnsetType = UNSET
    seed: str | UnsetType = UNSET
    clock: dict[str, Any] | UnsetType = UNSET


class JoinArguments(Arguments):
    id: GameId
    name: Name | UnsetType = UNSET
    seat: SeatNumber | UnsetType = UNSET
    invite: Token | UnsetType = UNSET


class GameArguments(Arguments):
    """Arguments of every tool about one game: the game and the token."""

    id: GameId
    token: Token | UnsetType = UNSET
    seat: SeatNumber | UnsetType = UNSET


class LookArguments(GameArguments):
    after: Number | UnsetType = UNSET
    legal: bool = True
    board: bool = True


class LegalArguments(GameArguments):
    first: Annotated[int, Meta(ge=1, le=100_000)] = 1


class ActArguments(LookArguments):
    action: dict[str, Any] | UnsetType = UNSET
    number: Annotated[int, Meta(ge=1, le=100_000)] | UnsetType = UNSET
    decision: Number | UnsetType = UNSET


class WaitArguments(LookArguments):
    seconds: Seconds = LONGEST_WAIT


class OddsArguments(GameArguments):
    rollouts: Annotated[int, Meta(ge=10, le=1_000_000)] = 200
    seconds: Seconds = LONGEST_WAIT


def read_arguments(kind: type[Arguments], given: dict[str, Any]) -> Any:
    """The decoded arguments, or a problem that names the wrong one."""
    try:
        return msgspec.convert(given, kind)
    except msgspec.ValidationError as error:
        found = _PLACE.match(str(error))
        detail, place = (found[1], found[2]) if found else (str(error), None)
        known = ", ".join(kind.__struct_fields__)
        hint = f"; the arguments are {known}" if "unknown field" in detail else ""
        pointer = "/" + (place or "").strip(".").replace(".", "/") if place else ""
        raise wrong(pointer, f"{detail[:LONGEST]}{hint}.") from error


def wrong(pointer: str, detail: str) -> Problem:
    """The problem of one argument."""
    return invalid([FieldError(pointer[:LONGEST], detail=detail)])


def input_schema(kind: type[Arguments], language: str) -> dict[str, Any]:
    """The arguments as a JSON Schema, each described."""
    found = msgspec.json.schema(kind)["$defs"][kind.__name__]
    for name, schema in found["properties"].items():
        schema["description"] = WORDS["arguments"][name][language].replace("{games}", ", ".join(slugs()))
    return {key: found[key] for key in ("type", "properties", "required", "additionalProperties") if key in found}
