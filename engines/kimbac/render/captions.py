"""What the picture and the text board both say of a view, in words."""

from __future__ import annotations

from engines.kernel.content import load
from engines.kernel.protocols.render import Wording
from engines.kernel.records import GAME_OVER
from engines.kimbac.parts import RoundResult
from engines.kimbac.position import KimbacView

_SETUPS = load("engines.kimbac")["pawns"]["setup"]
COLORS: tuple[str, ...] = max((tuple(setup["colours"]) for setup in _SETUPS), key=len)
"""The colour of each seat, the same for every number of players (KIM-2)."""
_MONUMENTS = load("engines.kimbac")["board"]["monuments"]["items"]
MONUMENT_NAMES: dict[str, dict[int, str]] = {
    language: {monument["number"]: monument[language] for monument in _MONUMENTS} for language in ("en", "fr")
}

_CHAPTERS = {
    "place": "preparation",
    "search_move": "search",
    "search_end": "search",
    "chest": "search",
    "hunt_kimbac": "hunt",
    "hunt_pursuit": "hunt",
    GAME_OVER: "over",
}


def headline(view: KimbacView, wording: Wording) -> str:
    """How far the game is."""
    round_ = wording.say("round", round=view.round, rounds=view.options.rounds)
    chapter = wording.say(_CHAPTERS[view.phase], turn=view.search_turn, step=view.hunt_turn)
    return f"{round_} · {chapter}"


def situation(view: KimbacView, wording: Wording) -> str:
    """Who has to do what, or who has won."""
    if view.result is not None:
        winners = view.result.winners
        return wording.say("won" if len(winners) == 1 else "shared", names=wording.all(winners))
    if view.active_seat is None:
        return wording.phases[view.phase]
    return wording.say(view.phase, name=wording.players[view.active_seat], pawn=view.next_pawn)


def taels(amount: int, wording: Wording) -> str:
    """An amount as the language writes it."""
    return f"{amount:,}".replace(",", wording.say("thousands"))


def chest_words(view: KimbacView, wording: Wording) -> str:
    """Which pair has opened the chest, and what the reader may know of what is in it."""
    if view.chest is None:
        return wording.say("closed")
    if view.cache is None or view.treasure is None:
        return wording.say("held", secret=view.chest.secret)
    return wording.say("known", secret=view.chest.secret, cache=view.cache, treasure=taels(view.treasure, wording))


def remarks(view: KimbacView, wording: Wording, seat: int) -> list[str]:
    """What is special about a seat in this round."""
    kimbac = view.kimbac is not None and view.kimbac.seat == seat
    flags = {"is_kimbac": kimbac, "first": view.first_seat == seat, "renounced": view.renounced_by == seat}
    return [wording.say(key) for key, holds in flags.items() if holds]


def round_words(result: RoundResult, wording: Wording) -> str:
    """How a round ended, and who turned out to own cards of the cache (KIM-71)."""
    words = wording.say("result", round=result.round, outcome=wording.name(result.outcome))
    owners = [f"{wording.players[seat]} {count}" for seat, count in enumerate(result.held or []) if count]
    return f"{words} · {wording.say('held_cards', owners=', '.join(owners))}" if owners else words
