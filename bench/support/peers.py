"""Other people's engines, as a yardstick: installed for one run into a folder of their own, never into our lock."""

from __future__ import annotations

import importlib
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

PACKAGES = ("catanatron==3.2.1", "chess==1.11.2")
INSTALL_SECONDS = 180
TURNS_LIMIT = 1000
"""Where Catanatron's own loop gives up."""
QUIET_HALF_MOVES = 150
"""Chess: drawn after seventy-five moves of each side without a capture or a pawn move."""

Playout = Callable[[int], int]
"""Plays the game of this number to its end; answers how many steps that took."""


def install(folder: Path) -> dict[str, Playout]:
    """The peers that could be had, by name; none (and a word about it) where there is no network."""
    uv = shutil.which("uv")
    command = (
        [uv, "pip", "install", "--quiet", "--python", sys.executable]
        if uv
        else [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    )
    try:
        subprocess.run([*command, "--target", str(folder), *PACKAGES], check=True, timeout=INSTALL_SECONDS)
    except (OSError, subprocess.SubprocessError) as error:
        print(f"The peers ({', '.join(PACKAGES)}) could not be installed, so nothing is compared: {error}")
        return {}
    sys.path.append(str(folder))
    return {"catanatron": _catanatron(), "chess": _chess()}


def _catanatron() -> Playout:
    """Four random players of Catan; a tick chooses, checks, applies and lists the next legal actions."""
    catan = importlib.import_module("catanatron")
    colours = list(catan.Color)

    def playout(number: int) -> int:
        game = catan.Game([catan.RandomPlayer(colour) for colour in colours], seed=number + 1)
        ticks = 0
        while game.winning_color() is None and game.state.num_turns < TURNS_LIMIT:
            game.play_tick()
            ticks += 1
        return ticks

    return playout


def _chess() -> Playout:
    """Random legal moves until there is none, or nothing has happened for long."""
    chess = importlib.import_module("chess")

    def playout(number: int) -> int:
        choose, board, moves = random.Random(number).choice, chess.Board(), 0
        while board.halfmove_clock < QUIET_HALF_MOVES and (legal := list(board.legal_moves)):
            board.push(choose(legal))
            moves += 1
        return moves

    return playout
