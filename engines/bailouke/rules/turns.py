"""A turn from its start to its end: placing tokens, draw, announcement."""

from __future__ import annotations

from collections.abc import Iterator

from engines.bailouke.actions import Announce, EndTurn, Ready
from engines.bailouke.events import BailoukeAnnounced, CardDrawn, CardSeen, PeboudeChanged, SeatReady, TurnStarted
from engines.bailouke.pieces import Bestiary
from engines.bailouke.position import View
from engines.bailouke.rules.rounds import end_round
from engines.bailouke.rules.table import Table
from engines.kernel.effects import ActionEffect, effect
from engines.kernel.records import Event


def ready(table: Table, seat: int, action: Ready) -> Iterator[Event]:
    """A seat has placed its tokens; the first turn begins when all have (BAI-13)."""
    game = table.game
    game.players[seat].ready = True
    yield SeatReady(seat=seat)
    if all(player.ready for player in game.players):
        yield from start_turn(table, game.first_seat)


def ready_effects(beasts: Bestiary, view: View, seat: int, action: Ready) -> Iterator[ActionEffect]:
    """The first turn begins when all are ready (BAI-13)."""
    yield effect("end", "ready", what="preparation")


def start_turn(table: Table, seat: int) -> Iterator[Event]:
    """The announcer's turn ends the round (BAI-23, BAI-75); else the Péboudé flips (BAI-39), then the draw (BAI-24).

    Turns go clockwise (BAI-22, BAI-118). Protection ends with the start of the second own turn (BAI-112).
    """
    game = table.game
    if game.announced_by == seat:
        yield from end_round(table, "announcement")
        return
    game.turn += 1
    game.active_seat = seat
    yield TurnStarted(seat=seat, turn=game.turn)
    player = game.players[seat]
    if player.peboude:  # BAI-39
        player.peboude -= 1
        yield PeboudeChanged(seat=seat, side=player.peboude)
    yield from draw(table, seat)


def draw(table: Table, seat: int) -> Iterator[Event]:
    """The active seat draws the top card and looks at it (BAI-24).

    The last card of the pile is drawn too, and that turn is played in full (BAI-82).
    """
    game = table.game
    card = game.pile.pop(0)
    game.drawn, game.phase = card, "play"
    yield CardDrawn(seat=seat, card=card, pile_count=len(game.pile))
    yield CardSeen(seat=seat, card=card, value=game.cards[card], reason="draw")


def finish_turn(table: Table) -> Iterator[Event]:
    """The discard phase is over. Checked in this order: empty zone, empty pile; then the announcement (BAI-83).

    An empty zone ends the round only now, so that later seats still had their window (BAI-79). With an empty pile
    nobody may announce any more (BAI-81).
    """
    game = table.game
    if not all(player.zone for player in game.players):
        yield from end_round(table, "empty_zone")
    elif not game.pile:
        yield from end_round(table, "pile")
    elif game.announced_by is None:
        game.phase = "announce"
    else:  # one announcement a round (BAI-76)
        yield from next_turn(table)


def next_turn(table: Table) -> Iterator[Event]:
    return start_turn(table, table.opponents()[0])


def announce(table: Table, seat: int, action: Announce) -> Iterator[Event]:
    """Baïlouké! One more lap (BAI-73, BAI-75).

    The announcer is not protected and has no penalty for losing (BAI-77). There is no second announcement
    (BAI-121).
    """
    table.game.announced_by = seat
    yield BailoukeAnnounced(seat=seat)
    yield from next_turn(table)


def end_turn(table: Table, seat: int, action: EndTurn) -> Iterator[Event]:
    """No announcement (BAI-74)."""
    return next_turn(table)


def announce_effects(beasts: Bestiary, view: View, seat: int, action: Announce) -> Iterator[ActionEffect]:
    """One more lap (BAI-73, BAI-75)."""
    yield effect("end", "announced", [f"seat-{seat}"], what="round")


def end_turn_effects(beasts: Bestiary, view: View, seat: int, action: EndTurn) -> Iterator[ActionEffect]:
    """The next seat draws (BAI-74)."""
    yield effect("end", "turn_ends", what="turn")
