"""Runs the worker processes, the sweeper and the dispatcher: ``python -m workers``."""

from __future__ import annotations

import signal
import sys
from functools import partial

from engines.kernel.registry import game, slugs
from store.process.logs import set_up_logging
from store.process.stopping import StopSignal
from store.process.supervision import Child, Forked, Supervisor
from store.redis.checks import LateCheck, LevelNotKept, check_at_start
from store.settings import Settings
from store.settings.environment import BadSetting
from workers.processes import Duty, dispatch, sweep, work_on_analyses, work_on_searches, work_on_turns


def duties(settings: Settings) -> list[tuple[str, Duty]]:
    """The processes to run, by name."""
    numbered = [(f"worker-{number}", work_on_turns) for number in range(1, settings.workers + 1)]
    numbered += [(f"thinker-{number}", work_on_searches) for number in range(1, settings.thinking_workers + 1)]
    numbered += [(f"batch-{number}", work_on_analyses) for number in range(1, settings.batch_workers + 1)]
    return [("sweeper", sweep), ("dispatcher", dispatch), *numbered]


def main() -> int:
    try:
        settings = Settings.from_environment()
    except BadSetting as error:
        sys.stderr.write(f"{error}\n")
        return 2
    set_up_logging(settings.log_level, settings.log_format, "workers")
    try:
        return run(settings)
    except LevelNotKept as error:
        sys.stderr.write(f"{error}\n")
        return 1


def run(settings: Settings) -> int:
    """Run until a signal arrives. Raises LevelNotKept."""
    level, form = settings.log_level, settings.log_format
    connection = settings.redis_url, settings.durability, settings.replicas
    late_check = None if check_at_start(*connection) else LateCheck(*connection)
    stop = StopSignal(signal.SIGTERM, signal.SIGINT)
    for slug in slugs():  # before the fork, so that replacements are ready at once
        game(slug)
    children = [
        Child(name, partial(Forked, name, partial(duty, settings), level, form)) for name, duty in duties(settings)
    ]
    return Supervisor(children, stop, check=late_check).run()


if __name__ == "__main__":
    sys.exit(main())
