"""The storm: kills, pauses, cuts and full memory, at random moments."""

from __future__ import annotations

import os
import random
import signal
import threading
from collections import Counter
from collections.abc import Callable

from tests.support.waiting import spend
from tests.system.faults.stack import APIS, ServerStack

KILLS = ("kill server", "kill api", "kill worker", "kill workers")


class Storm(threading.Thread):
    """Does one harm after the other until told to stop, and counts those that hit something."""

    def __init__(self, stack: ServerStack, pause: float, chances: dict[str, int], seed: int = 1) -> None:
        super().__init__(daemon=True)
        self.stack = stack
        self.pause = pause
        self.rng = random.Random(seed)
        self.done: Counter[str] = Counter()
        self.stop = threading.Event()
        self.failure: BaseException | None = None
        self.harms: dict[str, Callable[[], bool]] = {
            "kill server": self.kill_server,
            "kill api": self.kill_api,
            "kill worker": self.kill_worker,
            "kill workers": self.kill_workers,
            "pause": self.hold,
            "cut": self.cut,
            "lose answers": self.lose_answers,
            "fill memory": self.fill_memory,
        }
        self.chances = chances

    def run(self) -> None:
        try:
            while not self.stop.wait(self.rng.uniform(0, 2 * self.pause)):
                [harm] = self.rng.choices(list(self.chances), list(self.chances.values()))
                self.done[harm] += self.harms[harm]()
        except BaseException as error:
            self.failure = error

    @property
    def kills(self) -> int:
        return sum(self.done[name] for name in KILLS)

    def kill_server(self) -> bool:
        self.stack.server.kill()
        spend(self.rng.uniform(0, 0.2))
        self.stack.server.start()
        return True

    def kill_api(self) -> bool:
        """One that serves or is about to, while the other one serves: on a busy machine both would never come up."""
        chosen, other = self.rng.sample(APIS, 2)
        return self.stack.serves(other) and self._restart(chosen)

    def kill_workers(self) -> bool:
        return bool(self.stack.children("workers")) and self._restart("workers")

    def _restart(self, name: str) -> bool:
        self.stack.kill(name)
        self.stack.start(name)
        return True

    def kill_worker(self) -> bool:
        """One worker process, or the sweeper; their supervisor brings another."""
        children = self.stack.children("workers")
        if not children:
            return False
        os.kill(self.rng.choice(children), signal.SIGKILL)
        return True

    def hold(self) -> bool:
        name = self.rng.choice([*self.stack.names, "server"])
        self.stack.signal(name, signal.SIGSTOP)
        spend(self.rng.uniform(0.05, 0.6))
        self.stack.signal(name, signal.SIGCONT)
        return True

    def cut(self) -> bool:
        return self.stack.wire.cut(self.rng.choice((1, 1, 2, 3))) > 0

    def lose_answers(self) -> bool:
        self.stack.wire.swallow_answers = True
        spend(self.rng.uniform(0.01, 0.05))
        self.stack.wire.swallow_answers = False
        return True

    def fill_memory(self) -> bool:
        filled = self.stack.limit_memory(True)
        spend(self.rng.uniform(0.05, 0.3))
        return self.stack.limit_memory(False) and filled


EVERYTHING = {
    "kill server": 3, "kill api": 2, "kill worker": 4, "kill workers": 1, "pause": 2, "cut": 3, "lose answers": 2,
    "fill memory": 1,
}  # fmt: skip
"""How likely each harm is."""
