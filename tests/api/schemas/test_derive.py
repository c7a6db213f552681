"""Schemas derived from structs: what they load, what they refuse, and that the document says the same."""

from __future__ import annotations

from collections.abc import Iterator
from timeit import timeit
from typing import Annotated, Any, Literal

import flask
import flask_smorest
import marshmallow
import msgspec
import pytest
from jsonschema_rs import Draft202012Validator
from msgspec import UNSET, Meta, UnsetType
from openapi_spec_validator import validate

from api.schemas.derive import schema_for, to_struct, union_for
from api.schemas.derive.unions import DerivedPlugin
from engines.kernel.dice import SeededDice
from engines.kernel.records import Action, Choices, Domain, Event, GameOver, Record, Result, Template, one_of
from tests.support.sample import CupLifted, CupsPosition, CupsView, GameStarted, Guess, GuessMade, Options, engine


class Step(Action):
    """Take a step."""

    from_: Annotated[str, one_of(["a1", "b2"], "The square left.")]
    by: Annotated[tuple[int, int], Meta(description="Columns and rows.", examples=[[1, 0]])]
    how: Literal["jump", "walk"] = "walk"
    over: tuple[str, ...] = ()


class Rest(Action):
    """Do nothing."""


class Leaf(Record):
    name: Annotated[str, Meta(min_length=1, max_length=3, pattern="[a-z]$")]
    children: list[Leaf] = []


class Everything(Record):
    """One field of every kind."""

    low: Annotated[int, Meta(gt=0, lt=10)]
    perhaps: Annotated[int, Meta(ge=2, description="Maybe a number.")] | None
    flag: bool
    ratio: Annotated[float, Meta(ge=0, le=1)]
    one: Literal[1]
    colour: Literal["red", "blue"] | None
    square: Annotated[Annotated[str, one_of(["a1", "b2"], "Inner.")] | None, Meta(description="Outer.")]
    ints: Annotated[list[int | None], Meta(min_length=1, max_length=3)]
    many: tuple[Literal["a", "b"], ...]
    pair: tuple[int, int]
    mixed: tuple[int, str]
    by_seat: Annotated[dict[str, Annotated[int, Meta(ge=0)]], Meta(max_length=2)]
    by_colour: dict[Literal["red", "blue"], bool]
    by_number: dict[int, Leaf]
    leaf: Annotated[Leaf, Meta(description="A leaf.")]
    no_leaf: Leaf | None
    last: Step | Rest | None
    done: list[Step | Rest]
    schema: dict[str, Any]
    load: int = 3
    options: Options = msgspec.field(default_factory=Options)
    nothing: str | None = None
    seq: Annotated[int, Meta(ge=1)] | UnsetType = UNSET
    hint: Literal["x"] | UnsetType | None = UNSET


LEAF = Leaf("a", [Leaf("bb")])
FULL = Everything(
    *(9, 2, True, 0.5, 1, None, "a1", [1, None], ("a", "b", "a"), (1, 2), (1, "x"), {"0": 1}, {"red": True}, {7: LEAF}),
    *(LEAF, None, Step("a1", (1, 0)), [Rest(), Step("b2", (0, 1), "jump")], {"type": ["string"], "x": {}}),
    **{"seq": 4, "hint": None},
)
CUPS = union_for(engine.rules.event_types, "CupsEvent", "Cups", Event, "Whatever happened.")
ACTION = union_for([Guess, Step, Rest], "CupsAction", "Cups", Action)


@pytest.fixture(scope="module")
def app() -> flask.Flask:
    app = flask.Flask(__name__)
    app.config.update(API_TITLE="Cups", API_VERSION="1", OPENAPI_VERSION="3.1.0")
    api = flask_smorest.Api(app, spec_kwargs={"marshmallow_plugin": DerivedPlugin()})
    blueprint = flask_smorest.Blueprint("cups", __name__)

    @blueprint.post("/act")
    @blueprint.arguments(ACTION())
    @blueprint.response(200, CUPS(many=True))
    def act(data: dict[str, Any]) -> Any:
        return [GuessMade(seat=0, cup=to_struct(ACTION.struct_type, data).cup)]

    def empty() -> flask.Response:
        return flask.Response()

    for number, struct in enumerate([CupsView, CupsPosition, Choices, Template, Everything, GameOver, Leaf]):
        blueprint.get(f"/{number}", endpoint=str(number))(blueprint.response(200, schema_for(struct, "Cups"))(empty))
    api.register_blueprint(blueprint)
    app.extensions["document"] = api.spec.to_dict()
    return app


@pytest.fixture(scope="module")
def document(app: flask.Flask) -> dict[str, Any]:
    found: dict[str, Any] = app.extensions["document"]
    return found


def validator(document: dict[str, Any], name: str) -> Draft202012Validator:
    return Draft202012Validator({"$ref": f"#/components/schemas/{name}", "components": document["components"]})


def values() -> Iterator[Any]:
    dice = SeededDice(b"derive")
    position, events = engine.rules.deal(2, Options(), dice)
    yield from events
    while (seats := engine.rules.to_act(position)) and (choices := engine.rules.legal(position, seats[0])):
        yield from (position, engine.visibility.view(position, seats[0]), choices, *choices.actions)
        yield from engine.rules.apply(position, seats[0], choices.actions[0], dice)
    yield from (
        position,
        engine.visibility.view(position, None),
        position.result,
        position.options,
        FULL,
        LEAF,
        Leaf("z"),
    )
    yield GuessMade(seat=1, cup=None, seq=3, version=2, auto=True, sentence="?")
    yield Template("step", {"by": Domain(1, True, ["a"], {"a": 1}, {"enum": ["a"]})})


def test_the_document_is_valid_openapi(document: dict[str, Any]) -> None:
    validate(document)
    assert "PaginationMetadata" not in document["components"]["schemas"]


def test_every_real_value_passes_schema_and_document(document: dict[str, Any]) -> None:
    seen = set()
    for value in values():
        name, data = type(value).__name__, msgspec.json.decode(msgspec.json.encode(value))
        name = name if name.startswith("Cups") else f"Cups{name}"
        validator(document, name).validate(data)
        if isinstance(value, Action | Event):
            union = ACTION if isinstance(value, Action) else CUPS
            validator(document, union.__name__).validate(data)
            union().load(data)
        loaded = schema_for(type(value), "Cups")().load(data)
        assert msgspec.json.decode(msgspec.json.encode(loaded)) == data | {
            key: loaded[key] for key in loaded.keys() - data.keys()
        }
        if not isinstance(value, Event | Choices):
            assert to_struct(type(value), loaded) == value
        seen.add(type(value))
    assert seen >= {Guess, GameStarted, GuessMade, CupLifted, GameOver, CupsView, CupsPosition, Choices, Result}


WRONG: list[tuple[str, Any]] = [
    *[("low", bad) for bad in (0, 10, "1", True, 1.5, None)],
    *[("perhaps", bad) for bad in (1, "2", False)],
    *[("flag", bad) for bad in (1, 0, "true", "yes", None)],
    *[("ratio", bad) for bad in (-0.1, 2, "0.5", True)],
    *[("one", bad) for bad in (2, "1", True)],
    *[("colour", bad) for bad in ("green", 1)],
    *[("square", bad) for bad in ("a2", 1)],
    *[("ints", bad) for bad in ([], [1, 2, 3, 4], ["1"], {}, "12")],
    *[("many", bad) for bad in (["c"], "a", None)],
    *[("pair", bad) for bad in ([1], [1, 2, 3], [1, "2"])],
    *[("mixed", bad) for bad in ([1], [1, 2], [1, "2", 3])],
    *[("by_seat", bad) for bad in ({"0": -1}, {"0": 1, "1": 1, "2": 1}, [], {"0": None})],
    *[("by_colour", bad) for bad in ({"green": True}, {"red": 1})],
    *[("by_number", bad) for bad in ({"x": {"name": "a"}}, {"1": {}})],
    *[("leaf", bad) for bad in (None, {}, {"name": ""}, {"name": "aaaa"}, {"name": "A"}, {"name": "a", "x": 1})],
    *[("leaf", {"name": "a", "children": [bad]}) for bad in ({}, None, {"name": 1})],
    ("no_leaf", {}),
    *[("last", bad) for bad in ({}, {"type": "step"}, {"type": "rest", "x": 1}, {"type": "guess", "cup": 1}, [])],
    *[("done", bad) for bad in (None, [None], [{"type": []}], [{"type": "rest"}, {"type": "no"}])],
    *[("schema", bad) for bad in ([], None, "{}")],
    *[("load", bad) for bad in (None, "3")],
    *[("options", bad) for bad in (None, {"cups": 9}, {"cup": 2})],
    ("nothing", 1),
    *[("seq", bad) for bad in (0, None)],
    ("hint", "y"),
    ("unknown", 1),
]


@pytest.mark.parametrize(("field", "bad"), WRONG)
def test_schema_and_document_refuse_alike(document: dict[str, Any], field: str, bad: Any) -> None:
    data = {**msgspec.to_builtins(FULL, str_keys=True), field: bad}
    assert not validator(document, "CupsEverything").is_valid(data)
    with pytest.raises(marshmallow.ValidationError) as refused:
        schema_for(Everything, "Cups")().load(data)
    assert list(refused.value.messages_dict) == [field]


def test_what_is_required_and_what_has_a_default(document: dict[str, Any]) -> None:
    described = document["components"]["schemas"]["CupsEverything"]
    optional = {"load", "options", "nothing", "seq", "hint"}
    assert set(described["required"]) == set(described["properties"]) - optional
    data = {key: value for key, value in msgspec.to_builtins(FULL, str_keys=True).items() if key not in optional}
    loaded = schema_for(Everything, "Cups")().load(data)
    assert {key: loaded[key] for key in optional & set(loaded)} == {
        "load": 3,
        "options": {"cups": 4, "points": "one"},
        "nothing": None,
    }
    assert described["properties"]["options"]["default"] == {"cups": 4, "points": "one"}
    assert to_struct(Everything, loaded).seq is UNSET


def test_how_the_kinds_are_documented(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    of = schemas["CupsEverything"]["properties"]
    assert of["low"] == {"type": "integer", "minimum": 1, "maximum": 9}
    assert of["perhaps"] == {"type": ["integer", "null"], "minimum": 2, "description": "Maybe a number."}
    assert of["one"] == {"type": "integer", "enum": [1]}
    assert of["colour"] == {"type": ["string", "null"], "enum": ["red", "blue", None]}
    assert of["square"] == {"type": ["string", "null"], "enum": ["a1", "b2", None], "description": "Outer."}
    assert of["pair"] == {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}
    assert of["mixed"]["prefixItems"] == [{"type": "integer"}, {"type": "string"}]
    assert of["by_seat"] == {
        "type": "object",
        "additionalProperties": {"type": "integer", "minimum": 0},
        "maxProperties": 2,
    }
    assert of["leaf"] == {"$ref": "#/components/schemas/CupsLeaf", "description": "A leaf."}
    assert of["no_leaf"] == {"anyOf": [{"$ref": "#/components/schemas/CupsLeaf"}, {"type": "null"}]}
    assert of["done"]["items"] == {"$ref": "#/components/schemas/CupsStepOrRest"}
    assert of["last"]["anyOf"][0] == of["done"]["items"]
    assert of["schema"] == {"type": "object", "additionalProperties": True}
    assert of["seq"] == {"type": "integer", "minimum": 1}
    assert schemas["CupsGuessMade"]["properties"]["seq"]["minimum"] == 1
    step = schemas["CupsStep"]
    assert step["description"] == "Take a step."
    assert step["additionalProperties"] is False
    assert step["properties"]["type"]["enum"] == ["step"]
    assert step["properties"]["from"] == {"type": "string", "enum": ["a1", "b2"], "description": "The square left."}
    assert step["properties"]["by"]["examples"] == [[1, 0]]
    assert step["properties"]["how"]["default"] == "walk"
    assert step["properties"]["over"]["default"] == []
    assert step["required"] == ["by", "from", "type"]


def test_unions_are_documented_with_a_discriminator(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    names = {"guess": "CupsGuess", "step": "CupsStep", "rest": "CupsRest"}
    refs = {tag: f"#/components/schemas/{name}" for tag, name in names.items()}
    assert schemas["CupsAction"] == {
        "oneOf": [{"$ref": ref} for ref in refs.values()],
        "discriminator": {"propertyName": "type", "mapping": refs},
    }
    assert schemas["CupsEvent"]["description"] == "Whatever happened."
    assert schemas["CupsChoices"]["properties"]["actions"]["items"] == {"$ref": "#/components/schemas/CupsAction"}


def test_no_schema_is_free_and_every_object_is_closed(document: dict[str, Any]) -> None:
    def walk(node: Any, path: str) -> Iterator[str]:
        if isinstance(node, dict):
            if node.get("type") == "object" and "additionalProperties" not in node:
                yield path
            for key, value in node.items():
                if value == {} and key not in ("default", "securitySchemes"):
                    yield f"{path}/{key}"
                yield from walk(value, f"{path}/{key}")
        elif isinstance(node, list):
            for number, value in enumerate(node):
                yield from walk(value, f"{path}/{number}")

    ours = {name: schema for name, schema in document["components"]["schemas"].items() if name.startswith("Cups")}
    assert list(walk(ours, "")) == []


def test_union_errors_name_the_type() -> None:
    def error(data: Any) -> Any:
        with pytest.raises(marshmallow.ValidationError) as refused:
            ACTION().load(data)
        return refused.value.messages

    assert error({}) == {"type": ["Missing, must be one of guess, step, rest."]}
    assert error({"type": "fly"}) == {"type": ["Unknown, must be one of guess, step, rest."]}
    for bad in (1, None, ["guess"], {}):
        assert error({"type": bad}) == {"type": ["Not a string, must be one of guess, step, rest."]}
    for bad in ([], "guess", None, 3):
        assert error(bad) == {"_schema": ["Not a valid object."]}
    assert set(error({"type": "guess", "cup": 9, "x": 1})) == {"cup", "x"}
    with pytest.raises(marshmallow.ValidationError) as refused:
        ACTION(many=True).load([{"type": "rest"}, {"type": "guess"}])
    assert refused.value.messages == {1: {"cup": ["Missing data for required field."]}}
    assert ACTION(many=True).load([{"type": "rest"}]) == [{"type": "rest"}]


def test_loaded_actions_become_frozen_structs() -> None:
    data = ACTION().load({"type": "step", "from": "a1", "by": [1, 0]})
    assert to_struct(ACTION.struct_type, data) == Step("a1", (1, 0), "walk")
    assert hash(to_struct(Step, data)) == hash(Step("a1", (1, 0)))


def test_a_request_goes_through(app: flask.Flask) -> None:
    client = app.test_client()
    answer = client.post("/act", json={"type": "guess", "cup": 3})
    assert (answer.status_code, answer.json) == (200, [{"type": "guess_made", "seat": 0, "cup": 3}])
    for bad in ({"type": "guess", "cup": 6}, {"type": "fly"}, [], 1):
        assert client.post("/act", json=bad).status_code == 422


def test_one_class_per_struct_and_prefix() -> None:
    assert schema_for(Guess, "Bakong") is schema_for(Guess, "Bakong")
    assert schema_for(Guess, "Bakong").__name__ == "BakongGuess"
    assert schema_for(CupsView, "Cups").__name__ == "CupsView"
    assert schema_for(Guess).__name__ == "Guess"


def test_what_cannot_be_documented_is_refused_at_once() -> None:
    for kind in (Any, list, int | str, bytes, Literal["a", 1], dict, Annotated[float, Meta(gt=0)]):
        with pytest.raises(TypeError, match=r"Odd\.field: "):
            schema_for(msgspec.defstruct("Odd", [("field", kind)]))
    with pytest.raises(TypeError, match="tag"):
        union_for([Leaf, Result], "Untagged")


def test_loading_a_small_action_is_cheap() -> None:
    union, data = ACTION(), {"type": "guess", "cup": 3}
    best = min(timeit(lambda: union.load(data), number=200) for _ in range(5)) / 200
    assert best < 150e-6
