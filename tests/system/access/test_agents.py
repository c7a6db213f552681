"""The tools of /mcp let in and refuse the same bearers as the operations that they stand for."""

from __future__ import annotations

import pytest

from tests.system.access.expected import AT_TABLE, UNKNOWN, WHO, table
from tests.system.access.games import ApiCaller, Json

TABLES = table(AT_TABLE)
WAITING = ("wait", "odds")
STANDS_FOR = {"look": "view", "wait": "view", "legal": "legal", "act": "act", "odds": "odds"}


def ask(caller: ApiCaller, tool: str, arguments: Json, token: str | None = None) -> int:
    """The status of a tool's refusal, or 200."""
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
    answer = caller.ask("POST", "/mcp", token, call)
    assert answer.status_code == 200, answer.text
    result = answer.json["result"]  # type: ignore[index]
    assert token is None or token not in answer.text
    return int(result["structuredContent"]["status"]) if result["isError"] else 200


@pytest.mark.parametrize("visibility", ["public", "private"])
@pytest.mark.parametrize("in_header", [True, False])
def test_a_tool_admits_whom_its_operation_admits(caller: ApiCaller, visibility: str, in_header: bool) -> None:
    bot = caller.bot()
    for tool, operation in STANDS_FOR.items():
        seating = caller.seating("bakong", visibility, bot)
        arguments: Json = {"id": seating.path.rpartition("/")[2]}
        arguments |= {"action": seating.action} if tool == "act" else {"seconds": 0} if tool in WAITING else {}
        for who in (*WHO, *UNKNOWN):
            if (who == "spectator" and visibility == "public") or (who == "garbage" and not in_header):
                continue
            token, expected = seating.tokens.get(who), TABLES[operation][who] if who in WHO else 401
            if visibility == "private" and (who in UNKNOWN or who == "nobody"):
                expected = 404
            if (tool, who) == ("act", "rival"):
                expected = 200  # `mine` has acted before
            shown = {} if in_header or token is None else {"token": token}
            found = ask(caller, tool, arguments | shown, token if in_header else None)
            assert found == (200 if expected < 300 else expected), f"{tool} by {who}"
