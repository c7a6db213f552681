"""Setting up: the tiles, then the home ports."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import starmap

from msgspec import UNSET
from msgspec.structs import replace

from engines.babord.actions import ChoosePort
from engines.babord.events import FirstSeatDrawn, GameStarted, PortChosen
from engines.babord.parts import Options, Player, Tile, Treasure
from engines.babord.pieces import ORDINARY_FACES, TILE_IDS, TREASURE_FACE, board
from engines.babord.position import BabordPosition, BabordView, board_of, drawn_point, first_seat
from engines.babord.rules.dashboard import start_values
from engines.babord.rules.turn import start_turn
from engines.kernel.dice import Dice
from engines.kernel.effects import ActionEffect, effect
from engines.kernel.records import Event
from engines.kernel.refusals import Illegal, said


def deal(seats: int, options: Options, dice: Dice) -> tuple[BabordPosition, list[Event]]:
    """Shuffle, lay the tiles face down, ports in the corners; the treasure is always in (BAB-2, BAB-3, BAB-4).

    The seas lie face down, the ports face up (BAB-131). The first seat is named by the option `first_seat`, else
    drawn; clockwise from it ports are chosen too (BAB-132).
    """
    table = board(options.rows, options.cols)
    ordinary = list(ORDINARY_FACES)
    dice.shuffle(ordinary)
    faces = [*ordinary[: len(table.seas) - 1], TREASURE_FACE]
    dice.shuffle(faces)
    tiles = dict(zip(TILE_IDS, starmap(Tile, faces), strict=False))  # a small board needs fewer
    start = start_values()
    first = dice.below(seats) if options.first_seat is None else options.first_seat
    position = BabordPosition(
        options=options,
        first_seat=first,
        active_seat=0 if first is UNSET else first,
        phase="choose_port",
        grid=[[*row] for row in laid_out(options.rows, options.cols)],
        tiles=tiles,
        treasure=Treasure(tile=TILE_IDS[faces.index(TREASURE_FACE)]),
        players=[replace(Player(seat), **start) for seat in range(seats)],
    )
    started: list[Event] = [GameStarted(seats=seats, options=options)]
    if options.first_seat is None and seats > 1:
        started.append(FirstSeatDrawn(seat=first_seat(position)))
    return position, started


@cache
def laid_out(rows: int, cols: int) -> tuple[tuple[str, ...], ...]:
    """The tiles in the order of their ids on all places but the corners: what chance decides is the face of each."""
    table = board(rows, cols)
    laid = dict(zip(table.seas, TILE_IDS, strict=False))
    laid |= {place: f"port_{port}" for place, port in table.port_at.items()}
    return tuple(tuple(laid[row, col] for col in range(cols)) for row in range(rows))


def choose_port(game: BabordPosition, seat: int, action: ChoosePort, dice: Dice) -> Iterator[Event]:
    """Pick a home port that nobody has yet, and a point of its jetty (BAB-6, BAB-107)."""
    if action.port in (player.home_port for player in game.players):
        raise Illegal("BAB-6", said("port {port} is somebody's home already", port=action.port))
    if action.point not in board_of(game).jetties[action.port]:
        raise Illegal(
            "BAB-5",
            said("point {point} is not on the jetty of port {port}", point=list(action.point), port=action.port),
        )
    player = game.players[seat]
    player.home_port, player.start_point, player.boat = action.port, action.point, action.point
    player.arrived_tile = f"port_{action.port}"
    yield PortChosen(seat=seat, port=action.port, point=action.point)
    neighbour = (seat + 1) % len(game.players)
    if game.players[neighbour].home_port is None:
        game.active_seat = neighbour
    else:
        yield from start_turn(game, neighbour)


def choose_port_effects(view: BabordView, seat: int, action: ChoosePort) -> Iterator[ActionEffect]:
    """The boat lies on the jetty; the treasure must come there (BAB-6)."""
    yield effect("place", "home", [f"tile-port_{action.port}", drawn_point(action.point)], what=f"port_{action.port}")
