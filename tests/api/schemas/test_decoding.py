"""Bodies that msgspec decodes: nothing is accepted that the schema refuses, and what is accepted is the same value."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import orjson
import pytest
from marshmallow import ValidationError

from api.schemas.decoding import ActionReader, NewGameReader
from api.schemas.games import GameSchemas
from engines.kernel.dice import SeededDice
from engines.kernel.game import Game
from engines.kernel.records import GAME_OVER, Action
from engines.kernel.registry import game, slugs

ODD: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 6, 7, 99, 1.0, 2.5, 2**63, "", "0", "rope", "A1", "é😀", [], [1], ["rope"], {},
    {"type": "pass"},
)  # fmt: skip


def seen(engine: Game[Any, Any], rng: Random) -> list[Action]:
    """Actions of every type that turns up in a few games."""
    found: list[Action] = []
    for number in range(6):
        dice = SeededDice(number.to_bytes(32, "big"))
        position, _ = engine.rules.deal(engine.seats[0], engine.options({}, engine.seats[0]), dice)
        for _ in range(150):
            if position.phase == GAME_OVER:
                break
            seat = engine.rules.to_act(position)[0]
            actions = engine.rules.legal(position, seat).actions
            found += rng.sample(actions, min(3, len(actions)))
            engine.rules.apply(position, seat, rng.choice(actions), dice)
    return found


def spoiled(body: Any, rng: Random) -> Iterator[Any]:
    """The body with something changed: values, items of lists, fields too many or too few, other types."""
    for key in body:
        yield {**body, key: rng.choice(ODD)}
        yield {name: value for name, value in body.items() if name != key}
        if isinstance(body[key], list):
            yield {**body, key: body[key][:-1]}
            yield {**body, key: [*body[key], rng.choice(ODD)]}
            changed = copy.deepcopy(body)
            if changed[key]:
                changed[key][rng.randrange(len(changed[key]))] = rng.choice(ODD)
            yield changed
        if isinstance(body[key], int):
            yield {**body, key: float(body[key])}
            yield {**body, key: str(body[key])}
    yield {**body, "more": 1}
    yield [body]


def written(body: Any, rng: Random) -> Iterator[bytes]:
    """The same document in several hands."""
    data = orjson.dumps(body)
    yield data
    yield orjson.dumps(body, option=orjson.OPT_INDENT_2)
    if isinstance(body, dict):
        pairs = list(body.items())
        rng.shuffle(pairs)
        yield orjson.dumps(dict(pairs))
        for key, _ in pairs:  # a field said twice
            yield orjson.dumps({key: rng.choice(ODD)})[:-1] + b"," + data[1:]
            yield data[:-1] + b"," + orjson.dumps({key: rng.choice(ODD)})[1:]
    yield data + b" x"
    yield data[: rng.randrange(1, len(data) + 1)]
    yield data.replace(b'"', b'"\xff', 1)


@pytest.mark.parametrize("slug", slugs())
def test_what_msgspec_decodes_the_schema_loads_as_the_same_action(slug: str) -> None:
    engine, rng = game(slug), Random(slug)
    schema, reader = GameSchemas(engine).action, ActionReader(engine.rules.action_types)
    accepted = refused = 0
    for action in rng.sample(found := seen(engine, rng), min(150, len(found))):
        good = msgspec.to_builtins(action)
        for body in (good, *spoiled(good, rng)):
            for data in written(body, rng):
                decoded = reader.read(data)
                if decoded is None:
                    refused += 1
                else:
                    accepted += 1
                    assert decoded == loaded(schema, data), data
    assert accepted > 300
    assert refused > 300


def loaded(schema: Any, data: bytes) -> Any:
    """What the schema makes of a body."""
    try:
        return msgspec.convert(schema.load(orjson.loads(data)), schema.struct_type)
    except (ValidationError, orjson.JSONDecodeError) as error:
        return error


@pytest.mark.parametrize("slug", slugs())
def test_legal_actions_are_decoded_by_msgspec(slug: str) -> None:
    """Without this the quick way would never be taken."""
    engine = game(slug)
    reader = ActionReader(engine.rules.action_types)
    found = seen(engine, Random(slug))
    assert len({type(action) for action in found}) >= 3
    for action in found:
        assert reader.read(msgspec.json.encode(action)) == action


def documents(seats: range) -> Iterator[Any]:
    """Requests for a new game: the usual ones, and such as only the schema reads."""
    human, bot = {"kind": "human"}, {"kind": "bot", "bot": "greedy"}
    for number in seats:
        yield {"seats": number}
        yield {"seats": [human] * number, "seed": "0f" * 32}
        yield {"seats": [{**human, "name": "Ana é😀"}] + [bot] * (number - 1), "visibility": "private"}
        yield {"seats": [{"kind": "open"}] * number, "seed": None}
        yield {"seats": [{"kind": "bot", "bot": "search", "level": 3}] * number, "options": {}}
        yield {"seats": [{**human, "bot": "greedy"}] * number}
        yield {"seats": [{**human, "nonce": "mine", "name": None}] * number, "clock": {"turn_seconds": 60}}
    yield {"seats": [human] * (seats[-1] + 1)}
    yield {"seats": [{**human, "name": "x" * 201}] * seats[0], "seed": "0F" * 32}
    yield {}


@pytest.mark.parametrize("slug", slugs())
def test_a_new_game_that_msgspec_decodes_is_what_the_schema_loads(slug: str) -> None:
    engine, rng = game(slug), Random(slug)
    schema = GameSchemas(engine).new_game
    reader = NewGameReader.of(schema)
    assert reader is not None
    accepted = refused = 0
    for document in documents(engine.seats):
        seats = document.get("seats")
        inner = (
            [{**document, "seats": [seat, *seats[1:]]} for seat in spoiled(seats[0], rng)]
            if isinstance(seats, list)
            else []
        )
        for body in (document, *spoiled(document, rng), *inner):
            for data in written(body, rng):
                decoded = reader.read(data)
                if decoded is None:
                    refused += 1
                else:
                    accepted += 1
                    assert decoded == schema.load(orjson.loads(data)), data
    assert accepted > 50
    assert refused > 300


def test_only_a_new_game_is_read_that_way() -> None:
    assert NewGameReader.of(GameSchemas(game(slugs()[0])).simulation) is None
