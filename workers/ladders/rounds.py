"""The rounds in which a sweeper drives ladders and matches, on a thread beside its own."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from functools import partial

from redis.exceptions import RedisError

from store.redis.client import OutcomeUnknown, StoreUnavailable
from workers.ladders.ladder import AWAY_MS, run_ladder
from workers.ladders.match import MatchRound, open_matches
from workers.services import WorkerServices

TICK = 0.25
log = logging.getLogger("ludotheque")


def rounds(services: WorkerServices) -> Iterator[Callable[[], None]]:
    """What is to be done now."""
    was_away = services.ladders.beat() > AWAY_MS
    for slug in services.ladders.busy():
        yield partial(run_ladder, services, slug, was_away)
    for identifier in open_matches(services):
        yield MatchRound(services, identifier).run


def run_once(services: WorkerServices) -> None:
    """One round of every ladder and match; one that fails does not hold up the others."""
    for one in rounds(services):
        try:
            one()
        except (StoreUnavailable, OutcomeUnknown, RedisError):
            raise
        except Exception:
            log.exception("a round of a ladder or a match failed")


def run(services: WorkerServices, stop: threading.Event) -> None:
    """Go on until stopped; wait while the store is away."""
    while not stop.wait(TICK):
        try:
            run_once(services)
        except (StoreUnavailable, OutcomeUnknown, RedisError) as error:
            log.warning("the ladders wait for the store", extra={"fields": {"error": str(error)}})
            stop.wait(1)
