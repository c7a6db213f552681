"""A round: five cards laid in secret, then turned over and carried out step by step."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any, NamedTuple

from engines.kernel.dice import Dice
from engines.kernel.effects import ActionEffect, effect
from engines.kernel.protocols.rules import Move
from engines.kernel.records import Action, Event
from engines.kernel.refusals import Illegal, said
from engines.mekong.actions import CommitProgram
from engines.mekong.events import CardCancelled, DragonPlayed, ProgramCommitted, RoundEnded, StepRevealed
from engines.mekong.parts import Pending, Phase
from engines.mekong.pieces import (
    ACTION_CARDS,
    DRAGON_ON,
    DRAGONS,
    DRAGONS_PER_PROGRAM,
    HANDS,
    HELD,
    KIND,
    PIECES,
    PROGRAM_LENGTH,
)
from engines.mekong.position import MekongPosition, MekongView, PositionOrView
from engines.mekong.rules import pawns, planks, removal, stones
from engines.mekong.rules.ending import draw, end_turn


class Kind(NamedTuple):
    """How a kind of card is carried out."""

    phase: Phase
    choices: Callable[[MekongPosition, int], list[Action]]
    """The legal decisions of the first phase."""
    possible: Callable[[MekongPosition, int], object]
    """True when there is any; the choices themselves where a shorter answer does not exist."""
    impossible: Callable[[MekongPosition, int, str, int], Event]
    """What happens when there is none: given the seat, the card and the pieces left."""


KINDS = {
    "stone": Kind("place_stone", stones.placements, stones.can_place, stones.void),
    "plank": Kind("choose_plank", planks.planks_in_reserve, planks.can_choose, planks.void),
    "remove": Kind("remove", removal.removals, removal.can_remove, removal.void),
    "move": Kind("move", pawns.moves, pawns.can_move, pawns.fall),
    "jump": Kind("jump", pawns.jumps, pawns.jumps, pawns.fall),
}
ACTIONS = frozenset(ACTION_CARDS)
KIND_OF = {card: KINDS[KIND[card]] for card in ACTION_CARDS}


# --- the programme ---------------------------------------------------------------------------------------------------


def hand(game: PositionOrView, seat: int) -> tuple[str, ...]:
    """All the cards that a seat has; it holds them again at the start of every round (MEK-5, MEK-10)."""
    return HANDS[len(game.players)][game.players[seat].colour]


def commit_program(game: MekongPosition, seat: int, action: CommitProgram, dice: Dice) -> list[Event]:
    """Lay five cards face down; nothing is turned over before everybody has (MEK-11, MEK-12, MEK-13, MEK-14)."""
    if not is_sound(action.cards, HELD[len(game.players)][game.players[seat].colour]):
        for rule, detail in faults(action.cards, hand(game, seat)):
            raise Illegal(rule, detail)
    game.players[seat].program = list(action.cards)
    committed = ProgramCommitted(round=game.round, step=game.step, seat=seat, cards=list(action.cards))
    for player in game.players:
        if player.program is None:
            return [committed]
    return [committed, reveal(game), *go_on(game)]


def commit_program_effects(view: MekongView, seat: int, action: CommitProgram) -> Iterator[ActionEffect]:
    """Five cards, face down (MEK-11)."""
    slots = [f"slot-{seat}-{slot}" for slot in range(1, PROGRAM_LENGTH + 1)]
    yield effect("place", "programme", slots, what="card", amount=len(action.cards))


def is_sound(cards: Collection[str], held: frozenset[str]) -> bool:
    """Is nothing wrong with a programme (MEK-11, MEK-5, MEK-12)?"""
    different = set(cards)
    return (
        len(different) == len(cards) == PROGRAM_LENGTH
        and different <= held
        and len(different - ACTIONS) <= DRAGONS_PER_PROGRAM
    )


def faults(cards: Iterable[str], held: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """What is wrong with a programme: rule and reason (MEK-11, MEK-5, MEK-12)."""
    laid = list(cards)
    if len(laid) != PROGRAM_LENGTH or len(set(laid)) != PROGRAM_LENGTH:
        yield "MEK-11", said("a programme has {length} different cards", length=PROGRAM_LENGTH)
    for card in laid:
        if card not in held:
            yield "MEK-5", said("{card} is not among the cards of this colour in this game", card=card)
    if sum([card in DRAGONS for card in laid]) > DRAGONS_PER_PROGRAM:
        yield "MEK-12", "a programme has at most one dragon"


# --- the five steps --------------------------------------------------------------------------------------------------


def then_go_on(decide: Callable[[MekongPosition, int, Any, Dice], list[Event]]) -> Move:
    """A decision of a step, and everything that follows from it by itself."""

    def decide_and_go_on(game: MekongPosition, seat: int, action: Any, dice: Dice) -> list[Event]:
        events = decide(game, seat, action, dice)
        if game.pending is not None:  # the decision has not ended the game
            events += finish_card(game, seat, game.pending)
        return events

    return decide_and_go_on


def finish_card(game: MekongPosition, seat: int, pending: Pending) -> list[Event]:
    """After a decision: the card asks for another one, or is done; its rest may be impossible (MEK-35, MEK-52)."""
    if pending.plank is not None:
        return []
    if not pending.remaining:
        end_turn(game)
        return go_on(game)
    kind = KIND_OF[pending.card]
    if kind.possible(game, seat):
        return []
    end_turn(game)
    return [kind.impossible(game, seat, pending.card, pending.remaining), *go_on(game)]


def go_on(game: MekongPosition) -> list[Event]:
    """Turn after turn, step after step, until a seat has to decide or the round is over (MEK-15, MEK-16, MEK-95)."""
    events: list[Event] = []
    first, seats = game.statuette, len(game.players)
    shown = all_face_up(game) if game.turn < seats else []
    while True:
        while game.turn < seats:
            done = turn_to(game, (first + game.turn) % seats, shown)
            if done is None:
                return events
            events.append(done)
            game.turn += 1
        if game.step == PROGRAM_LENGTH:
            events.append(end_round(game))
            return events
        revealed = reveal(game)
        events.append(revealed)
        shown = revealed.cards


def reveal(game: MekongPosition) -> StepRevealed:
    """Turn over the next card of all seats together (MEK-15)."""
    game.step += 1
    game.turn = 0
    return StepRevealed(round=game.round, step=game.step, cards=all_face_up(game))


def all_face_up(game: MekongPosition) -> list[str]:
    """The cards that all seats show in this step."""
    slot = game.step - 1
    return [player.program[slot] for player in game.players]  # type: ignore[index]


def face_up(game: MekongPosition, seat: int) -> str:
    """The card that a seat shows in this step."""
    return (game.players[seat].program or ())[game.step - 1]


def turn_to(game: MekongPosition, seat: int, shown: list[str]) -> Event | None:
    """A seat's turn: a dragon does nothing else, a cancelled card is skipped, any other is begun (MEK-17, MEK-24).

    A cancelled card has no effect at all: nothing is placed or lost, nobody moves or falls (MEK-23). Stone, plank and
    remove cards that cannot be carried out are skipped; a pawn that must move and cannot falls (MEK-35, MEK-52,
    MEK-67, MEK-75, MEK-109). Returns what has ended the turn; None: the seat has to decide.
    """
    card = shown[seat]
    if card in DRAGONS:
        target = seat_of(game, DRAGONS[card])
        effective = shown[target] not in DRAGONS
        return DragonPlayed(round=game.round, step=game.step, seat=seat, target=target, effective=effective)
    colour = game.players[seat].colour
    if DRAGON_ON[colour] in shown:
        by = dragons_on(colour, shown)
        return CardCancelled(round=game.round, step=game.step, seat=seat, card=card, by=by)
    kind = KIND_OF[card]
    if not kind.possible(game, seat):
        return kind.impossible(game, seat, card, PIECES[card])
    game.phase, game.pending = kind.phase, Pending(card, PIECES[card])
    return None


def seat_of(game: MekongPosition, colour: str) -> int:
    """The seat that plays a colour."""
    return [player.colour for player in game.players].index(colour)


def dragons_on(colour: str, shown: list[str]) -> list[int]:
    """The seats whose dragons cancel the card of a colour (MEK-20, MEK-21), unless it is a dragon (MEK-22, MEK-114)."""
    dragon = DRAGON_ON[colour]
    return [seat for seat, card in enumerate(shown) if card == dragon]


def end_round(game: MekongPosition) -> Event:
    """Pass on the statuette and take back the cards (MEK-18); the last round ends in a draw (MEK-93)."""
    if game.round >= game.options.round_cap:
        return draw(game, "round_cap")
    statuette = (game.statuette + 1) % len(game.players)
    ended = RoundEnded(round=game.round, step=game.step, statuette=statuette)
    game.round, game.statuette = game.round + 1, statuette
    game.phase, game.step, game.turn = "program", 0, 0
    for player in game.players:
        player.program = None
    return ended
