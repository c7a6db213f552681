"""The end of the game."""

from __future__ import annotations

from engines.kernel.records import Event, GameOver, Result
from engines.mekong.position import MekongPosition


def end_turn(game: MekongPosition) -> None:
    """The card of the acting seat is done; the next seat is to play (MEK-16)."""
    game.pending = None
    game.turn += 1


def win(game: MekongPosition, seat: int) -> Event:
    """A pawn has reached its goal: over at once, whatever cards are left; its player alone wins (MEK-90, MEK-91)."""
    others = [other for other in range(len(game.players)) if other != seat]
    end_turn(game)
    return _close(game, Result(winners=[seat], ranking=[[seat], others], scores=[], reason="goal_reached"))


def draw(game: MekongPosition, reason: str) -> Event:
    """Nobody wins, all are equal (MEK-93, MEK-94)."""
    everybody = list(range(len(game.players)))
    return _close(game, Result(winners=[], ranking=[everybody], scores=[], reason=reason))


def _close(game: MekongPosition, result: Result) -> Event:
    game.phase, game.result = "game_over", result
    return GameOver.of(result)


def no_planks_left(game: MekongPosition) -> bool:
    """All planks are lost, so nobody can ever win (MEK-94)."""
    return not game.planks and not any(player.reserve for player in game.players)
