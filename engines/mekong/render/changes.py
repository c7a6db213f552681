"""What each event changes in the picture."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from engines.kernel.changes import BoardState, OfEvent, new_board
from engines.kernel.records import Changes, Counted, Event, Moved, Put, Turned
from engines.mekong import events
from engines.mekong.pieces import PROGRAM_LENGTH, STONES
from engines.mekong.position import MekongView
from engines.mekong.render.elements import place

BACK, EMPTY = "back", ""
"""What a slot shows: the back of a card, or nothing."""


def laid(supports: tuple[str, str]) -> str:
    """Where a plank lies: between two supports."""
    return f"{place(supports[0])} {place(supports[1])}"


def state(view: MekongView) -> BoardState:
    """Pawns, planks, stones and the statuette, the cards in the slots, the stones in reserve."""
    pieces = Counter({(f"pawn-{seat}", place(player.pawn)): 1 for seat, player in enumerate(view.players)})
    pieces.update((f"plank-{plank}", laid(supports)) for plank, supports in view.planks.items())
    pieces.update((f"plank-{plank}", f"seat-{seat}") for seat, own in enumerate(view.players) for plank in own.reserve)
    pieces.update((f"stone-{island}", f"island-{island}") for island in view.stones)
    pieces["statuette", f"seat-{view.statuette}"] += 1
    faces = {}
    for seat, player in enumerate(view.players):
        for slot in range(PROGRAM_LENGTH):
            shown = player.program[slot] if player.program and slot < view.step else BACK
            faces[f"slot-{seat}-{slot + 1}"] = str(shown) if player.committed else EMPTY
    return BoardState(pieces, faces, {("delta", "stones"): STONES - len(view.stones)})


def program_committed(event: events.ProgramCommitted) -> Changes:
    return Changes(turned=[Turned(f"slot-{event.seat}-{slot}", BACK) for slot in range(1, PROGRAM_LENGTH + 1)])


def step_revealed(event: events.StepRevealed) -> Changes:
    return Changes(turned=[Turned(f"slot-{seat}-{event.step}", card) for seat, card in enumerate(event.cards)])


def stone_placed(event: events.StonePlaced) -> Changes:
    stone = Put(f"stone-{event.island}", f"island-{event.island}")
    return Changes(added=[stone], counters=[Counted("delta", "stones", by=-1)])


def stone_removed(event: events.StoneRemoved) -> Changes:
    stone = Put(f"stone-{event.island}", f"island-{event.island}")
    return Changes(removed=[stone], counters=[Counted("delta", "stones", by=1)])


def plank_placed(event: events.PlankPlaced) -> Changes:
    return Changes(moved=[Moved(f"plank-{event.plank}", laid(event.supports), f"seat-{event.seat}")])


def plank_removed(event: events.PlankRemoved) -> Changes:
    return Changes(moved=[Moved(f"plank-{event.plank}", f"seat-{event.seat}", laid(event.supports))])


def plank_lost(event: events.PlankLost) -> Changes:
    return Changes(removed=[Put(f"plank-{event.plank}", f"seat-{event.seat}")])


def pawn_moved(event: events.PawnMoved) -> Changes:
    stops = [event.from_, *event.path]
    steps = pairwise(stops)
    return Changes(moved=[Moved(f"pawn-{event.seat}", place(to), place(start)) for start, to in steps])


def pawn_jumped(event: events.PawnJumped | events.PawnFell) -> Changes:
    return Changes(moved=[Moved(f"pawn-{event.seat}", place(event.to), place(event.from_))])


def round_ended(event: events.RoundEnded) -> Changes:
    """Everybody takes the cards back: slots of seats that nobody has are named in vain."""
    slots = [f"slot-{seat}-{slot}" for seat in range(6) for slot in range(1, PROGRAM_LENGTH + 1)]
    return Changes(
        moved=[Moved("statuette", f"seat-{event.statuette}")], turned=[Turned(slot, EMPTY) for slot in slots]
    )


CHANGES: dict[type[Event], OfEvent] = {
    events.GameStarted: new_board,
    events.ProgramCommitted: program_committed,
    events.StepRevealed: step_revealed,
    events.StonePlaced: stone_placed,
    events.StoneRemoved: stone_removed,
    events.PlankPlaced: plank_placed,
    events.PlankRemoved: plank_removed,
    events.PlankLost: plank_lost,
    events.PawnMoved: pawn_moved,
    events.PawnJumped: pawn_jumped,
    events.PawnFell: pawn_jumped,
    events.RoundEnded: round_ended,
}
