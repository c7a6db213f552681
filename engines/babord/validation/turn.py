"""Does the running turn of an imported position agree with its phase?"""

from __future__ import annotations

from typing import cast

from engines.babord.parts import WINDOWS
from engines.babord.pieces import EFFECTS, WIND_DICE, Pair
from engines.babord.position import BabordPosition, board_of, tile_at, whereabouts
from engines.babord.rules.arrival import peekable
from engines.kernel.refusals import require, said

RESOLVING = {"jump": "BAB-33", "swap_tiles": "BAB-34", "peek": "BAB-35"}


def check_turn(game: BabordPosition) -> None:
    seat, current = game.active_seat, game.current
    if seat is not None:
        require(seat < len(game.players), "/active_seat", "BAB-9", said("there is no seat {seat}", seat=seat))
        require(not game.players[seat].sunk, "/active_seat", "BAB-9", "a sunk boat has no turn")
    windows = game.phase in WINDOWS or not current.attacked
    require(windows, "/current/attacked", "BAB-72", "attacks belong to the windows of a turn")
    sailing = (current.wind is not None) == (game.phase in ("set_out", "sail"))
    require(sailing, "/current/wind", "BAB-13", "there is a wind exactly in the phases set_out and sail")
    if game.phase == "set_out" and seat is not None:
        free = game.players[seat].anywhere is True
        require(free, f"/players/{seat}/anywhere", "BAB-114", "only after a jump a boat chooses its point of departure")
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
    require(fits, "/current/face_up", rule, said("this tile does not lead to phase {phase}", phase=phase))


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
