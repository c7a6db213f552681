"""What each event changes in the picture."""

from __future__ import annotations

from collections import Counter

from engines.bakong import events
from engines.bakong.pieces import EMERALDS_OF, TEMPLE_SLOT
from engines.bakong.position import BakongView
from engines.kernel.changes import BoardState, OfEvent, new_board
from engines.kernel.records import Changes, Counted, Event, Moved, Put, Turned

TEMPLE = f"slot-{TEMPLE_SLOT}"


def state(view: BakongView) -> BoardState:
    """Pawns, emeralds and objects, the faces of tiles and dice, the tokens of seats and supply."""
    pieces = Counter({(f"pawn-{seat}", f"slot-{player.slot}"): 1 for seat, player in enumerate(view.players)})
    pieces.update((f"emerald-{value}", TEMPLE) for value in view.temple.big_emeralds)
    counters = {(f"supply-{name}", ""): count for name, count in view.supply.objects.items()}
    counters |= {(f"supply-{name}", ""): getattr(view.supply, name) for name in ("x1", "x3", "ouch")}
    for seat, player in enumerate(view.players):
        incoming = view.current.incoming if view.current and view.active_seat == seat else []
        gained = Counter(piece.item for piece in incoming)
        pieces.update((name, f"seat-{seat}") for name in player.objects)
        pieces.update((piece.object, f"seat-{seat}") for piece in incoming if piece.object)
        values = [player.big, *(piece.value for piece in incoming)]
        pieces.update((f"emerald-{value}", f"seat-{seat}") for value in values if value)
        pieces.update({("first-home", f"seat-{seat}"): int(player.first_home)})
        counters |= {
            (f"seat-{seat}", "x1"): player.x1 + gained["x1"],
            (f"seat-{seat}", "x3"): player.x3 + gained["x3"],
            (f"ouch-{seat}", ""): player.ouch,
        }
    pieces.update((left.object, TEMPLE) for left in view.temple.objects)
    faces = {f"slot-{tile.slot}": tile.face for tile in view.track}
    if view.current is not None:
        faces |= {f"die-{number}": str(value) for number, value in enumerate(view.current.dice)}
        pieces.update((name, "quicksand") for name in view.current.set_aside)
    return BoardState(+pieces, faces, counters)


def object_taken(event: events.ObjectTaken) -> Changes:
    home = f"seat-{event.seat}"
    if event.from_ == "temple":
        return Changes(moved=[Moved(event.object, home, TEMPLE)])
    taken = Counted(f"supply-{event.object}", by=-1)
    return Changes(added=[Put(event.object, home)], counters=[taken])


def dice_rolled(event: events.DiceRolled | events.DiceRerolled) -> Changes:
    return Changes(turned=[Turned(f"die-{number}", str(value)) for number, value in enumerate(event.dice)])


def tile_turned(event: events.TileTurned) -> Changes:
    return Changes(turned=[Turned(f"slot-{event.slot}", event.to)])


def slot_entered(event: events.SlotEntered) -> Changes:
    return Changes(moved=[Moved(f"pawn-{event.seat}", f"slot-{event.slot}")])


def ouch_received(event: events.OuchReceived) -> Changes:
    received = Counted(f"ouch-{event.seat}", from_=event.ouch - 1, to=event.ouch)
    return Changes(counters=[received, Counted("supply-ouch", by=-1)])


def ouch_returned(event: events.OuchReturned) -> Changes:
    returned = Counted(f"ouch-{event.seat}", from_=event.ouch + 1, to=event.ouch)
    return Changes(counters=[returned, Counted("supply-ouch", by=1)])


def object_lost(event: events.ObjectLost) -> Changes:
    return Changes(moved=[Moved(event.object, "quicksand", f"seat-{event.seat}")])


def object_returned(event: events.ObjectReturned) -> Changes:
    return Changes(removed=[Put(event.object, "quicksand")], counters=[Counted(f"supply-{event.object}", by=1)])


def tokens(seat: int, name: str, count: int) -> list[Counted]:
    """Small emeralds that come from the supply, or go back."""
    return [Counted(f"seat-{seat}", name, by=count), Counted(f"supply-{name}", by=-count)] if count else []


def emeralds_taken(event: events.EmeraldsTaken) -> Changes:
    return Changes(counters=tokens(event.seat, "x3", event.x3) + tokens(event.seat, "x1", event.x1))


def big_emerald_taken(event: events.BigEmeraldTaken) -> Changes:
    return Changes(moved=[Moved(f"emerald-{event.value}", f"seat-{event.seat}", TEMPLE)])


def item_discarded(event: events.ItemDiscarded) -> Changes:
    return left_behind(event.seat, event.item, event.to == "temple")


def left_behind(seat: int, item: str, at_temple: bool) -> Changes:
    if item in EMERALDS_OF:
        return Changes(counters=tokens(seat, item, -1))
    if at_temple:
        return Changes(moved=[Moved(item, TEMPLE, f"seat-{seat}")])
    return Changes(removed=[Put(item, f"seat-{seat}")], counters=[Counted(f"supply-{item}", by=1)])


def item_declined(event: events.ItemDeclined) -> Changes:
    changes = [left_behind(event.seat, item, event.to == "temple") for item in event.items]
    return Changes(
        moved=[moved for change in changes for moved in change.moved],
        removed=[put for change in changes for put in change.removed],
        counters=[counted for change in changes for counted in change.counters],
    )


def first_home(event: events.FirstHome) -> Changes:
    return Changes(added=[Put("first-home", f"seat-{event.seat}")])


CHANGES: dict[type[Event], OfEvent] = {
    events.GameStarted: new_board,
    events.ObjectTaken: object_taken,
    events.DiceRolled: dice_rolled,
    events.DiceRerolled: dice_rolled,
    events.TileTurned: tile_turned,
    events.SlotEntered: slot_entered,
    events.OuchReceived: ouch_received,
    events.OuchReturned: ouch_returned,
    events.ObjectLost: object_lost,
    events.ObjectReturned: object_returned,
    events.EmeraldsTaken: emeralds_taken,
    events.BigEmeraldTaken: big_emerald_taken,
    events.ItemDiscarded: item_discarded,
    events.ItemDeclined: item_declined,
    events.FirstHome: first_home,
}
