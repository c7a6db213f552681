"""One process of the API, forked by the supervisor (``api/server/supervisor.py``)."""

from __future__ import annotations

import asyncio
import signal
import socket

import uvloop

from api.server.http1.server import HttpServer
from api.server.runner import RequestRunner
from api.server.supervisor import bound
from store.settings import Settings


def serve_in_process(settings: Settings, held: socket.socket, shared: bool) -> None:
    """Serve until a signal: on the supervisor's socket and, if the port is shared, on a separate one."""
    listeners = [held, bound(settings)] if shared else [held]
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(run(settings, listeners))


async def run(settings: Settings, listeners: list[socket.socket]) -> None:
    loop, ended = asyncio.get_running_loop(), asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, ended.set)
    runner = RequestRunner(settings)
    if runner.in_place:
        runner.share_connection()
    server = HttpServer(runner)
    for listener in listeners:
        await server.listen(listener)
    try:
        await ended.wait()
        runner.hub.stop()
        await server.stop()
    finally:
        runner.write_log()
