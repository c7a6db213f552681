"""Run worker processes, the sweeper and the dispatcher: ``python -m workers``."""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable

from rq import SimpleWorker
from rq.serializers import JSONSerializer

from engines.kernel.registry import game, slugs
from store.jobs.queue import BATCH, INTERACTIVE
from store.redis.sentinel import queue_client
from store.settings import BadSetting, Settings
from workers import sweeper
from workers.remote import dispatcher
from workers.services import worker_services

log = logging.getLogger("ludotheque")
Duty = Callable[[Settings], None]
NICENESS = 10


class TurnWorker(SimpleWorker):
    """Runs jobs in its own process, one after the other; soon back when the store was away."""

    max_connection_wait_time = 2.0


def work(settings: Settings) -> None:
    """Play bot turns, call time, play actions that answer later."""
    _work(settings, INTERACTIVE)


def study(settings: Settings) -> None:
    """Do parts of long jobs, when nothing more urgent wants the processor."""
    os.nice(NICENESS)
    _work(settings, BATCH)


def _work(settings: Settings, queue: str) -> None:
    worker = TurnWorker(
        [queue],
        connection=queue_client(settings.queue),
        serializer=JSONSerializer,
        worker_ttl=30,
        maintenance_interval=60,
        log_job_description=False,
    )
    worker.log.setLevel(logging.ERROR)
    try:
        worker.work(logging_level="ERROR")
    finally:
        worker_services().store.counters.write()


def tidy(_: Settings) -> None:
    """Sweep."""
    stop = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: stop.set())
    sweeper.run(worker_services(), stop)


def dispatch(_: Settings) -> None:
    """Call remote bots."""
    dispatcher.run(worker_services())


def main() -> int:
    try:
        settings = Settings.from_environment()
    except BadSetting as error:
        sys.stderr.write(f"{error}\n")
        return 2
    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    for slug in slugs():  # before the fork: a worker that replaces another is there at once
        game(slug)
    duties: list[Duty] = [tidy, dispatch, *[work] * settings.workers, *[study] * settings.batch_workers]
    children = {_spawn(duty, settings): duty for duty in duties}
    while not stop.wait(0.2):
        for child, duty in list(children.items()):
            if os.waitpid(child, os.WNOHANG)[0]:
                log.warning("a worker process ended and is replaced")
                del children[child]
                children[_spawn(duty, settings)] = duty
    return _end(list(children))


def _spawn(duty: Duty, settings: Settings) -> int:
    """This process has no threads and no connections of its own, so a child may be forked at any time."""
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        try:
            duty(settings)
        finally:
            os._exit(0)
    return child


def _end(children: list[int]) -> int:
    """Let running jobs finish, then leave."""
    for child in children:
        os.kill(child, signal.SIGTERM)
    limit = time.monotonic() + 10
    for child in children:
        while not os.waitpid(child, os.WNOHANG)[0]:
            if time.monotonic() > limit:
                os.kill(child, signal.SIGKILL)
            time.sleep(0.05)
    return 0


if __name__ == "__main__":
    sys.exit(main())
