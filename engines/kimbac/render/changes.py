"""What each event changes in the picture."""

from __future__ import annotations

from collections import Counter

from engines.kernel.changes import BoardState, OfEvent, new_board
from engines.kernel.records import Changes, Counted, Event, Moved, Put, Turned
from engines.kimbac import events
from engines.kimbac.parts import MOST_SEATS
from engines.kimbac.pieces import COPIES, GATES, REMOVED
from engines.kimbac.position import KimbacView


def place(name: str) -> str:
    return f"gate-{name}" if name in GATES else f"crossroad-{name}"


def state(view: KimbacView) -> BoardState:
    """Pawns and open pairs, the numbers of cards, the totals."""
    pieces = Counter(
        (f"pawn-{seat}-{number}", place(at))
        for seat, own in enumerate(view.pawns)
        for number, at in enumerate(own, 1)
        if at is not None and at != REMOVED
    )
    pieces.update((f"pair-{number}", f"seat-{seat}") for seat, own in enumerate(view.face_up) for number in own)
    counters = {("pile", ""): view.pile}
    counters |= {(f"hand-{seat}", ""): size for seat, size in enumerate(view.hand_sizes)}
    counters |= {(f"seat-{seat}", "taels"): total for seat, total in enumerate(view.scores)}
    return BoardState(pieces, {}, counters)


def pawn_placed(event: events.PawnPlaced) -> Changes:
    return Changes(added=[Put(f"pawn-{event.seat}-{event.pawn}", place(event.gate))])


def card_drawn(event: events.CardDrawn) -> Changes:
    """The seat that drew sees the card; the others see a pile and a hand."""
    counters = [
        Counted("pile", from_=event.pile_left + 1, to=event.pile_left),
        Counted(f"hand-{event.seat}", by=1),
    ]
    return Changes(turned=[] if event.number is None else [Turned("pile", str(event.number))], counters=counters)


def hands_reshuffled(event: events.HandsReshuffled) -> Changes:
    hands = [Counted(f"hand-{seat}", to=0) for seat in range(MOST_SEATS)]
    return Changes(counters=[Counted("pile", from_=0, to=event.cards), *hands])


def pawn_moved(event: events.PawnMoved) -> Changes:
    return Changes(moved=[Moved(f"pawn-{event.seat}-{event.pawn}", place(event.to), place(event.from_))])


def chest_taken(event: events.ChestTaken) -> Changes:
    pair = Put(f"pair-{event.monument}", f"seat-{event.seat}")
    return Changes(added=[pair], counters=[Counted(f"hand-{event.seat}", by=-COPIES)])


def chest_shaken(event: events.ChestShaken) -> Changes:
    return Changes(turned=[] if event.cache is None else [Turned("chest", str(event.cache))])


def kimbac_appeared(event: events.KimbacAppeared) -> Changes:
    return Changes(removed=[Put(f"pawn-{event.seat}-{number}") for number in event.removed])


def treasure_revealed(event: events.TreasureRevealed) -> Changes:
    return Changes(turned=[Turned("chest", str(event.cache))])


def round_ended(event: events.RoundEnded) -> Changes:
    return Changes(counters=[Counted(f"seat-{seat}", "taels", to=total) for seat, total in enumerate(event.scores)])


CHANGES: dict[type[Event], OfEvent] = {
    events.GameStarted: new_board,
    events.RoundStarted: new_board,
    events.PawnPlaced: pawn_placed,
    events.CardDrawn: card_drawn,
    events.HandsReshuffled: hands_reshuffled,
    events.PawnMoved: pawn_moved,
    events.ChestTaken: chest_taken,
    events.ChestShaken: chest_shaken,
    events.KimbacAppeared: kimbac_appeared,
    events.TreasureRevealed: treasure_revealed,
    events.RoundEnded: round_ended,
}
