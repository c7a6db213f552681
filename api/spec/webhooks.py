"""The calls that the server makes: to the URLs of remote bots, and to hooks of people's games.

Bodies are the structs that the dispatcher encodes. What is called and how it must answer is said here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from marshmallow import Schema

from api.schemas.derive import schema_for
from api.schemas.games import schemas_of
from api.spec.shape.nodes import SCHEMAS, Node
from engines.kernel.game import Game
from store.model.documents.calls import Challenge, GameNotice

TAG = {"name": "webhooks", "description": "What the server calls: your bot, and hooks of your games."}
HEADERS: dict[str, tuple[str, Node]] = {
    "webhook-id": (
        "Names the call; the same turn or notice has the same id, however often it is sent.",
        {"type": "string", "pattern": "^msg_[0-9a-f]{32}$", "examples": ["msg_9f86d081884c7d659a2feaa0c55ad015"]},
    ),
    "webhook-timestamp": (
        "When it was signed, in seconds since 1970: refuse what is older than some minutes.",
        {"type": "string", "pattern": "^[0-9]{10,11}$", "examples": ["1767268800"]},
    ),
    "webhook-signature": (
        "As in Standard Webhooks: `v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body`, with the secret that "
        "registration showed once; for a day after a change of secret there are two, separated by a space.",
        {
            "type": "string",
            "pattern": "^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)*$",
            "examples": ["v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="],
        },
    ),
}
ANSWERS: dict[str, Node] = {
    "TurnAnswer": {
        "type": "object",
        "properties": {
            "action": {
                "description": "One of the turn's `actions`, or one that fits a template.",
                "$ref": f"{SCHEMAS}Action",
            }
        },
        "required": ["action"],
        "description": "What the bot decides.",
    },
    "StartAnswer": {
        "type": "object",
        "properties": {
            "decline": {"type": "boolean", "description": "True: the bot does not play; a built-in bot takes its seat."}
        },
        "description": "Whether the bot plays; `{}`, or no body at all, is yes.",
    },
    "ChallengeAnswer": {
        "type": "object",
        "properties": {"challenge": {"type": "string", "description": "The challenge of the call."}},
        "required": ["challenge"],
        "description": "Proves the URL.",
    },
}
"""What callees send back, by the name of the component. Further fields are ignored."""


@dataclass(frozen=True)
class Call:
    """One kind of call."""

    name: str
    verb: str
    """Its operation id."""
    summary: str
    description: str
    answers: dict[str, tuple[str, str | None]]
    """By status: what it means, and the component of its body."""


TAKEN = "Taken note of; any 2xx is. Every other status, and none in five seconds, is logged as a fault."
CALLS = (
    Call(
        "turn",
        "receiveTurn",
        "Decide for a seat of your bot.",
        "POSTed to the URL of a webhook bot when one of its seats owes a decision. It carries what the seat sees and "
        "everything that it may do. Answer before `deadline`; a bot that is away is called again until then.",
        {
            "200": ("The decision. An action that the rules forbid is asked for once more.", "TurnAnswer"),
            "202": ("Later: POST the action to the turn's `act` before the deadline, with the bot's token.", None),
        },
    ),
    Call(
        "start",
        "receiveStart",
        "A game begins for your bot.",
        "POSTed to the URL of a webhook bot once for each of its seats. It may overtake a turn.",
        {
            "200": (TAKEN, "StartAnswer"),
            "204": ("Taken note of.", None),
        },
    ),
    Call(
        "end",
        "receiveEnd",
        "A game ends for your bot.",
        "POSTed to the URL of a webhook bot when the game is over, or when the bot has lost its seat; `result` is null "
        "unless the game is finished.",
        {"204": (TAKEN, None)},
    ),
    Call(
        "challenge",
        "receiveChallenge",
        "Prove that you want to be called.",
        "POSTed to a new URL of a bot or a hook before anything else is. It is signed with the secret that the answer "
        "to the registration will hold.",
        {"200": ("The same challenge. Every other answer leaves the URL unproven.", "ChallengeAnswer")},
    ),
    Call(
        "game-notice",
        "receiveGameNotice",
        "Something happened in a game.",
        "POSTed to the hook of a game for what its `on` names. A call that fails is repeated after 0.5, 2, 8 and 30 "
        "seconds, with the same `webhook-id`.",
        {"204": (TAKEN, None)},
    ),
)
CALL_IDS = {f"webhook_{call.name.replace('-', '_')}": call.verb for call in CALLS}
"""The operation id of each call, by the name of its recorded example."""
OF_HOOKS = ("challenge", "game-notice")
"""Calls that people's games make."""
OF_BOTS = ("turn", "start", "end", "challenge")

Resolve = Callable[[Schema], Node]


def webhooks(engines: Iterable[Game[Any, Any]], resolve: Resolve) -> Node:
    """The `webhooks` of the document; ``resolve`` makes a component of a schema and refers to it."""
    games = [schemas_of(engine) for engine in engines]
    notices = {"anyOf": [resolve(schemas.notice()) for schemas in games]}
    bodies: Node = {
        "turn": {"anyOf": [resolve(schemas.turn()) for schemas in games]},
        "start": notices,
        "end": dict(notices),
        "challenge": resolve(schema_for(Challenge)()),
        "game-notice": resolve(schema_for(GameNotice)()),
    }
    return {call.name: {"post": _operation(call, bodies[call.name])} for call in CALLS}


def _operation(call: Call, body: Node) -> Node:
    return {
        "operationId": call.verb,
        "tags": [TAG["name"]],
        "summary": call.summary,
        "description": call.description,
        "security": [{}],
        "parameters": [_header(name, *said) for name, said in HEADERS.items()],
        "requestBody": {"required": True, "content": {"application/json": {"schema": body}}},
        "responses": {status: _answer(*answer) for status, answer in call.answers.items()},
    }


def _header(name: str, text: str, schema: Node) -> Node:
    return {"in": "header", "name": name, "description": text, "schema": schema, "required": True}


def _answer(text: str, component: str | None) -> Node:
    content = {"application/json": {"schema": {"$ref": SCHEMAS + component}}} if component else None
    return {"description": text} | ({"content": content} if content else {})


def refer_to_webhooks(spec: Node) -> None:
    """Make path items of the finished calls: of those in place a generator of Python clients makes broken code."""
    spec["components"]["pathItems"] = spec["webhooks"]
    spec["webhooks"] = {name: {"$ref": f"#/components/pathItems/{name}"} for name in spec["webhooks"]}


def register_webhooks(spec: Any, engines: Iterable[Game[Any, Any]], resolve: Resolve) -> None:
    """Add the calls to the document that apispec makes, which has no webhooks."""
    for name, answer in ANSWERS.items():
        spec.components.schema(name, answer)
    spec.tag(TAG)
    spec.options["webhooks"] = webhooks(engines, resolve)
