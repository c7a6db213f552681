"""Effects that look at cards, exchange them, or shuffle a zone."""

from __future__ import annotations

from collections.abc import Iterator

from engines.bailouke.actions import Exchange, ExchangeSeen, ExchangeWithPile, Peek, ShuffleZone
from engines.bailouke.events import CardPeeked, CardsExchanged, ZoneShuffled
from engines.bailouke.pieces import CARDS, Bestiary, Step
from engines.bailouke.position import View
from engines.bailouke.rules.steps import (
    effect_of,
    require_exchangeable,
    require_foreign,
    require_opponent,
    require_own,
    rule,
    unprotected,
)
from engines.bailouke.rules.table import Table, place_of, there
from engines.bailouke.rules.tokens import STAYS, change_card, free_token, look
from engines.kernel.effects import ActionEffect, effect
from engines.kernel.records import Action, Event
from engines.kernel.refusals import Illegal

EXCHANGE = [[Exchange(own, other) for other in CARDS] for own in CARDS]


def pairs(table: Table, seat: int) -> list[Action]:
    """Any own card for any card of an unprotected opponent (BAI-32, BAI-37)."""
    players = table.game.players
    others = [card for other in unprotected(table) for card in players[other].zone]
    return [EXCHANGE[own][other] for own in players[seat].zone for other in others]


def exchange_blind(table: Table, seat: int, action: Exchange, step: Step) -> Iterator[Event]:
    """One own card for one card of an unprotected opponent, nobody looks (BAI-32, BAI-46)."""
    require_own(table, seat, action.own_card)
    other = require_foreign(table, seat, action.other_card)
    require_exchangeable(table, other)
    return exchange(table, seat, action.own_card, other, action.other_card)


def exchange(table: Table, seat: int, own: int, other_seat: int, other: int) -> Iterator[Event]:
    """Two cards take each other's place (BAI-32, BAI-119)."""
    mine, theirs = table.game.players[seat].zone, table.game.players[other_seat].zone
    mine[mine.index(own)] = other
    theirs[theirs.index(other)] = own
    yield CardsExchanged(
        seat=seat,
        own_card=own,
        other_seat=other_seat,
        other_card=other,
        own_place=place_of(mine, other),
        other_place=place_of(theirs, own),
    )
    yield from change_card(table, seat, own, other)
    yield from change_card(table, other_seat, other, own)


def seen_pair(table: Table, seat: int) -> tuple[int, int, int] | None:
    """The last two cards looked at, an own one and an opponent's, and that opponent."""
    looked = effect_of(table).looked[-2:]
    owners = [table.owner(card) for card in looked]
    if len(looked) < 2 or owners[0] != seat or owners[1] in (None, seat):
        return None
    return looked[0], there(owners[1]), looked[1]


def seen_exchange(table: Table, seat: int) -> list[Action]:
    """The two cards just looked at, unless their owner is protected (BAI-37, BAI-51)."""
    pair = seen_pair(table, seat)
    return [ExchangeSeen()] if pair and not table.game.players[pair[1]].peboude else []


def exchange_seen(table: Table, seat: int, action: ExchangeSeen, step: Step) -> Iterator[Event]:
    """Exchange the two cards just looked at (BAI-51)."""
    pair = seen_pair(table, seat)
    if pair is None:
        raise Illegal(rule(table), "you have not just looked at a card of yours and one of an opponent")
    require_exchangeable(table, pair[1])
    return exchange(table, seat, *pair)


def pile_exchanges(table: Table, seat: int) -> list[Action]:
    """Any own card, while the pile has one to give (BAI-47)."""
    return [ExchangeWithPile(card) for card in table.game.players[seat].zone if table.game.pile]


def exchange_with_pile(table: Table, seat: int, action: ExchangeWithPile, step: Step) -> Iterator[Event]:
    """An own card goes face down on top of the pile, the top card takes its place; no effect (BAI-47)."""
    require_own(table, seat, action.card)
    game = table.game
    if not game.pile:
        raise Illegal(rule(table), "the pile is empty")
    zone, top = game.players[seat].zone, game.pile[0]
    zone[zone.index(action.card)] = top
    game.pile[0] = action.card
    yield CardsExchanged(
        seat=seat, own_card=action.card, other_seat=None, other_card=top, own_place=place_of(zone, top)
    )
    yield from change_card(table, seat, action.card, top)


def exchange_effects(beasts: Bestiary, view: View, seat: int, action: Exchange) -> Iterator[ActionEffect]:
    """Two cards change places, unseen (BAI-46)."""
    yield exchanged(action.own_card, f"card-{action.other_card}")


def exchange_seen_effects(beasts: Bestiary, view: View, seat: int, action: ExchangeSeen) -> Iterator[ActionEffect]:
    """The two cards just looked at (BAI-51)."""
    own, other = there(view.effect).looked[-2:]
    yield exchanged(own, f"card-{other}")


def exchange_with_pile_effects(
    beasts: Bestiary, view: View, seat: int, action: ExchangeWithPile
) -> Iterator[ActionEffect]:
    """The top card of the pile for one's own (BAI-47)."""
    yield exchanged(action.card, "pile")


def exchanged(own: int, other: str) -> ActionEffect:
    return effect("place", "exchanged", [f"card-{own}", other], what="card", amount=2)


# --- shuffling a zone (BAI-48) ---


def zones_to_shuffle(table: Table, seat: int) -> list[Action]:
    """The zone of any opponent, protected or not (BAI-41, BAI-48)."""
    return [ShuffleZone(other) for other in table.opponents()]


def shuffle_zone(table: Table, seat: int, action: ShuffleZone, step: Step) -> Iterator[Event]:
    """The values move among the ids of the zone, so that the row looks the same; all memory of it is void (BAI-48)."""
    require_opponent(table, action.seat)
    return shuffle(table, seat, action.seat)


def shuffle(table: Table, seat: int, target: int) -> Iterator[Event]:
    game, effect = table.game, effect_of(table)
    player = game.players[target]
    if len(player.zone) > 1:
        values = [game.cards[card] for card in player.zone]
        table.dice.shuffle(values)
        for card, value in zip(player.zone, values, strict=True):
            game.cards[card] = value
            table.forget(card)
        effect.looked = [card for card in effect.looked if card not in player.zone]
    yield ZoneShuffled(seat=seat, target_seat=target)
    for card in list(player.assigned):
        if game.options.token_on_replace != STAYS:
            yield from free_token(table, target, card)
        elif len(player.zone) > 1:  # the token keeps its place, its owner sees the new card (BAI-103)
            yield look(table, target, card, "token")


def shuffle_zone_effects(beasts: Bestiary, view: View, seat: int, action: ShuffleZone) -> Iterator[ActionEffect]:
    """Nobody knows any more which card lies where (BAI-48)."""
    yield effect("block", "shuffled", [f"seat-{action.seat}"], what="card", seat=action.seat)


PEEK = [Peek(card) for card in CARDS]


def own_cards(table: Table, seat: int) -> list[Action]:
    """A look at any own card (BAI-44)."""
    return [PEEK[card] for card in table.game.players[seat].zone]


def cards_of_opponents(table: Table, seat: int) -> list[Action]:
    """A look at any card of an opponent, protected or not (BAI-41, BAI-45)."""
    players = table.game.players
    return [PEEK[card] for other in table.opponents() for card in players[other].zone]


def peek_own(table: Table, seat: int, action: Peek, step: Step) -> Iterator[Event]:
    """Look at one own card (BAI-44)."""
    require_own(table, seat, action.card)
    return peek(table, seat, action.card)


def peek_opponent(table: Table, seat: int, action: Peek, step: Step) -> Iterator[Event]:
    """Look at one card of an opponent, protected or not (BAI-41, BAI-45)."""
    require_foreign(table, seat, action.card)
    return peek(table, seat, action.card)


def peek_effects(beasts: Bestiary, view: View, seat: int, action: Peek) -> Iterator[ActionEffect]:
    """A look that nobody shares (BAI-44, BAI-45)."""
    yield effect("reveal", "seen", [f"card-{action.card}"], what="card", amount=1)


def peek(table: Table, seat: int, card: int) -> Iterator[Event]:
    effect_of(table).looked.append(card)
    owner = there(table.owner(card))
    place = place_of(table.game.players[owner].zone, card)
    yield CardPeeked(seat=seat, card=card, owner=None if owner == seat else owner, place=place)
    yield look(table, seat, card, "peek")


def peek_pile(table: Table, step: Step) -> Iterator[Event]:
    """Look at the top card of the pile (BAI-47)."""
    game = table.game
    effect_of(table).looked.append(game.pile[0])
    yield CardPeeked(seat=game.active_seat, card=None)
    yield look(table, game.active_seat, game.pile[0], "pile")
