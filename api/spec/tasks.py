"""Tasks by which the documentation groups the operations of a game."""

from __future__ import annotations

from api.spec.names import OF_A_GAME, Node, operation_id, operations
from engines.kernel.registry import slugs

TASKS: dict[str, tuple[str, tuple[str, ...]]] = {
    "find": ("Games, their rules and those that are open.", ("catalogue", "games", "sheet", "rules", "rule", "list")),
    "start": ("Create games, fill seats, call them off.", ("create", "take_seat", "change_seat", "abort", "rematch")),
    "play": ("Look, choose among the legal actions, act.", ("view", "legal", "act", "take_back", "resign")),
    "watch": ("Events as they happen, and the board.", ("events", "board_svg", "board_txt")),
    "review": ("Positions, replays and exports.", ("position", "replay", "export")),
    "analyse": ("Odds, simulations, matches and their jobs.", ("odds", "simulate", "match", "job", "cancel_job")),
    "notify": ("URLs that are called when something happens.", ("add_hook", "hook", "delete_hook")),
    "connect": (
        "Register a bot of your own, and play its turns.",
        ("bots", "register_bot", "bot", "change_bot", "delete_bot", "test_bot", "bot_deliveries", "bot_games",
         "leave_game", "bot_turns"),
    ),
    "compete": (
        "Ladders of bots.", ("ladder", "enter_ladder", "leave_ladder", "ladder_games", "ladder_results")
    ),
}  # fmt: skip
"""What each is about, and its endpoints without their game."""


def add_tasks(spec: Node) -> None:
    """Name the task of each operation, and list the tasks."""
    by_id = operations(spec)
    for name, (_, endpoints) in TASKS.items():
        for endpoint in endpoints:
            for full in [f"{slug}_{endpoint}" for slug in slugs()] if endpoint in OF_A_GAME else [endpoint]:
                by_id[operation_id(full)]["x-task"] = name
    spec["x-tasks"] = [{"name": name, "description": text} for name, (text, _) in TASKS.items()]
