"""A real browser for the tests: Debian's Chromium, found, else installed, else unpacked into a cache.

Its headless shell comes first: the same engine without the windows of a desktop browser, for half of the CPU.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Playwright

PACKAGES = ("chromium-headless-shell", "chromium")
"""Packages of Debian with a browser, and the name of its program; older releases have only the second."""
FONTS = "fonts-dejavu-core"
"""Without any font the browser ends at the first page; newer releases of Debian do not install one with it."""
BROWSERS = (*PACKAGES, "chromium-browser", "google-chrome")
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ludotheque-chromium"
PATIENCE = 600
ARGUMENTS = (
    "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-default-apps",
    "--disable-extensions",
)  # fmt: skip


class NoBrowser(Exception):
    """There is no Chromium here, and none can be had."""


class Chromium(NamedTuple):
    """The browser, and the folders of the libraries that are not installed."""

    path: str
    libraries: str = ""


@cache
def find() -> Chromium:
    """Raises NoBrowser, with what was tried."""
    failures = []
    with _one_at_a_time():
        for attempt in (on_path, install, unpack):
            try:
                return attempt()
            except (NoBrowser, OSError, subprocess.SubprocessError) as failure:
                failures.append(f"{attempt.__name__}: {_reason(failure)}")
    raise NoBrowser("; ".join(failures))


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Test processes that start together: one installs, the others then find the browser."""
    CACHE.mkdir(parents=True, exist_ok=True)
    with (CACHE / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _reason(failure: Exception) -> str:
    said = getattr(failure, "stderr", None)
    return said.decode("utf-8", "replace").strip()[-300:] if said else str(failure)


def on_path() -> Chromium:
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        raise NoBrowser("chromium is not on the PATH")
    return Chromium(path)


def install() -> Chromium:
    """By apt, which only root may do."""
    if os.geteuid() != 0:
        raise NoBrowser("not root")
    _run("apt-get", "update", "--quiet")
    _run("apt-get", "install", "--yes", "--quiet", "--no-install-recommends", _package(), FONTS)
    return on_path()


def _package() -> str:
    """The first package that this release of Debian has."""
    known = _run("apt-cache", "pkgnames", "chromium").split()
    return next((package for package in PACKAGES if package in known), PACKAGES[-1])


def unpack(folder: Path = CACHE) -> Chromium:
    """Without root: the package and the libraries that are missing here, downloaded and unpacked, not installed."""
    package = _package()
    browser = folder / "root/usr/lib/chromium" / package
    if not browser.exists():
        packages = folder / "packages"
        packages.mkdir(parents=True, exist_ok=True)
        # chromium-common too: one that is installed would look for its files in a folder of its own
        wanted = (package, "chromium-common", FONTS)
        plan = _run("apt-get", "install", "--simulate", "--reinstall", "--no-install-recommends", *wanted)
        missing = [line.split()[1] for line in plan.splitlines() if line.startswith("Inst ")]
        _run("apt-get", "download", *missing, folder=packages)
        for file in packages.glob("*.deb"):
            _run("dpkg-deb", "--extract", str(file), str(folder / "root"))
        shutil.rmtree(packages)
    libraries = sorted({str(library.parent) for library in (folder / "root").rglob("*.so*")})
    return Chromium(str(browser), ":".join(libraries))


def _run(*command: str, folder: Path | None = None) -> str:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C"}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=True, timeout=PATIENCE)
    return done.stdout.decode("utf-8", "replace")


def launch(playwright: Playwright) -> Browser:
    """Start a headless browser. Without one the test is skipped, but never under CI."""
    try:
        found = find()
    except NoBrowser as error:
        if os.environ.get("CI") == "true":
            raise
        pytest.skip(str(error))
    unpacked = {"LD_LIBRARY_PATH": found.libraries, "XDG_DATA_HOME": str(CACHE / "root/usr/share")}
    environment = {**os.environ, **(unpacked if found.libraries else {})}
    return playwright.chromium.launch(executable_path=found.path, args=list(ARGUMENTS), env=environment)
