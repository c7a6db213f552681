"""The primitives that the Bestiary is written in: the one table from the name of a step to what it does."""

from __future__ import annotations

from engines.bailouke.actions import (
    Exchange,
    ExchangeSeen,
    ExchangeWithPile,
    Give,
    HandOver,
    MoveToken,
    Peek,
    Reveal,
    ShuffleZone,
    StealToken,
    Target,
)
from engines.bailouke.rules.adding import (
    add_to_opponent,
    add_to_self,
    can_add_to_self,
    gifts,
    give_card,
    remove_from_pile,
    targets,
)
from engines.bailouke.rules.exchanging import (
    cards_of_opponents,
    exchange_blind,
    exchange_seen,
    exchange_with_pile,
    own_cards,
    pairs,
    peek_opponent,
    peek_own,
    peek_pile,
    pile_exchanges,
    seen_exchange,
    shuffle_zone,
    zones_to_shuffle,
)
from engines.bailouke.rules.gains import (
    can_gain_token,
    gain_token,
    move_token,
    protect,
    steal_token,
    thefts,
    token_moves,
)
from engines.bailouke.rules.steps import Deed, Question, always, has_pile
from engines.bailouke.rules.together import hand_overs, pass_left, reveal_contest, reveals, ring, with_cards

PRIMITIVES: dict[tuple[str, str | None], Deed | Question] = {
    ("gain_token", None): Deed(can_gain_token, gain_token),
    ("protect", None): Deed(always, protect),
    ("peek_own", None): Question(Peek, own_cards, peek_own),
    ("peek_opponent", None): Question(Peek, cards_of_opponents, peek_opponent),
    ("peek_pile", None): Deed(has_pile, peek_pile),
    ("move_token", None): Question(MoveToken, token_moves, move_token),
    ("exchange_blind", None): Question(Exchange, pairs, exchange_blind),
    ("exchange_seen", None): Question(ExchangeSeen, seen_exchange, exchange_seen),
    ("exchange_with_pile", None): Question(ExchangeWithPile, pile_exchanges, exchange_with_pile),
    ("shuffle_zone", None): Question(ShuffleZone, zones_to_shuffle, shuffle_zone),
    ("add_from_pile", "opponent"): Question(Target, targets, add_to_opponent),
    ("add_from_pile", "self"): Deed(can_add_to_self, add_to_self),
    ("remove_from_pile", None): Deed(has_pile, remove_from_pile),
    ("steal_token", None): Question(StealToken, thefts, steal_token),
    ("reveal_contest", None): Question(Reveal, reveals, reveal_contest, with_cards),
    ("pass_left", None): Question(HandOver, hand_overs, pass_left, ring),
    ("give_card", None): Question(Give, gifts, give_card),
}
