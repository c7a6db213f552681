"""The OpenAPI document: what flask-smorest derives from the routes, with recorded examples put in their places."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import orjson
from flask import Flask

from api.spec.cut import for_bots, for_game, without_examples
from api.spec.examples import add_examples
from api.spec.operation import Operation, Task
from api.spec.shape.content import type_sheets
from api.spec.shape.nodes import operations_by_id
from api.spec.shape.refine import refine
from api.spec.webhooks import CALL_IDS, refer_to_webhooks
from engines.kernel.registry import game, slugs

FOLDER = Path(str(files("openapi")))
COMMITTED = FOLDER / "openapi.json"
RELEASED = FOLDER / "released.json"
"""The released document without its examples, which no later one may break."""
PARTS = (*slugs(), "bots", "lean")
"""Names of the documents that are cut from the whole."""

SAMPLED = {"curl": "Shell", "python": "Python", "typescript": "TypeScript"}
"""The languages of code samples, and their names in the document."""
EXPLAINED = (
    "In code samples `server` is a client: `Ludotheque(url)` of the package `ludotheque-client` for Python or "
    "TypeScript. `game` is a game that it created or found, `seat` is `game.seat(0)`. In the shell `$URL` is the "
    "server, `$GAME` the URL of a game, `$BOT` that of a bot, and `$AUTH` is `Authorization: Bearer` with a token."
)
"""What the names in the samples mean."""
TASKS: dict[Task, str] = {
    "find": "Games, their rules and those that are open.",
    "start": "Create games, fill seats, call them off.",
    "play": "Look, choose among the legal actions, act.",
    "watch": "Events as they happen, and the board.",
    "review": "Positions, replays and exports.",
    "analyse": "Odds, simulations, matches and their jobs.",
    "notify": "URLs that are called when something happens.",
    "connect": "Register a bot of your own, and play its turns.",
    "compete": "Ladders of bots.",
}
"""Tasks by which the documentation groups operations."""

INFO = {
    "description": (
        "Five French board games, playable over HTTP with every rule enforced. Create a game, list legal actions, "
        "act; refusals name the broken rule; acts can be repeated safely; the dice can be verified by anybody. "
        + EXPLAINED
    ),
    "contact": {"name": "Ludothèque"},
    "license": {"name": "MIT", "identifier": "MIT"},
}


def document(app: Flask, examples: dict[str, Any] | None = None) -> dict[str, Any]:
    """Build the document from the routes; `tools.recorder` records the examples."""
    spec: dict[str, Any] = orjson.loads(
        orjson.dumps(app.extensions["openapi-spec"]().to_dict(), option=orjson.OPT_NON_STR_KEYS)
    )
    declared: list[Operation] = app.extensions["operations"]
    ids = CALL_IDS | {operation.id: operation.operation_id for operation in declared}
    add_examples(spec, {ids[name]: recorded for name, recorded in (examples or {}).items()})
    # flask-smorest brings a component for errors of its own, which no operation answers.
    del spec["components"]["schemas"]["Error"]
    _add_samples_and_tasks(spec, declared)
    type_sheets(spec, [game(slug) for slug in slugs()])
    refine(spec)
    refer_to_webhooks(spec)
    return spec


def _add_samples_and_tasks(spec: dict[str, Any], declared: list[Operation]) -> None:
    by_id = operations_by_id(spec)
    for operation in declared:
        said = by_id[operation.operation_id]
        said["x-codeSamples"] = [{"lang": name, "source": operation.sample(key)} for key, name in SAMPLED.items()]
        if operation.task is not None:
            said["x-task"] = operation.task
    spec["x-tasks"] = [{"name": name, "description": text} for name, text in TASKS.items()]


def served_bytes(app: Flask) -> bytes:
    """The whole document, without the white space of the committed one."""
    return orjson.dumps(_served(app))


def _served(app: Flask) -> dict[str, Any]:
    """The committed document, or a new one without examples for games and content that it does not know."""
    if os.environ.get("LUDOTHEQUE_CONTENT") or not COMMITTED.exists():
        return document(app)
    committed: dict[str, Any] = orjson.loads(COMMITTED.read_bytes())
    complete = all(f"/v1/{slug}/games" in committed["paths"] for slug in slugs())
    return committed if complete else document(app)


def served_part(app: Flask, name: str) -> bytes:
    return part_bytes(_served(app), name)


def part_bytes(spec: dict[str, Any], name: str) -> bytes:
    """Cut the document of one game, of remote bots, or without examples from the whole."""
    if name == "lean":
        return orjson.dumps(without_examples(spec))
    return orjson.dumps(for_bots(spec) if name == "bots" else for_game(spec, name))


def document_yaml(app: Flask) -> str:
    """The served document as YAML, for people."""
    return "\n".join(_yaml(_served(app), "")) + "\n"


WIDTH = 120


def document_text(node: Any, indent: str = "") -> str:
    """Write JSON for reviews of changes: what fits on a line of 120 characters stands on one."""
    flat = json.dumps(node, ensure_ascii=False)
    if len(indent) + len(flat) <= WIDTH or not isinstance(node, dict | list):
        return flat
    inner = indent + "  "
    if isinstance(node, dict):
        lines = [f"{json.dumps(key, ensure_ascii=False)}: {document_text(value, inner)}" for key, value in node.items()]
    else:
        lines = [document_text(value, inner) for value in node]
    begin, end = "{}" if isinstance(node, dict) else "[]"
    return f"{begin}\n" + ",\n".join(inner + line for line in lines) + f"\n{indent}{end}"


def _yaml(node: Any, indent: str) -> Iterator[str]:
    """Lines of block style YAML; every scalar is written as JSON, which YAML reads alike."""
    if isinstance(node, dict):
        for key, value in node.items():
            yield from _entry(f"{indent}{orjson.dumps(key).decode()}:", value, indent + "  ")
    else:
        for value in node:
            yield from _entry(f"{indent}-", value, indent + "  ")


def _entry(head: str, value: Any, indent: str) -> Iterator[str]:
    if isinstance(value, dict | list) and value:
        yield head
        yield from _yaml(value, indent)
    else:
        yield f"{head} {orjson.dumps(value).decode()}"
