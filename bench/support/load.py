"""Load over HTTP: so many keep-alive connections, each of which sends its next request when the last was answered.

Clients and servers share the cores of one machine, and an answer that wakes a client mostly interrupts the server which
sent it. Clients on other machines would not; patient ones do not, either: to the kernel they are batch processes.
"""

from __future__ import annotations

import os
import select
import socket
import time
from collections.abc import Iterator

from msgspec import Struct

from bench.support.stack import content_length


class Slice(Struct):
    """What came of a stretch of load."""

    lasted: float
    took: list[float]
    cpu: float = 0.0
    """Seconds of CPU that the client itself used."""
    server: float = 0.0
    """Seconds of CPU of all processes that serve."""

    @property
    def rate(self) -> float:
        return len(self.took) / self.lasted


class Lane:
    """One connection with the requests that it is to send."""

    def __init__(self, port: int, requests: Iterator[bytes]) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), 30)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.settimeout(None)  # Python would ask for readiness before every send and read; `load` waits for it
        self.requests = requests
        self.got = b""
        self.sent = 0.0
        self.recv = self.socket.recv

    def send(self) -> bool:
        """Send the next request; False when there is none left."""
        data = next(self.requests, None)
        if data is None:
            return False
        self.got = b""
        self.sent = time.perf_counter()
        self.socket.sendall(data)
        return True

    def answered(self) -> bool:
        """Read what has come; True when the answer is whole and good."""
        data = self.recv(65536)
        if not data:
            raise ConnectionError("the server hung up")
        got = self.got = self.got + data if self.got else data
        end = got.find(b"\r\n\r\n")
        if end < 0 or len(got) < end + 4 + content_length(got[:end].lower()):
            return False
        if got[9:12] != b"200":
            raise AssertionError(got[:2000])
        return True


def be_patient(pid: int = 0, patient: bool = True) -> None:
    """Let a process (0 = this one) wait for its turn when it is woken, or no longer."""
    os.sched_setscheduler(pid, os.SCHED_BATCH if patient else os.SCHED_OTHER, os.sched_param(0))


def load(port: int, requests: list[Iterator[bytes]], seconds: float, patient: bool = False) -> Slice:
    """A stretch of load with one connection for each iterator; it ends early where one runs dry."""
    if not patient:
        return _load(port, requests, seconds)
    be_patient()
    try:
        return _load(port, requests, seconds)
    finally:
        be_patient(patient=False)


def _load(port: int, requests: list[Iterator[bytes]], seconds: float) -> Slice:
    lanes, waiting = [Lane(port, each) for each in requests], select.poll()
    by_number = {lane.socket.fileno(): lane for lane in lanes}
    took: list[float] = []
    spent, started = time.process_time(), time.perf_counter()
    open_ = 0
    for lane in lanes:
        waiting.register(lane.socket, select.POLLIN)
        open_ += lane.send()
    until = started + seconds
    while open_:
        for number, _ in waiting.poll(10_000):
            lane = by_number[number]
            if lane.answered():
                now = time.perf_counter()
                took.append(now - lane.sent)
                open_ -= now >= until or not lane.send()
    lasted = time.perf_counter() - started
    for lane in lanes:
        lane.socket.close()
    return Slice(lasted, took, time.process_time() - spent)
