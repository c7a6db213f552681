"""A disk that is full: a start says so in one line and leaves nothing; a running server comes back with every act."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.api.server.test_up import ready, refused, up
from tests.support.client import GameClient, create
from tests.support.stack import free_port
from tests.support.waiting import wait_until

MEGABYTES = 8


class SmallDisk:
    """A file system of a few megabytes, which can be filled up and emptied again."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.filler = path / "filler"

    @property
    def free(self) -> int:
        return shutil.disk_usage(self.path).free

    def fill(self) -> None:
        """Leave no byte."""
        with self.filler.open("ab", buffering=0) as file:
            while self.free:
                os.write(file.fileno(), bytes(min(self.free, 65536)))

    def empty(self) -> None:
        self.filler.unlink()


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[SmallDisk]:
    path = tmp_path / "disk"
    path.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={MEGABYTES}m", "tmpfs", str(path)], check=False, capture_output=True
    )
    if mounted.returncode:
        pytest.skip("a small file system can be mounted by root on Linux only")
    yield SmallDisk(path)
    subprocess.run(["umount", "--lazy", str(path)], check=True)


def test_a_start_on_a_full_disk_leaves_nothing(disk: SmallDisk) -> None:
    data = disk.path / "data"
    settings = {"LUDOTHEQUE_DATA": str(data), "LUDOTHEQUE_PORT": str(free_port()), "REDIS_URL": ""}
    disk.fill()
    code, said = refused("api.cli", "up", **settings)
    assert (code, len(said.splitlines())) == (1, 1), said
    assert "No space left on device" in said
    assert not using(data)
    disk.empty()
    port = int(settings["LUDOTHEQUE_PORT"])
    with up(data, port):
        assert ready(port)


def using(folder: Path) -> list[str]:
    """Processes whose command names the folder."""
    found = subprocess.run(["pgrep", "-f", str(folder)], check=False, capture_output=True, text=True).stdout
    return found.split()


@pytest.mark.parametrize("durability", ["fast", "safe"])
def test_a_disk_that_fills_up_costs_no_acknowledged_act(disk: SmallDisk, tmp_path: Path, durability: str) -> None:
    """At `safe` the embedded server ends with the first write that fails, and is started again once there is room."""
    port, said = free_port(), tmp_path / "said"
    settings = {"LUDOTHEQUE_DURABILITY": durability, "LUDOTHEQUE_WORKERS": "1"}
    with (
        said.open("wb") as log,
        up(disk.path / "data", port, log=log, **settings) as process,
        httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60, verify=False) as http,
    ):
        _, seats = create(http, "bakong", {"seats": [{"kind": "human"}, {"kind": "human"}]})
        statuses = [act(seats)]
        disk.fill()
        while statuses[-1] == 200:
            statuses.append(act(seats))
        assert statuses[-1] == 503
        if durability == "fast":
            refused = http.get("/readyz")
            assert (refused.status_code, refused.json()["type"]) == (503, "/problems/store-unavailable")
            assert "is the disk full?" in refused.json()["detail"]
        if durability == "safe":
            wait_until(lambda: b"cannot be used: No space left on device" in said.read_bytes())
        assert process.poll() is None
        disk.empty()
        wait_until(lambda: ready(port))
        assert seats[0].view()["version"] == 1 + statuses.count(200)
        wait_until(lambda: act(seats) == 200)


def act(seats: list[GameClient]) -> int:
    """The status of the first legal action of the seat whose turn it is, or of the read before it."""
    looks = [seat.http.get(f"{seat.path}/actions", headers=seat.headers()) for seat in seats]
    for seat, look in zip(seats, looks, strict=True):
        if look.status_code == 200 and (actions := look.json()["actions"]):
            return seat.act(actions[0]).status_code
    return looks[-1].status_code
