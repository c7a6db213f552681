"""What lies in the box: the content file as typed constants and tables, read once."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from msgspec import Meta

from engines.kernel.content import load
from engines.kernel.records import named, one_of

CONTENT: Final = load("engines.bakong")

# --- the track -------------------------------------------------------------------------------------------------------

START_SLOT: Final[int] = CONTENT["track"]["start_slot"]
TEMPLE_SLOT: Final[int] = CONTENT["track"]["temple_slot"]
JUNGLE_SLOTS: Final = range(START_SLOT + 1, TEMPLE_SLOT)
END_FACES: Final[dict[int, str]] = {tile["slot"]: name for name, tile in CONTENT["end_tiles"].items()}

FACES: Final[tuple[str, ...]] = tuple(CONTENT["faces"])
COLOURS: Final[tuple[str, ...]] = tuple(CONTENT["colours"])
COLOUR_OF: Final[dict[str, str]] = {name: face["colour"] for name, face in CONTENT["faces"].items()}
IGNORED_WITH: Final[dict[str, str | None]] = {
    **{name: face.get("ignored_with") for name, face in CONTENT["faces"].items()},
    **dict.fromkeys(END_FACES.values()),
}
"""The object that makes a pawn ignore a face; None where nothing helps."""
HALTING: Final[frozenset[str]] = frozenset(
    [name for name, face in CONTENT["faces"].items() if face["trigger"] == "halt"] + list(END_FACES.values())
)
"""Faces that end a move: yellow ones, and both ends of the track."""

TILES: Final[tuple[str, ...]] = tuple(tile["id"] for tile in CONTENT["jungle_tiles"]["tiles"])
Side = Literal["a", "b"]
SIDES: Final[tuple[Side, Side]] = ("a", "b")
OTHER_SIDE: Final[dict[str, Side]] = {"a": "b", "b": "a"}
FACES_OF: Final[dict[str, dict[str, str]]] = {
    tile["id"]: {side: tile[side] for side in SIDES} for tile in CONTENT["jungle_tiles"]["tiles"]
}
"""Both faces of a tile, by side."""
EMERALDS_OF_JUNGLE: Final[int] = CONTENT["faces"]["jungle_emerald"]["emeralds"]

# --- objects, emeralds, tokens ---------------------------------------------------------------------------------------

_objects: dict[str, dict[str, Any]] = CONTENT["objects"]
OBJECTS: Final[tuple[str, ...]] = tuple(sorted(_objects, key=lambda name: int(_objects[name]["order"])))
ORDER: Final[dict[str, int]] = {name: _objects[name]["order"] for name in OBJECTS}
COPIES: Final[dict[str, int]] = {name: _objects[name]["copies"] for name in OBJECTS}
SHAPE_OF: Final[dict[str, tuple[int, int]]] = {name: tuple(_objects[name]["shape"]) for name in OBJECTS}
POCKETABLE: Final[frozenset[str]] = frozenset(name for name in OBJECTS if _objects[name]["pockets"])
"""Objects that fit side and top pockets as well: the compass."""

BIG_SHAPE_OF: Final[dict[int, tuple[int, int]]] = {
    emerald["value"]: tuple(emerald["shape"]) for emerald in CONTENT["big_emeralds"]["emeralds"]
}
BIG_VALUES: Final[tuple[int, ...]] = tuple(sorted(BIG_SHAPE_OF, reverse=True))
CURSED: Final[frozenset[int]] = frozenset(
    emerald["value"] for emerald in CONTENT["big_emeralds"]["emeralds"] if emerald["cursed"]
)

TOKENS: Final[dict[str, int]] = {name: token["count"] for name, token in CONTENT["tokens"].items()}
POINTS: Final[dict[str, int]] = {name: token["points"] for name, token in CONTENT["tokens"].items()}
EMERALDS_OF: Final[dict[str, int]] = {name: CONTENT["tokens"][name]["emeralds"] for name in ("x3", "x1")}

POCKETS: Final[dict[str, tuple[int, int]]] = {
    name: (pocket["width"], pocket["height"]) for name, pocket in CONTENT["backpack"]["pockets"].items()
}
CELLS: Final[int] = CONTENT["backpack"]["cells"]
DIE_SIDES: Final[int] = max(CONTENT["dice"]["faces"])
MOST_STEPS: Final[int] = DIE_SIDES + 1

# --- words of the schemas --------------------------------------------------------------------------------------------

Slot = Annotated[int, Meta(ge=START_SLOT, le=TEMPLE_SLOT, description="A slot: 0 = start camp, 25 = temple.")]
JungleSlot = Annotated[int, Meta(ge=JUNGLE_SLOTS[0], le=JUNGLE_SLOTS[-1], description="A slot with a jungle tile.")]
Die = Annotated[int, Meta(ge=1, le=DIE_SIDES, description="The result of one die."), named("Die")]
Dice2 = Annotated[tuple[Die, Die], Meta(description="The results of the two dice, as rolled.")]
Steps = Annotated[int, Meta(ge=1, le=MOST_STEPS, description="How many slots the pawn sets out to advance.")]
TileId = Annotated[str, one_of(TILES, "The id of a jungle tile.", "TileId")]
Face = Annotated[str, one_of(FACES, "A face of a jungle tile.", "Face")]
AnyFace = Annotated[
    str, one_of([*FACES, *END_FACES.values()], "A face of a jungle tile, or an end of the track.", "TileFace")
]
Colour = Annotated[str, one_of(COLOURS, "The colour of a face.")]
Object = Annotated[str, one_of(OBJECTS, "One of the eight objects.", "Object")]
BigValue = Annotated[
    int,
    Meta(ge=BIG_VALUES[-1], le=BIG_VALUES[0], description="The value of a big emerald."),
    named("GameStartedBigEmeraldsEntry"),
]
