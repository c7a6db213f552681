"""What the picture and the text board both say of a view: who is waited for, what was cancelled, in words."""

from __future__ import annotations

from engines.kernel.protocols.render import Wording
from engines.kernel.records import GAME_OVER
from engines.mekong.pieces import DRAGON_ON, DRAGONS
from engines.mekong.position import MekongView, acting


def waited_for(view: MekongView) -> list[int]:
    """The seats that owe a decision."""
    if view.phase == "program":
        return [seat for seat, player in enumerate(view.players) if not player.committed]
    return [] if view.phase == GAME_OVER else [acting(view)]


def headline(view: MekongView, wording: Wording) -> str:
    """How far the game is."""
    key = {"program": "laying", GAME_OVER: "over"}.get(view.phase, "step")
    return wording.say(key, round=view.round, step=view.step)


def situation(view: MekongView, wording: Wording) -> str:
    """Who has to do what, or how the game ended."""
    if view.result is not None:
        return wording.say(view.result.reason, names=wording.all(view.result.winners))
    phase = wording.phases[view.phase]
    if view.pending is not None and view.pending.plank is not None:
        phase = wording.say("chosen", phase=phase, plank=wording.name(view.pending.plank))
    elif view.pending is not None and view.pending.remaining > 1:
        phase = wording.say("remaining", phase=phase, count=view.pending.remaining)
    return wording.say("waiting", names=wording.all(waited_for(view), 2), phase=phase)


def caption(card: str, wording: Wording) -> str:
    """A card in a word or two."""
    return wording.say("dragon" if card in DRAGONS else card)


def cancelled(view: MekongView, seat: int, slot: int) -> bool:
    """Is the card that lies open in this slot (from 0) cancelled by another seat's dragon (MEK-20, MEK-21)?"""
    if slot >= view.step:
        return False
    shown = [player.program[slot] if player.program else None for player in view.players]
    return shown[seat] not in DRAGONS and DRAGON_ON[view.players[seat].colour] in shown


def cards_in_hand(view: MekongView, seat: int) -> list[str]:
    """The reader's own hand while the game lasts; afterwards it matters to nobody."""
    return [] if view.phase == GAME_OVER else view.players[seat].hand or []
