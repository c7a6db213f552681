"""Imported positions: everything that play keeps true is checked, and lists are put in order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import cast

from engines.bailouke.pieces import Beast, Step
from engines.bailouke.position import Effect, Position
from engines.bailouke.rules.beasts import PRIMITIVES
from engines.bailouke.rules.effects import choosable, possible
from engines.bailouke.rules.rounds import is_over, winners
from engines.bailouke.rules.steps import Question
from engines.bailouke.rules.table import Table, there
from engines.kernel.records import GAME_OVER
from engines.kernel.refusals import InvalidPosition

PEEKS = frozenset({"peek_own", "peek_opponent", "peek_pile"})


def require(holds: bool, field: str, rule: str, detail: str) -> None:
    if not holds:
        raise InvalidPosition(field, rule, detail)


def check(table: Table) -> None:
    """Raise for a position that play could not have reached; sort the lists that have no order of their own."""
    check_seats(table.game)
    check_cards(table)
    check_tokens(table)
    check_memory(table.game)
    check_rounds(table)
    check_turn(table.game)
    check_zones(table.game)
    check_phase(table.game)
    check_announcement(table.game)
    check_effect(table)
    check_incoming(table)
    check_discard(table.game)


def check_seats(game: Position) -> None:
    """BAI-1: 2 to 4 seats, and every seat number is one of them."""
    seats = len(game.players)
    require(2 <= seats <= 4, "/players", "BAI-1", "2 to 4 seats play")
    named = {
        "/options/first_seat": game.options.first_seat,
        "/first_seat": game.first_seat,
        "/active_seat": game.active_seat,
        "/announced_by": game.announced_by,
        "/incoming/seat": game.incoming.seat if game.incoming else None,
        "/discard/seat": game.discard.seat if game.discard else None,
    }
    for field, seat in named.items():
        require(seat is None or seat < seats, field, "BAI-1", f"there is no seat {seat} at a table of {seats}")


def places(game: Position) -> Iterator[tuple[str, list[int]]]:
    """Every place where cards lie, by its field."""
    for seat, player in enumerate(game.players):
        yield f"/players/{seat}/zone", player.zone
    yield "/graveyard", game.graveyard
    yield "/set_aside", game.set_aside
    yield "/removed", game.removed
    yield "/drawn", [] if game.drawn is None else [game.drawn]
    yield "/incoming/card", [] if game.incoming is None else [game.incoming.card]
    yield "/pile", game.pile


def check_cards(table: Table) -> None:
    """The deck is complete, and each card lies in one place (BAI-2, BAI-10, BAI-12)."""
    game, deck = table.game, table.beasts.deck
    require(Counter(game.cards) == Counter(deck), "/cards", "BAI-2", "these are not the values of the deck")
    require(
        len(game.set_aside) == table.beasts.set_aside,
        "/set_aside",
        "BAI-10",
        f"{table.beasts.set_aside} cards are set aside",
    )
    placed: set[int] = set()
    for field, cards in places(game):
        for card in cards:
            require(
                card < len(deck) and card not in placed, field, "BAI-12", f"card {card} does not exist, or lies twice"
            )
            placed.add(card)
    missing = sorted(set(range(len(deck))) - placed)
    require(not missing, "/pile", "BAI-12", f"cards {missing} lie nowhere")


def check_tokens(table: Table) -> None:
    """Tokens lie on own cards, one on each; supplies are limits (BAI-3, BAI-14, BAI-17)."""
    game = table.game
    for seat, player in enumerate(game.players):
        field = f"/players/{seat}/assigned"
        player.assigned.sort()
        player.fer.sort()
        require(set(player.assigned) <= set(player.zone), field, "BAI-14", "a token lies on a card of its owner")
        require(len(set(player.assigned)) == len(player.assigned), field, "BAI-104", "one token at most on a card")
        require(player.free_tokens >= 0, field, "BAI-17", "more tokens are assigned than owned")
    owned = sum(player.tokens for player in game.players)
    require(owned <= table.beasts.louk_louke, "/players", "BAI-3", f"there are {table.beasts.louk_louke} Louk Louké")
    discounts = sum(len(player.fer) for player in game.players)
    require(discounts <= table.beasts.fer, "/players", "BAI-3", f"there are {table.beasts.fer} Fer enn lizaz boss")


def check_memory(game: Position) -> None:
    """A seat has seen what its tokens lie on, and remembers nothing but hidden cards (BAI-19, BAI-117)."""
    hidden = {card for field, cards in places(game) for card in cards if field not in OPEN_OR_GONE}
    for seat, player in enumerate(game.players):
        field = f"/players/{seat}/seen"
        player.seen.sort()
        require(set(player.assigned) <= set(player.seen), field, "BAI-19", "the cards under own tokens are seen")
        require(set(player.seen) <= hidden, field, "BAI-117", "only cards in a zone or in the pile are remembered")
        require(len(set(player.seen)) == len(player.seen), field, "BAI-117", "a card is remembered once")


OPEN_OR_GONE = frozenset({"/graveyard", "/set_aside", "/removed"})


def check_rounds(table: Table) -> None:
    """Kouronn, rounds, and the end of the game agree (BAI-3, BAI-88, BAI-93 to BAI-95)."""
    game = table.game
    over = game.phase == GAME_OVER
    given = sum(player.kouronn for player in game.players)
    require(given <= table.beasts.kouronn, "/players", "BAI-3", f"there are {table.beasts.kouronn} Kouronn")
    finished = game.round if over else game.round - 1
    require(given <= finished, "/round", "BAI-94", f"{given} Kouronn after {finished} finished rounds")
    require(game.round <= game.options.max_rounds, "/round", "BAI-95", "there are not so many rounds")
    if over:
        require(is_over(game), "/phase", "BAI-93", "nobody has won enough rounds yet")
        require(game.winners == winners(game), "/winners", "BAI-93", "whoever has the most Kouronn wins")
        return
    for seat, player in enumerate(game.players):
        enough = player.kouronn >= game.options.wins_needed
        require(not enough, f"/players/{seat}/kouronn", "BAI-93", "this seat has won the game")
    require(game.winners is None, "/winners", "BAI-93", "the game is not over")


def check_turn(game: Position) -> None:
    """Turn 0 is for placing tokens, until all are ready (BAI-13)."""
    placing = game.phase == "place_tokens"
    require((game.turn == 0) == placing, "/turn", "BAI-13", "turn 0 if and only if tokens are placed")
    everybody = all(player.ready for player in game.players)
    require(everybody != placing, "/players", "BAI-13", "somebody is not ready if and only if tokens are placed")
    starts = not placing or game.active_seat == game.first_seat
    require(starts, "/active_seat", "BAI-22", "the first seat is active while tokens are placed")


def check_zones(game: Position) -> None:
    """A zone is empty only until the discard phase is over (BAI-79, BAI-107)."""
    after_failure = game.phase == "place_added" and game.discard is not None
    waits = game.options.empty_zone_timing == "end_of_phase" and (game.phase == "discard" or after_failure)
    if waits or game.phase == GAME_OVER:
        return
    for seat, player in enumerate(game.players):
        require(bool(player.zone), f"/players/{seat}/zone", "BAI-78", "an empty zone would have ended the round")


def check_phase(game: Position) -> None:
    """What each phase needs (BAI-24, BAI-25, BAI-33, BAI-81)."""
    phase = game.phase
    laid = bool(game.graveyard) or phase not in ("effect", "discard", "announce", "place_added")
    require(laid, "/graveyard", "BAI-25", f"a card was played before {phase}")
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
    """The step exists, was reached in order, and is still open (BAI-29 to BAI-31)."""
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
