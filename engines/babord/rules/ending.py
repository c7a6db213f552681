"""How the game ends."""

from __future__ import annotations

from collections.abc import Iterator

from engines.babord.parts import Current
from engines.babord.position import BabordPosition, PositionOrView, board_of
from engines.kernel.records import Event, GameOver, Result


def has_won(game: PositionOrView, seat: int) -> bool:
    """Carries the treasure and lies at the jetty of the own home port (BAB-75)."""
    player = game.players[seat]
    return (
        game.treasure.carrier == seat
        and player.home_port is not None
        and player.boat in board_of(game).jetties[player.home_port]
    )


def afloat(game: PositionOrView) -> list[int]:
    """The seats whose boats have not sunk."""
    return [player.seat for player in game.players if not player.sunk]


def last_of_several(game: PositionOrView) -> bool:
    """One boat is left, and the option makes it the winner (BAB-77).

    By default the last boat afloat does not win: winning needs the treasure (BAB-118).
    """
    return game.options.last_afloat_wins and len(game.players) > 1 and len(afloat(game)) == 1


def treasure_home(game: BabordPosition, seat: int) -> Iterator[Event]:
    """The carrier is home and wins at once (BAB-75)."""
    yield from end(game, [seat], "treasure_home")


def boats_lost(game: BabordPosition) -> Iterator[Event]:
    """All boats sunk, or all but one where that decides the game (BAB-76, BAB-77).

    A single seat loses when its boat sinks, or at the round cap (BAB-78, BAB-79).
    """
    left = afloat(game)
    if not left:
        yield from end(game, [], "all_sunk")
    elif last_of_several(game):
        yield from end(game, left, "last_afloat")


def end(game: BabordPosition, winners: list[int], reason: str) -> Iterator[Event]:
    """There is a winner or none, and nothing beyond that (BAB-80)."""
    others = [player.seat for player in game.players if player.seat not in winners]
    ranking = [group for group in (winners, others) if group]
    game.result = Result(winners=winners, ranking=ranking, scores=[], reason=reason)
    game.phase, game.active_seat, game.current = "game_over", None, Current()
    yield GameOver.of(game.result)
