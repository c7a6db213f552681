"""Every shell script of the examples does what its first lines say."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from engines.kernel.registry import slugs
from tests.examples.counting import RequestCount
from tests.support.stack import ROOT, Stack

EXAMPLES = ROOT / "examples"
TRICKS = {
    "retry": ["first: version 2, replay false", "second: version 2, replay true"],
    "waiting": ["nothing happened within a second: 304", "a seat was taken: version 2, Bo plays"],
    "open_seat": ["before: open, free seats [1]", "after: running, you are seat 1"],
    "private": ["anybody: 404", "a spectator: 200", "without the invite: 404", "with the invite: 201"],
    "fork": ["version 1 of 2: running", "the fork: running"],
    "hook": ["turn: It is the turn of Ben."],
    "scenario": ["from the position: running, sandbox true", "a broken one: 422, /position/phase"],
}


def run(stack: Stack, name: str, *arguments: str) -> list[str]:
    done = subprocess.run(
        ["sh", str(EXAMPLES / f"{name}.sh"), *arguments],
        env={**os.environ, "LUDOTHEQUE_URL": stack.url},
        check=False,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stderr == ""
    return done.stdout.splitlines()


@pytest.mark.parametrize("slug", slugs())
def test_a_game_is_played_to_its_end(stack: Stack, slug: str) -> None:
    requests = RequestCount(stack)
    [line] = run(stack, slug)
    found = re.fullmatch(rf"{slug}: (\d+) actions, ranking (\[\[.*\]\]), because: (\w+)", line)
    assert found, line
    assert int(found[1]) == requests.check() > 0


@pytest.mark.parametrize("name", TRICKS)
def test_a_trick_works(stack: Stack, name: str) -> None:
    assert run(stack, name) == TRICKS[name]


def test_a_replay_is_checked(stack: Stack, tmp_path: Path) -> None:
    file = tmp_path / "replay.json"
    found, advice = run(stack, "replay", str(file))
    assert re.fullmatch(rf"the seed is the one that was promised; \d+ actions in {re.escape(str(file))}", found)
    command = advice.removeprefix("run it again with: ludotheque ").split()
    verify = [sys.executable, "-m", "api.cli", *command]
    done = subprocess.run(verify, check=False, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr


def test_a_game_can_be_followed_as_text(stack: Stack) -> None:
    lines = run(stack, "follow", "bakong")
    assert lines[-1] == "bakong is finished"
    seen = [int(line.rpartition(" ")[2]) for line in lines if line.startswith("--- version ")]
    assert seen
    assert seen == sorted(set(seen))
    assert sum("Bakong" in line for line in lines) == len(seen)


def test_a_game_is_watched_live(stack: Stack) -> None:
    lines = run(stack, "watch", "bakong")
    assert len(lines) > 20
    assert all(line.endswith((".", "!")) for line in lines)


def test_a_tournament_is_counted(stack: Stack) -> None:
    [line] = run(stack, "tournament")
    found = re.fullmatch(r"4 games: greedy (\d), random (\d)", line)
    assert found
    assert int(found[1]) + int(found[2]) >= 4


def test_the_odds_are_told(stack: Stack) -> None:
    first, *seats = run(stack, "odds")
    assert first == "done: 50 rollouts at version 1"
    found = [re.fullmatch(r"seat (\d): ([\d.]+), between ([\d.]+) and ([\d.]+)", line) for line in seats]
    assert len(found) == 2
    chances = [float(match[2]) for match in found if match]
    assert sum(chances) == pytest.approx(1, abs=0.01)


def test_bots_are_compared(stack: Stack) -> None:
    first, rates, last = run(stack, "simulate")
    assert first in ("done: 40 games, progress 1", "done: 40 games, progress 1.0")
    found = re.fullmatch(r"greedy wins ([\d.]+), random ([\d.]+)", rates)
    assert found
    assert float(found[1]) > float(found[2])
    assert last == "called off: cancelled"


def test_a_ladder_is_checked(stack: Stack) -> None:
    assert re.fullmatch(
        r"ok  \d+ games follow from their seeds and actions and give the table", run(stack, "ladder", "kimbac")[-1]
    )


def test_no_script_polls() -> None:
    for path in EXAMPLES.glob("*.sh"):
        assert re.findall(r"^(?:until|while) .*curl.*$", path.read_text("utf-8"), re.M) == [], path.name


def test_every_script_is_run_and_listed() -> None:
    scripts = {path.stem for path in EXAMPLES.glob("*.sh")}
    assert scripts == {
        *slugs(),
        *TRICKS,
        "follow",
        "watch",
        "tournament",
        "replay",
        "play",
        "odds",
        "simulate",
        "ladder",
    }
    readme = (EXAMPLES / "README.md").read_text("utf-8")
    assert all(f"`{name}.sh`" in readme for name in scripts)
