"""The board: places of tiles, points of boats, and how they lie to each other. One table per size, made once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from engines.babord.pieces import DIRECTIONS, PORTS

Pair = tuple[int, int]


@dataclass(frozen=True)
class Board:
    """Everything about a board of one size that never changes (BAB-2, BAB-3, BAB-5)."""

    rows: int
    cols: int
    ports: dict[str, Pair]
    """The corner place of each port."""
    jetties: dict[str, tuple[Pair, ...]]
    """The three points of each port's jetty, in reading order."""
    port_at: dict[Pair, str]
    seas: tuple[Pair, ...]
    """The places of all other tiles, in reading order."""
    open_sea: frozenset[Pair]
    """The same places."""
    points: tuple[Pair, ...]
    """Every point that a boat could ever stand on, in reading order: land left out."""
    neighbours: dict[Pair, dict[str, Pair]]
    """Place -> direction -> next place on the board."""

    def has(self, place: Pair) -> bool:
        return place in self.neighbours


def place_of(point: Pair) -> Pair:
    return point[0] // 2, point[1] // 2


def moved(at: Pair, delta: Pair) -> Pair:
    return at[0] + delta[0], at[1] + delta[1]


@cache
def board(rows: int, cols: int) -> Board:
    places = [(row, col) for row in range(rows) for col in range(cols)]
    edge = {"first_row": 0, "last_row": rows - 1, "first_col": 0, "last_col": cols - 1}
    ports = {port: (edge[harbour.corner[0]], edge[harbour.corner[1]]) for port, harbour in PORTS.items()}
    jetties = {port: _local(ports[port], harbour.jetty) for port, harbour in PORTS.items()}
    lands = {_local(ports[port], (harbour.land,))[0] for port, harbour in PORTS.items()}
    seas = tuple(place for place in places if place not in ports.values())
    lattice = ((y, x) for y in range(2 * rows) for x in range(2 * cols))
    return Board(
        rows=rows,
        cols=cols,
        ports=ports,
        jetties=jetties,
        port_at={place: port for port, place in ports.items()},
        seas=seas,
        open_sea=frozenset(seas),
        points=tuple(point for point in lattice if point not in lands),
        neighbours={place: _around(place, places) for place in places},
    )


def _local(place: Pair, points: tuple[Pair, ...]) -> tuple[Pair, ...]:
    return tuple((2 * place[0] + y, 2 * place[1] + x) for y, x in points)


def _around(place: Pair, places: list[Pair]) -> dict[str, Pair]:
    return {way: moved(place, delta) for way, delta in DIRECTIONS.items() if moved(place, delta) in places}
