"""Does a stranger's first hour go well? A clean clone, the two commands, the tour: ``make release-check``.

Everything happens in an empty folder, as an ordinary user with a home of its own: root steps down first.
``python -m tests.system.release --quick`` leaves out ``make test``.
"""

from __future__ import annotations

import argparse
import os
import pwd
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

from tests.support.stack import ROOT, free_port
from tests.support.waiting import spend

PLACES = ("/usr/local/bin", "/usr/bin", "/bin", "/usr/local/sbin", "/usr/sbin", "/sbin")
"""Where an ordinary user finds programs."""
PASSED_ON = ("LANG", "LC_", "PIP_", "SSL_", "REQUESTS_CA", "http_proxy", "https_proxy", "no_proxy", "TZ", "CHROME")


class Failed(Exception):
    """A step did not do what the README says."""


class Stranger:
    """An ordinary user on this machine."""

    def __init__(self) -> None:
        self.home = Path(tempfile.mkdtemp(prefix="ludo-release-"))
        self.clone = self.home / "ludotheque"
        self.port = free_port()
        kept = {name: value for name, value in os.environ.items() if name.startswith(PASSED_ON)}
        self.environment = {
            **kept,
            "HOME": str(self.home),
            "PATH": ":".join(PLACES),
            "LUDOTHEQUE_PORT": str(self.port),
        }
        # The clone's source may belong to another user.
        (self.home / ".gitconfig").write_text("[safe]\n\tdirectory = *\n")
        self.steps_down: list[str] = []
        if os.geteuid() == 0:
            nobody = pwd.getpwnam("nobody")
            os.chown(self.home, nobody.pw_uid, nobody.pw_gid)
            self.steps_down = ["setpriv", f"--reuid={nobody.pw_uid}", f"--regid={nobody.pw_gid}", "--clear-groups"]

    def start(self, *command: str, folder: Path | None = None, log: str = "log") -> subprocess.Popen[bytes]:
        with (self.home / f"{log}.txt").open("ab") as output:
            return subprocess.Popen(
                [*self.steps_down, *command],
                cwd=folder or self.clone, env=self.environment, stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                start_new_session=True,
            )  # fmt: skip

    def run(self, *command: str, folder: Path | None = None, log: str = "log") -> None:
        code = self.start(*command, folder=folder, log=log).wait()
        if code:
            raise Failed(f"{' '.join(command)[:60]}: exit code {code}\n{self.said(log)}")

    def said(self, log: str) -> str:
        return (self.home / f"{log}.txt").read_text("utf-8", "replace")[-4000:]


def clone(user: Stranger) -> str:
    source = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, check=True, capture_output=True, text=True)
    user.run("git", "clone", "--quiet", f"file://{ROOT}", str(user.clone), folder=user.home)
    user.run("git", "checkout", "--quiet", source.stdout.strip())
    who = subprocess.run([*user.steps_down, "id", "-u"], check=True, capture_output=True, text=True)
    return f"commit {source.stdout[:10]}, as user {who.stdout.strip()}, in {user.clone}"


def run_and_tour(user: Stranger) -> str:
    started = time.monotonic()
    services = user.start("make", "run", log="run")
    try:
        _until_ready(user, services)
        ready = time.monotonic() - started
        readme = (user.clone / "README.md").read_text("utf-8").split("<!-- tour -->")[1].split("<!-- end of tour")[0]
        blocks = re.findall(r"```sh\n(.*?)```", readme, re.S)
        tour = "\n".join(blocks).replace("http://localhost:8000", f"http://localhost:{user.port}")
        user.run("bash", "-ec", tour, log="tour")
        toured = time.monotonic() - started - ready
    finally:
        os.killpg(services.pid, signal.SIGINT)  # Ctrl-C
        services.wait(60)
    if "the result follows from the actions" not in user.said("tour") or "the games are kept" not in user.said("run"):
        raise Failed(user.said("tour") + user.said("run"))
    return f"ready after {ready:.0f} s (with the installation), the tour took {toured:.0f} s, {len(blocks)} blocks"


def _until_ready(user: Stranger, services: subprocess.Popen[bytes]) -> None:
    limit = time.monotonic() + 600
    while time.monotonic() < limit and services.poll() is None:
        try:
            with urllib.request.urlopen(f"http://localhost:{user.port}/readyz", timeout=2):
                return
        except OSError:
            spend(0.2)
    raise Failed(f"make run does not get ready\n{user.said('run')}")


def run_again(user: Stranger) -> str:
    """The games are there again, and nothing is installed twice."""
    started = time.monotonic()
    services = user.start("make", "run", log="again")
    try:
        _until_ready(user, services)
        ready = time.monotonic() - started
        url = f"http://localhost:{user.port}/v1/bakong/games?status=finished"
        with urllib.request.urlopen(url, timeout=5) as answer:
            games = len(re.findall(rb'"commitment"|"id"', answer.read()))
    finally:
        os.killpg(services.pid, signal.SIGINT)
        services.wait(60)
    if not games:
        raise Failed("the game of the tour is gone")
    return f"ready after {ready:.1f} s, the game of the tour is there"


def run_tests(user: Stranger) -> str:
    user.run("make", "test", log="test")
    passed = [int(number) for number in re.findall(r"(\d+) passed", (user.home / "test.txt").read_text("utf-8"))]
    return f"{sum(passed)} tests passed"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="leave out make test")
    quick = parser.parse_args().quick
    if subprocess.run(["git", "status", "--porcelain"], cwd=ROOT, check=True, capture_output=True).stdout:
        print("note: what is not committed is not part of the clone")
    steps: list[tuple[str, Callable[[Stranger], str]]] = [
        ("clone", clone),
        ("make run, tour", run_and_tour),
        ("make run again", run_again),
    ]
    if not quick:
        steps.append(("make test", run_tests))
    user, failed = Stranger(), False
    try:
        for name, step in steps:
            started = time.monotonic()
            try:
                said, failed = step(user), False
            except Failed as error:
                said, failed = str(error), True
            print(f"{'FAILED' if failed else 'ok':<7}{name:<16}{time.monotonic() - started:7.0f} s  {said}", flush=True)
            if failed:
                break
    finally:
        shutil.rmtree(user.home, ignore_errors=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
