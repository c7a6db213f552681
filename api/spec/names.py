"""Operation ids: verbs first, in camelCase, since generated clients name their functions after them."""

from __future__ import annotations

from typing import Any

from engines.kernel.registry import slugs

Node = dict[str, Any]
OF_A_GAME = {
    "sheet": "describe{}",
    "rules": "list{}Rules",
    "rule": "read{}Rule",
    "create": "create{}",
    "list": "list{}Games",
    "export": "export{}Games",
    "view": "view{}",
    "abort": "abort{}",
    "take_seat": "take{}Seat",
    "change_seat": "change{}Seat",
    "legal": "list{}Actions",
    "act": "act{}",
    "take_back": "takeBack{}Action",
    "add_hook": "add{}Hook",
    "hook": "read{}Hook",
    "delete_hook": "delete{}Hook",
    "resign": "resign{}",
    "rematch": "rematch{}",
    "events": "list{}Events",
    "board_svg": "draw{}Board",
    "board_txt": "print{}Board",
    "position": "read{}Position",
    "replay": "read{}Replay",
    "odds": "estimate{}Odds",
    "simulate": "simulate{}",
    "match": "match{}",
}
"""By the endpoint without its game, whose name stands in the braces."""
SHARED = {
    "catalogue": "readCatalogue",
    "games": "listGames",
    "job": "readJob",
    "cancel_job": "cancelJob",
    "bots": "listBots",
    "register_bot": "registerBot",
    "bot": "readBot",
    "change_bot": "changeBot",
    "delete_bot": "deleteBot",
    "test_bot": "testBot",
    "bot_deliveries": "listBotDeliveries",
    "bot_games": "listBotGames",
    "leave_game": "leaveBotGame",
    "bot_turns": "listBotTurns",
    "ladder": "readLadder",
    "enter_ladder": "enterLadder",
    "leave_ladder": "leaveLadder",
    "ladder_games": "listLadderGames",
    "ladder_results": "exportLadderResults",
    "health": "checkHealth",
    "ready": "checkReadiness",
    "problem": "explainProblem",
    "webhook_turn": "receiveTurn",
    "webhook_start": "receiveStart",
    "webhook_end": "receiveEnd",
    "webhook_challenge": "receiveChallenge",
    "webhook_game_notice": "receiveGameNotice",
}


def operation_id(endpoint: str) -> str:
    """The id of the operation that an endpoint serves: ``bakong_act`` is ``actBakong``."""
    slug, _, name = endpoint.partition("_")
    if slug in slugs() and name in OF_A_GAME:
        return OF_A_GAME[name].format(slug.capitalize())
    if endpoint not in SHARED:
        raise KeyError(f"{endpoint} needs a verb in api/spec/names.py")
    return SHARED[endpoint]


def operations(spec: Node) -> dict[str, Node]:
    """Every operation by its id."""
    return {
        operation["operationId"]: operation
        for path in spec["paths"].values()
        for method, operation in path.items()
        if method in ("get", "post", "put", "patch", "delete")
    }


def webhook_operations(spec: Node) -> dict[str, Node]:
    """Every call that the server makes, by its operation id."""
    items = spec["components"].get("pathItems", spec["webhooks"])
    return {item["post"]["operationId"]: item["post"] for item in items.values()}
