"""JSON-RPC messages in the two supported revisions of MCP: parsing and errors.

`2026-07-28` has neither handshake nor session: every request names its revision in `params._meta`, and headers repeat
what proxies need. `2025-11-25` begins with `initialize`, which is answered without keeping a session.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from api.http.problems import LONGEST
from api.http.request import Environ

CURRENT, BEFORE = "2026-07-28", "2025-11-25"
REVISIONS = (CURRENT, BEFORE)
PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND, INVALID_PARAMS = -32700, -32600, -32601, -32602
HEADER_MISMATCH, UNSUPPORTED_VERSION = -32020, -32022
REVISION_KEY, CAPABILITIES_KEY = "io.modelcontextprotocol/protocolVersion", "io.modelcontextprotocol/clientCapabilities"
SERVER_KEY = "io.modelcontextprotocol/serverInfo"
REVISION_HEADER, METHOD_HEADER, NAME_HEADER = "HTTP_MCP_PROTOCOL_VERSION", "HTTP_MCP_METHOD", "HTTP_MCP_NAME"
STATUSES = {PARSE_ERROR: 400, INVALID_REQUEST: 400, HEADER_MISMATCH: 400, UNSUPPORTED_VERSION: 400}
"""The HTTP status of an error, in both revisions."""
CURRENT_STATUSES = {**STATUSES, INVALID_PARAMS: 400, METHOD_NOT_FOUND: 404}
"""Clients of the older revision take a 404 for the end of a session."""

Id = str | int | None


class Call(NamedTuple):
    """A request, or (without an id) a notification."""

    id: Id
    method: str
    params: dict[str, Any]
    revision: str

    def fail(self, code: int, message: str) -> Failure:
        statuses = CURRENT_STATUSES if self.revision == CURRENT else STATUSES
        return Failure(self.id, code, message, None, statuses.get(code, 200))


class Failure(NamedTuple):
    """A protocol error: nothing was done."""

    id: Id
    code: int
    message: str
    data: Any = None
    status: int = 400

    def document(self) -> dict[str, Any]:
        error = {"code": self.code, "message": self.message}
        return {"jsonrpc": "2.0", "id": self.id, "error": error if self.data is None else error | {"data": self.data}}


def read_call(message: Any, environ: Environ) -> Call | Failure:
    """The call in a body, checked against its headers."""
    if (fault := _fault(message)) is not None:
        return Failure(None, INVALID_REQUEST, fault)
    identifier, method, params = message.get("id"), message["method"], message.get("params", {})
    header, meta = environ.get(REVISION_HEADER), params.get("_meta")
    meta = meta if isinstance(meta, dict) else {}
    if header not in (None, *REVISIONS) and REVISION_KEY not in meta:
        return _unsupported(identifier, header)
    if method == "initialize" or (header != CURRENT and REVISION_KEY not in meta):
        return Call(identifier, method, params, BEFORE)
    if "id" in message and (wrong := _wrong_envelope(identifier, method, params, meta, environ)) is not None:
        return wrong
    return Call(identifier, method, params, CURRENT)


def _fault(message: Any) -> str | None:
    """Why a body is not a JSON-RPC message."""
    if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
        return "The body must be one JSON-RPC 2.0 request or notification."
    identifier = message.get("id", 0)
    if not isinstance(identifier, str | int) or isinstance(identifier, bool):
        return "`id` must be a string or a whole number."
    if not isinstance(message.get("method"), str):
        return "`method` must be a string."
    return None if isinstance(message.get("params", {}), dict) else "`params` must be an object."


def _wrong_envelope(
    identifier: Id, method: str, params: dict[str, Any], meta: dict[str, Any], environ: Environ
) -> Failure | None:
    """The requirements of the current revision, in its order: `_meta`, then headers, then the revision."""
    missing = [key for key in (REVISION_KEY, CAPABILITIES_KEY) if key not in meta]
    if missing:
        return Failure(identifier, INVALID_PARAMS, f"`params._meta` lacks {' and '.join(missing)}.")
    repeated = [("MCP-Protocol-Version", REVISION_HEADER, meta[REVISION_KEY]), ("Mcp-Method", METHOD_HEADER, method)]
    if method == "tools/call" and params.get("name") is not None:
        repeated.append(("Mcp-Name", NAME_HEADER, params["name"]))
    for name, key, value in repeated:
        if environ.get(key) != value:
            return Failure(identifier, HEADER_MISMATCH, f"The header {name} does not repeat what the body says.")
    return None if meta[REVISION_KEY] == CURRENT else _unsupported(identifier, meta[REVISION_KEY])


def _unsupported(identifier: Id, requested: Any) -> Failure:
    data = {"supported": list(REVISIONS), "requested": str(requested)[:LONGEST]}
    return Failure(identifier, UNSUPPORTED_VERSION, f"The revisions spoken here are {', '.join(REVISIONS)}.", data)
