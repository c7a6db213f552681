"""Which elements of the picture an action concerns."""

from __future__ import annotations

from engines.babord.actions import (
    Attack,
    Buy,
    ChoosePort,
    Fire,
    Fish,
    Jump,
    Observe,
    Peek,
    RollWind,
    Sail,
    SwapTiles,
)
from engines.babord.position import BabordView, board_of
from engines.kernel.records import Action

Pair = tuple[int, int]


def elements(view: BabordView, seat: int, action: Action) -> list[str]:  # noqa: PLR0911 - one return for each type
    match action:
        case ChoosePort(port=port, point=point):
            return [f"tile-port_{port}", _point(point)]
        case Observe(tile=tile) | Peek(tile=tile):
            return [_tile(view, tile)]
        case RollWind() | Fish() | Fire():
            return [f"boat-{seat}"]
        case Attack(target=target):
            return [f"boat-{target}", f"seat-{target}"]
        case Buy(item=item):
            return [f"{item}-{seat}"] if item != "knife" else [f"seat-{seat}"]
        case Sail(to=to) | Jump(to=to):
            return [_point(to)]
        case SwapTiles(a=a, b=b):
            return [_tile(view, a), _tile(view, b)]
    return []


def _point(point: Pair) -> str:
    return f"point-{point[0]}-{point[1]}"


def _tile(view: BabordView, place: Pair) -> str:
    port = board_of(view).port_at.get(place)
    return f"tile-{view.grid[place[0]][place[1]]}" if port is None else f"tile-port_{port}"
