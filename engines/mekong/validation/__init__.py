"""Positions from outside: what play could not have reached is refused, lists are put in order."""

from __future__ import annotations

from collections.abc import Iterator

from engines.kernel.records import GAME_OVER, Result
from engines.kernel.refusals import InvalidPosition
from engines.mekong.pieces import (
    BOARD,
    COLOR,
    COLORS_BY_COUNT,
    COLORS_IN_RESERVE,
    DRAGONS,
    GOAL,
    ISLANDS,
    KIND,
    PIECES,
    PLANKS,
    PROGRAM_LENGTH,
    SIZE,
    VILLAGES,
)
from engines.mekong.position import MekongPosition, Pending, acting
from engines.mekong.rules import planks, rounds, spans, stones
from engines.mekong.rules.ending import no_planks_left

Fault = tuple[str, str, str]
"""Where, by which rule, and what is wrong."""

NOTHING_TO_DO = {"stone": "MEK-35", "plank": "MEK-52", "remove": "MEK-67", "move": "MEK-75", "jump": "MEK-83"}


def check(game: MekongPosition) -> None:
    """Raise ``InvalidPosition`` for the first fault; then put the lists in the order of the content."""
    for part in (_seats, _planks, _reserves, _board, _pawns, _programs, _clock, _phase):
        for field, rule, detail in part(game):
            raise InvalidPosition(field, rule, detail)
    game.stones.sort(key=ISLANDS.index)
    game.planks = {plank: game.planks[plank] for plank in PLANKS if plank in game.planks}
    for player in game.players:
        player.reserve.sort(key=SIZE.__getitem__)


def _seats(game: MekongPosition) -> Iterator[Fault]:
    colors, options = [player.color for player in game.players], game.options
    if game.board != BOARD:
        yield "/board", "MEK-100", f"there is no board {game.board}"
    if len(colors) not in COLORS_BY_COUNT:
        yield "/players", "MEK-1", "2 to 6 players play"
    elif sorted(colors) != sorted(COLORS_BY_COUNT[len(colors)]):
        yield "/players", "MEK-2", f"{len(colors)} players play with {', '.join(COLORS_BY_COUNT[len(colors)])}"
    if options.colors is not None and options.colors != colors:
        yield "/options/colors", "MEK-115", "the colours of the options are not those of the players"
    if options.first_seat is not None and options.first_seat >= len(colors):
        yield "/options/first_seat", "MEK-116", f"there is no seat {options.first_seat}"
    if game.statuette >= len(colors):
        yield "/statuette", "MEK-7", f"there is no seat {game.statuette}"


def _planks(game: MekongPosition) -> Iterator[Fault]:
    """Every plank of the colours in play is exactly once in a reserve, on the board or lost (MEK-4)."""
    missing = {plank for plank in PLANKS if COLOR[plank] in {player.color for player in game.players}}
    for field, plank in _all_planks(game):
        if plank not in missing:
            yield field, "MEK-4", f"{plank} is not in this game, or there twice"
        missing.discard(plank)
    if missing:
        yield "/planks", "MEK-4", f"{', '.join(sorted(missing))}: neither in a reserve nor on the board nor lost"


def _all_planks(game: MekongPosition) -> Iterator[tuple[str, str]]:
    for seat, player in enumerate(game.players):
        for place, plank in enumerate(player.reserve):
            yield f"/players/{seat}/reserve/{place}", plank
    for plank in game.planks:
        yield f"/planks/{plank}", plank
    for place, plank in enumerate(game.lost):
        yield f"/lost/{place}", plank


def _reserves(game: MekongPosition) -> Iterator[Fault]:
    for seat, player in enumerate(game.players):
        field = f"/players/{seat}/reserve"
        if len({COLOR[plank] for plank in player.reserve}) > COLORS_IN_RESERVE:
            yield field, "MEK-63", f"a reserve has at most {COLORS_IN_RESERVE} colours"
        if len({SIZE[plank] for plank in player.reserve}) < len(player.reserve):
            yield field, "MEK-64", "a reserve has no two planks of one size"


def _board(game: MekongPosition) -> Iterator[Fault]:
    """Stones on different islands, planks where they could have been laid."""
    for place, island in enumerate(game.stones):
        if island not in ISLANDS or island in game.stones[:place]:
            yield f"/stones/{place}", "MEK-32", f"{island} is no island, or has a stone already"
    game.planks = {plank: spans.ordered(*pair) for plank, pair in game.planks.items()}
    for plank, pair in game.planks.items():
        if pair not in spans.NUMBER:
            yield f"/planks/{plank}", "MEK-41", "a plank rests on two stones, or on a village and a stone"
    for place, island in enumerate(game.stones):
        if island in stones.islands_under_planks(game):
            yield f"/stones/{place}", "MEK-38", f"{island} lies under a plank"
    for plank in list(game.planks):
        pair = game.planks.pop(plank)
        for rule, detail in planks.objections(game, plank, pair):
            yield f"/planks/{plank}", rule, detail
        game.planks[plank] = pair


def _pawns(game: MekongPosition) -> Iterator[Fault]:
    winners = [] if game.result is None else game.result.winners
    taken: set[str] = set()
    for seat, player in enumerate(game.players):
        field = f"/players/{seat}/pawn"
        if player.pawn not in VILLAGES and player.pawn not in game.planks:
            yield field, "MEK-70", f"{player.pawn} is neither a village nor a plank on the board"
        if player.pawn in taken:
            yield field, "MEK-70", f"another pawn stands on {player.pawn}"
        if player.pawn == GOAL[player.color] and seat not in winners:
            yield field, "MEK-90", "this pawn has reached its goal, the game would be over"
        if player.pawn in game.planks:
            taken.add(player.pawn)


def _programs(game: MekongPosition) -> Iterator[Fault]:
    for seat, player in enumerate(game.players):
        if player.program is not None:
            for rule, detail in rounds.faults(player.program, rounds.hand(game, seat)):
                yield f"/players/{seat}/program", rule, detail
        elif game.phase != "program":
            yield f"/players/{seat}/program", "MEK-14", "all programmes are laid before the first step"
    if game.phase == "program" and all(player.program for player in game.players):
        yield "/players", "MEK-14", "all programmes are laid, so the first cards would be turned over"


def _clock(game: MekongPosition) -> Iterator[Fault]:
    """Round, step and turn, and the two draws that play would have declared."""
    seats, over = len(game.players), game.phase == GAME_OVER
    if game.round > game.options.round_cap:
        yield "/round", "MEK-93", f"the game ends with round {game.options.round_cap}"
    if (game.step == 0) != (game.phase == "program"):
        yield "/step", "MEK-15", "the step is 0 while programmes are laid, and 1 to 5 afterwards"
    if game.turn > (0 if game.phase == "program" else seats if over else seats - 1):
        yield "/turn", "MEK-16", "the turn counts the seats that have played in this step"
    if no_planks_left(game) and not over:
        yield "/lost", "MEK-94", "all planks are lost, the game would be over"
    if over != (game.result is not None):
        yield "/result", "MEK-90", "the result is set exactly when the game is over"


def _phase(game: MekongPosition) -> Iterator[Fault]:
    if game.phase == "program" or game.result is not None:
        if game.pending is not None:
            yield "/pending", "MEK-17", "no card is being carried out in this phase"
        if game.result is not None:
            yield from _result(game, game.result)
    elif game.pending is None:
        yield "/pending", "MEK-17", "a card is being carried out in this phase"
    else:
        yield from _card(game, game.pending)


def _card(game: MekongPosition, pending: Pending) -> Iterator[Fault]:
    """The card of the acting seat, and something that can be done with it."""
    seat = acting(game)
    if pending.card != rounds.face_up(game, seat):
        yield "/pending/card", "MEK-15", f"seat {seat} shows {rounds.face_up(game, seat)}"
    if pending.card in DRAGONS:
        yield "/pending/card", "MEK-24", "a dragon leaves nothing to decide"
    if rounds.dragons_on(game, seat):
        yield "/pending/card", "MEK-17", "this card is cancelled by a dragon"
    kind = rounds.KINDS[KIND[pending.card]]
    if game.phase not in (kind.phase, "place_plank" if KIND[pending.card] == "plank" else kind.phase):
        yield "/phase", "MEK-17", f"{pending.card} leads to the phase {kind.phase}"
    if pending.remaining > PIECES[pending.card]:
        yield "/pending/remaining", "MEK-17", f"{pending.card} is for {PIECES[pending.card]} at most"
    yield from _chosen_plank(game, pending, seat)
    choices = planks.places_of_plank if game.phase == "place_plank" else kind.choices
    if not choices(game, seat):
        rule = "MEK-49" if game.phase == "place_plank" else NOTHING_TO_DO[KIND[pending.card]]
        yield "/phase", rule, "nothing can be decided here, play would have gone on"


def _chosen_plank(game: MekongPosition, pending: Pending, seat: int) -> Iterator[Fault]:
    if game.phase != "place_plank":
        if pending.plank is not None:
            yield "/pending/plank", "MEK-40", "no plank is chosen in this phase"
    elif pending.plank not in game.players[seat].reserve:
        yield "/pending/plank", "MEK-40", "the chosen plank is one of the acting seat's reserve"


def _result(game: MekongPosition, result: Result) -> Iterator[Fault]:
    """One winner on its goal, or a draw for a reason that holds (MEK-91, MEK-93, MEK-94)."""
    everybody = list(range(len(game.players)))
    if result.reason not in ("goal_reached", "round_cap", "no_planks"):
        yield "/result/reason", "MEK-90", f"{result.reason} ends no game"
    if (result.reason == "goal_reached") != (len(result.winners) == 1) or len(result.winners) > 1:
        yield "/result/winners", "MEK-91", "one seat wins by reaching its goal, else nobody"
    for seat in result.winners:
        if seat not in everybody or game.players[seat].pawn != GOAL[game.players[seat].color]:
            yield "/result/winners", "MEK-90", f"the pawn of seat {seat} is not on its goal"
    others = [seat for seat in everybody if seat not in result.winners]
    if result.ranking != ([result.winners, others] if result.winners else [everybody]) or result.scores:
        yield "/result/ranking", "MEK-91", "the winner, then all others equal; no scores"
    if (result.reason == "no_planks") != no_planks_left(game):
        yield "/result/reason", "MEK-94", "the reason is no_planks exactly when all planks are lost"
    last = (game.options.round_cap, PROGRAM_LENGTH, len(everybody))
    if result.reason == "round_cap" and (game.round, game.step, game.turn) != last:
        yield "/result/reason", "MEK-93", "the last round is not over"
