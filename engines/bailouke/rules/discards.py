"""The discard phase: one window for each seat, in turn order from the active one."""

from __future__ import annotations

from collections.abc import Iterator

from engines.bailouke.actions import Discard, Pass
from engines.bailouke.events import CardDiscarded, DiscardFailed, DiscardPassed
from engines.bailouke.parts import Window
from engines.bailouke.pieces import Bestiary
from engines.bailouke.position import View
from engines.bailouke.rules.rounds import end_round
from engines.bailouke.rules.table import Table, place_of
from engines.bailouke.rules.tokens import free_token
from engines.bailouke.rules.turns import finish_turn
from engines.kernel.effects import ActionEffect, effect
from engines.kernel.records import Event
from engines.kernel.refusals import Illegal, said


def open_windows(table: Table) -> Iterator[Event]:
    """The effects are finished: the active seat comes first (BAI-28, BAI-61)."""
    return offer_window(table, table.clockwise(table.game.active_seat))


def next_window(table: Table, seat: int) -> Iterator[Event]:
    """The window of a seat is closed."""
    order = table.clockwise(table.game.active_seat)
    return offer_window(table, order[order.index(seat) + 1 :])


def offer_window(table: Table, seats: tuple[int, ...]) -> Iterator[Event]:
    """The next seat with cards has its window; after the last one the turn ends (BAI-61, BAI-72).

    One lap from the active seat, one window each (BAI-109).
    """
    game = table.game
    for seat in seats:
        if game.players[seat].zone:
            game.phase, game.discard = "discard", Window(seat)
            return
    game.discard = None
    yield from finish_turn(table)


def discard(table: Table, seat: int, action: Discard) -> Iterator[Event]:
    """Any own card may be tried, known or not (BAI-62, BAI-66)."""
    if action.card not in table.game.players[seat].zone:
        raise Illegal("BAI-62", said("card {card} is not in your zone", card=action.card))
    right = table.game.cards[action.card] == table.top_value()
    return right_discard(table, seat, action.card) if right else wrong_discard(table, seat, action.card)


def right_discard(table: Table, seat: int, card: int) -> Iterator[Event]:
    """Face up on the graveyard, no effect; the window stays open while there are cards (BAI-62, BAI-63, BAI-65).

    A discarded card has no effect: effects belong to played cards (BAI-110). The row closes the gap (BAI-9).
    """
    game = table.game
    zone = game.players[seat].zone
    place = place_of(zone, card)
    zone.remove(card)
    game.graveyard.append(card)
    table.forget(card)
    yield CardDiscarded(seat=seat, card=card, value=game.cards[card], place=place)
    yield from free_token(table, seat, card)
    if zone:
        return
    if game.options.empty_zone_timing == "immediate":  # BAI-107
        game.discard = None
        yield from end_round(table, "empty_zone")
    else:
        yield from next_window(table, seat)


def wrong_discard(table: Table, seat: int, card: int) -> Iterator[Event]:
    """Shown to all (BAI-106), back in its place (BAI-67); a penalty card (BAI-68, BAI-71); the window closes (BAI-69).

    No penalty when the pile is empty or the seat is protected (BAI-70, BAI-111, BAI-120).
    """
    game = table.game
    table.show_all(card)
    place = place_of(game.players[seat].zone, card)
    yield DiscardFailed(seat=seat, card=card, value=game.cards[card], place=place)
    if game.pile and not game.players[seat].peboude:
        yield table.send(game.pile.pop(0), seat, "failed_discard")
    else:
        yield from next_window(table, seat)


def discard_effects(beasts: Bestiary, view: View, seat: int, action: Discard) -> Iterator[ActionEffect]:
    """Certain only for a card that the seat is shown; all others look alike (BAI-62, BAI-66, BAI-67)."""
    player, card = view.players[seat], [f"card-{action.card}"]
    value, top = view.value_of(seat, action.card), view.graveyard[-1].value
    if value is None:
        yield effect("risk", "discard", card, what="card", top=f"value_{top}")
    elif value == top:
        yield effect("remove", "discarded", card, what="card", amount=1, left=len(player.zone) - 1)
    else:
        yield effect("reveal", "wrong", card, what="card", amount=1)
        if view.pile.count and not player.peboude:
            yield effect("gain", "card_added", [f"seat-{seat}"], what="card", amount=1, left=len(player.zone) + 1)


def pass_effects(beasts: Bestiary, view: View, seat: int, action: Pass) -> Iterator[ActionEffect]:
    """The window closes (BAI-64)."""
    yield effect("end", "passed", what="discard")


def pass_(table: Table, seat: int, action: Pass) -> Iterator[Event]:
    """Discarding is never compulsory (BAI-64)."""
    yield DiscardPassed(seat=seat)
    yield from next_window(table, seat)
