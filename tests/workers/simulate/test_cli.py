"""`ludotheque simulate`: the same games as a job with the same seed, told in every form."""

from __future__ import annotations

import csv
import os
import pty
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest

from engines.kernel.registry import game
from store.jobs.analysis import Simulation, SimulationOrder
from store.model.builtin import BuiltIn
from tests.support.stack import ROOT
from workers.simulate import tournament

SEED = "5e" * 32
ORDER = SimulationOrder("bailouke", [BuiltIn("greedy"), BuiltIn("search", 1)], 6, {"wins_needed": 1}, SEED)
ARGUMENTS = ["bailouke", "--seats", "greedy,search:1", "--games", "6", "--seed", SEED, "--option", "wins_needed=1"]


def simulate(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "api.cli", "simulate", *arguments]
    return subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True, timeout=600)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What one run has written, its table included."""
    folder = tmp_path_factory.mktemp("simulate")
    written = [f"--{kind}={folder / f'found.{kind}'}" for kind in ("json", "csv", "svg")]
    done = simulate(*ARGUMENTS, "--jobs", "2", *written)
    assert done.returncode == 0, done.stderr
    (folder / "progress").write_text(done.stderr)
    (folder / "table").write_text(done.stdout)
    return folder


def found() -> tuple[list[tournament.Played], Simulation]:
    engine = game("bailouke")
    played = list(tournament.games(engine, ORDER, range(6), lambda: None))
    return played, tournament.summarize(engine, ORDER, played)


def test_json_is_what_the_api_says(files: Path) -> None:
    assert msgspec.json.decode((files / "found.json").read_bytes(), type=Simulation) == found()[1]


def test_the_table_names_everybody(files: Path) -> None:
    lines = (files / "table").read_text().splitlines()
    assert lines[0] == f"bailouke: 6 games, seed {SEED}"
    for name, tally in zip(("greedy", "search:1"), found()[1].bots, strict=True):
        [line] = [line for line in lines if line.startswith(f"{name} ")]
        assert f"{tally.win_rate:.1%}" in line
        assert f"{tally.low:.1%} - {tally.high:.1%}" in line


def test_csv_has_a_line_for_every_seat_of_every_game(files: Path) -> None:
    with (files / "found.csv").open(newline="") as file:
        lines = list(csv.DictReader(file))
    expected = [
        (str(one.number), str(seat), str(ORDER.players[player]), str(one.length))
        for one in found()[0]
        for seat, player in enumerate(one.players)
    ]
    assert [(line["game"], line["seat"], line["bot"], line["actions"]) for line in lines] == expected
    assert sum(float(line["won"]) for line in lines) == 6 - found()[1].undecided
    assert lines[0]["seed"] == tournament.seed_of(ORDER, 0).hex()


def test_the_picture_shows_every_bar(files: Path) -> None:
    picture = ElementTree.parse(files / "found.svg").getroot()
    titles = [title.text for title in picture.iter("{http://www.w3.org/2000/svg}title")]
    simulation = found()[1]
    for tally in simulation.bots:
        assert any(title and f"wins {tally.win_rate:.1%}" in title for title in titles)
    for bar in simulation.lengths.histogram:
        span = f"{bar.from_}" if bar.from_ == bar.to else f"{bar.from_} - {bar.to}"
        assert f"{span}: {bar.count}" in titles


def test_without_a_terminal_it_tells_how_far_it_has_come_in_lines(files: Path) -> None:
    assert (files / "progress").read_text().splitlines()[-1] == "6/6 games"


def test_an_interrupted_run_goes_on_with_the_games_that_it_has_kept(files: Path, tmp_path: Path) -> None:
    keep = tmp_path / "kept.ndjson"
    assert simulate(*ARGUMENTS, "--keep", str(keep)).returncode == 0
    order, *games = keep.read_text().splitlines()
    assert len(games) == 6
    broken = msgspec.json.decode(games[1], type=tournament.Played)
    broken.length += 1000
    keep.write_bytes(
        b"\n".join([order.encode(), msgspec.json.encode(broken), games[3].encode(), games[5].encode()[:5]]) + b"\n"
    )
    again = simulate(*ARGUMENTS[:5], *ARGUMENTS[7:], "--keep", str(keep))  # the seed is that of the file
    assert again.stderr.splitlines()[0] == "2/6 games"
    assert f"to {broken.length}," in again.stdout  # the kept game was counted, not played again
    assert again.stdout.splitlines()[:5] == (files / "table").read_text().splitlines()[:5]
    other = simulate(*ARGUMENTS[:3], "--games", "6", "--keep", str(keep))
    assert other.returncode == 1
    assert "another order" in other.stderr


def test_on_a_terminal_it_tells_how_far_it_has_come() -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "api.cli", "simulate", *ARGUMENTS]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=theirs):
        os.close(theirs)
        output = b""
        try:
            while data := os.read(ours, 4096):
                output += data
        except OSError:  # the other side has left
            pass
    os.close(ours)
    assert b"1/6 games" in output
    assert b"[" + b"#" * 30 + b"] 6/6 games" in output


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["bakong", "--seats", "greedy"], "2 to 6 seats play this game, not 1"),
        (["bakong", "--seats", "search:9,greedy"], "a level is a number from 1 to 8"),
        (["bakong", "--seats", "greedy:2,greedy"], "only the bot `search` has levels"),
        (["bakong", "--seats", "nobody,greedy"], "must be one of random, greedy, search"),
        (["bakong", "--seats", "greedy,greedy", "--seed", "x"], "must be 64 hex digits"),
        (["bakong", "--seats", "greedy,greedy", "--option", "first_seat=9"], "options/first_seat"),
        (["bakong", "--seats", "greedy,greedy", "--games", "0"], "0 is not in the range"),
        (["chess", "--seats", "greedy,greedy"], "'chess' is not one of"),
    ],
)
def test_what_cannot_be_played_is_refused_in_words(arguments: list[str], says: str) -> None:
    refused = simulate(*arguments)
    assert refused.returncode != 0
    assert says in refused.stderr
    assert "Traceback" not in refused.stderr
