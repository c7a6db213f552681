"""Are all pieces of an imported position there, each in one place that play can give it?"""

from __future__ import annotations

from collections.abc import Iterator

from engines.kernel.refusals import InvalidPosition, require, said
from engines.mekong.pieces import (
    BOARD,
    COLOUR,
    COLOURS_BY_COUNT,
    COLOURS_IN_RESERVE,
    GOAL,
    ISLANDS,
    PLANKS,
    SIZE,
    VILLAGES,
)
from engines.mekong.position import MekongPosition
from engines.mekong.rules import planks, spans, stones


def check_seats(game: MekongPosition) -> None:
    colours, options = [player.colour for player in game.players], game.options
    require(game.board == BOARD, "/board", "MEK-100", said("there is no board {board}", board=game.board))
    require(len(colours) in COLOURS_BY_COUNT, "/players", "MEK-1", "2 to 6 players play")
    require(
        sorted(colours) == sorted(COLOURS_BY_COUNT[len(colours)]),
        "/players",
        "MEK-2",
        said(
            "{number} players play with {colours}",
            number=len(colours),
            colours=list(COLOURS_BY_COUNT[len(colours)]),
        ),
    )
    if options.colours is not None and options.colours != colours:
        raise InvalidPosition("/options/colours", "MEK-115", "the colours of the options are not those of the players")
    if options.first_seat is not None and options.first_seat >= len(colours):
        raise InvalidPosition(
            "/options/first_seat", "MEK-116", said("there is no seat {seat}", seat=options.first_seat)
        )
    require(game.statuette < len(colours), "/statuette", "MEK-7", said("there is no seat {seat}", seat=game.statuette))


def check_planks(game: MekongPosition) -> None:
    """Every plank of the colours in play is exactly once in a reserve, on the board or lost (MEK-4)."""
    missing = {plank for plank in PLANKS if COLOUR[plank] in {player.colour for player in game.players}}
    for field, plank in _all_planks(game):
        require(plank in missing, field, "MEK-4", said("{plank} is not in this game, or there twice", plank=plank))
        missing.discard(plank)
    require(
        not missing,
        "/planks",
        "MEK-4",
        said("{planks}: neither in a reserve nor on the board nor lost", planks=sorted(missing)),
    )


def _all_planks(game: MekongPosition) -> Iterator[tuple[str, str]]:
    for seat, player in enumerate(game.players):
        for place, plank in enumerate(player.reserve):
            yield f"/players/{seat}/reserve/{place}", plank
    for plank in game.planks:
        yield f"/planks/{plank}", plank
    for place, plank in enumerate(game.lost):
        yield f"/lost/{place}", plank


def check_reserves(game: MekongPosition) -> None:
    for seat, player in enumerate(game.players):
        field = f"/players/{seat}/reserve"
        require(
            len({COLOUR[plank] for plank in player.reserve}) <= COLOURS_IN_RESERVE,
            field,
            "MEK-63",
            said("a reserve has at most {most} colours", most=COLOURS_IN_RESERVE),
        )
        require(
            len({SIZE[plank] for plank in player.reserve}) >= len(player.reserve),
            field,
            "MEK-64",
            "a reserve has no two planks of one size",
        )


def check_board(game: MekongPosition) -> None:
    """Stones on different islands, planks where they could have been laid."""
    for place, island in enumerate(game.stones):
        require(
            island in ISLANDS and island not in game.stones[:place],
            f"/stones/{place}",
            "MEK-32",
            said("{island} is no island, or has a stone already", island=island),
        )
    game.planks = {plank: spans.ordered(*pair) for plank, pair in game.planks.items()}
    for plank, pair in game.planks.items():
        require(
            pair in spans.NUMBER,
            f"/planks/{plank}",
            "MEK-41",
            "a plank rests on two stones, or on a village and a stone",
        )
    for place, island in enumerate(game.stones):
        require(
            island not in stones.islands_under_planks(game),
            f"/stones/{place}",
            "MEK-38",
            said("{island} lies under a plank", island=island),
        )
    for plank in list(game.planks):
        pair = game.planks.pop(plank)
        for rule, detail in planks.objections(game, plank, pair):
            raise InvalidPosition(f"/planks/{plank}", rule, detail)
        game.planks[plank] = pair


def check_pawns(game: MekongPosition) -> None:
    winners = [] if game.result is None else game.result.winners
    taken: set[str] = set()
    for seat, player in enumerate(game.players):
        field = f"/players/{seat}/pawn"
        require(
            player.pawn in VILLAGES or player.pawn in game.planks,
            field,
            "MEK-70",
            said("{place} is neither a village nor a plank on the board", place=player.pawn),
        )
        require(player.pawn not in taken, field, "MEK-70", said("another pawn stands on {place}", place=player.pawn))
        require(
            player.pawn != GOAL[player.colour] or seat in winners,
            field,
            "MEK-90",
            "this pawn has reached its goal, the game would be over",
        )
        if player.pawn in game.planks:
            taken.add(player.pawn)
