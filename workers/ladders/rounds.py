"""The rounds in which a sweeper runs ladders and matches, on a separate thread."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from functools import partial

from redis.exceptions import RedisError

from engines.kernel.registry import slugs
from store.process.stopping import Stop
from store.redis.client import OutcomeUnknown, StoreUnavailable
from workers.ladders.ladder import AWAY_MS, run_ladder
from workers.ladders.match import MatchRound, open_matches
from workers.services import WorkerServices

TICK = 0.25
PAUSE = 30.0
"""Seconds for which a ladder or match pauses after a failed round."""
log = logging.getLogger("ludotheque")


class Rounds:
    """Rounds of every ladder and match; one that fails does not delay the others."""

    def __init__(self, services: WorkerServices) -> None:
        self.services = services
        self.paused: dict[str, float] = {}
        """By game or match: until when it pauses."""

    def run_once(self) -> None:
        for name, run in self._due():
            if time.monotonic() < self.paused.get(name, 0.0):
                continue
            try:
                run()
                self.paused.pop(name, None)
            except (StoreUnavailable, OutcomeUnknown, RedisError):
                raise
            except Exception:
                self.paused[name] = time.monotonic() + PAUSE
                kind = name if name in slugs() else "match"  # job ids grant access and are not logged
                log.exception("a round of a ladder or match failed", extra={"fields": {"ladder": kind}})

    def _due(self) -> Iterator[tuple[str, Callable[[], None]]]:
        was_away = self.services.ladders.record_sweep() > AWAY_MS
        for slug in self.services.ladders.busy():
            yield slug, partial(run_ladder, self.services, slug, was_away)
        for identifier in open_matches(self.services):
            yield identifier, MatchRound(self.services, identifier).run


def run(services: WorkerServices, stop: Stop) -> None:
    """Run until stopped; wait while the store is down."""
    rounds = Rounds(services)
    while not stop.wait(TICK):
        try:
            rounds.run_once()
        except (StoreUnavailable, OutcomeUnknown, RedisError) as error:
            log.warning("ladders are waiting for the store", extra={"fields": {"error": str(error)}})
            stop.wait(1)
