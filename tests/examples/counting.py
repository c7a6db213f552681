"""Which requests a script makes for a game, by the log of the server, and how many its decisions and turns need."""

from __future__ import annotations

import re
from itertools import groupby

import httpx
import msgspec
import orjson

from engines.kernel.dice import SeededDice, stream_key
from engines.kernel.registry import game
from store.model.documents.parts import MOST_NEXT
from tests.support.client import Json
from tests.support.stack import Stack
from tests.support.waiting import wait_until

GAME = re.compile(r"(/v1/\w+/games/\w{28})(/?.*)")


def listed_apart(replay: Json) -> int:
    """Decisions within turns of the first seat with more actions than the answer to the act before lists."""
    engine, found = game(replay["game"]), 0
    dice = SeededDice(stream_key(bytes.fromhex(replay["seed"]), replay["nonces"]))
    options = engine.recorded_options(replay["options"], replay["seats"])
    position, _ = engine.rules.deal(replay["seats"], options, dice)
    before = None
    for act in replay["acts"]:
        seat = act["seat"]
        found += seat == before == 0 and len(engine.rules.legal(position, seat).actions) > MOST_NEXT
        engine.rules.apply(position, seat, msgspec.convert(act["action"], engine.rules.action_union), dice)
        before = seat
    return found


class RequestCount:
    """Begins where the log ends. One game is played by one seat, the first; the others are bots."""

    def __init__(self, stack: Stack) -> None:
        self.stack = stack
        self.start = len(stack.log("api"))

    def check(self, acts_besides: int = 0, others: tuple[str, ...] = ("GET ",)) -> int:
        """One request for each decision of the seat, at most one for each wait, and these; returns the decisions."""
        [path_of_game] = {path for path, request in self._requests() if request == "POST /actions"}
        replay = httpx.get(f"{self.stack.url}{path_of_game}/replay", verify=False).json()
        seats = [act["seat"] for act in replay["acts"]]
        decisions, turns = seats.count(0), [seat for seat, _ in groupby(seats)].count(0)
        wait_until(lambda: self._requests().count((path_of_game, "GET /replay")) > others.count("GET /replay"))
        made = [request for path, request in self._requests() if path == path_of_game]  # others may end from before
        made.remove("GET /replay")
        assert made.count("POST /actions") == decisions + acts_besides, made
        waits = made.count("GET /actions") + made.count("GET ") - others.count("GET ")  # for the list, or the view
        limit = turns + 1 + listed_apart(replay)
        assert waits <= limit, f"a wait before the first turn, and one after each: {made} for {seats}"
        rest = [request for request in made if not request.endswith(("/actions", " "))]
        assert sorted(rest) == sorted(set(others) - {"GET "}), rest
        return decisions

    def _requests(self) -> list[tuple[str, str]]:
        """Path of the game, then method and the rest of the path."""
        lines = [line for line in self.stack.log("api")[self.start :].splitlines() if line.startswith("{")]
        entries = [entry for entry in map(orjson.loads, lines) if "path" in entry]
        found = [(entry["method"], GAME.fullmatch(entry["path"])) for entry in entries]
        return [(match[1], f"{method} {match[2]}") for method, match in found if match]
