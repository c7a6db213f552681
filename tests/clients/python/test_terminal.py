"""The terminal client as a player meets it: over a pipe, in a terminal, in French."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest
from ludotheque_client import Ludotheque
from ludotheque_client.terminal import language_of

from tests.support.stack import ROOT, Stack

PLAY = [sys.executable, "-m", "api.cli", "play"]
ONES = "1\n" * 3000
"""Always the first choice."""
PROMPT = "Votre choix\u202f?".encode()


def environment(stack: Stack, **given: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("LC_ALL", "LANG", "PYTHONPATH")}
    return {**kept, "LUDOTHEQUE_URL": stack.url, "PYTHONIOENCODING": "utf-8", "PYTHONPATH": str(ROOT), **given}


def run(stack: Stack, *arguments: str, text: str = ONES, **given: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "api.cli", *arguments]
    return subprocess.run(
        command, input=text, cwd=ROOT, env=environment(stack, **given), capture_output=True, text=True, check=False,
        timeout=600,
    )  # fmt: skip


@pytest.mark.parametrize(("slug", "options"), [("kimbac", ["--option", "rounds=1"]), ("bakong", [])])
def test_a_game_is_played_over_a_pipe(stack: Stack, slug: str, options: list[str]) -> None:
    done = run(stack, "play", slug, "--against", "random", "--name", "Ana", *options)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr
    assert "  1  " in done.stdout
    assert "\033[" not in done.stdout
    assert re.search(r"^[12]\. Ana", done.stdout, re.M)
    assert done.stderr == ""


def test_a_game_is_played_in_a_terminal_in_french(stack: Stack) -> None:
    master, slave = pty.openpty()
    command = [*PLAY, "bakong", "--against", "random", "--name", "Ana", "--option", "first_seat=0"]
    settings = environment(stack, LANG="fr_FR.UTF-8")
    with subprocess.Popen(command, cwd=ROOT, env=settings, stdin=slave, stdout=slave, stderr=slave) as process:
        os.close(slave)
        said, answered = b"", 0
        while True:
            try:
                said += os.read(master, 65536)
            except OSError:  # the other side was closed
                break
            asked = said.count(PROMPT)  # in all that was said: a read may end in the middle of one
            os.write(master, b"1\n" * (asked - answered))
            answered = asked
        assert process.wait(60) == 0, said.decode()[-2000:]
    os.close(master)
    text = said.decode()
    assert "\033[1m" in text
    assert "Prendre" in text
    assert re.search(r"[12]\. Ana", text)


def test_what_is_typed_wrongly_changes_nothing_and_a_left_game_goes_on(stack: Stack) -> None:
    typed = '99\nhello\n{"type": "take_object", "object": "emerald"}\n{nothing\nb\no\nq\n'
    left = run(stack, "play", "bakong", "--against", "random", "--option", "first_seat=0", text=typed)
    assert left.returncode == 1
    assert left.stdout.count("A number from 1 to") == 2
    assert "Must be one of" in left.stdout
    assert left.stdout.count("Bakong") >= 2
    assert "seat 1: " in left.stdout
    advice = left.stdout.rpartition("Go on with: ludotheque ")[2].split()
    ended = run(stack, *advice)
    assert ended.returncode == 0, ended.stdout[-2000:] + ended.stderr
    assert re.search(r"^1\. ", ended.stdout, re.M)
    nothing = run(stack, "play", "bakong", text="")
    assert (nothing.returncode, nothing.stderr) == (1, "")


def test_the_client_alone_names_its_own_command(stack: Stack, client: Ludotheque) -> None:
    command = [str(Path(sys.executable).with_name("ludotheque-client")), "play", "bakong"]
    left = subprocess.run(
        command, input="q\n", env=environment(stack), capture_output=True, text=True, check=False, timeout=600
    )
    assert "Go on with: ludotheque-client play http" in left.stdout, left.stderr


def test_a_game_is_watched(stack: Stack, client: Ludotheque) -> None:
    game = client.bakong.create("random", "random")
    for link in (game.url, f"{stack.url}/#/bakong/{game.id}"):
        done = run(stack, "watch", link, "--lang", "fr")
        assert done.returncode == 0, done.stderr
        assert "La partie" in done.stdout
        assert re.search(r"^1\. ", done.stdout, re.M)


def test_what_cannot_be_done_is_said_in_a_line(stack: Stack) -> None:
    for arguments in (["play", "chess"], ["watch", "nowhere"], ["watch", f"{stack.url}/v1/bakong/games/{'0' * 28}"]):
        done = run(stack, *arguments)
        assert done.returncode == 1
        assert done.stderr == ""
        assert done.stdout.strip()
        assert "Traceback" not in done.stdout


def test_the_language_follows_the_environment() -> None:
    assert language_of({"LANG": "fr_FR.UTF-8"}) == language_of({"LANG": "en", "LC_ALL": "fr"}) == "fr"
    assert language_of({}) == language_of({"LANG": "C"}) == "en"


def test_the_client_of_the_sources_is_used_where_none_is_installed(stack: Stack, tmp_path: Path) -> None:
    """A Python without the package: `-S` leaves out what is installed, the project comes by its path."""
    site = next(path for path in sys.path if path.endswith("site-packages"))
    settings = environment(stack, PYTHONPATH=os.pathsep.join([str(ROOT), site]))
    done = subprocess.run(
        [sys.executable, "-S", "-m", "api.cli", "watch", "nowhere"],
        cwd=tmp_path, env=settings, capture_output=True, text=True, check=False, timeout=600,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (1, "")
    assert "nowhere is no link to a game" in done.stdout


@pytest.mark.parametrize(("language", "said"), [("en", "There is no bot 'serach:4'"), ("fr", "Il n'y a pas de robot")])
def test_an_unknown_bot_is_refused_with_the_known_ones(stack: Stack, language: str, said: str) -> None:
    done = run(stack, "play", "kimbac", "--against", "serach:4", "--lang", language)
    assert done.returncode == 1
    assert said in done.stdout
    assert "search:1" in done.stdout
