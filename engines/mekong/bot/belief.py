"""What the others have probably laid: a guess at their face-down cards, from what lies open on the table alone."""

from __future__ import annotations

from collections.abc import Sequence

from engines.kernel.dice import Dice
from engines.mekong.bot.planner import FILLERS, Walk, program
from engines.mekong.bot.routes import Chart, Route
from engines.mekong.pieces import DRAGONS, PROGRAM_LENGTH
from engines.mekong.position import MekongPosition
from engines.mekong.rules.rounds import hand

TRUST = 85
"""Per cent of the guesses that take the others for sensible players; anything may lie there in the rest."""


def sample_belief(game: MekongPosition, seat: int, dice: Dice) -> MekongPosition:
    """Lay for the others what a sensible player would; ``game`` is determinized, and is changed.

    Cards that are face up stay. The hidden ones are planned on the board as it lies: before the first step that is how
    the greedy player plans, later it is near enough.
    """
    chart = Chart(game)
    for other, player in enumerate(game.players):
        if other != seat and player.program is not None and dice.below(100) < TRUST:
            shown = player.program[: game.step]
            player.program = _planned(chart, other, dice) if not shown else _continued(chart, other, shown, dice)
    return game


def _planned(chart: Chart, seat: int, dice: Dice) -> list[str]:
    rivals = [Route(chart, other) for other in range(len(chart.seen.players)) if other != seat]
    return list(program(Route(chart, seat), rivals, dice))


def _continued(chart: Chart, seat: int, shown: Sequence[str], dice: Dice) -> list[str]:
    """The open cards, then the next ones of the way; a dragon in one slot if there was none, as in every other plan."""
    walk = Walk(Route(chart, seat))
    walk.cards = list(shown)
    while len(walk.cards) < PROGRAM_LENGTH and walk.track and (card := walk.next_card()):
        walk.cards.append(card)
    cards = walk.cards
    if not any(card in DRAGONS for card in shown):
        dragons = [card for card in hand(chart.seen, seat) if card in DRAGONS]
        slot = dice.below(2 * PROGRAM_LENGTH)
        if len(shown) <= slot < PROGRAM_LENGTH:
            cards.insert(slot, dice.choose(dragons))
    cards += [card for card in FILLERS if card not in cards]
    return cards[:PROGRAM_LENGTH]
