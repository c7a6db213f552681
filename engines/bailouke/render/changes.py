"""What each event changes in the picture."""

from __future__ import annotations

from collections import Counter

from engines.bailouke import events
from engines.bailouke.position import View
from engines.kernel.changes import BoardState, OfEvent, new_board
from engines.kernel.records import Changes, Counted, Event, Moved, Put, Turned

TOKEN = "louk-louke"  # noqa: S105
"""A token on a card. Tokens on no card are counted."""


def state(view: View) -> BoardState:
    """Cards in the rows, on the graveyard and on their way; tokens; the pile and the crowns."""
    pieces = Counter((f"card-{card.card}", "graveyard") for card in view.graveyard)
    if view.drawn is not None:
        pieces[f"card-{view.drawn.card}", "drawn"] += 1
    if view.incoming is not None:
        pieces[f"card-{view.incoming.card}", "incoming"] += 1
    counters = {("pile", ""): view.pile.count}
    for seat, player in enumerate(view.players):
        pieces.update((f"card-{lying.card}", f"seat-{seat}") for lying in player.zone)
        pieces.update((TOKEN, f"card-{card}") for card in player.assigned)
        counters |= {
            (f"free-tokens-{seat}", ""): player.tokens - len(player.assigned),
            (f"sulking-{seat}", ""): player.peboude,
            (f"discount-{seat}", ""): sum(player.fer),
            (f"crowns-{seat}", ""): player.kouronn,
        }
    return BoardState(pieces, {}, counters)


def token_assigned(event: events.TokenAssigned) -> Changes:
    return Changes(added=[Put(TOKEN, f"card-{event.card}")], counters=[Counted(f"free-tokens-{event.seat}", by=-1)])


def token_freed(event: events.TokenFreed) -> Changes:
    return Changes(removed=[Put(TOKEN, f"card-{event.card}")], counters=[Counted(f"free-tokens-{event.seat}", by=1)])


def token_moved(event: events.TokenMoved) -> Changes:
    return Changes(moved=[Moved(TOKEN, f"card-{event.to_card}", f"card-{event.from_card}")])


def token_gained(event: events.TokenGained) -> Changes:
    return Changes(counters=[Counted(f"free-tokens-{event.seat}", by=event.count)])


def token_stolen(event: events.TokenStolen) -> Changes:
    gained = Counted(f"free-tokens-{event.seat}", by=1)
    if event.card is None:
        return Changes(counters=[Counted(f"free-tokens-{event.from_seat}", by=-1), gained])
    return Changes(removed=[Put(TOKEN, f"card-{event.card}")], counters=[gained])


def card_seen(event: events.CardSeen) -> Changes:
    return Changes(turned=[Turned(f"card-{event.card}", str(event.value))])


def peboude_changed(event: events.PeboudeChanged) -> Changes:
    return Changes(counters=[Counted(f"sulking-{event.seat}", to=event.side)])


def card_drawn(event: events.CardDrawn) -> Changes:
    pile = Counted("pile", from_=event.pile_count + 1, to=event.pile_count)
    return Changes(added=[Put(f"card-{event.card}", "drawn")], counters=[pile])


def card_played(event: events.CardPlayed) -> Changes:
    shown = [Turned(f"card-{event.card}", str(event.value))]
    if event.in_card is None:
        return Changes(moved=[Moved(f"card-{event.card}", "graveyard", "drawn")], turned=shown)
    home = f"seat-{event.seat}"
    moved = [Moved(f"card-{event.in_card}", home, "drawn"), Moved(f"card-{event.card}", "graveyard", home)]
    return Changes(moved=moved, turned=shown)


def cards_exchanged(event: events.CardsExchanged) -> Changes:
    own, other, home = f"card-{event.own_card}", f"card-{event.other_card}", f"seat-{event.seat}"
    if event.other_seat is None:
        return Changes(added=[Put(other, home)], removed=[Put(own, home)])
    away = f"seat-{event.other_seat}"
    return Changes(moved=[Moved(own, away, home), Moved(other, home, away)])


def cards_revealed(event: events.CardsRevealed) -> Changes:
    return Changes(turned=[Turned(f"card-{entry.card}", str(entry.value)) for entry in event.entries])


def discount_gained(event: events.DiscountGained) -> Changes:
    return Changes(counters=[Counted(f"discount-{event.seat}", by=event.points)])


def cards_passed(event: events.CardsPassed) -> Changes:
    return Changes(
        moved=[
            Moved(f"card-{entry.card}", f"seat-{entry.to_seat}", f"seat-{entry.from_seat}") for entry in event.entries
        ]
    )


def card_incoming(event: events.CardIncoming) -> Changes:
    card = f"card-{event.card}"
    if event.from_seat is not None:
        return Changes(moved=[Moved(card, "incoming", f"seat-{event.from_seat}")])
    return Changes(added=[Put(card, "incoming")], counters=[Counted("pile", to=event.pile_count)])


def card_added(event: events.CardAdded) -> Changes:
    return Changes(moved=[Moved(f"card-{event.card}", f"seat-{event.seat}", "incoming")])


def pile_removed(event: events.PileRemoved) -> Changes:
    return Changes(counters=[Counted("pile", from_=event.pile_count + len(event.cards), to=event.pile_count)])


def card_discarded(event: events.CardDiscarded) -> Changes:
    card = f"card-{event.card}"
    return Changes(moved=[Moved(card, "graveyard", f"seat-{event.seat}")], turned=[Turned(card, str(event.value))])


def discard_failed(event: events.DiscardFailed) -> Changes:
    return Changes(turned=[Turned(f"card-{event.card}", str(event.value))])


def kouronn_gained(event: events.KouronnGained) -> Changes:
    return Changes(counters=[Counted(f"crowns-{event.seat}", from_=event.total - 1, to=event.total)])


CHANGES: dict[type[Event], OfEvent] = {
    events.GameStarted: new_board,
    events.RoundStarted: new_board,
    events.TokenAssigned: token_assigned,
    events.TokenFreed: token_freed,
    events.TokenMoved: token_moved,
    events.CardSeen: card_seen,
    events.PeboudeChanged: peboude_changed,
    events.CardDrawn: card_drawn,
    events.CardPlayed: card_played,
    events.TokenGained: token_gained,
    events.TokenStolen: token_stolen,
    events.CardsExchanged: cards_exchanged,
    events.CardsRevealed: cards_revealed,
    events.DiscountGained: discount_gained,
    events.CardsPassed: cards_passed,
    events.CardIncoming: card_incoming,
    events.CardAdded: card_added,
    events.PileRemoved: pile_removed,
    events.CardDiscarded: card_discarded,
    events.DiscardFailed: discard_failed,
    events.RoundEnded: new_board,
    events.KouronnGained: kouronn_gained,
}
