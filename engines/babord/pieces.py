"""The pieces of the box (tiles, ports, winds, tracks), read once from the content, and the board that they make."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from engines.kernel.content import load

CONTENT = load("engines.babord")

Delta = tuple[int, int]


class Effect(NamedTuple):
    """What a tile does to a boat that arrives on it."""

    name: str
    hull: int = 0
    fuel: int = 0
    tiles: int = 0


class Track(NamedTuple):
    """One track of the dashboard; a price of 0 means that ports do not sell it."""

    start: int
    max: int
    price: int


class Harbour(NamedTuple):
    """A port tile: its corner of the board, and which of its points are land and jetty.

    Three points are jetty, the fourth, at the outer corner, is land (BAB-106).
    """

    corner: tuple[str, str]
    land: Delta
    jetty: tuple[Delta, ...]


DIRECTIONS: dict[str, Delta] = {entry["id"]: (entry["delta"][0], entry["delta"][1]) for entry in CONTENT["directions"]}
PUSHES: dict[str, Delta] = {entry["id"]: (entry["push"][0], entry["push"][1]) for entry in CONTENT["winds"]}
"""A wind pushes away from the side that it comes from (BAB-17, BAB-104); north is row 0 for every seat (BAB-127)."""
WIND_DICE: dict[str, tuple[tuple[str, ...], ...]] = {
    name: tuple(tuple(face) for face in die["faces"]) for name, die in CONTENT["wind_dice"].items()
}
MAX_STEPS: int = CONTENT["board"]["movement"]["max_steps"]

PORTS: dict[str, Harbour] = {
    entry["id"]: Harbour(tuple(entry["corner"]), tuple(entry["land_local"]), tuple(map(tuple, entry["jetty_local"])))
    for entry in CONTENT["ports"]
}
PORT_TILES = tuple(f"port_{port}" for port in PORTS)

EFFECTS: dict[str, Effect] = {
    entry["id"]: Effect(**{"name" if key == "effect" else key: value for key, value in entry["on_arrival"].items()})
    for entry in CONTENT["tile_kinds"]
}
PORT, TREASURE = "port", "treasure"
KINDS = tuple(kind for kind in EFFECTS if kind != PORT)

Face = tuple[str, int]
"""A tile's kind and its number of fish."""
TREASURE_FACE: Face = next((e["kind"], e["fish"]) for e in CONTENT["tile_set"] if e["kind"] == TREASURE)
ORDINARY_FACES: tuple[Face, ...] = tuple(
    (entry["kind"], entry["fish"])
    for entry in CONTENT["tile_set"]
    if entry["kind"] not in (PORT, TREASURE)
    for _ in range(entry["count"])
)
"""Every tile but ports and treasure, one entry per copy, in the order of the content."""
MOST_FISH_ON_A_TILE = max(fish for _, fish in ORDINARY_FACES)
TILE_IDS = tuple(f"t{number:02}" for number in range(1, len(ORDINARY_FACES) + 2))

TRACKS: dict[str, Track] = {
    entry["id"]: Track(entry["start"], entry["max"], entry.get("price", 0)) for entry in CONTENT["tracks"]
}
GOODS = tuple(name for name, track in TRACKS.items() if track.price)
MOST_UNITS = max(track.max for track in TRACKS.values())
MOST_FUEL = TRACKS["fuel"].max
MOST_BOUGHT = max(TRACKS[item].max for item in GOODS)
BALLS_IN_FLIGHT: int = CONTENT["pawns"]["balls_per_player"]

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
    number: dict[Pair, int]
    """The place of each point in that order: tables of ways are by point number."""
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
    points = tuple(point for point in lattice if point not in lands)
    return Board(
        rows=rows,
        cols=cols,
        ports=ports,
        jetties=jetties,
        port_at={place: port for port, place in ports.items()},
        seas=seas,
        open_sea=frozenset(seas),
        points=points,
        number={point: number for number, point in enumerate(points)},
        neighbours={place: _around(place, places) for place in places},
    )


def _local(place: Pair, points: tuple[Pair, ...]) -> tuple[Pair, ...]:
    return tuple((2 * place[0] + y, 2 * place[1] + x) for y, x in points)


def _around(place: Pair, places: list[Pair]) -> dict[str, Pair]:
    return {way: moved(place, delta) for way, delta in DIRECTIONS.items() if moved(place, delta) in places}
