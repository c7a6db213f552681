"""A file of finished games, so that an interrupted simulation can resume: the order, then a line per game."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from store.jobs.analysis import SimulationOrder
from workers.simulate.tournament import Played


class KeptGames:
    """The file of ``--keep``; without one, nothing is stored."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.lines = path.read_bytes().splitlines() if path is not None and path.exists() else []

    def seed(self) -> str | None:
        """The seed of the games in the file."""
        return msgspec.json.decode(self.lines[0], type=SimulationOrder).seed if self.lines else None

    def games_of(self, order: SimulationOrder) -> list[Played]:
        """The games of this order in the file; a partial line does not count."""
        if not self.lines:
            self._add(msgspec.json.encode(order))
            return []
        first = msgspec.json.decode(self.lines[0], type=SimulationOrder)
        if msgspec.structs.replace(first, games=order.games) != order:
            raise click.ClickException(f"{self.path} keeps the games of another order: other bots, options or seed")
        played: dict[int, Played] = {}
        for line in self.lines[1:]:
            try:
                one = msgspec.json.decode(line, type=Played)
            except msgspec.DecodeError:
                continue
            played[one.number] = one
        return [one for number, one in sorted(played.items()) if number < order.games]

    def add(self, games: list[Played]) -> None:
        for one in games:
            self._add(msgspec.json.encode(one))

    def _add(self, line: bytes) -> None:
        if self.path is not None:
            with self.path.open("ab") as file:
                file.write(line + b"\n")
