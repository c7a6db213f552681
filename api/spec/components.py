"""Shapes the document for people who generate code from it: constants, named enums, shared answers, open objects.

apispec writes every answer and every enum where it is used, and marshmallow knows no constants. ``refine`` works on the
finished document: what stands in several places is written once, under ``components``.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

import orjson

from api.http.problems import MEDIA_TYPE
from api.spec.enums import SCHEMAS, Node, name_enums, name_values, nested, types
from api.spec.supertypes import OWN, add_supertype, share_alike

METHODS = ("get", "post", "put", "patch", "delete")
EVENT_FIELDS = ("seq", "version", "sentence")
"""What every event in an answer carries, though the engine that makes the event does not know it yet."""
DATE_TIMES = ("asked_at", "at", "created_at", "deadline", "ended_at", "expires_at", "started_at")
RESPONSE_NAMES = {
    "400": "BadRequest",
    "401": "Unauthorized",
    "403": "Forbidden",
    "404": "NotFound",
    "409": "Conflict",
    "412": "PreconditionFailed",
    "413": "ContentTooLarge",
    "415": "UnsupportedMediaType",
    "422": "Invalid",
    "429": "TooManyRequests",
    "503": "Unavailable",
}
EMPTY_NAMES = {"204": "NoContent", "304": "NotModified"}
PARAMETER_NAMES = {
    "The game's id.": "game-id",
    "The bot's id.": "bot-id",
    "The job's id.": "job-id",
    "Seat number, counted clockwise from 0.": "seat-number",
    "At most so many events.": "event-limit",
}
"""Names of shared parameters by their description, where the parameter's own name means several things."""
NOTHING = {"type": "null"}
MOST_EXAMPLES = 6
"""Examples of a shared problem: one for each kind, from any operation that has it."""


def refine(spec: Node) -> None:
    """Run every pass over the document, in place."""
    schemas: Node = spec["components"]["schemas"]
    _drop_empty_bodies(spec)
    sent = reachable(
        spec, (operation.get(place) for operation in operations(spec) for place in ("requestBody", "parameters"))
    )
    answered = reachable(spec, [spec["webhooks"], *(operation["responses"] for operation in operations(spec))])
    for name in answered - sent:
        _open(schemas[name])
    for name, union in list(schemas.items()):
        if name.endswith("Event") and "oneOf" in union:
            for variant in union["oneOf"]:
                _require(schemas[variant["$ref"].removeprefix(SCHEMAS)], EVENT_FIELDS)
    for node in nested([spec["components"], spec["paths"], spec["webhooks"]]):
        _simplify(node)
    for name in sent:
        for field in schemas[name].get("properties", {}).values():
            _say_default(field)
    share_alike(spec)
    schemas = spec["components"]["schemas"]
    for schema in [*schemas.values(), spec["webhooks"]]:
        for node in nested(schema):
            _discriminate(node, schemas)
    add_supertype(schemas, "Acted")
    schemas["ActJob"]["properties"]["result"] = {
        "description": schemas["ActJob"]["properties"]["result"]["description"],
        "anyOf": [{"$ref": f"{SCHEMAS}Acted"}, {"type": "null"}],
    }
    _say_once(schemas)
    name_enums(spec)
    name_values(spec)
    _share_parameters(spec)
    _share_problems(spec)
    _share_empty(spec)
    _share_successes(spec)


def _say_once(schemas: Node) -> None:
    """Events leave to their supertype what it says of the fields that all of them have; a constant needs no words."""
    for name, union in schemas.items():
        if name.endswith("Event") and "oneOf" in union:
            for variant in union["oneOf"]:
                fields = schemas[variant["$ref"].removeprefix(SCHEMAS)]["properties"]
                for field in {*EVENT_FIELDS, "auto"} & fields.keys():
                    fields[field].pop("description", None)
    for node in nested(schemas):
        if "const" in node and node.get("description", "").startswith("Always `"):
            del node["description"]


def _drop_empty_bodies(spec: Node) -> None:
    """Where a body may only be `{}` the document has none: generators would ask for an argument that says nothing."""
    for operation in operations(spec):
        media = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
        name = media.get("schema", {}).get("$ref", "").removeprefix(SCHEMAS)
        if name and spec["components"]["schemas"][name].get("properties") == {}:
            del operation["requestBody"]
    spec["components"]["schemas"].pop("Empty", None)


def operations(spec: Node) -> Iterator[Node]:
    for item in spec["paths"].values():
        yield from (item[method] for method in METHODS if method in item)


def reachable(spec: Node, places: Iterable[Any]) -> set[str]:
    """Names of the schemas that these places mention, and of all that those mention in turn.

    Supertypes are none of them before they are made.
    """
    found: set[str] = set()
    pending = list(places)
    while pending:
        for name in _mentioned(pending.pop()):
            if name not in found and name in spec["components"]["schemas"]:
                found.add(name)
                pending.append(spec["components"]["schemas"][name])
    return found


def _mentioned(node: Any) -> Iterator[str]:
    for part in nested(node):
        reference = part.get("$ref")
        if isinstance(reference, str) and reference.startswith(SCHEMAS):
            yield reference.removeprefix(SCHEMAS)


def _open(schema: Node) -> None:
    """An answer may grow; it always carries the fields that have a default."""
    if schema.get("additionalProperties") is False:
        del schema["additionalProperties"]
    properties: Node = schema.get("properties", {})
    _require(schema, [name for name, field in properties.items() if "default" in field])
    for field in properties.values():
        field.pop("default", None)


def _require(schema: Node, names: Iterable[str]) -> None:
    present = {name for name in names if name in schema.get("properties", {})}
    if present:
        schema["required"] = sorted(present | set(schema.get("required", [])))


def _simplify(node: Node) -> None:
    """Say a constant as a constant, a time as a time, and nothing where the default is null."""
    if node.get("default", 0) is None:
        del node["default"]
    values = node.get("enum")
    if isinstance(values, list) and len(values) == 1:
        del node["enum"]
        node["const"] = values[0]
    properties = node.get("properties")
    if not isinstance(properties, dict):
        return
    for name, field in properties.items():
        match field.get("enum"):
            case [int(value)] if name not in node.get("required", ()):
                # A generator of Python clients cannot write a constant number that may be left out.
                del field["enum"]
                field["minimum"] = field["maximum"] = value
    for name in DATE_TIMES:
        for field in properties.get(name, {}), properties.get(f"{name}s", {}).get("items", {}):
            if "string" in types(field) and not {"enum", "pattern", "const"} & field.keys():
                field["format"] = "date-time"


def _say_default(field: Node) -> None:
    """Say in words what a field of a request is unless given: generators take a field with a `default` for one that is
    always there, and ``{"seats": 2}`` would not compile."""
    default = field.pop("default", None)
    text = field.get("description", "")
    if default is not None and "unless given" not in text:
        field["description"] = f"{text} `{orjson.dumps(default).decode()}` unless given.".lstrip()


def _discriminate(node: Node, schemas: Node) -> None:
    """Make a component with a discriminator of a choice between objects that a constant tells apart."""
    choices = [choice for choice in node.get("anyOf", ()) if choice != NOTHING]
    references = [choice.get("$ref", "") for choice in choices]
    if len(references) < 2 or not all(references):
        return
    variants = [schemas[reference.removeprefix(SCHEMAS)]["properties"] for reference in references]
    for name in variants[0]:
        tags = [variant.get(name, {}).get("const") for variant in variants]
        if None not in tags and len(set(tags)) == len(tags):
            union = next(references[0].removeprefix(own) for own in OWN if references[0].startswith(own))
            schemas[union] = {
                "oneOf": choices,
                "discriminator": {"propertyName": name, "mapping": dict(zip(tags, references, strict=True))},
            }
            if NOTHING in node.pop("anyOf"):
                node["anyOf"] = [{"$ref": SCHEMAS + union}, NOTHING]
            else:
                node["$ref"] = SCHEMAS + union
            return
    raise ValueError(f"nothing tells {references} apart")


def _share_parameters(spec: Node) -> None:
    """One component for a parameter that several paths or operations have; references are left as they are."""
    shared: Node = spec["components"]["parameters"]
    lists = [item["parameters"] for item in spec["paths"].values() if "parameters" in item]
    lists += [operation["parameters"] for operation in operations(spec) if "parameters" in operation]
    texts = Counter(orjson.dumps(entry, option=orjson.OPT_SORT_KEYS) for listed in lists for entry in listed)
    for listed in lists:
        for index, entry in enumerate(listed):
            if "$ref" in entry or texts[orjson.dumps(entry, option=orjson.OPT_SORT_KEYS)] < 2:
                continue
            name = PARAMETER_NAMES.get(entry["description"], entry["name"])
            if shared.setdefault(name, entry) == entry:
                listed[index] = {"$ref": f"#/components/parameters/{name}"}


def _share_problems(spec: Node) -> None:
    """One component for each status and set of headers, with one example for each kind of problem."""
    shared: Node = spec["components"].setdefault("responses", {})
    examples: Node = spec["components"].setdefault("examples", {})
    for operation in operations(spec):
        for status, answer in operation["responses"].items():
            if list(answer.get("content", {})) == [MEDIA_TYPE]:
                name = RESPONSE_NAMES[status] + ("" if "RateLimit" in answer["headers"] else "Unlimited")
                media = shared.setdefault(name, answer)["content"][MEDIA_TYPE]
                _add_example(media, answer["content"][MEDIA_TYPE].pop("example", None), examples)
                operation["responses"][status] = {"$ref": f"#/components/responses/{name}"}


def _share_empty(spec: Node) -> None:
    """One component for each 204 and 304, named after the headers that it has besides those of every answer."""
    shared: Node = spec["components"]["responses"]
    for operation in operations(spec):
        for status in operation["responses"].keys() & EMPTY_NAMES.keys():
            answer = operation["responses"][status]
            more = sorted(set(answer["headers"]) - {"X-Request-Id", "RateLimit", "RateLimit-Policy", "Vary"})
            name = EMPTY_NAMES[status] + "".join(f"With{header.replace('-', '')}" for header in more)
            if shared.setdefault(name, answer) == answer:
                operation["responses"][status] = {"$ref": f"#/components/responses/{name}"}


def _share_successes(spec: Node) -> None:
    """One component for an answer that several operations give in the same words, with the first one's example."""
    alike: dict[bytes, list[tuple[Node, str]]] = defaultdict(list)
    for operation in operations(spec):
        for status, answer in operation["responses"].items():
            media = answer.get("content", {}).get("application/json", {})
            if "$ref" in media.get("schema", {}) and len(answer["content"]) == 1:
                bare = answer | {"content": media["schema"], "status": status}
                alike[orjson.dumps(bare, option=orjson.OPT_SORT_KEYS)].append((operation["responses"], status))
    shared: Node = spec["components"]["responses"]
    for places in alike.values():
        responses, status = places[0]
        answer = responses[status]
        name = answer["content"]["application/json"]["schema"]["$ref"].removeprefix(SCHEMAS)
        if len(places) > 1 and name not in shared:
            shared[name] = answer
            for responses, status in places:
                responses[status] = {"$ref": f"#/components/responses/{name}"}


def _add_example(media: Node, example: Node | None, examples: Node) -> None:
    if example is None:
        return
    kind = example["type"].rpartition("/")[2] if example["type"].startswith("/problems/") else example["reason"]
    name = f"{kind.replace('_', '-')}-{example['status']}"
    examples.setdefault(name, {"summary": example["title"], "value": example})
    listed = media.setdefault("examples", {})
    if len(listed) < MOST_EXAMPLES:
        listed.setdefault(name, {"$ref": f"#/components/examples/{name}"})
