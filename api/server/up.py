"""Everything from one terminal: the embedded server, the API and the workers, until Ctrl-C."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from dataclasses import replace

import click

from engines.kernel.registry import slugs
from store.redis.embedded import DataFolderLocked, EmbeddedServer, ServerFailed
from store.settings import Settings


def run_all(settings: Settings) -> int:
    """Serve until interrupted; says plainly what stands in the way."""
    if not _port_is_free(settings):
        return _complain(
            f"port {settings.port} on {settings.host} is in use; stop what uses it or set LUDOTHEQUE_PORT to another"
        )
    server = None
    if not settings.redis_url:
        server = EmbeddedServer(settings.data, settings.durability)
        try:
            server.start()
        except DataFolderLocked as error:
            return _complain(f"the data folder {error}; stop it or set LUDOTHEQUE_DATA to another")
        except ServerFailed as error:
            return _complain(str(error))
        settings = replace(settings, redis_url=server.url)
    try:
        return _serve(settings, embedded=server is not None)
    finally:
        if server is not None:
            server.stop()
            _say("stopped; the games are kept in", str(settings.data))


def _serve(settings: Settings, embedded: bool) -> int:
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    environment = {
        **os.environ,
        "REDIS_URL": settings.redis_url,
        "LUDOTHEQUE_LOG_FORMAT": os.environ.get("LUDOTHEQUE_LOG_FORMAT", "text"),
    }
    parts = {"API": ["-m", "api.cli", "api"], "workers": ["-m", "workers"]}
    children = {
        name: subprocess.Popen([sys.executable, *arguments], env=environment, start_new_session=True)  # noqa: S603
        for name, arguments in parts.items()
    }
    try:
        if _wait_until_ready(settings, children, stop):
            _greet(settings, embedded)
        while not stop.wait(0.2):
            for name, child in children.items():
                if child.poll() is not None:
                    return _complain(f"the {name} ended unexpectedly (exit code {child.returncode})")
        return 0
    finally:
        _end(children)


def _end(children: dict[str, subprocess.Popen[bytes]]) -> None:
    """The API first, so that nothing new comes in; then the workers finish what they are at."""
    for child in children.values():
        if child.poll() is None:
            child.send_signal(signal.SIGTERM)
        try:
            child.wait(15)
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            child.wait()


def _port_is_free(settings: Settings) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.host, settings.port))
        except OSError:
            return False
    return True


def _wait_until_ready(settings: Settings, children: dict[str, subprocess.Popen[bytes]], stop: threading.Event) -> bool:
    url = f"{_url(settings)}/readyz"
    limit = time.monotonic() + 60
    while time.monotonic() < limit and not stop.is_set():
        if any(child.poll() is not None for child in children.values()):
            return False
        try:
            with urllib.request.urlopen(url, timeout=2):  # noqa: S310
                return True
        except (urllib.error.URLError, OSError):
            stop.wait(0.02)
    return False


def _url(settings: Settings) -> str:
    host = "localhost" if settings.host in ("0.0.0.0", "127.0.0.1", "::") else settings.host  # noqa: S104
    return f"http://{host}:{settings.port}"


def _greet(settings: Settings, embedded: bool) -> None:
    url = _url(settings)
    store = f"embedded, data in {settings.data}" if embedded else "REDIS_URL"
    _say("Ludothèque serves", f"{url}", f"(store: {store}; durability: {settings.durability})")
    _say("documentation   ", f"{url}/docs")
    _say("try             ", f"curl --json '{{}}' {url}/v1/{slugs()[0]}/games")


def _say(what: str, value: str, rest: str = "") -> None:
    click.echo(f"{click.style(what, fg='cyan')} {click.style(value, bold=True)} {rest}".rstrip(), err=True)


def _complain(text: str) -> int:
    click.secho(f"ludotheque: {text}", fg="red", err=True)
    return 1
