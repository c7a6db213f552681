"""The API as one or several processes (``api/server/process.py``) under a supervisor that replaces those that end.

The supervisor imports the application once and forks, so that a process, also a replacement, is ready quickly. It
holds a listening socket, from which all processes accept: connections wait there while all are replaced. On Linux each
process also listens separately on the shared port, and the kernel distributes the connections.
"""

from __future__ import annotations

import errno
import gc
import signal
import socket
import sys
import time
from functools import partial

from store.process.logs import set_up_logging
from store.process.stopping import StopSignal
from store.process.supervision import Child, Forked, Supervisor
from store.redis.checks import LateCheck, check_at_start
from store.settings import Settings

PORT_SECONDS = 5
"""How long to wait for a port: processes of a killed parent may still be ending."""
PORT_IS_SHARED = sys.platform == "linux"
"""Does SO_REUSEPORT distribute connections over processes here?"""
BACKLOG = 1024


class CannotListen(Exception):
    """The address cannot be listened on; the message says why."""


def serve(settings: Settings, shared: bool = PORT_IS_SHARED) -> int:
    """Serve until a signal: running requests are finished first, streams end, and their readers resume."""
    set_up_logging(settings.log_level, settings.log_format, "api")
    stop = StopSignal(signal.SIGINT, signal.SIGTERM)
    connection = settings.redis_url, settings.durability, settings.replicas
    late_check = None if check_at_start(*connection) else LateCheck(*connection)
    with reserved(settings, shared) as held:
        from api.server.process import serve_in_process  # late, so that errors above are reported without delay

        def start(name: str) -> Forked:
            run = partial(serve_in_process, settings, held, shared)
            return Forked(name, run, settings.log_level, settings.log_format)

        gc.freeze()  # imported objects stay and are shared: no collection writes to them
        names = [f"api-{number}" for number in range(1, settings.api_processes + 1)]
        return ApiSupervisor([Child(name, partial(start, name)) for name in names], stop, late_check, held).run()


class ApiSupervisor(Supervisor):
    """Also closes the listening socket before the processes end: what connects then is refused at once."""

    def __init__(self, children: list[Child], stop: StopSignal, check: LateCheck | None, held: socket.socket) -> None:
        super().__init__(children, stop, check=check)
        self.held = held

    def end(self) -> None:
        self.held.close()
        super().end()


def reserved(settings: Settings, shared: bool = PORT_IS_SHARED) -> socket.socket:
    """Listen on the port, so that connections wait while processes are replaced. Raises CannotListen.

    The processes share it with each other, but not with a server that already runs there.
    """
    limit = time.monotonic() + PORT_SECONDS
    while True:
        try:
            bound(settings, shared=False).close()
            held = bound(settings, shared)
            held.listen(BACKLOG)
            return held
        except OSError as error:
            if error.errno != errno.EADDRINUSE or time.monotonic() > limit:
                raise CannotListen(why_not(settings, error)) from error
            time.sleep(0.05)


def bound(settings: Settings, shared: bool = True) -> socket.socket:
    found = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, kind, protocol, _, address = found[0]
    made = socket.socket(family, kind, protocol)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if shared:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        made.bind(address)
    except OSError:
        made.close()
        raise
    return made


def why_not(settings: Settings, error: OSError) -> str:
    """Why listening fails, and which setting to change."""
    where = f"port {settings.port} on {settings.host}"
    if isinstance(error, socket.gaierror):
        return f"LUDOTHEQUE_HOST={settings.host!r} is neither an address nor a known host name ({error.strerror})"
    if error.errno == errno.EADDRINUSE:
        return f"{where} is in use; stop what uses it or set LUDOTHEQUE_PORT to another"
    if error.errno in (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT):
        return f"LUDOTHEQUE_HOST={settings.host!r} is not an address of this machine ({error.strerror})"
    if error.errno in (errno.EACCES, errno.EPERM):
        return f"{where} may not be used by this user; set LUDOTHEQUE_PORT to another ({error.strerror})"
    return f"cannot listen on {where}: {error}"
