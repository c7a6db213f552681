"""An agent plays over MCP while the API is killed again and again: every decision is played once."""

from __future__ import annotations

import signal
import threading
from typing import Any

import httpx
import msgspec

from engines.kernel.registry import game
from engines.kernel.verification import ReplayFile, verify
from tests.api.mcp.agent import Agent, Json, Said
from tests.support.stack import Stack
from tests.support.waiting import wait_until

SLUG = "mekong"
KILLED_AT = (3, 6)
"""Before which of its actions the API is killed, while the action is on its way."""


class Killer(threading.Thread):
    """Kills the API whenever it is told to, and starts it again."""

    def __init__(self, stack: Stack) -> None:
        super().__init__(daemon=True)
        self.stack = stack
        self.told, self.done, self.kills = threading.Event(), False, 0

    def run(self) -> None:
        while self.told.wait() and not self.done:
            self.told.clear()
            self.stack.stop("api", signal.SIGKILL)
            self.stack.start("api", "-m", "api.cli", "api")
            self.kills += 1

    def end(self) -> None:
        self.done = True
        self.told.set()
        self.join()


class PersistentAgent(Agent):
    """Repeats a call whose answer was lost."""

    lost = 0

    def insist(self, tool: str, **arguments: Any) -> Said:
        def answer() -> Said | None:
            try:
                return self.ask(tool, **arguments)
            except httpx.TransportError:
                self.lost += 1
                return None

        found = wait_until(answer)
        assert found is not None
        return found


def play(agent: PersistentAgent, me: Json, killer: Killer) -> set[int]:
    """Play to the end; the decisions that were answered."""
    decided: set[int] = set()
    state = agent.insist("look", **me).data
    while state["status"] == "running":
        decision = state["decision"]
        if decision is None:
            state = agent.insist("wait", **me).data
            continue
        if len(decided) + 1 in KILLED_AT:
            killer.told.set()
        lost = agent.lost
        said = agent.insist("act", **me, number=1, decision=decision)
        assert not said.error or (agent.lost > lost and said.data["reason"] in ("superseded", "game_over")), said.text
        decided.add(decision)
        state = agent.insist("look", **me).data if said.error else said.data
    return decided


def test_an_agent_whose_answers_are_lost_plays_every_decision_once() -> None:
    with Stack() as stack, httpx.Client(base_url=stack.url, timeout=40, verify=False) as http:
        killer, agent = Killer(stack), PersistentAgent(http)
        killer.start()
        try:
            _, me = agent.create(SLUG, seats=2, name="Ada", seed="5e" * 32)
            decided = play(agent, me, killer)
        finally:
            killer.end()
        stack.wait_until_ready()
        replay = http.get(f"/v1/{SLUG}/games/{me['id']}/replay")
    assert killer.kills == len(KILLED_AT)
    assert agent.lost > 0
    acts = replay.json()["acts"]
    assert len([act for act in acts if act["seat"] == 0]) == len(decided)
    assert list(verify(game(SLUG), msgspec.json.decode(replay.content, type=ReplayFile)))
