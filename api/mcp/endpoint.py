"""`POST /mcp`: one JSON-RPC message in, one out. Without sessions, any process can answer any request."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from flask import Blueprint, Response, request

from api import __version__
from api.http.body import body_of, is_json, read_json
from api.http.cors import Cors
from api.http.problems import Problem
from api.http.problems.causes import problem_of
from api.http.request import is_local_page, language, present
from api.http.responses import JSON, ready
from api.http.waiting import Outcome, WaitUntil, as_response
from api.mcp.answers import Answer, refusal
from api.mcp.playing import Later
from api.mcp.protocol import (
    BEFORE,
    CURRENT,
    INVALID_PARAMS,
    METHOD_NOT_FOUND,
    PARSE_ERROR,
    REVISIONS,
    SERVER_KEY,
    Call,
    Failure,
    read_call,
)
from api.mcp.tools import Tools
from api.mcp.words import WORDS
from api.services import ApiServices
from api.spec.operation import refuse_unknown_parameters
from engines.kernel.game import Game
from engines.kernel.words import LANGUAGES
from store.games.views import encode

HOUR_MS = 3_600_000
CAPABILITIES: dict[str, Any] = {"tools": {}}


def mcp_blueprint(engines: list[Game[Any, Any]], services: ApiServices) -> Blueprint:
    blueprint, endpoint = Blueprint("mcp", __name__), McpEndpoint(engines, services)
    blueprint.add_url_rule("/mcp", "mcp", lambda: as_response(endpoint.post()), methods=["POST"])
    return blueprint


class McpEndpoint:
    def __init__(self, engines: list[Game[Any, Any]], services: ApiServices) -> None:
        self.tools = Tools(engines, services)
        self.cors = Cors(services.settings.cors_origins)
        self.listed = {spoken: msgspec.Raw(encode(self.tools.documents(spoken))) for spoken in LANGUAGES}
        """What `tools/list` answers, encoded once for each language."""
        shared = {"ping": _nothing, "tools/list": self._list_tools}
        self.methods: dict[str, dict[str, Callable[[Call], dict[str, Any]]]] = {
            CURRENT: {**shared, "server/discover": _discover},
            BEFORE: {**shared, "initialize": _initialize},
        }
        """Handlers by revision, besides `tools/call`."""

    def post(self) -> Outcome:
        """Answer one message; a notification is only acknowledged."""
        environ = present()
        origin = environ.get("HTTP_ORIGIN")
        if origin is not None and not self.cors.names(origin) and not is_local_page(origin):
            raise Problem("forbidden", "Pages of this origin may not call; see LUDOTHEQUE_CORS_ORIGINS.")
        refuse_unknown_parameters(request.args, frozenset())
        data = body_of(request)
        if not is_json(request.mimetype):
            raise Problem("unsupported-media-type")
        try:
            message = read_json(data)
        except Problem as problem:
            if problem.kind != "not-json":
                raise
            return _sent(Failure(None, PARSE_ERROR, problem.detail).document(), 400)
        call = read_call(message, environ)
        if isinstance(call, Failure):
            return _sent(call.document(), call.status)
        if call.id is None:
            return ready(b"", 202, [])
        return self._answer(call)

    def _answer(self, call: Call) -> Outcome:
        if call.method == "tools/call":
            return self._call(call)
        known = self.methods[call.revision]
        if call.method not in known:
            failure = call.fail(METHOD_NOT_FOUND, f"There is no such method; there are {', '.join(known)}, tools/call.")
            return _sent(failure.document(), failure.status)
        return self._result(call, known[call.method](call))

    def _list_tools(self, call: Call) -> dict[str, Any]:
        listed: dict[str, Any] = {"tools": self.listed[language()]}
        return listed | ({"ttlMs": HOUR_MS, "cacheScope": "private"} if call.revision == CURRENT else {})

    def _call(self, call: Call) -> Outcome:
        name, arguments = call.params.get("name"), call.params.get("arguments", {})
        tool = self.tools.by_name.get(name) if isinstance(name, str) else None
        if tool is None or not isinstance(arguments, dict):
            known = f"There is no such tool; there are {', '.join(self.tools.by_name)}."
            failure = call.fail(INVALID_PARAMS, known if tool is None else "`arguments` must be an object.")
            return _sent(failure.document(), failure.status)
        answer = _guarded(lambda: self.tools.call(tool, arguments))
        if isinstance(answer, Answer):
            return self._result(call, answer.document())

        def resume() -> Outcome:
            return self._result(call, _guarded(answer.resume).document())  # type: ignore[union-attr]

        return WaitUntil(answer.id, answer.seconds, answer.ready, resume, refused=resume)  # type: ignore[arg-type]

    @staticmethod
    def _result(call: Call, result: dict[str, Any]) -> Response:
        if call.revision == CURRENT:
            result = {**result, "resultType": "complete", "_meta": {SERVER_KEY: _server()}}
        return _sent({"jsonrpc": "2.0", "id": call.id, "result": result}, 200)


def _nothing(_: Call) -> dict[str, Any]:
    return {}


def _initialize(_: Call) -> dict[str, Any]:
    return {"protocolVersion": BEFORE, "capabilities": CAPABILITIES, "serverInfo": _server(), **_instructions()}


def _discover(_: Call) -> dict[str, Any]:
    cached = {"ttlMs": HOUR_MS, "cacheScope": "private"}
    return {"supportedVersions": list(REVISIONS), "capabilities": CAPABILITIES, **_instructions(), **cached}


def _guarded(run: Callable[[], Answer | Later]) -> Answer | Later:
    """The result of a tool; a refusal is a result too, a fault is not."""
    try:
        return run()
    except Exception as error:
        problem = problem_of(error)
        if problem is None:
            raise
        return refusal(problem)


def _server() -> dict[str, str]:
    return {"name": "ludotheque", "title": WORDS["server"]["title"][language()], "version": __version__}


def _instructions() -> dict[str, str]:
    return {"instructions": WORDS["server"]["instructions"][language()]}


def _sent(document: dict[str, Any], status: int) -> Response:
    headers = [("Content-Type", JSON), ("Cache-Control", "no-store"), ("Vary", "Authorization, Accept-Language")]
    return ready(encode(document), status, headers)
