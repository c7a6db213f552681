"""The archive by real processes: the sweeper writes it; one that is killed meanwhile loses and doubles nothing."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from store.games.replay.archive import lines_of
from tests.api.views.history.test_export import finished
from tests.support.stack import ROOT, Stack
from tests.support.waiting import wait_until

KILLED = """
import os, signal, sys
from store.games.replay import archive

moments = {"before": 1, "between": 2}
synced = []

def fsync(descriptor, wait=os.fsync):
    wait(descriptor)
    synced.append(descriptor)
    if len(synced) == moments[sys.argv[1]]:
        os.kill(os.getpid(), signal.SIGKILL)

archive.os.fsync = fsync
archive.FinishedGames.page.__defaults__ = (2,)  # several pages, of few games
from api.cli import main
main(["archive", sys.argv[2]])
"""
"""The command, killed with a file written and not yet in its place: the first, or one with older games in it."""


@pytest.fixture(scope="module")
def services(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    with Stack(workers=0, LUDOTHEQUE_ARCHIVE=str(tmp_path_factory.mktemp("archive"))) as running:
        yield running


@pytest.fixture(scope="module")
def ids(services: Stack) -> list[str]:
    """Games that have ended, and no longer just now."""
    with httpx.Client(base_url=services.url, timeout=40, verify=False) as http:
        played = [finished(http) for _ in range(5)]
        wait_until(lambda: len(http.get("/v1/bailouke/export").text.splitlines()) == 5)
        return played


def archived(folder: Path) -> list[str]:
    return [json.loads(line)["id"] for path in sorted(folder.glob("*/*.ndjson.gz")) for line in lines_of(path)]


def run(services: Stack, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=services.environment, capture_output=True, text=True, check=False
    )


def check(services: Stack, folder: Path, ids: list[str]) -> None:
    """Every game is there once, all of them verify, and nothing else lies there."""
    assert archived(folder) == ids
    files = [str(path) for path in folder.glob("*/*")]
    assert all(name.endswith(".ndjson.gz") for name in files)
    done = run(services, "-m", "api.cli", "verify", *files)
    assert done.returncode == 0, done.stderr
    assert "5 games" in done.stdout


@pytest.mark.parametrize("moment", ["before", "between"])
def test_a_killed_archive_is_made_good_by_the_next(
    services: Stack, ids: list[str], tmp_path: Path, moment: str
) -> None:
    killed = run(services, "-c", KILLED, moment, str(tmp_path))
    assert killed.returncode == -9, killed.stderr
    assert list(tmp_path.rglob(".*.ndjson.gz.*")), "it was killed with a file half done"
    there = archived(tmp_path)
    assert there == ids[: len(there)]
    assert (len(there) > 0) == (moment == "between")
    again = run(services, "-m", "api.cli", "archive", str(tmp_path))
    assert f"{5 - len(there)} games added" in again.stdout, again.stderr
    check(services, tmp_path, ids)


def test_the_sweeper_keeps_the_archive_of_the_settings(services: Stack, ids: list[str]) -> None:
    folder = Path(services.given["LUDOTHEQUE_ARCHIVE"])
    services.start("workers", "-m", "workers")
    wait_until(lambda: len(archived(folder)) == 5, what=lambda: services.log("workers"))
    services.stop("workers")
    check(services, folder, ids)
