"""JSON-RPC at /mcp: two revisions, without sessions; what is wrong gets a clear error."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from api import __version__
from api.mcp.protocol import BEFORE, CAPABILITIES_KEY, CURRENT, REVISION_KEY, REVISIONS, SERVER_KEY
from tests.api.mcp.agent import Json, envelope

TOOLS = ["games", "rules", "create", "join", "look", "legal", "act", "wait", "odds"]


def post(http: httpx.Client, body: Any, **headers: str) -> httpx.Response:
    return http.post("/mcp", json=body, headers={name.replace("_", "-"): text for name, text in headers.items()})


def call(http: httpx.Client, method: str, params: Json | None = None) -> Json:
    body, headers = envelope(method, params)
    response = http.post("/mcp", json=body, headers=headers)
    assert response.status_code == 200, response.text
    result: Json = response.json()["result"]
    return result


def test_the_server_says_what_it_speaks(http: httpx.Client) -> None:
    found = call(http, "server/discover")
    assert found["supportedVersions"] == [CURRENT, BEFORE]
    assert found["capabilities"] == {"tools": {}}
    assert found["_meta"][SERVER_KEY]["version"] == __version__
    assert found["resultType"] == "complete"


def test_the_revision_before_begins_with_a_handshake_and_gets_no_session(http: httpx.Client) -> None:
    params = {"protocolVersion": BEFORE, "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    response = post(http, {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params})
    assert response.json()["result"]["protocolVersion"] == BEFORE
    assert "Mcp-Session-Id" not in response.headers
    ready = post(http, {"jsonrpc": "2.0", "method": "notifications/initialized"}, MCP_Protocol_Version=BEFORE)
    assert (ready.status_code, ready.content) == (202, b"")
    listed = post(http, {"jsonrpc": "2.0", "id": 2, "method": "tools/list"}, MCP_Protocol_Version=BEFORE).json()
    assert [tool["name"] for tool in listed["result"]["tools"]] == TOOLS
    assert "resultType" not in listed["result"]


def test_nine_tools_are_listed_with_their_arguments(http: httpx.Client) -> None:
    listed = call(http, "tools/list")
    assert [tool["name"] for tool in listed["tools"]] == TOOLS
    assert listed["ttlMs"] > 0
    for tool in listed["tools"]:
        assert tool["inputSchema"]["type"] == "object"
        assert tool["inputSchema"]["additionalProperties"] is False
        assert all(schema["description"] for schema in tool["inputSchema"]["properties"].values())
    reading = {tool["name"] for tool in listed["tools"] if tool["annotations"]["readOnlyHint"]}
    assert reading == {"games", "rules", "look", "legal", "wait"}


def test_the_list_speaks_french(http: httpx.Client) -> None:
    body, headers = envelope("tools/list")
    french = http.post("/mcp", json=body, headers={**headers, "Accept-Language": "fr"}).json()["result"]["tools"]
    assert french[2]["title"] == "Créer une partie"
    assert french[2]["inputSchema"]["properties"]["game"]["description"].startswith("Le jeu")


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ([], 400, -32600),
        ([{"jsonrpc": "2.0", "id": 1, "method": "ping"}], 400, -32600),
        ("ping", 400, -32600),
        ({"id": 1, "method": "ping"}, 400, -32600),
        ({"jsonrpc": "2.0", "id": None, "method": "ping"}, 400, -32600),
        ({"jsonrpc": "2.0", "id": 1.5, "method": "ping"}, 400, -32600),
        ({"jsonrpc": "2.0", "id": 1, "method": 5}, 400, -32600),
        ({"jsonrpc": "2.0", "id": 1, "result": {}}, 400, -32600),
        ({"jsonrpc": "2.0", "id": 1, "method": "ping", "params": [1]}, 400, -32600),
        ({"jsonrpc": "2.0", "id": 1, "method": "dance"}, 200, -32601),
        ({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "dance"}}, 200, -32602),
        ({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "look", "arguments": 5}}, 200, -32602),
    ],
)
def test_a_message_that_is_none_is_refused(http: httpx.Client, body: Any, status: int, code: int) -> None:
    response = post(http, body)
    assert response.status_code == status
    assert response.json()["error"]["code"] == code
    assert response.json()["error"]["message"]


@pytest.mark.parametrize("body", [b"", b"{", b"\xff", b'{"a": NaN}'])
def test_what_is_not_json_is_a_parse_error(http: httpx.Client, body: bytes) -> None:
    response = http.post("/mcp", content=body, headers={"Content-Type": "application/json"})
    assert response.status_code == 400
    assert response.json()["error"]["code"] == -32700
    assert response.json()["id"] is None


def test_another_media_type_another_method_and_a_query_are_problems(http: httpx.Client) -> None:
    assert http.post("/mcp", content=b"{}", headers={"Content-Type": "text/plain"}).status_code == 415
    for method in ("GET", "DELETE", "PUT"):
        assert http.request(method, "/mcp").status_code == 405
    assert http.post("/mcp?seat=1", json={}).status_code == 422


def current(change: str, value: Any) -> tuple[Json, dict[str, str]]:
    """A request of the current revision with one thing changed."""
    body, headers = envelope("tools/call", {"name": "games", "arguments": {}})
    if change in headers:
        headers[change] = value
        if value is None:
            del headers[change]
    elif value is None:
        del body["params"]["_meta"][change]
    else:
        body["params"]["_meta"][change] = value
    return body, headers


@pytest.mark.parametrize(
    ("change", "value", "code"),
    [
        ("Mcp-Method", "tools/list", -32020),
        ("Mcp-Method", None, -32020),
        ("Mcp-Name", "create", -32020),
        ("Mcp-Name", None, -32020),
        ("MCP-Protocol-Version", None, -32020),
        ("MCP-Protocol-Version", BEFORE, -32020),
        (CAPABILITIES_KEY, None, -32602),
        (REVISION_KEY, None, -32602),
        (REVISION_KEY, 5, -32020),
    ],
)
def test_headers_repeat_what_the_body_says(http: httpx.Client, change: str, value: Any, code: int) -> None:
    body, headers = current(change, value)
    response = http.post("/mcp", json=body, headers=headers)
    assert response.status_code == 400
    assert response.json()["error"]["code"] == code
    assert response.json()["id"] == 7


def test_an_unknown_revision_is_answered_with_the_known_ones(http: httpx.Client) -> None:
    body, headers = envelope("tools/list", revision="1999-01-01")
    for response in (
        http.post("/mcp", json=body, headers=headers),
        post(http, {"jsonrpc": "2.0", "id": 1, "method": "ping"}, MCP_Protocol_Version="1999-01-01"),
    ):
        assert response.status_code == 400
        error = response.json()["error"]
        assert error["code"] == -32022
        assert error["data"] == {"supported": list(REVISIONS), "requested": "1999-01-01"}


def test_an_unknown_method_is_404_in_the_current_revision(http: httpx.Client) -> None:
    body, headers = envelope("resources/list")
    response = http.post("/mcp", json=body, headers=headers)
    assert (response.status_code, response.json()["error"]["code"]) == (404, -32601)
