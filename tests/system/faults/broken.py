"""The API with a mistake in it, on purpose: the fault tests must notice. Which one says ``FAULT_BREAKAGE``.

``split``: the snapshot and the rest of a commit are written by two scripts, a moment apart.
``retry``: a write whose answer was lost is sent again, as clients of Redis do unless told otherwise.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Any

from store.games.repository import COMMIT
from store.redis.client import OutcomeUnknown, RedisClient, Script
from store.settings import Settings
from tests.support.waiting import spend

run = RedisClient.run
LINES = COMMIT.source.splitlines()
[SNAPSHOT] = [number for number, line in enumerate(LINES) if line.startswith("redis.call('HSET', KEYS[1], 'v'")]
[HEAD_END] = [number for number, line in enumerate(LINES) if line.startswith("local current")]
FIRST = Script("\n".join([*LINES[: SNAPSHOT + 1], "return {1}"]))
SECOND = Script("\n".join([*LINES[:HEAD_END], *LINES[SNAPSHOT + 1 :]]))


def split(link: RedisClient, script: Script, keys: Sequence[str], arguments: Sequence[Any]) -> Any:
    if script is not COMMIT:
        return run(link, script, keys, arguments)
    reply = run(link, FIRST, keys, arguments)
    if reply[0] != 1:
        return reply
    spend(0.003)
    return run(link, SECOND, keys, arguments)


def retry(link: RedisClient, script: Script, keys: Sequence[str], arguments: Sequence[Any]) -> Any:
    try:
        return run(link, script, keys, arguments)
    except OutcomeUnknown:
        return run(link, script, keys, arguments)


BREAKAGES = {"split": split, "retry": retry}


def main() -> None:
    """Requests run beside each other, so that others see what a broken commit leaves."""
    from gunicorn.app.wsgiapp import run as serve

    settings = Settings.from_environment()
    sys.argv[1:] = ["--threads", str(settings.api_threads), "--bind", f"{settings.host}:{settings.port}"]
    sys.argv.append("tests.system.faults.broken:app")
    serve()


if __name__ == "__main__":
    main()
elif "FAULT_BREAKAGE" in os.environ:
    RedisClient.run = BREAKAGES[os.environ["FAULT_BREAKAGE"]]  # type: ignore[method-assign]
    from api.wsgi import app  # noqa: F401
