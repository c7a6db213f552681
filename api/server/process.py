"""One process of the API. It ends with its parent, whatever ends that: its standard input closes."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from stat import S_ISFIFO

import uvloop

from api.server.http1.server import HttpServer
from api.server.runner import RequestRunner
from api.server.supervisor import listener_of
from store.process.logs import set_up_logging
from store.process.supervision import guarded
from store.settings import Settings


async def run(settings: Settings) -> None:
    """Serve in this process, until a signal or the end of its parent."""
    loop, ended = asyncio.get_running_loop(), asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, ended.set)
    runner = RequestRunner(settings)
    if runner.in_place:
        runner.share_connection()
    server = HttpServer(runner)
    await server.listen(listener_of(settings))
    end_with_parent(loop, ended)
    await ended.wait()
    runner.hub.stop()
    await server.stop()


def end_with_parent(loop: asyncio.AbstractEventLoop, ended: asyncio.Event) -> None:
    """The parent holds the other end of standard input, and never writes."""
    pipe = sys.stdin.fileno()

    def end() -> None:
        loop.remove_reader(pipe)
        ended.set()

    if S_ISFIFO(os.fstat(pipe).st_mode):
        loop.add_reader(pipe, end)


def main() -> None:
    settings = Settings.from_environment()
    set_up_logging(settings.log_level, settings.log_format, sys.argv[1] if len(sys.argv) > 1 else "api")

    def serve() -> None:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(run(settings))

    sys.exit(guarded(serve))


if __name__ == "__main__":
    main()
