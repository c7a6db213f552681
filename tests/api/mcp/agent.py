"""An agent's side of /mcp in plain HTTP: one tool call, one answer."""

from __future__ import annotations

from typing import Any, NamedTuple

import httpx

from api.mcp.protocol import CAPABILITIES_KEY, CURRENT, REVISION_KEY

Json = dict[str, Any]


class Said(NamedTuple):
    """The answer of a tool."""

    text: str
    data: Json
    error: bool


def envelope(method: str, params: Json | None = None, revision: str = CURRENT) -> tuple[Json, dict[str, str]]:
    """A request of the current revision: its body, and the headers that repeat it."""
    params = params or {}
    body = {"jsonrpc": "2.0", "id": 7, "method": method,
            "params": {**params, "_meta": {REVISION_KEY: revision, CAPABILITIES_KEY: {}}}}  # fmt: skip
    headers = {"MCP-Protocol-Version": revision, "Mcp-Method": method}
    return body, headers | ({"Mcp-Name": params["name"]} if "name" in params else {})


class Agent:
    """Calls tools, with a bearer token or without."""

    def __init__(self, http: httpx.Client, token: str | None = None, language: str = "en") -> None:
        self.http = http
        self.headers = {"Accept-Language": language} | ({} if token is None else {"Authorization": f"Bearer {token}"})

    def ask(self, tool: str, /, **arguments: Any) -> Said:
        body, headers = envelope("tools/call", {"name": tool, "arguments": arguments})
        response = self.http.post("/mcp", json=body, headers=headers | self.headers)
        assert response.status_code == 200, response.text
        result = response.json()["result"]
        [content] = result["content"]
        return Said(content["text"], result["structuredContent"], result["isError"])

    def create(self, slug: str, **arguments: Any) -> tuple[Json, Json]:
        """A new game, and what names the agent's seat in later calls."""
        made = self.ask("create", game=slug, **arguments)
        assert not made.error, made.text
        return made.data, {"id": made.data["id"], "token": made.data["seats"][0]["token"]}
