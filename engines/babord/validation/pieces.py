"""Are all pieces of an imported position there, each in one place that play can give it?"""

from __future__ import annotations

from collections import Counter

from engines.babord.parts import Player
from engines.babord.pieces import (
    BALLS_IN_FLIGHT,
    DIRECTIONS,
    ORDINARY_FACES,
    PORT_TILES,
    PORTS,
    TILE_IDS,
    TRACKS,
    TREASURE,
    TREASURE_FACE,
    Pair,
)
from engines.babord.position import BabordPosition, board_of, first_seat
from engines.kernel.refusals import require, said

# --- board and tiles -----------------------------------------------------------------------------------------------


def check_seats(game: BabordPosition) -> None:
    seats = len(game.players)
    require(1 <= seats <= 4, "/players", "BAB-1", "1 to 4 seats play")
    named = game.options.first_seat
    known = not isinstance(named, int) or named < seats
    require(known, "/options/first_seat", "BAB-132", said("there is no seat {seat}", seat=named))
    began = first_seat(game) < seats and (not isinstance(named, int) or named == first_seat(game))
    require(began, "/first_seat", "BAB-132", "the first seat is one of the players, the one that the option names")
    for seat, player in enumerate(game.players):
        require(
            player.seat == seat,
            f"/players/{seat}/seat",
            "BAB-1",
            said("the players are listed by seat, {seat} here", seat=seat),
        )


def check_grid(game: BabordPosition) -> None:
    options, ports = game.options, board_of(game).port_at
    shape = [len(row) for row in game.grid]
    require(
        shape == [options.cols] * options.rows,
        "/grid",
        "BAB-2",
        said("the board is {rows} x {cols}", rows=options.rows, cols=options.cols),
    )
    laid: set[str] = set()
    for row, line in enumerate(game.grid):
        for col, name in enumerate(line):
            field = f"/grid/{row}/{col}"
            port = ports.get((row, col))
            if port is not None or name in PORT_TILES:
                require(name == f"port_{port}", field, "BAB-3", "the four ports lie in their corners")
            elif name is None:
                require((row, col) == game.treasure.hole, field, "BAB-48", "the only empty place is the hole")
            else:
                require(name in game.tiles, field, "BAB-2", said("{name} is no tile in play", name=name))
                require(name not in laid, field, "BAB-2", said("tile {name} lies twice in the grid", name=name))
                laid.add(name)
    check_all_laid(game, laid)


def check_all_laid(game: BabordPosition, laid: set[str]) -> None:
    """Every tile lies in the grid, but for a carried treasure."""
    treasure = game.treasure
    for name in game.tiles:
        require(
            name in TILE_IDS,
            f"/tiles/{name}",
            "BAB-2",
            said("tiles are called {first} to {last}", first=TILE_IDS[0], last=TILE_IDS[-1]),
        )
        missing = name not in laid
        require(not missing or name == treasure.tile, f"/tiles/{name}", "BAB-2", "this tile is not in the grid")
        if name == treasure.tile:
            carried = treasure.carrier is not None
            require(missing == carried, "/treasure/carrier", "BAB-48", "the treasure is either carried or in the grid")


def check_faces(game: BabordPosition) -> None:
    box = Counter({TREASURE_FACE: 1}) + Counter(ORDINARY_FACES)
    for name, tile in game.tiles.items():
        numbers = {fish for kind, fish in box if kind == tile.kind}
        require(bool(numbers), f"/tiles/{name}/kind", "BAB-4", said("there is no tile of kind {kind}", kind=tile.kind))
        require(
            tile.fish in numbers,
            f"/tiles/{name}/fish",
            "BAB-44",
            said("no {kind} has {fish} fish", kind=tile.kind, fish=tile.fish),
        )
        seats = list(range(len(game.players)))
        ordered = sorted(set(tile.seen_by) & set(seats)) == list(tile.seen_by)
        require(ordered, f"/tiles/{name}/seen_by", "BAB-39", "seen_by lists seats of the game in order")
    in_play = Counter((tile.kind, tile.fish) for tile in game.tiles.values())
    require(in_play[TREASURE_FACE] == 1, "/tiles", "BAB-47", "there is exactly one treasure")
    for (kind, fish), count in in_play.items():
        most = box[kind, fish]
        require(
            count <= most,
            "/tiles",
            "BAB-4",
            said(
                "the box has {most} of {kind} with {fish} fish, not {count}",
                most=most,
                kind=kind,
                fish=fish,
                count=count,
            ),
        )


def check_treasure(game: BabordPosition) -> None:
    treasure = game.treasure
    tile = game.tiles.get(treasure.tile)
    is_treasure = tile is not None and tile.kind == TREASURE
    require(is_treasure, "/treasure/tile", "BAB-47", said("{tile} is not the treasure", tile=treasure.tile))
    open_sea = treasure.hole is None or treasure.hole in board_of(game).seas
    require(open_sea, "/treasure/hole", "BAB-48", "the hole is a place of the board, no port")
    together = (treasure.hole is None) == (treasure.carrier is None)
    require(together, "/treasure/hole", "BAB-48", "there is a hole exactly while the treasure is carried")
    if treasure.hole is not None and treasure.carrier is not None:
        row, col = treasure.hole
        require(game.grid[row][col] is None, "/treasure/hole", "BAB-48", "a tile lies in the hole")
        exists = treasure.carrier < len(game.players)
        require(exists, "/treasure/carrier", "BAB-47", said("there is no seat {seat}", seat=treasure.carrier))
        carrier = game.players[treasure.carrier]
        require(not carrier.sunk, "/treasure/carrier", "BAB-74", "a sunk boat carries nothing")


# --- boats and balls -----------------------------------------------------------------------------------------------


def check_setup(game: BabordPosition) -> None:
    """While ports are chosen nothing has happened yet (BAB-6)."""
    if game.phase != "choose_port":
        return
    require(game.round == 1, "/round", "BAB-6", "ports are chosen before the first round")
    require(game.treasure.carrier is None, "/treasure/carrier", "BAB-6", "ports are chosen before the search begins")
    require(not game.balls, "/balls", "BAB-6", "ports are chosen before anybody fires")
    for player in game.players:
        require(not player.sunk, f"/players/{player.seat}/sunk", "BAB-6", "ports are chosen before anybody sinks")


def check_players(game: BabordPosition) -> None:
    in_port = game.phase == "choose_port"
    first, seats = first_seat(game), len(game.players)
    chosen = ((game.active_seat or 0) - first) % seats
    for player in game.players:
        at = f"/players/{player.seat}"
        check_tracks(player, at)
        if in_port and (player.seat - first) % seats >= chosen:
            check_not_set_out(player, at)
        else:
            check_set_out(game, player, at)
    check_apart(game)


def check_tracks(player: Player, at: str) -> None:
    for name, track in TRACKS.items():
        units = getattr(player, name)
        require(
            0 <= units <= track.max,
            f"{at}/{name}",
            "BAB-8",
            said("{name} is from 0 to {most}", name=name, most=track.max),
        )
    require(player.sunk == (player.hull == 0), f"{at}/sunk", "BAB-73", "a boat is sunk exactly when its hull is 0")


def check_not_set_out(player: Player, at: str) -> None:
    """A seat that has not chosen its port yet (BAB-6)."""
    for name in ("home_port", "start_point", "boat", "arrived_tile"):
        require(getattr(player, name) is None, f"{at}/{name}", "BAB-6", "this seat has not chosen its port yet")
    require(player.anywhere is not True, f"{at}/anywhere", "BAB-6", "this seat has not chosen its port yet")


def check_set_out(game: BabordPosition, player: Player, at: str) -> None:
    require(player.home_port in PORTS, f"{at}/home_port", "BAB-6", "this seat has chosen a home port")
    jetty = board_of(game).jetties[player.home_port or ""]
    require(player.start_point in jetty, f"{at}/start_point", "BAB-5", "the boat started from the home jetty")
    known = player.arrived_tile is None or player.arrived_tile in game.tiles or player.arrived_tile in PORT_TILES
    require(
        known,
        f"{at}/arrived_tile",
        "BAB-110",
        said("{tile} is neither a tile in play nor a port", tile=player.arrived_tile),
    )
    require(player.sunk == (player.boat is None), f"{at}/boat", "BAB-73", "a boat is off the board exactly when sunk")
    later = player.anywhere is not True or (game.options.bermuda_point == "later" and not player.sunk)
    require(later, f"{at}/anywhere", "BAB-114", "the point was chosen with the tile")
    water = player.boat is None or player.boat in board_of(game).points
    require(water, f"{at}/boat", "BAB-21", "the boat is on a point of the board, not on land")


def check_apart(game: BabordPosition) -> None:
    points: set[Pair] = set()
    ports: set[str] = set()
    for player in game.players:
        at = f"/players/{player.seat}"
        if player.boat is not None:
            require(player.boat not in points, f"{at}/boat", "BAB-23", "two boats are on one point")
            points.add(player.boat)
        if player.home_port is not None:
            require(player.home_port not in ports, f"{at}/home_port", "BAB-107", "two boats share a home port")
            ports.add(player.home_port)


def check_balls(game: BabordPosition) -> None:
    shot: Counter[int] = Counter()
    for number, ball in enumerate(game.balls):
        at = f"/balls/{number}"
        require(
            ball.owner < len(game.players), f"{at}/owner", "BAB-53", said("there is no seat {seat}", seat=ball.owner)
        )
        require(board_of(game).has(ball.place), f"{at}/place", "BAB-58", "a ball flies over the board")
        require(ball.direction in DIRECTIONS, f"{at}/direction", "BAB-55", "a ball flies in one of eight directions")
        shot[ball.owner] += 1
        few = shot[ball.owner] <= BALLS_IN_FLIGHT
        require(few, at, "BAB-54", said("at most {most} balls of a seat are in flight", most=BALLS_IN_FLIGHT))
