"""A real browser for the tests: Debian's Chromium and its driver, found, else installed, else unpacked into a cache."""

from __future__ import annotations

import os
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from selenium import webdriver

PACKAGES = ("chromium", "chromium-driver")
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ludotheque-chromium"
PATIENCE = 600
ARGUMENTS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-default-apps",
    "--disable-extensions", "--hide-scrollbars", "--window-size=1200,1000",
)  # fmt: skip


class NoBrowser(Exception):
    """There is no Chromium here, and none can be had."""


class Chromium(NamedTuple):
    """The browser, its driver, and where libraries lie that are not installed."""

    browser: str
    driver: str
    libraries: str = ""


@cache
def find() -> Chromium:
    """Raises NoBrowser, with what was tried."""
    failures = []
    for attempt in (on_path, install, unpack):
        try:
            return attempt()
        except (NoBrowser, OSError, subprocess.SubprocessError) as failure:
            failures.append(f"{attempt.__name__}: {_reason(failure)}")
    raise NoBrowser("; ".join(failures))


def _reason(failure: Exception) -> str:
    said = getattr(failure, "stderr", None)
    return said.decode("utf-8", "replace").strip()[-300:] if said else str(failure)


def on_path() -> Chromium:
    browser, driver = next(filter(None, map(shutil.which, BROWSERS)), None), shutil.which("chromedriver")
    if browser is None or driver is None:
        raise NoBrowser("chromium and chromedriver are not on the PATH")
    return Chromium(browser, driver)


def install() -> Chromium:
    """By apt, which only root may do."""
    if os.geteuid() != 0:
        raise NoBrowser("not root")
    _run("apt-get", "update", "--quiet")
    _run("apt-get", "install", "--yes", "--quiet", "--no-install-recommends", *PACKAGES)
    return on_path()


def unpack(folder: Path = CACHE) -> Chromium:
    """Without root: the packages and the libraries that are missing here, downloaded and unpacked, not installed."""
    browser, driver = folder / "root/usr/lib/chromium/chromium", folder / "root/usr/bin/chromedriver"
    if not (browser.exists() and driver.exists()):
        packages = folder / "packages"
        packages.mkdir(parents=True, exist_ok=True)
        plan = _run("apt-get", "install", "--simulate", "--reinstall", "--no-install-recommends", *PACKAGES)
        wanted = [line.split()[1] for line in plan.splitlines() if line.startswith("Inst ")]
        _run("apt-get", "download", *wanted, folder=packages)
        for package in packages.glob("*.deb"):
            _run("dpkg-deb", "--extract", str(package), str(folder / "root"))
        shutil.rmtree(packages)
    libraries = sorted({str(library.parent) for library in (folder / "root").rglob("*.so*")})
    return Chromium(str(browser), str(driver), ":".join(libraries))


def _run(*command: str, folder: Path | None = None) -> str:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C"}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=True, timeout=PATIENCE)
    return done.stdout.decode("utf-8", "replace")


def start(*logs: str, arguments: tuple[str, ...] = ()) -> webdriver.Chrome:
    """A headless browser that keeps the named logs. Without one a test is skipped, but never under CI."""
    try:
        found = find()
    except NoBrowser as error:
        if os.environ.get("CI") == "true":
            raise
        pytest.skip(str(error))
    options = webdriver.ChromeOptions()
    options.binary_location = found.browser
    for argument in (*ARGUMENTS, *arguments):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", dict.fromkeys(logs, "ALL"))
    environment = {**os.environ, **({"LD_LIBRARY_PATH": found.libraries} if found.libraries else {})}
    return webdriver.Chrome(options, webdriver.ChromeService(found.driver, env=environment))
