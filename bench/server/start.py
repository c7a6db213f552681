"""How soon the server answers after it was started, what importing it costs, and how much memory each process takes.

Bytecode is written first, as an installation does. ``python -m bench.server.start [--times 3]`` prints the best of so
many starts and fails when a target is missed.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from contextlib import suppress
from pathlib import Path

import psutil

from bench.support.stack import stop_servers_on_sigterm

ROOT = Path(__file__).parents[2]
IMPORT_TARGET, READY_TARGET = 1.0, 3.0
KINDS = {"api": 120, "worker": 100}
"""Most memory of one process, in MB."""
PACKAGES = ("api", "engines", "store", "workers")
IMPORTING = """
import time
from api.server.process import RequestRunner
from store.settings import Settings
RequestRunner(Settings.from_environment())
print(time.process_time())
"""


class NotReady(Exception):
    """The server did not start."""


def environment(folder: Path, port: int) -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "LUDOTHEQUE_DATA": str(folder), "LUDOTHEQUE_PORT": str(port), "LUDOTHEQUE_LOG_LEVEL": "error"}


def import_seconds(folder: Path) -> float:
    """CPU of a process that imports and makes the whole application, interpreter included."""
    given = environment(folder, 8000) | {"REDIS_URL": "unix:///nowhere"}
    said = subprocess.run([sys.executable, "-c", IMPORTING], env=given, cwd=ROOT, check=True, capture_output=True)
    return float(said.stdout)


def ready_seconds(folder: Path, port: int) -> tuple[float, dict[str, float]]:
    """Wall time from the command to the first answer of /readyz, and the memory of every process then, in MB."""
    started = time.monotonic()
    services = subprocess.Popen(
        [Path(sys.executable).parent / "ludotheque", "up"],
        env=environment(folder, port),
        cwd=ROOT,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        _wait(services, f"http://127.0.0.1:{port}/readyz", started + 60)
        seconds = time.monotonic() - started
        time.sleep(2)  # the workers are up by then, too
        return seconds, memory(services.pid)
    finally:
        services.send_signal(signal.SIGTERM)
        services.wait(30)


def _wait(services: subprocess.Popen[bytes], url: str, limit: float) -> None:
    while time.monotonic() < limit and services.poll() is None:
        try:
            with urllib.request.urlopen(url, timeout=2):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.01)
    raise NotReady(url)


def memory(root: int) -> dict[str, float]:
    """Resident memory of a process and all below it, in MB, by what they are."""
    process = psutil.Process(root)
    sizes = {}
    for one in [process, *process.children(recursive=True)]:
        with suppress(psutil.NoSuchProcess):  # it may have ended meanwhile
            sizes[f"{_role(one)} {one.pid}"] = one.memory_info().rss / 2**20
    return sizes


def _role(process: psutil.Process) -> str:
    words = process.cmdline()
    if "api.cli" in words:
        return "api"
    if "workers" in words:
        return "worker"
    return "up" if "up" in words else Path(words[0]).name


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def main() -> int:
    stop_servers_on_sigterm()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=3)
    times = parser.parse_args().times
    subprocess.run(
        [sys.executable, "-m", "compileall", "-q", "api", "engines", "store", "workers"], cwd=ROOT, check=True
    )
    folder = Path(tempfile.mkdtemp(prefix="ludo-start-"))
    try:
        importing = min(import_seconds(folder) for _ in range(times))
        starts = [ready_seconds(folder, free_port()) for _ in range(times)]
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    ready, resident = min(seconds for seconds, _ in starts), starts[-1][1]
    largest = {kind: max((mb for name, mb in resident.items() if name.startswith(kind)), default=0.0) for kind in KINDS}
    print(f"importing the application   {importing:5.2f} s of CPU (target {IMPORT_TARGET})")
    print(f"from the command to ready   {ready:5.2f} s (target {READY_TARGET})")
    for name, mb in resident.items():
        print(f"{name:<27} {mb:5.0f} MB")
    print(f"largest: {', '.join(f'{kind} {largest[kind]:.0f} MB (target {KINDS[kind]})' for kind in KINDS)}")
    slim = all(0 < largest[kind] <= KINDS[kind] for kind in KINDS)
    return 0 if importing <= IMPORT_TARGET and ready <= READY_TARGET and slim else 1


if __name__ == "__main__":
    sys.exit(main())
