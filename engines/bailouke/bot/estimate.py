"""Who is likely to win: a quick judgement of a position, fitted to rounds of the greedy player.

The round is judged by totals, numbers of cards and tokens; the game by the Kouronn that each seat would then have.
"""

from __future__ import annotations

from engines.bailouke.parts import Player
from engines.bailouke.position import Position
from engines.kernel.protocols.bot import chances

POINT = -0.175
POINT_EARLY = 0.0036
"""A point weighs less the more cards the pile still has."""
POINT_ANNOUNCED = -0.19
CARD = -0.25
UNKNOWN = -0.09
"""A card that its owner has not seen."""
TOKEN = 0.146
LAST_CARD = 0.96
KOURONN = 0.92
"""What a round that is won weighs in the game."""
SETTLED = 8
"""Turns after which the others have chosen what they keep."""
KEPT, DOUBT = 4, 4
"""The mean value of what they keep, and how many per cent each point beyond it makes less plausible."""


def estimate(game: Position) -> list[float]:
    """The win chances by seat: the mean over who may win this round."""
    kouronn = [float(player.kouronn) for player in game.players]
    if game.phase == "place_tokens":
        return standing(game, kouronn)
    found = [0.0] * len(kouronn)
    for winner, chance in enumerate(chances([strength(game, player) for player in game.players])):
        after = kouronn.copy()
        after[winner] += 1
        for seat, share in enumerate(standing(game, after)):
            found[seat] += chance * share
    return found


def standing(game: Position, kouronn: list[float]) -> list[float]:
    """The chances between two rounds."""
    most = max(kouronn)
    if most >= game.options.wins_needed:
        return [float(won == most) for won in kouronn]
    return chances([KOURONN * won for won in kouronn])


def strength(game: Position, player: Player) -> float:
    """How a seat stands in the round."""
    zone, cards = player.zone, game.cards
    total = max(0, sum([cards[card] for card in zone]) - sum(player.fer))
    point = POINT + POINT_EARLY * len(game.pile) + (POINT_ANNOUNCED if game.announced_by is not None else 0)
    unknown = sum([card not in player.seen and card not in player.assigned for card in zone])
    last = LAST_CARD if len(zone) == 1 else 0
    return point * total + CARD * len(zone) + UNKNOWN * unknown + TOKEN * player.tokens + last


def plausibility(game: Position, seat: int) -> int:
    """Per cent: others who have had some turns hold few high cards that this seat has not seen."""
    patience = min(game.turn, SETTLED)
    excess = 0
    known = game.players[seat].seen
    for other, player in enumerate(game.players):
        if other != seat:
            hidden = [game.cards[card] for card in player.zone if card not in known]
            excess += max(0, sum(hidden) - KEPT * len(hidden))
    return max(5, 100 - DOUBT * patience * excess // SETTLED)
