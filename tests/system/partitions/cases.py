"""The cases: what is promised, who is on the master's side, and which acknowledged acts the new master has."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import httpx

from store.games.history import History
from store.games.repository import GameRepository
from store.settings import Settings
from tests.support.stack import ROOT, UNLIMITED, free_port
from tests.support.waiting import spend, wait_until
from tests.system.partitions.nodes import Node, ThreeNodes
from tests.system.partitions.players import Acknowledged, Player

PLAYERS = 4
LAG_SECONDS = 1
"""`min-replicas-max-lag` of the cases that set it: a whole number of seconds, and the replicas report once in each."""


@dataclass(frozen=True)
class Case:
    level: str
    replicas: int = 1
    """LUDOTHEQUE_REPLICAS: how many of the two must confirm."""
    fewest: int = 0
    """`min-replicas-to-write`"""
    alone: bool = True
    """The master is cut off from both replicas; else the one that is not promoted stays on its side."""

    def __str__(self) -> str:
        confirm = f", {self.replicas} of 2 replicas confirm" if self.level == "replicated" else ""
        fewest = f", `min-replicas-to-write {self.fewest}`" if self.fewest else ""
        return f"`{self.level}`{confirm}{fewest}"


SAFE = Case("safe")
CONFIRMED = Case("replicated")
CASES = [
    SAFE,
    Case("safe", fewest=1),
    CONFIRMED,
    Case("replicated", alone=False),
    Case("replicated", fewest=2, alone=False),
    Case("replicated", replicas=2, alone=False),
    Case("replicated", replicas=2, fewest=2, alone=False),
]


@dataclass
class Counted:
    """What one run of a case came to."""

    before: int = 0
    """Acknowledged before the cut."""
    after: int = 0
    """Acknowledged after it, by the master that was cut off."""
    lost_before: int = 0
    lost_after: int = 0
    refused: int = 0
    unknown: int = 0


def run(case: Case, seconds: float) -> Counted:
    """Play for so long before the cut, and twice as long after it."""
    cut, stop = threading.Event(), threading.Event()
    settings = ("--min-replicas-to-write", str(case.fewest), "--min-replicas-max-lag", str(LAG_SECONDS))
    with ThreeNodes(*settings) as nodes, served(nodes, case) as port:
        players = [Player(number, port, cut, stop) for number in range(PLAYERS)]
        for player in players:
            player.start()
        wait_until(lambda: all(player.acknowledged for player in players))
        spend(seconds)
        nodes.cut_off(case.alone)
        cut.set()
        leader = nodes.promote()
        spend(2 * seconds)
        stop.set()
        for player in players:
            player.join()
        nodes.heal(leader)
        return counted(players, leader)


@contextmanager
def served(nodes: ThreeNodes, case: Case) -> Iterator[int]:
    """An API process on the master's side; its port."""
    port = free_port()
    given = {
        **{key: value for key, value in os.environ.items() if not key.startswith("LUDOTHEQUE_")},
        "REDIS_URL": nodes.master.server.url,
        "LUDOTHEQUE_DATA": str(nodes.folder),
        "LUDOTHEQUE_PORT": str(port),
        "LUDOTHEQUE_DURABILITY": case.level,
        "LUDOTHEQUE_REPLICAS": str(case.replicas),
        "LUDOTHEQUE_REPLICA_WAIT_MS": "400",
        "LUDOTHEQUE_API_PROCESSES": "1",
        "LUDOTHEQUE_LOG_LEVEL": "error",
        **UNLIMITED,
    }
    process = subprocess.Popen([sys.executable, "-m", "api.cli", "api"], cwd=ROOT, env=given, start_new_session=True)
    try:
        wait_until(lambda: _ready(port))
        yield port
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait()


def _ready(port: int) -> bool:
    try:
        return httpx.get(f"http://127.0.0.1:{port}/readyz", timeout=5, verify=False).status_code == 200
    except httpx.HTTPError:
        return False


def counted(players: list[Player], leader: Node) -> Counted:
    """Compare what the players were told with what the new master has."""
    store = GameRepository(Settings(redis_url=leader.server.url, data=leader.server.data))
    history, found = History(store), Counted()
    acknowledged: dict[str, list[Acknowledged]] = {}
    for player in players:
        found.refused += player.refused
        found.unknown += player.unknown
        for act in player.acknowledged:
            acknowledged.setdefault(act.game, []).append(act)
    for game, acts in acknowledged.items():
        kept = {(act.version, act.seat) for act in history.acts(game)}
        for act in acts:
            lost = (act.version, act.seat) not in kept
            found.after += act.cut_off
            found.before += not act.cut_off
            found.lost_after += act.cut_off and lost
            found.lost_before += not act.cut_off and lost
    store.redis.close()
    return found
