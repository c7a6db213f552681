"""Parameters and answers that several operations have: each is written once, under ``components``."""

from __future__ import annotations

from collections import Counter, defaultdict

import orjson

from api.http.problems import MEDIA_TYPE
from api.spec.shape.nodes import NAME, SCHEMAS, Node, operations, types

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
MOST_EXAMPLES = 6
"""Examples of a shared problem: one for each kind, from any operation that has it."""


def share_parameters(spec: Node) -> None:
    """One component for a parameter that several paths or operations have; references are left as they are."""
    shared: Node = spec["components"]["parameters"]
    lists = [item["parameters"] for item in spec["paths"].values() if "parameters" in item]
    lists += [operation["parameters"] for operation in operations(spec) if "parameters" in operation]
    for entry in (entry for listed in lists for entry in listed if "schema" in entry):
        if "null" in types(entry["schema"]):  # nothing can be null in a URL
            entry["schema"]["type"] = types(entry["schema"])[0]
    texts = Counter(orjson.dumps(entry, option=orjson.OPT_SORT_KEYS) for listed in lists for entry in listed)
    for listed in lists:
        for index, entry in enumerate(listed):
            if "$ref" in entry or texts[orjson.dumps(entry, option=orjson.OPT_SORT_KEYS)] < 2:
                continue
            name = entry.get(NAME) or entry["schema"].get(NAME) or entry["name"]
            if shared.setdefault(name, entry) == entry:
                listed[index] = {"$ref": f"#/components/parameters/{name}"}


def share_answers(spec: Node) -> None:
    """One component for each answer that several operations give."""
    _share_problems(spec)
    _share_empty(spec)
    _share_successes(spec)
    _share_examples(spec)


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


def _share_examples(spec: Node) -> None:
    """Where an answer has several examples, each is a component: a generator for TypeScript reads no others."""
    examples: Node = spec["components"]["examples"]
    for operation in operations(spec):
        for answer in operation["responses"].values():
            for media in answer.get("content", {}).values():
                for case, example in media.get("examples", {}).items():
                    name = case.replace("_", "-")
                    examples[name] = example
                    media["examples"][case] = {"$ref": f"#/components/examples/{name}"}
