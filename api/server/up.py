"""Everything from one terminal: the embedded server, the API and the workers, until Ctrl-C."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from dataclasses import replace

import click

from api.server.supervisor import CannotListen, reserved
from engines.kernel.registry import slugs
from store.process.logs import set_up_logging
from store.process.stopping import Stop, StopSignal
from store.process.supervision import PARENT, CannotStart, CannotStartYet, Child, Supervisor
from store.redis.checks import LevelNotKept, check_at_start
from store.redis.embedded import DataFolderLocked, DiskFull, EmbeddedServer, ServerFailed
from store.redis.embedded.server_version import UnusableServer
from store.settings import Settings

log = logging.getLogger("ludotheque")
PARTS = {"api": ["-m", "api.cli", "api"], "workers": ["-m", "workers"]}
GREETING_SECONDS = 60


def run_all(settings: Settings) -> int:
    """Serve until interrupted; reports clearly why it cannot."""
    form = os.environ.get("LUDOTHEQUE_LOG_FORMAT", "text")
    set_up_logging(settings.log_level, form, "up")
    try:
        reserved(settings).close()
    except CannotListen as error:
        return _complain(str(error))
    if settings.redis_url:
        try:
            check_at_start(settings.redis_url, settings.durability, settings.replicas)
        except LevelNotKept as error:
            return _complain(str(error))
        return _supervise(settings, None)
    server = EmbeddedServer(settings.data, settings.durability, memory_mb=settings.memory_mb, end_with_parent=True)
    try:
        server.start()
    except DataFolderLocked as error:
        return _complain(f"the data folder {error}; stop it or set LUDOTHEQUE_DATA to another")
    except ServerFailed as error:
        return _complain(str(error))
    try:
        code = _supervise(replace(settings, redis_url=server.url), server)
        return _complain(f"the disk of the data folder {settings.data} is full") if code and server.disk_full else code
    finally:
        server.stop()
        _say("stopped; the games are kept in", str(settings.data))


class EmbeddedProcess:
    """The embedded server as a child of the supervisor. It ends last, after its users."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process
        self.pid = process.pid

    def poll(self) -> int | None:
        return self._process.poll()

    def terminate(self) -> None:
        """Left to ``run_all``."""

    def kill(self) -> None:
        """Left to ``run_all``."""


def _supervise(settings: Settings, server: EmbeddedServer | None) -> int:
    stop = StopSignal(signal.SIGINT, signal.SIGTERM)
    children = [_part(name, settings) for name in PARTS]
    supervisor = UpSupervisor(children, stop, server)
    greeter = threading.Thread(target=_print_addresses, args=(settings, server is not None, stop), daemon=True)
    greeter.start()
    return supervisor.run()


class UpSupervisor(Supervisor):
    """Also replaces the embedded server when it dies; stops the API first, so that nothing new arrives."""

    def __init__(self, children: list[Child], stop: Stop, server: EmbeddedServer | None) -> None:
        super().__init__(children, stop, any)
        self.parts = children
        if server is not None and server.process is not None:
            embedded = Child("embedded server", lambda: _restarted(server), EmbeddedProcess(server.process))
            self.children = [embedded, *children]

    def end(self) -> None:
        for child in self.parts:
            child.end()


def _restarted(server: EmbeddedServer) -> EmbeddedProcess:
    try:
        log.warning("restarting the embedded server", extra={"fields": {"before": server.last_log_lines()}})
        return EmbeddedProcess(server.restart())
    except DiskFull as error:
        raise CannotStartYet(str(error)) from error
    except (ServerFailed, UnusableServer, OSError) as error:
        raise CannotStart(str(error)) from error


def _part(name: str, settings: Settings) -> Child:
    environment = {
        **os.environ,
        "REDIS_URL": settings.redis_url,
        "LUDOTHEQUE_LOG_FORMAT": os.environ.get("LUDOTHEQUE_LOG_FORMAT", "text"),
        PARENT: str(os.getpid()),
    }

    def start() -> subprocess.Popen[bytes]:
        return subprocess.Popen([sys.executable, *PARTS[name]], env=environment, start_new_session=True)  # noqa: S603

    return Child(name, start)


def _url(settings: Settings) -> str:
    host = "localhost" if settings.host in ("", "0.0.0.0", "127.0.0.1", "::", "::1") else settings.host  # noqa: S104
    return f"http://{f'[{host}]' if ':' in host else host}:{settings.port}"


def _print_addresses(settings: Settings, embedded: bool, stop: Stop) -> None:
    """Print the address, once it serves."""
    url = _url(settings)
    for _ in range(GREETING_SECONDS * 20):
        try:
            with urllib.request.urlopen(f"{url}/readyz", timeout=2):  # noqa: S310
                break
        except (urllib.error.URLError, OSError):
            if stop.wait(0.05):
                return
    store = f"embedded, data in {settings.data}" if embedded else "REDIS_URL"
    _say("Ludothèque serves", f"{url}", f"(store: {store}; durability: {settings.durability})")
    _say("documentation   ", f"{url}/docs")
    _say("try             ", f"curl --json '{{}}' {url}/v1/{slugs()[0]}/games")


def _say(what: str, value: str, rest: str = "") -> None:
    click.echo(f"{click.style(what, fg='cyan')} {click.style(value, bold=True)} {rest}".rstrip(), err=True)


def _complain(text: str) -> int:
    click.secho(f"ludotheque: {text}", fg="red", err=True)
    return 1
