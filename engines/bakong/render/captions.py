"""What the picture and the text board both say of a view: whose turn it is, what is going on, points, short names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.bakong.parts import Current, Incoming
from engines.bakong.pieces import CONTENT, END_FACES
from engines.bakong.position import BakongView
from engines.bakong.rules.scoring import score
from engines.kernel.protocols.render import Wording

SEAT_COLOUR: dict[int, str] = {entry["seat"]: entry["id"] for entry in CONTENT["seat_colours"]["values"]}

SHORTENED = frozenset(
    ("jungle_emerald", "abandoned_camp", "waterfall", "quicksand", "start_camp", "temple", "first_aid_kit", "journal")
)
"""What has a name too long for its tile or its cell."""


def short(name: str, wording: Wording) -> str:
    """A face or an object in one word."""
    return wording.say(f"short_{name}") if name in SHORTENED else wording.name(name)


def face(view: BakongView, slot: int) -> str:
    """What a slot shows."""
    return END_FACES.get(slot) or view.track[slot - 1].face


def points(view: BakongView, seat: int) -> int:
    """What the seat would score if the game ended now; at the end, what it scores."""
    return score(view.players[seat]).total


def concerned(view: BakongView) -> Sequence[int]:
    """Who acts; at the end, who has won."""
    if view.result is not None:
        return view.result.winners
    return () if view.active_seat is None else (view.active_seat,)


def headline(view: BakongView, wording: Wording) -> str:
    """The game and how far it is."""
    moment = wording.say("turn", turn=view.turn) if view.turn else wording.say("preparation")
    return f"{wording.name('game')} · {moment}"


def situation(view: BakongView, wording: Wording) -> str:
    """Who has to do what, or who has won."""
    if view.result is None:
        return wording.say("to_act", player=wording.all(concerned(view)), phase=wording.phases[view.phase])
    won = wording.say("won", players=wording.all(view.result.winners))
    decided = view.score_sheet is not None and view.score_sheet.tie_break
    return f"{won} {wording.say('tie_break')}" if decided else won


def news(view: BakongView, wording: Wording) -> str:
    """What has happened in the running turn."""
    return "" if view.current is None else " · ".join(_news(view.current, wording))


def _news(turn: Current, wording: Wording) -> Iterator[str]:
    if turn.rerolled:
        yield wording.say("rerolled")
    if turn.steps is not None:
        yield wording.say("steps", done=turn.steps - (turn.steps_left or 0), steps=turn.steps)
    if turn.cave is not None:
        yield wording.say("cave", dice=" + ".join(map(str, turn.cave)))
    if turn.owed:
        yield wording.say("owed", count=turn.owed)
    if turn.set_aside:
        yield wording.say("set_aside", pieces=", ".join(short(name, wording) for name in turn.set_aside))
    if turn.incoming:
        yield wording.say("incoming", pieces=", ".join(gained(piece, wording) for piece in turn.incoming))


def gained(piece: Incoming, wording: Wording) -> str:
    """A piece that waits for room."""
    if piece.value is not None:
        return wording.say("big_emerald", value=piece.value)
    return piece.kind if piece.object is None else short(piece.object, wording)
