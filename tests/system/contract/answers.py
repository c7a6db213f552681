"""Answers held against the document: undocumented statuses, media types, headers and bodies are found here."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import httpx
import orjson
from flask import Flask
from jsonschema_rs import Draft202012, Draft202012Validator, Registry
from werkzeug.exceptions import HTTPException
from werkzeug.routing import MapAdapter

from api.app import create_app
from api.spec.document import COMMITTED
from api.spec.operation import Operation
from api.spec.shape.nodes import operations_by_id
from store.settings import Settings

Json = dict[str, Any]
HOME = "urn:ludotheque"


@cache
def bare_app() -> Flask:
    """The app without a store: enough to know its routes and its document."""
    return create_app(Settings(redis_url="unix:///nowhere", log_level="error", secret="s" * 32))


@cache
def committed() -> Json:
    return dict(orjson.loads(COMMITTED.read_bytes()))


@cache
def declared() -> dict[str, Operation]:
    """Every operation by its endpoint."""
    return {operation.id: operation for operation in bare_app().extensions["operations"]}


@cache
def endpoints() -> dict[str, str]:
    """The endpoint of every operation, by its id."""
    return {
        committed()["paths"][path][method.lower()]["operationId"]: rule.endpoint.rpartition(".")[2]
        for rule in bare_app().url_map.iter_rules()
        for method in rule.methods or ()
        if method.lower() in committed()["paths"].get(path := template(rule.rule), {})
    }


def template(rule: str) -> str:
    """A rule of Flask as a path of the document."""
    return re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule)


class Undocumented(AssertionError):
    """The app said something that the document does not."""


class Document:
    """The committed document, as a judge."""

    def __init__(self, spec: Json) -> None:
        self.spec = spec
        self.registry = Registry([(HOME, spec)], draft=Draft202012)
        self.routes: MapAdapter = bare_app().url_map.bind("localhost")
        self._validators: dict[str, Draft202012Validator] = {}

    def validator(self, pointer: str) -> Draft202012Validator:
        """The validator of the schema that lies at a JSON pointer of the document."""
        if pointer not in self._validators:
            schema = {"$ref": f"{HOME}#{pointer}"}
            self._validators[pointer] = Draft202012Validator(schema, registry=self.registry)
        return self._validators[pointer]

    def resolved(self, node: Json) -> Json:
        """What a reference points to, or the node itself."""
        while "$ref" in node:
            kind, name = node["$ref"].split("/")[2:]
            node = self.spec["components"][kind][name]
        return node

    def operation(self, method: str, path: str) -> tuple[str, Json] | None:
        """Pointer and text of the operation behind a request; None for pages and for what is no route."""
        try:
            rule, _ = self.routes.match(path, method, return_rule=True)
        except HTTPException:
            return None
        path = template(rule.rule)
        found = self.spec["paths"].get(path, {}).get(method.lower())
        return None if found is None else (f"/paths/{_escaped(path)}/{method.lower()}", found)

    def check(self, method: str, path: str, status: int, headers: Any, body: bytes) -> None:
        """Raise Undocumented unless the document foresees this very answer."""
        operation = self.operation(method, path)
        if operation is None:
            return
        pointer, text = operation
        where = f"{method} {path} answered {status}"
        place = f"{pointer}/responses/{status}"
        answer = text["responses"].get(str(status))
        if answer is not None and "$ref" in answer:
            place, answer = answer["$ref"].removeprefix("#"), self.resolved(answer)
        if answer is None:
            raise Undocumented(f"{where}; documented are {', '.join(text['responses'])}")
        self._check_headers(where, answer, headers)
        media_type = (headers.get("Content-Type") or "").partition(";")[0]
        if "content" not in answer:
            if body or media_type:
                raise Undocumented(f"{where} with a body")
            return
        if media_type not in answer["content"]:
            raise Undocumented(f"{where} with {media_type}; documented are {', '.join(answer['content'])}")
        if media_type == "application/json" or media_type.endswith("+json"):
            schema = self.validator(f"{place}/content/{_escaped(media_type)}/schema")
            for error in schema.iter_errors(orjson.loads(body)):
                raise Undocumented(f"{where}: {error.instance_path}: {error.message[:300]}")

    @staticmethod
    def _check_headers(where: str, answer: Json, headers: Any) -> None:
        documented = {name.lower() for name in answer.get("headers", {})} | EVERYWHERE
        for name in headers.keys():  # noqa: SIM118  httpx and werkzeug both have it
            if name.lower() not in documented and not name.lower().startswith("access-control-"):
                raise Undocumented(f"{where} with the header {name}")


EVERYWHERE = {"vary", "content-encoding",
    "content-type", "content-length", "date", "server", "connection", "transfer-encoding",
    "x-content-type-options", "referrer-policy",
}  # fmt: skip
"""Headers of HTTP itself and of every answer, which say nothing about the operation."""


@cache
def document() -> Document:
    return Document(committed())


def _escaped(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1").replace("{", "%7B").replace("}", "%7D").replace(" ", "%20")


def checking_client(url: str) -> httpx.Client:
    """A client that holds every answer against the document."""

    def check(response: httpx.Response) -> None:
        body = response.read()
        request = response.request
        document().check(request.method, request.url.path, response.status_code, response.headers, body)

    return httpx.Client(base_url=url, timeout=40, event_hooks={"response": [check]}, verify=False)


OPERATIONS = operations_by_id(committed())


def schemas(node: Any, path: str) -> Iterator[tuple[str, Json]]:
    """Every schema below a schema, with its path."""
    if not isinstance(node, dict):
        return
    yield path, node
    for key in ("properties", "$defs"):
        for name, inner in node.get(key, {}).items():
            yield from schemas(inner, f"{path}/{key}/{name}")
    for key in ("items", "additionalProperties", "propertyNames"):
        yield from schemas(node.get(key), f"{path}/{key}")
    for key in ("oneOf", "anyOf", "allOf", "prefixItems"):
        for index, inner in enumerate(node.get(key, ())):
            yield from schemas(inner, f"{path}/{key}/{index}")


def every_schema() -> Iterator[tuple[str, Json]]:
    for name, schema in committed()["components"]["schemas"].items():
        yield from schemas(schema, f"/{name}")
