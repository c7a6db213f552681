"""The tools of /mcp let in and refuse the same bearers as the operations that they stand for."""

from __future__ import annotations

import pytest

from tests.system.access.expected import AT_TABLE, UNKNOWN, WHO, table
from tests.system.access.games import ApiCaller, Json

TABLES = table(AT_TABLE)
WAITING = ("wait", "odds")
STANDS_FOR = {"look": "view", "wait": "view", "legal": "legal", "act": "act", "odds": "odds"}
FOR_ALL = {"games": {}, "rules": {"game": "bakong"}, "create": {"game": "bakong"}}
"""Tools that ask for no token, and a call of each."""


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


def test_every_tool_is_asked(caller: ApiCaller) -> None:
    """A tool that is new must say here who may use it."""
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    listed = caller.expect(200, "POST", "/mcp", body=call)["result"]["tools"]
    assert {tool["name"] for tool in listed} == {*STANDS_FOR, *FOR_ALL, "join"}


@pytest.mark.parametrize("tool", FOR_ALL)
def test_a_tool_for_all_asks_for_no_token(caller: ApiCaller, tool: str) -> None:
    for token in (None, "x y\tz", caller.bot().token):
        assert ask(caller, tool, FOR_ALL[tool], token) == 200


@pytest.mark.parametrize("who", [*WHO, *UNKNOWN])
def test_an_open_seat_is_joined_by_anyone_in_a_private_game_with_the_invite(caller: ApiCaller, who: str) -> None:
    """The token of the connection does not matter: an agent may join a second game."""
    tokens = caller.seating("bakong", "private", caller.bot()).tokens
    for visibility in ("public", "private"):
        wish = {"seats": [{"kind": "human"}, {"kind": "open"}], "visibility": visibility}
        made = caller.expect(201, "POST", "/v1/bakong/games", body=wish)
        invite = {} if visibility == "public" else {"invite": made["invite"]}
        if invite:
            for wrong in ({}, {"invite": tokens["host"]}):
                assert ask(caller, "join", {"id": made["id"], **wrong}, tokens.get(who)) == 404
        assert ask(caller, "join", {"id": made["id"], **invite}, tokens.get(who)) == 200
        assert ask(caller, "join", {"id": made["id"], **invite}, tokens.get(who)) == 409, "it is taken"
