"""End of the game, points and ties."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from engines.bakong.events import FinalScores, FirstHome
from engines.bakong.parts import Player, ScoreLine, ScoreSheet
from engines.bakong.pieces import POINTS
from engines.bakong.position import BakongPosition
from engines.bakong.rules.turns import return_set_aside
from engines.kernel.records import Event, GameOver, Result


def come_home(game: BakongPosition, seat: int) -> Iterator[Event]:
    """The first pawn back at the camp ends the game at once (BAK-66, BAK-67)."""
    yield from return_set_aside(game)
    game.players[seat].first_home = True
    yield FirstHome(seat=seat)
    game.phase, game.active_seat, game.current = "game_over", None, None
    game.score_sheet, game.result = count(game.players)
    yield FinalScores(lines=game.score_sheet.lines, tie_break=game.score_sheet.tie_break)
    yield GameOver.of(game.result)


def score(player: Player) -> ScoreLine:
    """What a seat carries counts wherever its pawn stands (BAK-69, BAK-70, BAK-108)."""
    big, x1, x3 = player.big or 0, POINTS["x1"] * player.x1, POINTS["x3"] * player.x3
    first_home, ouch = POINTS["first_arrived"] * player.first_home, POINTS["ouch"] * player.ouch
    return ScoreLine(big, x1, x3, first_home, ouch, big + x1 + x3 + first_home + ouch)


def count(players: list[Player]) -> tuple[ScoreSheet, Result]:
    """Most points win; the bigger emerald breaks a tie (BAK-71, BAK-72, BAK-106)."""
    lines = [score(player) for player in players]

    def rank(seat: int) -> tuple[int, int]:
        return lines[seat].total, lines[seat].big

    seats = sorted(range(len(players)), key=rank, reverse=True)
    ranking = [list(group) for _, group in groupby(seats, key=rank)]
    leaders = [line for line in lines if line.total == lines[seats[0]].total]
    scores = [line.total for line in lines]
    return (
        ScoreSheet(lines, tie_break=len(leaders) > len(ranking[0])),
        Result(winners=ranking[0], ranking=ranking, scores=scores, reason="first_home"),
    )
