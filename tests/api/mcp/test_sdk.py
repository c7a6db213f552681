"""The official SDK's client plays every game to the end, in both revisions.

The SDK is imported by the tests that use it: its import takes a second, which every process that collects tests would
spend.
"""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING, Any

import pytest

from api.mcp.answers import MOST_BYTES
from api.mcp.protocol import BEFORE, CURRENT
from engines.kernel.registry import slugs
from tests.support.client import SHORT
from tests.support.stack import Stack

if TYPE_CHECKING:
    from mcp import Client
    from mcp.types import CallToolResult

MODES = {"auto": CURRENT, "legacy": BEFORE}
MOST_CALLS = 3000


async def ask(client: Client, tool: str, **arguments: Any) -> CallToolResult:
    from mcp.types import CallToolResult, TextContent

    said = await client.call_tool(tool, arguments)
    assert isinstance(said, CallToolResult)
    assert not said.is_error, said
    [content] = said.content
    assert isinstance(content, TextContent)
    assert len(content.text.encode()) <= MOST_BYTES
    return said


async def play(url: str, slug: str, mode: str) -> dict[str, Any]:
    """One game against greedy bots: every choice is drawn from the list. Returns the last state."""
    from mcp import Client

    rng, options = random.Random(slug), SHORT.get(slug, {})
    async with Client(f"{url}/mcp", mode=mode) as client:
        assert client.protocol_version == MODES[mode]
        created = await ask(client, "create", game=slug, name="Ada", seats=2, seed="5e" * 32, options=options)
        made = created.structured_content
        me = {"id": made["id"], "token": made["seats"][0]["token"]}
        state = (await ask(client, "look", **me)).structured_content
        for _ in range(MOST_CALLS):
            if state["status"] != "running":
                break
            if state["decision"] is None:
                state = (await ask(client, "wait", **me)).structured_content
            else:
                number = rng.randint(1, state["legal"])
                said = await ask(client, "act", **me, number=number, decision=state["decision"])
                state = said.structured_content
        final: dict[str, Any] = state
        return final


@pytest.mark.parametrize("slug", slugs())
def test_the_official_client_plays_to_the_end(stack: Stack, slug: str) -> None:
    mode = "legacy" if slug == "bailouke" else "auto"
    assert asyncio.run(play(stack.url, slug, mode))["status"] == "finished"


def test_the_official_client_lists_the_tools_in_both_revisions(stack: Stack) -> None:
    from mcp import Client

    async def names(mode: str) -> list[str]:
        async with Client(f"{stack.url}/mcp", mode=mode) as client:
            return [tool.name for tool in (await client.list_tools()).tools]

    found = [asyncio.run(names(mode)) for mode in MODES]
    assert found[0] == found[1]
    assert len(found[0]) == 9
