"""Do phase, announcement, effect and discard window agree in an imported position?"""

from __future__ import annotations

from typing import cast

from engines.bailouke.parts import Effect
from engines.bailouke.pieces import Beast, Step
from engines.bailouke.position import Position
from engines.bailouke.rules.beasts import PRIMITIVES
from engines.bailouke.rules.effects import choosable, possible
from engines.bailouke.rules.steps import Question
from engines.bailouke.rules.table import Table, there
from engines.kernel.refusals import require, said

PEEKS = frozenset({"peek_own", "peek_opponent", "peek_pile"})


def check_turn(game: Position) -> None:
    """Turn 0 is for placing tokens, until all are ready (BAI-13)."""
    placing = game.phase == "place_tokens"
    require((game.turn == 0) == placing, "/turn", "BAI-13", "turn 0 if and only if tokens are placed")
    everybody = all(player.ready for player in game.players)
    require(everybody != placing, "/players", "BAI-13", "somebody is not ready if and only if tokens are placed")
    starts = not placing or game.active_seat == game.first_seat
    require(starts, "/active_seat", "BAI-22", "the first seat is active while tokens are placed")


def check_phase(game: Position) -> None:
    """What each phase needs (BAI-24, BAI-25, BAI-33, BAI-81)."""
    phase = game.phase
    laid = bool(game.graveyard) or phase not in ("effect", "discard", "announce", "place_added")
    require(laid, "/graveyard", "BAI-25", said("a card was played before {phase}", phase=phase))
    require((game.drawn is not None) == (phase == "play"), "/drawn", "BAI-24", "a card is drawn in play only")
    coming = (game.incoming is not None) == (phase == "place_added")
    require(coming, "/incoming", "BAI-33", "a card is coming in if and only if it waits for a side")
    filled = bool(game.pile) or phase not in ("announce", "place_tokens")
    require(filled, "/pile", "BAI-81", "an empty pile would have ended the round")


def check_announcement(game: Position) -> None:
    """The announcer's turn would have ended the round; one announcement a round (BAI-73, BAI-75, BAI-76)."""
    announcer = game.announced_by
    other = announcer is None or announcer != game.active_seat
    require(other, "/announced_by", "BAI-75", "the turn of the announcer ends the round")
    require(announcer is None or game.phase != "announce", "/announced_by", "BAI-76", "one announcement a round")
    early = announcer is None or game.phase != "place_tokens"
    require(early, "/announced_by", "BAI-73", "nobody announces before the first turn")


# --- the effect ------------------------------------------------------------------------------------------------------


def check_effect(table: Table) -> None:
    """An effect is set while it waits: for a decision, or for the side of a card that it adds (BAI-25, BAI-28)."""
    game, effect = table.game, table.game.effect
    incoming = game.incoming
    waits = game.phase == "effect" or (incoming is not None and incoming.cause != "failed_discard")
    require((effect is not None) == waits, "/effect", "BAI-28", "an effect is set if and only if it is going on")
    if effect is None:
        return
    require(effect.value == table.top_value(), "/effect/value", "BAI-25", "the played card is the graveyard's top")
    beast = table.beasts[effect.value]
    check_looks(game, effect, beast)
    if game.phase == "effect" and beast.mode == "choose_one" and effect.option is None:
        fresh = effect.step == 0 and not effect.previous_done and effect.choices is None
        require(fresh and bool(choosable(table)), "/effect", "BAI-31", "there is no effect to choose")
    else:
        check_step(table, effect, beast)


def check_looks(game: Position, effect: Effect, beast: Beast) -> None:
    """The active seat has seen what the effect showed it (BAI-44, BAI-45, BAI-47)."""
    peeks = sum(step.op in PEEKS for step in beast.on_play[: effect.step])
    seen = set(effect.looked) <= set(game.players[game.active_seat].seen)
    fits = seen and len(effect.looked) <= peeks
    require(fits, "/effect/looked", beast.rule, "these are not cards that the effect has shown to the active seat")


def check_step(table: Table, effect: Effect, beast: Beast) -> None:
    """The step exists, was reached in order, and is still open (BAI-29, BAI-30, BAI-31)."""
    game = table.game
    if beast.mode == "choose_one":
        chosen = effect.option == effect.step and not effect.previous_done
    else:
        chosen = effect.option is None and not (effect.step == 0 and effect.previous_done)
    require(chosen, "/effect/option", "BAI-31", "option, step and previous_done do not fit the beast")
    require(effect.step < len(beast.on_play), "/effect/step", "BAI-30", "the beast has no such step")
    step = beast.on_play[effect.step]
    reached = effect.previous_done or not step.needs_previous
    require(reached, "/effect/previous_done", "BAI-30", "the step is offered only after the one before it")
    if game.phase == "place_added":
        require(effect.choices is None, "/effect/choices", beast.rule, "this step asks for no secret choice")
    else:
        check_question(table, effect, beast, step)


def check_question(table: Table, effect: Effect, beast: Beast, step: Step) -> None:
    question = PRIMITIVES[step.op, step.target]
    asks = isinstance(question, Question) and (step.optional or possible(table, step))
    require(asks, "/effect/step", "BAI-30", "nobody has a decision to make in this step")
    takes_part = cast(Question, question).takes_part
    seats = takes_part(table) if takes_part else ()
    secret = (effect.choices is not None) == bool(seats)
    require(secret, "/effect/choices", beast.rule, "secret choices belong to steps that all decide at once")
    for seat, card in enumerate(effect.choices or ()):
        own = card is None or (seat in seats and card in table.game.players[seat].zone)
        require(own, f"/effect/choices/{seat}", beast.rule, "each seat that takes part chooses a card of its own")
    if effect.choices is not None:
        complete = len(effect.choices) == len(table.game.players)
        owed = complete and any(effect.choices[seat] is None for seat in seats)
        require(owed, "/effect/choices", beast.rule, "one entry for each seat, and somebody still owes a choice")


# --- cards on their way, the discard phase ----------------------------------------------------------------------------


def check_incoming(table: Table) -> None:
    """A card comes in to an unprotected seat, for the cause that the effect or the window says (BAI-33, BAI-36)."""
    game, incoming = table.game, table.game.incoming
    if incoming is None:
        return
    require(not game.players[incoming.seat].peboude, "/incoming/seat", "BAI-36", "this seat is protected")
    if incoming.cause == "failed_discard":
        window = game.discard is not None and game.discard.seat == incoming.seat
        require(window, "/incoming/seat", "BAI-68", "the penalty goes to the seat of the window")
        return
    effect = there(game.effect)
    step = table.beasts[effect.value].on_play[effect.step]
    to_self = step.target == "self"
    fits = incoming.cause == step.op and to_self == (incoming.seat == game.active_seat)
    require(fits, "/incoming", "BAI-33", "the effect adds no such card")


def check_discard(game: Position) -> None:
    """A window is open, of a seat with cards (BAI-61, BAI-72)."""
    failed = game.incoming is not None and game.incoming.cause == "failed_discard"
    window = game.discard is not None
    require(window == (game.phase == "discard" or failed), "/discard", "BAI-61", "a window belongs to a discard phase")
    if game.discard is not None:
        zone = game.players[game.discard.seat].zone
        require(bool(zone), "/discard/seat", "BAI-72", "a seat without cards has no window")
