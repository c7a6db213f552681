"""Every command of the Dockerfile is carried out in an empty folder, and its roles run from there.

The folder cannot be written by the user who runs them, as in a container with a read-only root.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from store.redis.embedded import EmbeddedServer
from tests.docker.dockerfile import Built, build, read
from tests.support.stack import ROOT, free_port
from tests.support.waiting import PATIENCE, wait_until

USER = 10001
PYTHON = next((path for path in ("/usr/bin/python3.11", "/usr/local/bin/python3.11") if Path(path).exists()), "")


@pytest.fixture(scope="module")
def image() -> Iterator[Built]:
    if not PYTHON:
        pytest.skip("the image has Python 3.11, and this machine has none that every user may run")
    folder = Path(tempfile.mkdtemp(prefix="ludo-image-"))
    folder.chmod(0o755)
    built = build(ROOT / "docker" / "Dockerfile", ROOT, folder / "root", PYTHON)
    subprocess.run(["chmod", "-R", "a+rX,a-w", str(folder / "root")], check=True)
    yield built
    subprocess.run(["chmod", "-R", "u+w", str(folder)], check=True)
    shutil.rmtree(folder)


class Role:
    """One container: the entry point with a command, as an unprivileged user, with a folder for its tmpfs."""

    def __init__(self, image: Built, command: list[str], **settings: str) -> None:
        instructions = {instruction.name: instruction for instruction in read(ROOT / "docker" / "Dockerfile")}
        self.tmpfs = Path(tempfile.mkdtemp(prefix="ludo-tmpfs-"))
        self.environment = {**image.environment, **settings, "LUDOTHEQUE_DATA": str(self.tmpfs), "HOME": "/"}
        self.as_user: list[str] = []
        if os.geteuid() == 0:
            os.chown(self.tmpfs, USER, USER)
            self.as_user = ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups"]
        words = [*instructions["ENTRYPOINT"].words, *(command or instructions["CMD"].words)]
        self.process = subprocess.Popen(
            [*self.as_user, *words], env=self.environment, cwd=self.tmpfs, stderr=subprocess.PIPE, text=True
        )

    def healthy(self) -> bool:
        [check] = [i for i in read(ROOT / "docker" / "Dockerfile") if i.name == "HEALTHCHECK"]
        words = json.loads(check.text.partition(" CMD ")[2])
        return (
            subprocess.run([*self.as_user, *words], env=self.environment, check=False, capture_output=True).returncode
            == 0
        )

    def stop(self) -> int:
        """As the engine does: a signal; but with more than its ten seconds."""
        self.process.send_signal(signal.SIGTERM)
        _, errors = self.process.communicate(timeout=PATIENCE)
        shutil.rmtree(self.tmpfs)
        assert "Traceback" not in errors, errors
        return self.process.returncode


@pytest.fixture
def redis() -> Iterator[EmbeddedServer]:
    folder = Path(tempfile.mkdtemp(prefix="ludo-redis-"))
    server = EmbeddedServer(folder, extra=("--port", str(free_port()), "--bind", "127.0.0.1"))
    server.start()
    yield server
    server.stop()
    shutil.rmtree(folder)


def test_every_command_was_run(image: Built) -> None:
    wanted = [i.text for i in read(ROOT / "docker" / "Dockerfile") if i.name == "RUN"]
    assert image.ran == [command for command in wanted if os.geteuid() == 0 or not command.startswith("useradd")]
    assert image.inside("/opt/ludotheque/bin/ludotheque").exists()


def test_the_roles_play_a_game_together(image: Built, redis: EmbeddedServer) -> None:
    port = redis.extra[1]
    settings = {
        "REDIS_URL": f"redis://127.0.0.1:{port}/0",
        "LUDOTHEQUE_PORT": str(free_port()),
        "LUDOTHEQUE_SECRET": "s" * 32,
    }
    api, worker = Role(image, [], **settings), Role(image, ["worker"], **settings)
    try:
        wait_until(lambda: api.healthy() or api.process.poll() is not None)
        assert api.process.poll() is None
        url = f"http://127.0.0.1:{settings['LUDOTHEQUE_PORT']}"
        with httpx.Client(base_url=url, timeout=60, verify=False) as http:
            assert http.get("/readyz").status_code == 200
            payload = {"seats": [{"kind": "bot"}, {"kind": "bot"}]}
            made = http.post("/v1/bailouke/games", json=payload).json()
            path = f"/v1/bailouke/games/{made['id']}"
            wait_until(lambda: http.get(path).json()["status"] == "finished", what=lambda: http.get(path).text)
            assert '"example"' in http.get("/openapi.json").text
            assert http.get("/").status_code == 200
    finally:
        codes = api.stop(), worker.stop()
    assert codes == (0, 0)
    assert not api.healthy()
