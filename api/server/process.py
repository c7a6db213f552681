"""One process of the API: uvicorn, with our door before it and our edge inside.

It ends with its parent, whatever ends that: its standard input closes.
"""

from __future__ import annotations

import asyncio
import os
import socket
import sys
from stat import S_ISFIFO

import uvicorn
import uvloop

from api.accel.http_protocol import HttpProtocol
from api.server.asgi import AsgiAdapter
from api.server.supervisor import listener_of
from store.logs import set_up_logging
from store.settings import Settings
from store.supervision import guarded

STREAMS_END = 2
"""Seconds after which a stopping server no longer waits for connections; anything but a stuck reader takes far less."""
KEEP_ALIVE_SECONDS = 75
"""Silence after which a connection without a request is closed."""


class Process(uvicorn.Server):
    """Before it closes connections it lets go of all who wait and watch."""

    def __init__(self, edge: AsgiAdapter) -> None:
        self.edge = edge
        super().__init__(
            uvicorn.Config(
                edge,
                http=HttpProtocol,
                ws="none",
                lifespan="off",
                interface="asgi3",
                backlog=1024,
                log_config=None,
                access_log=False,
                proxy_headers=False,
                server_header=False,
                headers=[("Server", "ludotheque")],
                timeout_keep_alive=KEEP_ALIVE_SECONDS,
                timeout_graceful_shutdown=STREAMS_END,
            )
        )

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.edge.hub.stop()
        await super().shutdown(sockets)

    def end_with_parent(self) -> None:
        """The parent holds the other end of standard input, and never writes."""
        loop, pipe = asyncio.get_running_loop(), sys.stdin.fileno()

        def end() -> None:
            loop.remove_reader(pipe)
            self.should_exit = True

        if S_ISFIFO(os.fstat(pipe).st_mode):
            loop.add_reader(pipe, end)


async def run(settings: Settings) -> None:
    """Serve in this process, until a signal or the end of its parent."""
    edge = AsgiAdapter(settings)
    if edge.in_place:
        edge.share_connection()
    process = Process(edge)
    process.end_with_parent()
    await process.serve(sockets=[listener_of(settings)])


def main() -> None:
    settings = Settings.from_environment()
    set_up_logging(settings.log_level, settings.log_format, sys.argv[1] if len(sys.argv) > 1 else "api")

    def serve() -> None:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(run(settings))

    sys.exit(guarded(serve))


if __name__ == "__main__":
    main()
