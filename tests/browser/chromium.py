"""Debian's Chromium and its driver: found, else installed, else unpacked into a cache folder."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

PACKAGES = ("chromium", "chromium-driver")
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ludotheque" / "chromium"
INSTALLING = 600


class NoBrowser(RuntimeError):
    """There is no Chromium here, and none could be had."""


class Chromium(NamedTuple):
    """The browser, its driver, and what both need in their environment."""

    browser: str
    driver: str
    environment: dict[str, str]


@cache
def chromium() -> Chromium:
    """Raises NoBrowser, with what was tried."""
    failures = []
    for way in (on_path, installed, unpacked):
        try:
            return way()
        except (NoBrowser, OSError, subprocess.SubprocessError) as failure:
            failures.append(f"{way.__name__}: {_reason(failure)}")
    raise NoBrowser("; ".join(failures))


def _reason(failure: Exception) -> str:
    said = getattr(failure, "stderr", None)
    return said.decode("utf-8", "replace").strip()[-300:] if said else str(failure)


def on_path() -> Chromium:
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    driver = shutil.which("chromedriver")
    if browser is None or driver is None:
        raise NoBrowser("chromium and chromedriver are not on PATH")
    return Chromium(browser, driver, {})


def installed() -> Chromium:
    """Installed by apt, which only root may do."""
    if os.geteuid() != 0:
        raise NoBrowser("not root")
    _run("apt-get", "update", "--quiet")
    _run("apt-get", "install", "--yes", "--quiet", "--no-install-recommends", *PACKAGES)
    return on_path()


def unpacked(folder: Path = CACHE) -> Chromium:
    """Downloaded by apt as anybody, with the libraries that are missing here, and unpacked without installing."""
    root = folder / "root"
    if not (root / "usr/lib/chromium/chromium").exists():
        packages = folder / "packages"
        shutil.rmtree(root, ignore_errors=True)
        packages.mkdir(parents=True, exist_ok=True)
        _run("apt-get", "download", *_missing(), folder=packages)
        for package in packages.glob("*.deb"):
            _run("dpkg-deb", "--extract", str(package), str(root))
        shutil.rmtree(packages)
    libraries = ":".join(map(str, _library_folders(root)))
    driver = next(path for path in root.rglob("chromedriver") if path.is_file())
    return Chromium(str(root / "usr/lib/chromium/chromium"), str(driver), {"LD_LIBRARY_PATH": libraries})


def _missing() -> list[str]:
    """The packages that an installation would bring."""
    plan = _run("apt-get", "install", "--simulate", "--reinstall", "--no-install-recommends", *PACKAGES)
    return [line.split()[1] for line in plan.splitlines() if line.startswith("Inst ")]


def _library_folders(root: Path) -> Iterator[Path]:
    yield from sorted({library.parent for library in root.rglob("*.so*")})


def _run(*command: str, folder: Path | None = None) -> str:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C"}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=True, timeout=INSTALLING)
    return done.stdout.decode("utf-8", "replace")
