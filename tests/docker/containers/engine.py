"""podman and podman-compose of this machine, and what they need to run where little is allowed."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from tests.support.stack import ROOT

IMAGE, SERVICES = "localhost/ludotheque", "localhost/ludotheque-services:1.0"


class Engine:
    """Runs the containers of compose.yaml; nginx and Redis are those of the image that `make image` makes."""

    def __init__(self, folder: Path, port: int) -> None:
        self.port = port
        limits = {"nofile": resource.RLIMIT_NOFILE, "nproc": resource.RLIMIT_NPROC}
        allowed = {name: min(4096, resource.getrlimit(number)[1]) for name, number in limits.items()}
        ulimits = ", ".join(f'"{name}={most}:{most}"' for name, most in allowed.items())
        text = f"[containers]\ndefault_ulimits = [{ulimits}]\n"
        if Path("/sys/fs/cgroup/unified").exists() and shutil.which("runc"):
            text += '[engine]\nruntime = "runc"\n'  # crun refuses to run where both versions of cgroups are mounted
        (folder / "containers.conf").write_text(text)
        self.environment = {
            **os.environ,
            "CONTAINERS_CONF": str(folder / "containers.conf"),
            "LUDOTHEQUE_IMAGE": IMAGE,
            "NGINX_IMAGE": SERVICES,
            "REDIS_IMAGE": SERVICES,
            "PUBLIC_PORT": str(port),
            "LUDOTHEQUE_SECRET": "s" * 32,
            "COMPOSE_PROJECT_NAME": f"ludotest{os.getpid()}",
        }

    def compose(self, *arguments: str) -> str:
        return self._run(sys.executable, "-m", "podman_compose", "-f", "docker/compose.yaml", *arguments)

    def podman(self, *arguments: str) -> str:
        return self._run("podman", *arguments)

    def _run(self, *command: str) -> str:
        done = subprocess.run(
            command, cwd=ROOT, env=self.environment, capture_output=True, text=True, check=False, timeout=300
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    def containers(self) -> dict[str, str]:
        """The names of the containers by service, numbered where there are several."""
        project = self.environment["COMPOSE_PROJECT_NAME"]
        names = self.podman("ps", "--all", "--format", "{{.Names}}", "--filter", f"name={project}").split()
        return {name.removeprefix(f"{project}_"): name for name in names}

    def remove(self) -> None:
        """Leave nothing behind: `down` alone forgets all but the first container of a service."""
        for name in self.containers().values():  # one by one: those that depend on it go with it
            self.podman("rm", "--force", "--depend", "--ignore", "--time", "5", name)
        self.compose("down", "--volumes")
        assert not self.containers()


def missing(folder: Path) -> str:
    """Why the containers cannot be run here; empty when they can."""
    if shutil.which("podman") is None:
        return "podman is not installed"
    if find_spec("podman_compose") is None:
        return "podman-compose is not installed: pip install podman-compose"
    engine = Engine(folder, 0)
    for image in (IMAGE, SERVICES):
        try:
            engine.podman("run", "--rm", "--entrypoint", "true", image)
        except AssertionError as error:
            return f"a container of {image} does not run; was it made by `make image`? {error}"
    return ""
