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
from engines.babord.position import BabordView, drawn_point, drawn_tile
from engines.kernel.records import Action


def elements(view: BabordView, seat: int, action: Action) -> list[str]:  # noqa: PLR0911 - one return for each type
    match action:
        case ChoosePort(port=port, point=point):
            return [f"tile-port_{port}", drawn_point(point)]
        case Observe(tile=tile) | Peek(tile=tile):
            return [drawn_tile(view, tile)]
        case RollWind() | Fish() | Fire():
            return [f"boat-{seat}"]
        case Attack(target=target):
            return [f"boat-{target}", f"seat-{target}"]
        case Buy(item=item):
            return [f"{item}-{seat}"] if item != "knife" else [f"seat-{seat}"]
        case Sail(to=to) | Jump(to=to):
            return [drawn_point(to)]
        case SwapTiles(a=a, b=b):
            return [drawn_tile(view, a), drawn_tile(view, b)]
    return []
