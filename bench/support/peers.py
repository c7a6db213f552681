"""Other people's engines, as a yardstick: installed for one run into a folder of their own, never into our lock."""

from __future__ import annotations

import importlib
import random
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

ENGINES = ("catanatron==3.2.1", "networkx==3.6.1", "chess==1.11.2", "open_spiel==2.0.2")
"""Catanatron needs networkx. OpenSpiel's games are C++; its wheel has a module for Python."""
CLASSIC = ("pygame==2.6.1", "rlcard==1.2.0", "termcolor==3.3.0", "chess==1.11.2")
"""What PettingZoo's classic games need."""
INSTALL_SECONDS = 180
TURNS_LIMIT = 1000
"""Where Catanatron's own loop gives up."""
QUIET_HALF_MOVES = 150
"""Chess: drawn after seventy-five moves of each side without a capture or a pawn move."""

Playout = Callable[[int], int]
"""Plays the game of this number to its end; answers how many steps that took."""


def install(folder: Path, packages: Sequence[str]) -> bool:
    """Make the packages importable, without what else they would bring; False (and a word about it) without network."""
    uv = shutil.which("uv")
    command = (
        [uv, "pip", "install", "--quiet", "--python", sys.executable]
        if uv
        else [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    )
    try:
        subprocess.run([*command, "--no-deps", "--target", str(folder), *packages], check=True, timeout=INSTALL_SECONDS)
    except (OSError, subprocess.SubprocessError) as error:
        print(f"The peers ({', '.join(packages)}) could not be installed, so nothing is compared: {error}")
        return False
    sys.path.append(str(folder))
    return True


def engines(folder: Path) -> dict[str, Playout]:
    """The engines that could be had, by name."""
    if not install(folder, ENGINES):
        return {}
    return {
        "catanatron": _catanatron(),
        "chess": _chess(),
        "openspiel_chess": _openspiel("chess"),
        "openspiel_backgammon": _openspiel("backgammon"),
    }


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


def _openspiel(name: str) -> Playout:
    """Random legal actions; draws of chance belong to the step before them."""
    game: Any = importlib.import_module("pyspiel").load_game(name)

    def playout(number: int) -> int:
        rng, state, steps = random.Random(number), game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, chances)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                steps += 1
        return steps

    return playout
