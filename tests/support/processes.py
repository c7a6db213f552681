"""Process information, on Linux and macOS alike."""

from __future__ import annotations

import psutil


def children(pid: int) -> list[int]:
    """Direct children of a process; none if it has ended."""
    try:
        return [child.pid for child in psutil.Process(pid).children()]
    except psutil.NoSuchProcess:
        return []


def descendants(pid: int) -> list[int]:
    """All processes below a process."""
    found = children(pid)
    return found + [one for child in found for one in descendants(child)]


def alive(pid: int) -> bool:
    """Is it running? A zombie is not."""
    try:
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def command(pid: int) -> str:
    """The command line, words separated by blanks."""
    return " ".join(psutil.Process(pid).cmdline())


def memory(pid: int) -> int:
    """Resident bytes."""
    return int(psutil.Process(pid).memory_info().rss)


def open_files(pid: int) -> int:
    """File descriptors in use."""
    return int(psutil.Process(pid).num_fds())
