"""What the searching hunter compares: the best at first sight, and nothing where there is nothing to think about."""

from __future__ import annotations

from engines.bailouke import engine
from engines.bailouke.actions import AssignToken, Discard, Exchange, Pass, Play, Replace
from engines.bailouke.parts import Effect
from engines.bailouke.position import Position
from engines.kernel.dice import SeededDice
from engines.kernel.records import Action
from tests.engines.bailouke.positions import position


def compared(game: Position) -> list[Action]:
    engine.rules.check(game)
    return engine.bot.shortlist(
        engine.visibility.knowledge(game, 0), 0, engine.rules.legal(game, 0), SeededDice(b"bot")
    )


def test_what_is_discarded_and_where_a_token_goes_is_not_searched() -> None:
    game = position([[5, 5, 9], [4]], "discard", graveyard=[5], window=0, seats={0: {"seen": [0, 2]}})
    assert compared(game) == [Discard(0)]
    game.players[0].seen = [2]
    assert compared(game) == [Pass()]
    game = position([[2, 3], [4]], "place_tokens", seats={0: {"tokens": 1, "ready": False}})
    assert compared(game) == [AssignToken(0)]


def test_of_many_actions_the_best_at_first_sight_are_compared() -> None:
    zones = [[1, 9, 7, 3], [2, 5, 6]]
    seen = {0: {"seen": [0, 1, 2, 3, 10, 11, 12]}}
    game = position(zones, "effect", graveyard=[4], effect=Effect(4), seats=seen)
    assert all(isinstance(action, Exchange) for action in engine.rules.legal(game, 0).actions)
    assert compared(game)[:3] == [Exchange(1, 10), Exchange(2, 10), Exchange(1, 11)]
    assert len(compared(game)) == engine.bot.search.shortlist


def test_every_card_that_may_be_replaced_is_compared() -> None:
    game = position([[2, 9], [4]], drawn=3, seats={0: {"seen": [0, 1]}})
    assert set(compared(game)) == {Play(), Replace(0), Replace(1)}
    assert compared(game)[0] == Replace(1)
