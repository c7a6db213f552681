"""Repair of the embedded server's log (``ludotheque repair``): cuts off everything after the last complete change.

After a power cut a file may end in a partial command, or in zeros that were never written. A copy is kept.
"""

from __future__ import annotations

import fcntl
import mmap
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

MANIFEST = "appendonly.aof.manifest"
COMMAND = re.compile(rb"\*(\d{1,9})\r\n")
PART = re.compile(rb"\$(\d{1,10})\r\n")
NOTE = re.compile(rb"#[^\r\n]*\r\n")


class CannotRepair(Exception):
    """The folder cannot be repaired; the message says why."""


def repair(data: Path) -> str:
    """Cut the broken end off the log in this data folder; returns what was done. Raises CannotRepair."""
    try:
        with (data / "lock").open("a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return _repair(_last_log(data / "redis" / "appendonlydir"))
    except BlockingIOError as error:
        raise CannotRepair(f"the data folder {data} is in use; stop the server first") from error
    except OSError as error:
        raise CannotRepair(f"the data folder {data} cannot be used: {error.strerror}") from error


def _last_log(folder: Path) -> Path:
    """The file to which the server last appended."""
    lines = (folder / MANIFEST).read_text("utf-8").splitlines()
    files = [line.split()[1] for line in lines if line.startswith("file ") and line.endswith("type i")]
    if not files:
        raise CannotRepair(f"{folder / MANIFEST} names no log")
    return folder / files[-1]


def _repair(log: Path) -> str:
    size = log.stat().st_size
    sound = whole_changes(log) if size else 0
    if sound == size:
        return f"{log} is whole; nothing was changed"
    copy = log.with_name(log.name + ".broken")
    shutil.copy2(log, copy)
    with log.open("r+b") as file:
        file.truncate(sound)
    return f"cut the last {size - sound} of {size} bytes off {log}; the file as it was is {copy}"


def whole_changes(log: Path) -> int:
    """The length of the complete commands of a log; a transaction counts as one."""
    sound, in_transaction = 0, False
    with log.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        for end, name in _commands(data):
            in_transaction = name == b"MULTI" or (in_transaction and name != b"EXEC")
            if not in_transaction:
                sound = end
    return sound


def _commands(data: mmap.mmap) -> Iterator[tuple[int, bytes]]:
    """Where each complete command ends, and its name, up to the first broken one."""
    at = 0
    while True:
        if note := NOTE.match(data, at):
            at = note.end()
            continue
        head = COMMAND.match(data, at)
        if head is None:
            return
        at, name = head.end(), b""
        for number in range(int(head[1])):
            part = PART.match(data, at)
            if part is None:
                return
            start, at = part.end(), part.end() + int(part[1]) + 2
            if data[at - 2 : at] != b"\r\n":
                return
            name = name if number else bytes(data[start : at - 2]).upper()
        yield at, name
