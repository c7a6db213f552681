"""Which requests a script makes for a game, by the log of the server, and how many its decisions and turns need."""

from __future__ import annotations

import re
from itertools import groupby

import httpx
import orjson

from tests.support.stack import Stack
from tests.support.waiting import wait_until

GAME = re.compile(r"(/v1/\w+/games/\w{28})(/?.*)")


class RequestCount:
    """Begins where the log ends. One game is played by one seat, the first; the others are bots."""

    def __init__(self, stack: Stack) -> None:
        self.stack = stack
        self.start = len(stack.log("api"))

    def check(self, acts_besides: int = 0, others: tuple[str, ...] = ("GET ",)) -> int:
        """One request for each decision of the seat, at most one for each wait, and these; returns the decisions."""
        [game] = {path for path, request in self._requests() if request == "POST /actions"}
        replay = httpx.get(f"{self.stack.url}{game}/replay", verify=False).json()
        seats = [act["seat"] for act in replay["acts"]]
        decisions, turns = seats.count(0), [seat for seat, _ in groupby(seats)].count(0)
        wait_until(lambda: self._requests().count((game, "GET /replay")) > others.count("GET /replay"))
        made = [request for path, request in self._requests() if path == game]  # others may end from before
        made.remove("GET /replay")
        assert made.count("POST /actions") == decisions + acts_besides, made
        waits = made.count("GET /actions") + made.count("GET ") - others.count("GET ")  # for the list, or the view
        assert waits <= turns + 1, f"a wait before the first turn, and one after each: {made} for {seats}"
        rest = [request for request in made if not request.endswith(("/actions", " "))]
        assert sorted(rest) == sorted(set(others) - {"GET "}), rest
        return decisions

    def _requests(self) -> list[tuple[str, str]]:
        """Path of the game, then method and the rest of the path."""
        lines = [line for line in self.stack.log("api")[self.start :].splitlines() if line.startswith("{")]
        entries = [entry for entry in map(orjson.loads, lines) if "path" in entry]
        found = [(entry["method"], GAME.fullmatch(entry["path"])) for entry in entries]
        return [(match[1], f"{method} {match[2]}") for method, match in found if match]
