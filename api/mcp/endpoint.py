"""`POST /mcp`: one JSON-RPC message in, one out. Without sessions, any process can answer any request."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from api import __version__
from api.http.body import is_json, read_json
from api.http.cors import Cors
from api.http.outcomes import Outcome, Reply, WaitUntil
from api.http.problems import Problem
from api.http.problems.causes import problem_of
from api.http.queries import refuse_unknown_parameters
from api.http.rate_limit import READ
from api.http.request import ApiRequest, is_local_page
from api.http.responses import JSON
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
from api.spec.operation import Route
from engines.kernel.game import Game
from engines.kernel.words import LANGUAGES
from store.games.views import encode

HOUR_MS = 3_600_000
CAPABILITIES: dict[str, Any] = {"tools": {}}


def mcp_route(engines: list[Game[Any, Any]], services: ApiServices) -> Route:
    return Route("mcp", "POST", "/mcp", McpEndpoint(engines, services).post, limit=READ)


class McpEndpoint:
    def __init__(self, engines: list[Game[Any, Any]], services: ApiServices) -> None:
        self.tools = Tools(engines, services)
        self.cors = Cors(services.settings.cors_origins)
        self.listed = {spoken: msgspec.Raw(encode(self.tools.documents(spoken))) for spoken in LANGUAGES}
        """What `tools/list` answers, encoded once for each language."""
        shared = {"ping": _nothing, "tools/list": self._list_tools}
        self.methods: dict[str, dict[str, Callable[[ApiRequest, Call], dict[str, Any]]]] = {
            CURRENT: {**shared, "server/discover": _discover},
            BEFORE: {**shared, "initialize": _initialize},
        }
        """Handlers by revision, besides `tools/call`."""

    def post(self, request: ApiRequest) -> Outcome:
        """Answer one message; a notification is only acknowledged."""
        origin = request.environ.get("HTTP_ORIGIN")
        if origin is not None and not self.cors.names(origin) and not is_local_page(origin):
            raise Problem("forbidden", "Pages of this origin may not call; see LUDOTHEQUE_CORS_ORIGINS.")
        refuse_unknown_parameters(request.query, frozenset())
        data = request.body
        if not is_json(request.parsed.mimetype):
            raise Problem("unsupported-media-type")
        try:
            message = read_json(data)
        except Problem as problem:
            if problem.kind != "not-json":
                raise
            return _sent(Failure(None, PARSE_ERROR, problem.detail).document(), 400)
        call = read_call(message, request.environ)
        if isinstance(call, Failure):
            return _sent(call.document(), call.status)
        if call.id is None:
            return Reply(202, [])
        return self._answer(request, call)

    def _answer(self, request: ApiRequest, call: Call) -> Outcome:
        if call.method == "tools/call":
            return self._call(request, call)
        known = self.methods[call.revision]
        if call.method not in known:
            failure = call.fail(METHOD_NOT_FOUND, f"There is no such method; there are {', '.join(known)}, tools/call.")
            return _sent(failure.document(), failure.status)
        return self._result(request, call, known[call.method](request, call))

    def _list_tools(self, request: ApiRequest, call: Call) -> dict[str, Any]:
        listed: dict[str, Any] = {"tools": self.listed[request.language]}
        return listed | ({"ttlMs": HOUR_MS, "cacheScope": "private"} if call.revision == CURRENT else {})

    def _call(self, request: ApiRequest, call: Call) -> Outcome:
        name, arguments = call.params.get("name"), call.params.get("arguments", {})
        tool = self.tools.by_name.get(name) if isinstance(name, str) else None
        if tool is None or not isinstance(arguments, dict):
            known = f"There is no such tool; there are {', '.join(self.tools.by_name)}."
            failure = call.fail(INVALID_PARAMS, known if tool is None else "`arguments` must be an object.")
            return _sent(failure.document(), failure.status)
        answer = _guarded(request, lambda: self.tools.call(request, tool, arguments))
        if isinstance(answer, Answer):
            return self._result(request, call, answer.document())

        def resume() -> Outcome:
            return self._result(request, call, _guarded(request, answer.resume).document())  # type: ignore[union-attr]

        return WaitUntil(answer.id, answer.seconds, answer.ready, resume, refused=lambda _: resume())

    @staticmethod
    def _result(request: ApiRequest, call: Call, result: dict[str, Any]) -> Reply:
        if call.revision == CURRENT:
            result = {**result, "resultType": "complete", "_meta": {SERVER_KEY: _server(request)}}
        return _sent({"jsonrpc": "2.0", "id": call.id, "result": result}, 200)


def _nothing(request: ApiRequest, call: Call) -> dict[str, Any]:  # noqa: ARG001
    return {}


def _initialize(request: ApiRequest, call: Call) -> dict[str, Any]:  # noqa: ARG001
    about = {"serverInfo": _server(request), **_instructions(request)}
    return {"protocolVersion": BEFORE, "capabilities": CAPABILITIES, **about}


def _discover(request: ApiRequest, call: Call) -> dict[str, Any]:  # noqa: ARG001
    cached = {"ttlMs": HOUR_MS, "cacheScope": "private"}
    return {"supportedVersions": list(REVISIONS), "capabilities": CAPABILITIES, **_instructions(request), **cached}


def _guarded(request: ApiRequest, run: Callable[[], Answer | Later]) -> Answer | Later:
    """The result of a tool; a refusal is a result too, a fault is not."""
    try:
        return run()
    except Exception as error:
        problem = problem_of(error, request)
        if problem is None:
            raise
        return refusal(request, problem)


def _server(request: ApiRequest) -> dict[str, str]:
    return {"name": "ludotheque", "title": WORDS["server"]["title"][request.language], "version": __version__}


def _instructions(request: ApiRequest) -> dict[str, str]:
    return {"instructions": WORDS["server"]["instructions"][request.language]}


def _sent(document: dict[str, Any], status: int) -> Reply:
    headers = [("Content-Type", JSON), ("Cache-Control", "no-store"), ("Vary", "Authorization, Accept-Language")]
    return Reply(status, headers, encode(document))
