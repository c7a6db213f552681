"""A sensible hunter: remembers what it has lawfully seen, keeps low cards, announces when it seems ahead.

Works on knowledge alone. All figures are tenths of a point, so that everything stays whole.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engines.bailouke.actions import (
    Announce,
    AssignToken,
    ChooseEffect,
    Discard,
    EndTurn,
    Exchange,
    ExchangeSeen,
    ExchangeWithPile,
    Give,
    HandOver,
    MoveToken,
    Pass,
    Peek,
    PlaceAdded,
    Play,
    Ready,
    Replace,
    Reveal,
    ShuffleZone,
    Skip,
    StealToken,
    Target,
)
from engines.bailouke.bot.hunter import POINT, UNKNOWN_EFFECT, Hunter, worth_of_step
from engines.bailouke.rules.table import there
from engines.kernel.records import Action


def score_play(mind: Hunter, action: Play) -> int:
    drawn = mind.drawn
    return effect_worth(mind, drawn) + mind.matches(drawn)


def score_replace(mind: Hunter, action: Replace) -> int:
    value = mind.zone[action.card]
    effect = UNKNOWN_EFFECT if value is None else effect_worth(mind, value)
    return mind.expect(action.card) - POINT * mind.drawn + effect + mind.matches(value, action.card)


def effect_worth(mind: Hunter, value: int) -> int:
    return mind.worth[value] // 2 if mind.last_chance else mind.worth[value]


def score_choose_effect(mind: Hunter, action: ChooseEffect) -> int:
    return worth_of_step(mind.beasts[there(mind.known.effect).value].on_play[action.index])


def score_peek(mind: Hunter, action: Peek) -> int:
    """Unknown cards first; of opponents, those who are ahead."""
    unknown = 1000 if mind.value[action.card] is None else 0
    return unknown + (0 if action.card in mind.zone else mind.ease(mind.owner[action.card]) // 10)


def score_exchange(mind: Hunter, action: Exchange) -> int:
    return mind.expect(action.own_card) - mind.expect(action.other_card)


def score_exchange_with_pile(mind: Hunter, action: ExchangeWithPile) -> int:
    top = mind.known.pile.top
    value = None if top is None else top.value
    return mind.expect(action.card) - (mind.mean if value is None else POINT * value)


def score_exchange_seen(mind: Hunter, action: ExchangeSeen) -> int:
    own, other = there(mind.known.effect).looked[-2:]
    return mind.expect(own) - mind.expect(other)


def score_attack(mind: Hunter, action: ShuffleZone | Target) -> int:
    return mind.ease(action.seat)


def score_steal_token(mind: Hunter, action: StealToken) -> int:
    """A token on a card rather than a spare one, from a seat that is ahead."""
    return mind.ease(action.seat) * 10 + (0 if action.card is None else 1)


def score_move_token(mind: Hunter, action: MoveToken) -> int:
    """A token is of use on a card not known yet."""
    return 1 if mind.zone[action.to_card] is None else -1


def score_reveal(mind: Hunter, action: Reveal) -> int:
    return -mind.expect(action.card)


def score_hand_over(mind: Hunter, action: HandOver) -> int:
    return mind.expect(action.card)


def score_give(mind: Hunter, action: Give) -> int:
    """The highest card, to the seat that is ahead."""
    return 10_000 * (1 + mind.expect(action.card)) + mind.ease(action.seat)


def score_place_added(mind: Hunter, action: PlaceAdded) -> int:
    return 1 if action.side == "right" else 0


def score_discard(mind: Hunter, action: Discard) -> int:
    """Every known match; never a guess."""
    return 1 if mind.zone[action.card] == mind.top else -1


def score_announce(mind: Hunter, action: Announce) -> int:
    """Ahead of everybody by expectation, with a low total; the more rivals, the lower."""
    own, rivals = mind.total(mind.seat), mind.rivals()
    ahead = all(own + 5 * len(rivals) <= mind.total(seat) for seat in rivals)
    low = own <= 90 - 15 * len(rivals)
    return 1 if ahead and low else -1


def nothing(mind: Hunter, action: Action) -> int:
    """Closing actions: the choice unless another one gains something."""
    return 0


SCORES: dict[type[Action], Callable[[Hunter, Any], int]] = {
    Ready: nothing,
    Play: score_play,
    Replace: score_replace,
    ChooseEffect: score_choose_effect,
    Peek: score_peek,
    Exchange: score_exchange,
    ExchangeWithPile: score_exchange_with_pile,
    ExchangeSeen: score_exchange_seen,
    ShuffleZone: score_attack,
    Target: score_attack,
    StealToken: score_steal_token,
    MoveToken: score_move_token,
    Reveal: score_reveal,
    HandOver: score_hand_over,
    Give: score_give,
    PlaceAdded: score_place_added,
    Discard: score_discard,
    Announce: score_announce,
    Pass: nothing,
    Skip: nothing,
    EndTurn: nothing,
}


def choose(mind: Hunter, actions: Sequence[Action]) -> Action:
    """A free token goes on an unknown card at once; else the action of the highest score, the first of equals."""
    for action in actions:
        if isinstance(action, AssignToken) and mind.zone[action.card] is None:
            return action
    return ranked(mind, actions)[0]


def ranked(mind: Hunter, actions: Sequence[Action]) -> list[Action]:
    """All but the free tokens, by their scores."""
    decisions = [action for action in actions if not isinstance(action, AssignToken)]
    return sorted(decisions, key=lambda action: -SCORES[type(action)](mind, action))
