"""The pieces of the box: tiles, ports, winds, tracks. Read once from the content."""

from __future__ import annotations

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
    """A port tile: its corner of the board, and which of its points are land and jetty."""

    corner: tuple[str, str]
    land: Delta
    jetty: tuple[Delta, ...]


DIRECTIONS: dict[str, Delta] = {entry["id"]: (entry["delta"][0], entry["delta"][1]) for entry in CONTENT["directions"]}
PUSHES: dict[str, Delta] = {entry["id"]: (entry["push"][0], entry["push"][1]) for entry in CONTENT["winds"]}
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
MOST_BOUGHT = max(TRACKS[item].max for item in GOODS)
BALLS_IN_FLIGHT: int = CONTENT["pawns"]["balls_per_player"]
