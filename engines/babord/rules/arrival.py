"""Arriving on a tile: it is shown, it acts, it is hidden again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Literal

from msgspec import UNSET

from engines.babord.actions import Jump, Peek, SwapTiles
from engines.babord.events import BoatSunk, Jumped, TilesSwapped
from engines.babord.parts import Tile
from engines.babord.pieces import EFFECTS, ORDINARY_FACES, TRACKS, TREASURE_FACE, Face, Pair, place_of
from engines.babord.position import (
    BabordPosition,
    BabordView,
    board_of,
    boat,
    drawn_point,
    drawn_tile,
    tile_at,
    whereabouts,
)
from engines.babord.rules.cannon import hit, spared
from engines.babord.rules.course import closed_ports, occupied
from engines.babord.rules.dashboard import set_tracks
from engines.babord.rules.ending import boats_lost, has_won, treasure_home
from engines.babord.rules.seeing import look, observable, refuse_look, reveal
from engines.babord.rules.treasure import lay, left_behind, robbed_by_pirates, take
from engines.babord.rules.turn import open_last_window, pass_on
from engines.kernel.dice import Dice
from engines.kernel.effects import ActionEffect, effect
from engines.kernel.records import GAME_OVER, Event
from engines.kernel.refusals import Illegal, said


def arrive(game: BabordPosition, seat: int, origin: Pair, shown: bool = True) -> Iterator[Event]:
    """A boat has come to a new tile: into a ball, into a port, or onto a tile that acts (BAB-26, BAB-29, BAB-60).

    Sailing into the tile of a ball is a hit; a ball in a port closes the port instead (BAB-60, BAB-64, BAB-130).
    With ``shown`` false the tile stays face down and does nothing.
    """
    place = whereabouts(game, seat)
    if place in board_of(game).port_at:
        yield from enter_port(game, seat, place)
        return
    ball = next((ball for ball in game.balls if ball.place == place != origin and not spared(game, seat, ball)), None)
    if ball is not None:
        yield from hit(game, seat, ball, "boat_entered")
        open_last_window(game)
        return
    game.players[seat].arrived_tile = game.grid[place[0]][place[1]]
    if not shown:
        open_last_window(game)
        return
    yield reveal(game, seat, place, "arrival")
    tile = tile_at(game, place)
    yield from ON_ARRIVAL[EFFECTS[tile.kind].name](game, seat, place, tile)


def enter_port(game: BabordPosition, seat: int, place: Pair) -> Iterator[Event]:
    """A port has no effect of its own; the carrier wins in the own one (BAB-29, BAB-75)."""
    game.players[seat].arrived_tile = f"port_{board_of(game).port_at[place]}"
    if has_won(game, seat):
        yield from treasure_home(game, seat)
    else:
        open_last_window(game)


# --- what tiles do -------------------------------------------------------------------------------------------------


def nothing(game: BabordPosition, seat: int, place: Pair, tile: Tile) -> Iterator[Event]:
    """Palm tree, open sea (BAB-36)."""
    open_last_window(game)
    yield from ()


def damage(game: BabordPosition, seat: int, place: Pair, tile: Tile) -> Iterator[Event]:
    """Mine, iceberg: hull and fuel suffer; without hull the boat sinks (BAB-30, BAB-31, BAB-73)."""
    player, loss = game.players[seat], EFFECTS[tile.kind]
    yield from set_tracks(player, "arrival", {"fuel": player.fuel - loss.fuel, "hull": player.hull - loss.hull})
    if player.hull == 0:
        yield from sink(game, seat, place)
    else:
        open_last_window(game)


def sink(game: BabordPosition, seat: int, place: Pair) -> Iterator[Event]:
    """The boat leaves the board, a carried treasure stays there, and the turn is over (BAB-73, BAB-74)."""
    player = game.players[seat]
    player.sunk, player.boat = True, None
    yield BoatSunk(seat=seat, place=place)
    yield from left_behind(game, seat, place, "sunk")
    yield from boats_lost(game)
    if game.phase != GAME_OVER:
        yield from pass_on(game, seat)


def robbed(game: BabordPosition, seat: int, place: Pair, tile: Tile) -> Iterator[Event]:
    """Pirates take all fish and the treasure (BAB-32)."""
    yield from set_tracks(game.players[seat], "arrival", {"fish": 0})
    yield from robbed_by_pirates(game, seat)
    open_last_window(game)


def gain_fish(game: BabordPosition, seat: int, place: Pair, tile: Tile) -> Iterator[Event]:
    """Fish, whale tail, shark: gain the number on the tile (BAB-37, BAB-113)."""
    player = game.players[seat]
    if game.options.arrival_fish:
        yield from set_tracks(player, "arrival", {"fish": player.fish + tile.fish})
    open_last_window(game)


def take_treasure(game: BabordPosition, seat: int, place: Pair, tile: Tile) -> Iterator[Event]:
    """The treasure is found (BAB-46)."""
    yield from take(game, seat, place)
    open_last_window(game)


def bermuda(game: BabordPosition, seat: int, place: Pair, tile: Tile) -> Iterator[Event]:
    """The boat must jump to another tile (BAB-33)."""
    game.current.jumped.append(place)
    resolve(game, "jump", place)
    yield from ()


def tornado(game: BabordPosition, seat: int, place: Pair, tile: Tile) -> Iterator[Event]:
    """Two tiles must change places (BAB-34)."""
    resolve(game, "swap_tiles", place)
    yield from ()


def spyglass(game: BabordPosition, seat: int, place: Pair, tile: Tile) -> Iterator[Event]:
    """Two looks, or as many as there are tiles to look at (BAB-35, BAB-116)."""
    resolve(game, "peek", place)
    game.current.peeks_left = min(EFFECTS[tile.kind].tiles, len(peekable(game, seat)))
    if game.current.peeks_left == 0:
        open_last_window(game)
    yield from ()


def resolve(game: BabordPosition, phase: Literal["jump", "swap_tiles", "peek"], place: Pair) -> None:
    """The tile stays face up until its effect is chosen."""
    game.phase, game.current.wind, game.current.face_up = phase, None, place


ON_ARRIVAL: dict[str, Callable[[BabordPosition, int, Pair, Tile], Iterator[Event]]] = {
    "none": nothing,
    "lose": damage,
    "robbed": robbed,
    "gain_fish": gain_fish,
    "take_treasure": take_treasure,
    "jump": bermuda,
    "swap_tiles": tornado,
    "peek": spyglass,
}

# --- what a seat may expect ------------------------------------------------------------------------------------------


def arrival_effects(view: BabordView, seat: int, to: Pair, fuel: int, shown: bool = True) -> Iterator[ActionEffect]:
    """What ``arrive`` would do to a boat that comes to a point with so much fuel (BAB-26, BAB-29, BAB-60)."""
    place, origin = place_of(to), whereabouts(view, seat)
    here = [drawn_tile(view, place)]
    port = board_of(view).port_at.get(place)
    if port is not None:
        if view.treasure.carrier == seat and view.players[seat].home_port == port:
            yield effect("end", "victory", here, what="game")
        else:
            yield effect("stop", "port", here, what=f"port_{port}")
        return
    if any(ball.place == place != origin and not spared(view, seat, ball) for ball in view.balls):
        yield effect("stop", "cannonball", here, what="cannonball")
        return
    if not shown:
        return
    yield effect("reveal", "shown", here)
    tile = view.tiles[view.grid[place[0]][place[1]] or ""]
    if tile.kind is None:
        yield from hidden_tile_effects(view, seat, here)
    else:
        yield from tile_effects(view, seat, here, Tile(tile.kind, tile.fish or 0), fuel)


def tile_effects(view: BabordView, seat: int, here: list[str], tile: Tile, fuel: int) -> Iterator[ActionEffect]:
    """What a tile does that the seat knows."""
    player, deed = view.players[seat], EFFECTS[tile.kind]
    if deed.name == "lose":
        yield from damage_effects(view, seat, here, tile, fuel)
    elif deed.name == "robbed":
        yield from robbed_effects(view, seat, here, tile)
    elif deed.name == "gain_fish" and view.options.arrival_fish:
        if gained := min(tile.fish, TRACKS["fish"].max - player.fish):
            yield effect("gain", "catch", here, what="fish", amount=gained, left=player.fish + gained)
    elif deed.name == "take_treasure":
        yield effect("gain", "treasure", here, what="treasure", amount=1)
    elif deed.name in ("jump", "swap_tiles", "peek"):
        yield effect("risk", deed.name, here, what=tile.kind)


def damage_effects(view: BabordView, seat: int, here: list[str], tile: Tile, fuel: int) -> Iterator[ActionEffect]:
    """Hull and fuel suffer (BAB-30, BAB-31, BAB-73)."""
    hull, deed = view.players[seat].hull, EFFECTS[tile.kind]
    for track, held, loss in (("hull", hull, deed.hull), ("fuel", fuel, deed.fuel)):
        if lost := min(held, loss):
            yield effect("lose", "damage", here, what=track, amount=lost, left=held - lost, by=tile.kind)
    if deed.hull >= hull:
        yield effect("end", "sunk", [f"boat-{seat}"], what="boat")


def robbed_effects(view: BabordView, seat: int, here: list[str], tile: Tile) -> Iterator[ActionEffect]:
    """Pirates take all fish and the treasure (BAB-32)."""
    if fish := view.players[seat].fish:
        yield effect("lose", "damage", here, what="fish", amount=fish, left=0, by=tile.kind)
    if view.treasure.carrier == seat:
        yield effect("lose", "treasure_lost", here, what="treasure", by=tile.kind)


def hidden_tile_effects(view: BabordView, seat: int, here: list[str]) -> Iterator[ActionEffect]:
    """Dangers of a tile that the seat does not see, by the faces that may lie there (BAB-4)."""
    player, chances = view.players[seat], hidden_kinds(view)
    harmful = sum(chance for kind, chance in chances.items() if EFFECTS[kind].name == "lose")
    if harmful:
        yield effect("risk", "danger", here, what="hull", chance=round(harmful, 2), percent=round(100 * harmful))
    robbers = sum(chance for kind, chance in chances.items() if EFFECTS[kind].name == "robbed")
    if robbers and (player.fish or view.treasure.carrier == seat):
        yield effect("risk", "robbers", here, what="fish", chance=round(robbers, 2), percent=round(100 * robbers))


def hidden_kinds(view: BabordView) -> dict[str, float]:
    """How likely each kind is on a tile that the reader does not see."""
    seen = [(tile.kind, tile.fish or 0) for tile in view.tiles.values() if tile.kind is not None]
    return _kinds_without(tuple(sorted(seen)), len(view.tiles) - len(seen))


@lru_cache(maxsize=256)
def _kinds_without(seen: tuple[Face, ...], hidden: int) -> dict[str, float]:
    """The treasure is always among the tiles, a small sea leaves out some of the others (BAB-4)."""
    left = list((Counter(ORDINARY_FACES) + Counter([TREASURE_FACE]) - Counter(seen)).elements())
    treasures = left.count(TREASURE_FACE)
    ordinary = (hidden - treasures) / max(1, len(left) - treasures)
    chances: dict[str, float] = {}
    for face in left:
        chances[face[0]] = chances.get(face[0], 0) + (1.0 if face == TREASURE_FACE else ordinary) / hidden
    return chances


# --- what the player then decides ----------------------------------------------------------------------------------


def jump(game: BabordPosition, seat: int, action: Jump, dice: Dice) -> Iterator[Event]:
    """Reappear on a free point of another tile; that is an arrival (BAB-33, BAB-114).

    Options: the tile has no effect (`bermuda_effect`), the boat later leaves from any of its points (`bermuda_point`).
    """
    place = place_of(action.to)
    if place in game.current.jumped:
        raise Illegal("BAB-114", "the Bermuda Triangle leads to another tile, never to one used this turn")
    if action.to not in board_of(game).points:
        raise Illegal("BAB-21", said("point {to} is off the board or on land", to=list(action.to)))
    if place == game.treasure.hole:
        raise Illegal("BAB-48", said("point {to} is in the hole", to=list(action.to)))
    if action.to in occupied(game, seat):
        raise Illegal("BAB-23", said("there is a boat on point {to}", to=list(action.to)))
    if place in closed_ports(game, seat):
        raise Illegal("BAB-64", "a cannonball closes this port")
    start, origin = boat(game, seat), whereabouts(game, seat)
    game.players[seat].boat = action.to
    yield Jumped(seat=seat, from_=start, to=action.to)
    game.current.face_up = None
    game.players[seat].anywhere = True if game.options.bermuda_point == "later" else UNSET
    yield from arrive(game, seat, origin, shown=game.options.bermuda_effect is not False)


def jump_effects(view: BabordView, seat: int, action: Jump) -> Iterator[ActionEffect]:
    """The boat reappears there, and arrives (BAB-33)."""
    yield effect("path", "jumped", [drawn_point(action.to)])
    fuel, shown = view.players[seat].fuel, view.options.bermuda_effect is not False
    yield from arrival_effects(view, seat, action.to, fuel, shown)


def swap_tiles(game: BabordPosition, seat: int, action: SwapTiles, dice: Dice) -> Iterator[Event]:
    """Two different tiles change places unseen; boats keep their points (BAB-34, BAB-115)."""
    for place in (action.a, action.b):
        if place not in board_of(game).seas or place == game.treasure.hole:
            raise Illegal("BAB-34", said("there is no tile on {place} that the tornado may take", place=list(place)))
    if action.a == action.b:
        raise Illegal("BAB-34", "the tornado swaps two different tiles")
    (row, col), (other_row, other_col) = action.a, action.b
    tile, other = game.grid[row][col], game.grid[other_row][other_col]
    lay(game, action.a, other)
    lay(game, action.b, tile)
    yield TilesSwapped(seat=seat, a=action.a, b=action.b)
    open_last_window(game)


def swap_tiles_effects(view: BabordView, seat: int, action: SwapTiles) -> Iterator[ActionEffect]:
    """Two tiles change places, unseen (BAB-34)."""
    yield effect("place", "swapped", [drawn_tile(view, action.a), drawn_tile(view, action.b)], what="tile", amount=2)


def peek(game: BabordPosition, seat: int, action: Peek, dice: Dice) -> Iterator[Event]:
    """Look at one tile after the other, in secret (BAB-35, BAB-116)."""
    current = game.current
    refuse_look(game, seat, action.tile)
    if action.tile == current.face_up:
        raise Illegal("BAB-35", "the spyglass itself lies face up")
    if action.tile in current.peeked:
        raise Illegal("BAB-35", said("the tile on {tile} was seen just now", tile=list(action.tile)))
    yield from look(game, seat, action.tile, "spyglass")
    current.peeked.append(action.tile)
    current.peeks_left -= 1
    if current.peeks_left == 0:
        open_last_window(game)


def peek_effects(view: BabordView, seat: int, action: Peek) -> Iterator[ActionEffect]:
    """One of the looks (BAB-35)."""
    left = view.current.peeks_left - 1
    yield effect("reveal", "looked", [drawn_tile(view, action.tile)], what="tile", amount=1, left=left)


def peekable(game: BabordPosition, seat: int) -> list[Pair]:
    """The tiles that the spyglass may show."""
    current = game.current
    return [place for place in observable(game, seat) if place != current.face_up and place not in current.peeked]
