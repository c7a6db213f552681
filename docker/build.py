"""Build the image with podman or buildah: ``make image``, or ``python docker/build.py --help``.

Where the base image of the Dockerfile cannot be pulled, a Debian with its own Python takes its place, made by
mmdebstrap. The build reads what this machine's pip is configured to read, certificates and folders included;
nothing of that gets into the image but empty mount points.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
SUITE = "bookworm"
PACKAGES = "python3,python3-venv,python-is-python3,ca-certificates"
LOCAL_BASE = "localhost/ludotheque-base:3.11"
EXTRA_SERVICES = "localhost/ludotheque-services:1.0"
"""nginx and Redis of the same Debian, for compose.yaml where their images cannot be pulled."""
ISOLATION = ["--isolation", "chroot"]
"""Needs no container runtime."""


class CannotBuild(Exception):
    """The message says what is missing."""


def engine() -> str:
    for name in ("podman", "buildah"):
        if found := shutil.which(name):
            return found
    raise CannotBuild("neither podman nor buildah is installed")


def run(*command: str) -> None:
    subprocess.run(command, check=True)  # noqa: S603


def exists(image: str) -> bool:
    command = [engine(), "inspect", "--type", "image", image]
    return subprocess.run(command, check=False, capture_output=True).returncode == 0  # noqa: S603


def debian(image: str, packages: str) -> None:
    """Make an image of Debian packages, unless it is there."""
    if exists(image):
        return
    if shutil.which("mmdebstrap") is None:
        raise CannotBuild("mmdebstrap is not installed")
    with tempfile.TemporaryDirectory(prefix="ludo-image-") as folder:
        run("mmdebstrap", "--quiet", "--variant=minbase", f"--include={packages}", SUITE, f"{folder}/root.tar")
        Path(folder, "Dockerfile").write_text("FROM scratch\nADD root.tar /\n")
        run(engine(), "build", *ISOLATION, "--tag", image, folder)


def services() -> None:
    """nginx and a Redis under the names that compose.yaml calls."""
    name = f"{EXTRA_SERVICES}-packages"
    debian(name, "nginx-light,redis-server")
    with tempfile.TemporaryDirectory(prefix="ludo-image-") as folder:
        links = " && ".join(f"ln -s redis-{part} /usr/bin/valkey-{part}" for part in ("server", "cli"))
        Path(folder, "Dockerfile").write_text(f"FROM {name}\nRUN {links} && mkdir -p /data\nWORKDIR /data\n")
        run(engine(), "build", *ISOLATION, "--tag", EXTRA_SERVICES, folder)


def pip_options(folder: Path) -> list[str]:
    """Options that let pip in the build read what pip reads here."""
    said = subprocess.run([sys.executable, "-m", "pip", "config", "list"], check=True, capture_output=True, text=True)
    found = {name.rpartition(".")[2]: value for name, value in re.findall(r"^(\S+?)='(.*)'$", said.stdout, re.M)}
    file = folder / "pip.conf"
    file.write_text("[global]\n" + "".join(f"{name} = {value}\n" for name, value in found.items()))
    paths = {path for value in found.values() for path in re.findall(r"(?:file://)?(/[^\s]+)", value)}
    shared = {_package_root(path) for path in paths if Path(path).exists()}
    return [f"--volume={file}:/etc/pip.conf:ro", *(f"--volume={path}:{path}:ro" for path in sorted(shared))]


def _package_root(path: str) -> str:
    """An index points from its pages to files beside it: the folder above is shared, too."""
    return str(Path(path).parent) if Path(path).name == "simple" else path


def build(tag: str, local_base: bool) -> None:
    if local_base:
        debian(LOCAL_BASE, PACKAGES)
    with tempfile.TemporaryDirectory(prefix="ludo-image-") as folder:
        base = [f"--build-arg=BASE={LOCAL_BASE}"] if local_base else []
        options = [*ISOLATION, "--format=docker", *base, *pip_options(Path(folder))]
        run(engine(), "build", *options, "--file", str(ROOT / "docker" / "Dockerfile"), "--tag", tag, str(ROOT))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tag", default="localhost/ludotheque")
    parser.add_argument("--local-base", action="store_true", help="make the base with mmdebstrap instead of pulling it")
    parser.add_argument("--services", action="store_true", help="also make an image with nginx and Redis")
    given = parser.parse_args()
    try:
        build(given.tag, given.local_base)
        if given.services:
            services()
    except CannotBuild as error:
        sys.stderr.write(f"{error}\n")
        return 2
    except subprocess.CalledProcessError as error:
        return int(error.returncode)
    return 0


if __name__ == "__main__":
    sys.exit(main())
