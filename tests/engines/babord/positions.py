"""Positions to play from: say what matters, the rest is filled in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from engines.babord import engine
from engines.babord.parts import Ball, Current, Options, Player, Tile, Treasure, Wind
from engines.babord.pieces import ORDINARY_FACES, TREASURE_FACE, board
from engines.babord.position import BabordPosition
from engines.kernel.dice import Draws
from engines.kernel.records import Action, Event
from engines.kernel.refusals import Illegal

JETTY = {"nw": (1, 1), "ne": (1, 10), "se": (10, 10), "sw": (10, 1)}
FREE = ("n", "e", "s", "w")


class Rolls(Draws):
    """Dice that show what the test says."""

    def __init__(self, *faces: int) -> None:
        self.faces = list(faces)

    def below(self, n: int) -> int:
        return self.faces.pop(0) - 1


def boat(point: tuple[int, int] | None, home: str = "nw", **tracks: Any) -> Player:
    """A boat on a point, arrived on the tile below; its seat follows from its place in the list."""
    return Player(0, home_port=home, boat=point, **tracks)


def sea(
    *players: Player,
    tiles: dict[tuple[int, int], tuple[str, int]] | None = None,
    seat: int = 0,
    phase: str = "before_action",
    carrier: int | None = None,
    hole: tuple[int, int] | None = None,
    balls: Sequence[tuple[int, tuple[int, int], str]] = (),
    wind: str | None = None,
    **options: Any,
) -> BabordPosition:
    """A game at sea. ``tiles`` says which faces lie where, the other faces of the box fill the board in order."""
    chosen = Options(**({"restart_fish": 5} | options))
    table = board(chosen.rows, chosen.cols)
    wanted = dict(tiles or {})
    if hole is not None:
        wanted[hole] = TREASURE_FACE
    box = Counter(ORDINARY_FACES) - Counter(wanted.values())
    rest = [*([] if TREASURE_FACE in wanted.values() else [TREASURE_FACE]), *box.elements()]
    faces = [wanted[place] if place in wanted else rest.pop() for place in table.seas]
    if TREASURE_FACE not in faces:
        last = max(i for i, place in enumerate(table.seas) if place not in wanted)
        faces[last] = TREASURE_FACE
    names = [f"t{number:02}" for number in range(1, len(faces) + 1)]
    laid: dict[tuple[int, int], str | None] = {place: f"port_{port}" for port, place in table.ports.items()}
    laid.update(zip(table.seas, names, strict=True))
    everyone = tuple(range(len(players)))
    position = BabordPosition(
        options=chosen,
        active_seat=seat,
        phase=phase,
        current=Current(wind=rolled(wind, chosen)),
        grid=[[laid[row, col] for col in range(chosen.cols)] for row in range(chosen.rows)],
        tiles={name: Tile(*face) for name, face in zip(names, faces, strict=True)},
        treasure=Treasure(names[faces.index(TREASURE_FACE)]),
        players=[],
        balls=[Ball(*ball) for ball in balls],
    )
    if hole is not None:
        position.grid[hole[0]][hole[1]] = None
        position.treasure = Treasure(position.treasure.tile, carrier, hole)
        position.tiles[position.treasure.tile] = Tile(*TREASURE_FACE, everyone, True)
    for number, player in enumerate(players):
        settle(position, player, number)
    return position


def settle(position: BabordPosition, player: Player, seat: int) -> None:
    player.seat = seat
    options = position.options
    if player.start_point is None and player.home_port is not None:
        y, x = JETTY[player.home_port]
        player.start_point = (min(y, 2 * options.rows - 2), min(x, 2 * options.cols - 2))
    if player.boat is not None and player.arrived_tile is None:
        player.arrived_tile = position.grid[player.boat[0] // 2][player.boat[1] // 2]
    position.players.append(player)


def rolled(wind: str | None, options: Options) -> Wind | None:
    """``"w"``: that wind is forced; ``"free"``: any wind."""
    if wind is None:
        return None
    return Wind(5, FREE) if wind == "free" else Wind(1 + FREE.index(wind), (wind,))


def name_at(position: BabordPosition, row: int, col: int) -> str:
    name = position.grid[row][col]
    assert name is not None
    return name


def resolving(position: BabordPosition, phase: str, place: tuple[int, int]) -> BabordPosition:
    """The tile under the active boat is being resolved."""
    position.phase = phase
    position.current.face_up = place
    name = name_at(position, *place)
    tile = position.tiles[name]
    position.tiles[name] = Tile(tile.kind, tile.fish, tuple(range(len(position.players))), True)
    if phase == "jump":
        position.current.jumped = [place]
    if phase == "peek":
        position.current.peeks_left = 2
    return position


def play(position: BabordPosition, action: Action, *faces: int) -> list[Event]:
    """The active seat plays; the wind die shows the given faces."""
    assert position.active_seat is not None
    return engine.rules.apply(position, position.active_seat, action, Rolls(*faces))


def refused(position: BabordPosition, action: Action, seat: int | None = None) -> tuple[str, str]:
    """The rule and the reason of a refusal; nothing has changed."""
    before = engine.encode(position)
    with pytest.raises(Illegal) as refusal:
        engine.rules.apply(position, position.active_seat if seat is None else seat, action, Rolls())
    assert engine.encode(position) == before
    assert refusal.value.detail
    return refusal.value.rule, refusal.value.reason


def legal(position: BabordPosition, kind: type[Action] | None = None) -> list[Any]:
    assert position.active_seat is not None
    actions = engine.rules.legal(position, position.active_seat).actions
    return [action for action in actions if kind is None or isinstance(action, kind)]


def types(events: list[Event]) -> list[str]:
    return [str(type(event).__struct_config__.tag) for event in events]


def only(events: list[Event], kind: type[Any]) -> Any:
    (event,) = [event for event in events if isinstance(event, kind)]
    return event


def fields(event: Event) -> dict[str, Any]:
    """An event as a client reads it, without its type."""
    return {key: value for key, value in document(event).items() if key not in ("type", "auto")}


def document(data: msgspec.Struct) -> dict[str, Any]:
    """As JSON has it."""
    return dict(msgspec.json.decode(msgspec.json.encode(data)))


def flat(data: Any, at: str = "") -> dict[str, Any]:
    """A document as JSON pointers; points and places stay whole."""
    if isinstance(data, dict) and data:
        return {key: value for name, part in data.items() for key, value in flat(part, f"{at}/{name}").items()}
    if isinstance(data, list) and data and not all(isinstance(item, int) for item in data):
        return {key: value for index, part in enumerate(data) for key, value in flat(part, f"{at}/{index}").items()}
    return {at: data}


def changed(position: BabordPosition, action: Action, *faces: int) -> dict[str, Any]:
    """Play, and say what is different afterwards: JSON pointer -> new value."""
    before = flat(document(position))
    play(position, action, *faces)
    after = flat(document(position))
    return {at: value for at, value in after.items() if at not in before or before[at] != value}


EAST = (5, 6)
"""One point east of (5, 5), on the next tile (2, 3)."""


def bound_for(face: tuple[str, int], *others: Player, **tracks: Any) -> BabordPosition:
    """A boat on (5, 5), with a west wind, about to drift onto a tile of the given face on (2, 3)."""
    rest = {key: tracks.pop(key) for key in ("arrival_fish", "carrier", "hole", "memory_aid") if key in tracks}
    return sea(boat((5, 5), **tracks), *others, tiles={(2, 3): face}, phase="sail", wind="w", **rest)
