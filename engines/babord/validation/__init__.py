"""Is an imported position one that play could have reached? Every check names the field and the rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import cast

from engines.babord.board import Pair
from engines.babord.pieces import (
    BALLS_IN_FLIGHT,
    DIRECTIONS,
    EFFECTS,
    ORDINARY_FACES,
    PORT_TILES,
    PORTS,
    TILE_IDS,
    TRACKS,
    TREASURE,
    TREASURE_FACE,
    WIND_DICE,
)
from engines.babord.position import (
    WINDOWS,
    BabordPosition,
    Player,
    Tile,
    board_of,
    tile_at,
    whereabouts,
)
from engines.babord.rules.arrival import peekable
from engines.babord.rules.ending import has_won, last_of_several
from engines.babord.view import lying_open
from engines.kernel.refusals import InvalidPosition

RESOLVING = {"jump": "BAB-33", "swap_tiles": "BAB-34", "peek": "BAB-35"}
REASONS = ("treasure_home", "all_sunk", "last_afloat", "round_cap")


def check(game: BabordPosition) -> None:
    """Every check in turn; then what lies open counts as seen by all."""
    for part in CHECKS:
        part(game)
    everyone = tuple(range(len(game.players)))
    for name, tile in game.tiles.items():
        if tile.revealed or name in lying_open(game):
            game.tiles[name] = Tile(tile.kind, tile.fish, everyone, True)


def require(holds: bool, field: str, rule: str, detail: str) -> None:
    if not holds:
        raise InvalidPosition(field, rule, detail)


# --- board and tiles -----------------------------------------------------------------------------------------------


def check_seats(game: BabordPosition) -> None:
    require(1 <= len(game.players) <= 4, "/players", "BAB-1", "1 to 4 seats play")
    for seat, player in enumerate(game.players):
        require(player.seat == seat, f"/players/{seat}/seat", "BAB-1", f"the players are listed by seat, {seat} here")


def check_grid(game: BabordPosition) -> None:
    options, ports = game.options, board_of(game).port_at
    shape = [len(row) for row in game.grid]
    require(shape == [options.cols] * options.rows, "/grid", "BAB-2", f"the board is {options.rows} x {options.cols}")
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
                require(name in game.tiles, field, "BAB-2", f"{name} is no tile in play")
                require(name not in laid, field, "BAB-2", f"tile {name} lies twice in the grid")
                laid.add(name)
    check_all_laid(game, laid)


def check_all_laid(game: BabordPosition, laid: set[str]) -> None:
    """Every tile lies in the grid, but for a carried treasure."""
    treasure = game.treasure
    for name in game.tiles:
        require(name in TILE_IDS, f"/tiles/{name}", "BAB-2", f"tiles are called {TILE_IDS[0]} to {TILE_IDS[-1]}")
        missing = name not in laid
        require(not missing or name == treasure.tile, f"/tiles/{name}", "BAB-2", "this tile is not in the grid")
        if name == treasure.tile:
            carried = treasure.carrier is not None
            require(missing == carried, "/treasure/carrier", "BAB-48", "the treasure is either carried or in the grid")


def check_faces(game: BabordPosition) -> None:
    box = Counter({TREASURE_FACE: 1}) + Counter(ORDINARY_FACES)
    for name, tile in game.tiles.items():
        numbers = {fish for kind, fish in box if kind == tile.kind}
        require(bool(numbers), f"/tiles/{name}/kind", "BAB-4", f"there is no tile of kind {tile.kind}")
        require(tile.fish in numbers, f"/tiles/{name}/fish", "BAB-44", f"no {tile.kind} has {tile.fish} fish")
        seats = list(range(len(game.players)))
        ordered = sorted(set(tile.seen_by) & set(seats)) == list(tile.seen_by)
        require(ordered, f"/tiles/{name}/seen_by", "BAB-39", "seen_by lists seats of the game in order")
    in_play = Counter((tile.kind, tile.fish) for tile in game.tiles.values())
    require(in_play[TREASURE_FACE] == 1, "/tiles", "BAB-47", "there is exactly one treasure")
    for (kind, fish), count in in_play.items():
        most = box[kind, fish]
        require(count <= most, "/tiles", "BAB-4", f"the box has {most} of {kind} with {fish} fish, not {count}")


def check_treasure(game: BabordPosition) -> None:
    treasure = game.treasure
    tile = game.tiles.get(treasure.tile)
    is_treasure = tile is not None and tile.kind == TREASURE
    require(is_treasure, "/treasure/tile", "BAB-47", f"{treasure.tile} is not the treasure")
    open_sea = treasure.hole is None or treasure.hole in board_of(game).seas
    require(open_sea, "/treasure/hole", "BAB-48", "the hole is a place of the board, no port")
    together = (treasure.hole is None) == (treasure.carrier is None)
    require(together, "/treasure/hole", "BAB-48", "there is a hole exactly while the treasure is carried")
    if treasure.hole is not None and treasure.carrier is not None:
        row, col = treasure.hole
        require(game.grid[row][col] is None, "/treasure/hole", "BAB-48", "a tile lies in the hole")
        exists = treasure.carrier < len(game.players)
        require(exists, "/treasure/carrier", "BAB-47", f"there is no seat {treasure.carrier}")
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
    for player in game.players:
        at = f"/players/{player.seat}"
        check_tracks(player, at)
        if in_port and player.seat >= (game.active_seat or 0):
            check_not_set_out(player, at)
        else:
            check_set_out(game, player, at)
    check_apart(game)


def check_tracks(player: Player, at: str) -> None:
    for name, track in TRACKS.items():
        units = getattr(player, name)
        require(0 <= units <= track.max, f"{at}/{name}", "BAB-8", f"{name} is from 0 to {track.max}")
    require(player.sunk == (player.hull == 0), f"{at}/sunk", "BAB-73", "a boat is sunk exactly when its hull is 0")


def check_not_set_out(player: Player, at: str) -> None:
    """A seat that has not chosen its port yet (BAB-6)."""
    for name in ("home_port", "start_point", "boat", "arrived_tile"):
        require(getattr(player, name) is None, f"{at}/{name}", "BAB-6", "this seat has not chosen its port yet")


def check_set_out(game: BabordPosition, player: Player, at: str) -> None:
    require(player.home_port in PORTS, f"{at}/home_port", "BAB-6", "this seat has chosen a home port")
    jetty = board_of(game).jetties[player.home_port or ""]
    require(player.start_point in jetty, f"{at}/start_point", "BAB-5", "the boat started from the home jetty")
    known = player.arrived_tile is None or player.arrived_tile in game.tiles or player.arrived_tile in PORT_TILES
    require(known, f"{at}/arrived_tile", "BAB-110", f"{player.arrived_tile} is neither a tile in play nor a port")
    require(player.sunk == (player.boat is None), f"{at}/boat", "BAB-73", "a boat is off the board exactly when sunk")
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
        require(ball.owner < len(game.players), f"{at}/owner", "BAB-53", f"there is no seat {ball.owner}")
        require(board_of(game).has(ball.place), f"{at}/place", "BAB-58", "a ball flies over the board")
        require(ball.direction in DIRECTIONS, f"{at}/direction", "BAB-55", "a ball flies in one of eight directions")
        shot[ball.owner] += 1
        few = shot[ball.owner] <= BALLS_IN_FLIGHT
        require(few, at, "BAB-54", f"at most {BALLS_IN_FLIGHT} balls of a seat are in flight")


# --- turn and end --------------------------------------------------------------------------------------------------


def check_end(game: BabordPosition) -> None:
    over = game.phase == "game_over"
    require((game.result is not None) == over, "/result", "BAB-81", "there is a result exactly when the game is over")
    require((game.active_seat is None) == over, "/active_seat", "BAB-9", "somebody is to act until the game is over")
    require(1 <= game.round <= game.options.max_rounds, "/round", "BAB-78", "the round is within the cap")
    if game.result is not None:
        ranked = sorted(seat for group in game.result.ranking for seat in group)
        require(game.result.reason in REASONS, "/result/reason", "BAB-81", "no game ends for this reason")
        everyone = ranked == list(range(len(game.players)))
        require(everyone, "/result/ranking", "BAB-80", "the ranking names every seat once")
        first = not game.result.winners or game.result.winners == game.result.ranking[0]
        require(first, "/result/winners", "BAB-80", "the winners lead the ranking")
        require(not game.result.scores, "/result/scores", "BAB-80", "there are no points")


def check_not_won(game: BabordPosition) -> None:
    if game.phase == "game_over":
        return
    for player in game.players:
        require(not has_won(game, player.seat), "/phase", "BAB-75", f"seat {player.seat} has brought the treasure home")
    require(not last_of_several(game), "/phase", "BAB-77", "the last boat afloat has won")


def check_turn(game: BabordPosition) -> None:
    seat, current = game.active_seat, game.current
    if seat is not None:
        require(seat < len(game.players), "/active_seat", "BAB-9", f"there is no seat {seat}")
        require(not game.players[seat].sunk, "/active_seat", "BAB-9", "a sunk boat has no turn")
    windows = game.phase in WINDOWS or not current.attacked
    require(windows, "/current/attacked", "BAB-72", "attacks belong to the windows of a turn")
    sailing = (current.wind is not None) == (game.phase == "sail")
    require(sailing, "/current/wind", "BAB-13", "there is a wind exactly in phase sail")
    if current.wind is not None:
        faces = WIND_DICE[game.options.wind_die]
        shows = current.wind.face <= len(faces) and faces[current.wind.face - 1] == current.wind.winds
        require(shows, "/current/wind", "BAB-129", "this face of the wind die shows other winds")


def check_face_up(game: BabordPosition) -> None:
    """The tile being resolved lies under the active boat and is of the kind that the phase is about."""
    place, phase = game.current.face_up, game.phase
    rule = RESOLVING.get(phase)
    if rule is None or game.active_seat is None:
        require(place is None, "/current/face_up", "BAB-26", "no tile is being resolved in this phase")
        return
    here = place is not None and place == whereabouts(game, game.active_seat) and place in board_of(game).seas
    require(here and place != game.treasure.hole, "/current/face_up", rule, "the tile under the active boat is face up")
    fits = EFFECTS[tile_at(game, cast(Pair, place)).kind].name == phase
    require(fits, "/current/face_up", rule, f"this tile does not lead to phase {phase}")


def check_jumped(game: BabordPosition) -> None:
    current = game.current
    after = (*RESOLVING, "after_action")
    require(not current.jumped or game.phase in after, "/current/jumped", "BAB-114", "nobody has jumped yet this turn")
    used = [place for place in current.jumped if place in board_of(game).seas]
    apart = len(set(used)) == len(current.jumped)
    require(apart, "/current/jumped", "BAB-114", "jumped lists different places of tiles")
    few = len(used) <= sum(EFFECTS[tile.kind].name == "jump" for tile in game.tiles.values())
    require(few, "/current/jumped", "BAB-114", "there are not so many Bermuda Triangles")
    if game.phase == "jump":
        require(used[-1:] == [current.face_up], "/current/jumped", "BAB-114", "the present Bermuda Triangle comes last")


def check_peeks(game: BabordPosition) -> None:
    current = game.current
    looking = game.phase == "peek"
    require(looking == (current.peeks_left > 0), "/current/peeks_left", "BAB-35", "looks are owed in phase peek only")
    after = looking or game.phase == "after_action"
    require(not current.peeked or after, "/current/peeked", "BAB-35", "nobody has used a spyglass yet this turn")
    seas = board_of(game).seas
    apart = len({place for place in current.peeked if place in seas}) == len(current.peeked) <= 2
    require(apart, "/current/peeked", "BAB-35", "peeked lists at most two different places of tiles")
    if looking and game.active_seat is not None:
        owed = current.peeks_left + len(current.peeked) <= 2
        require(owed, "/current/peeks_left", "BAB-35", "a spyglass shows two tiles")
        enough = current.peeks_left <= len(peekable(game, game.active_seat))
        require(enough, "/current/peeks_left", "BAB-116", "there are not so many tiles to look at")


CHECKS: tuple[Callable[[BabordPosition], None], ...] = (
    check_seats,
    check_faces,
    check_grid,
    check_treasure,
    check_end,
    check_turn,
    check_setup,
    check_players,
    check_balls,
    check_not_won,
    check_face_up,
    check_jumped,
    check_peeks,
)
