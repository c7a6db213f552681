"""A round: five cards laid in secret, then turned over and carried out step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any, NamedTuple

from engines.kernel.dice import Dice
from engines.kernel.protocols.rules import Move
from engines.kernel.records import GAME_OVER, Action, Event
from engines.kernel.refusals import Illegal, said
from engines.mekong.actions import CommitProgram
from engines.mekong.events import CardCancelled, DragonPlayed, ProgramCommitted, RoundEnded, StepRevealed
from engines.mekong.pieces import DRAGON_ON, DRAGONS, DRAGONS_PER_PROGRAM, KIND, PIECES, PROGRAM_LENGTH, cards_of
from engines.mekong.position import MekongPosition, Pending, Phase, Table, acting
from engines.mekong.rules import pawns, planks, removal, stones
from engines.mekong.rules.ending import draw, end_turn


class Kind(NamedTuple):
    """How a kind of card is carried out."""

    phase: Phase
    choices: Callable[[MekongPosition, int], list[Action]]
    """The legal decisions of the first phase."""
    possible: Callable[[MekongPosition, int], object]
    """True when there is any; the choices themselves where a shorter answer does not exist."""
    impossible: Callable[[MekongPosition, int, str, int], Iterable[Event]]
    """What happens when there is none: given the seat, the card and the pieces left."""


KINDS = {
    "stone": Kind("place_stone", stones.placements, stones.can_place, stones.void),
    "plank": Kind("choose_plank", planks.planks_in_reserve, planks.can_choose, planks.void),
    "remove": Kind("remove", removal.removals, removal.can_remove, removal.void),
    "move": Kind("move", pawns.moves, pawns.moves, pawns.fall),
    "jump": Kind("jump", pawns.jumps, pawns.jumps, pawns.fall),
}


# --- the programme ---------------------------------------------------------------------------------------------------


def hand(game: Table, seat: int) -> tuple[str, ...]:
    """All the cards that a seat has; it holds them again at the start of every round (MEK-5, MEK-10)."""
    return cards_of(game.players[seat].colour, tuple([player.colour for player in game.players]))


def commit_program(game: MekongPosition, seat: int, action: CommitProgram, dice: Dice) -> Iterator[Event]:
    """Lay five cards face down; nothing is turned over before everybody has (MEK-11, MEK-12, MEK-13, MEK-14)."""
    for rule, detail in faults(action.cards, hand(game, seat)):
        raise Illegal(rule, detail)
    game.players[seat].program = list(action.cards)
    yield ProgramCommitted(round=game.round, step=game.step, seat=seat, cards=list(action.cards))
    if all(player.program for player in game.players):
        yield from reveal(game)
        yield from go_on(game)


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


def go_on(game: MekongPosition) -> Iterator[Event]:
    """Carry out whatever leaves no choice, until a seat has to decide or the game is over (MEK-95)."""
    while game.phase != GAME_OVER and not awaits_decision(game):
        pending = game.pending
        if pending is not None:
            if pending.remaining:
                yield from give_up(game, pending)
            end_turn(game)
        elif game.turn < len(game.players):
            yield from turn_to(game, acting(game))
        elif game.step < PROGRAM_LENGTH:
            yield from reveal(game)
        else:
            yield from end_round(game)


def then_go_on(decide: Move) -> Move:
    """A decision of a step, and everything that follows from it by itself."""

    def decide_and_go_on(game: MekongPosition, seat: int, action: Any, dice: Dice) -> Iterator[Event]:
        return chain(decide(game, seat, action, dice), go_on(game))

    return decide_and_go_on


def awaits_decision(game: MekongPosition) -> bool:
    """Has a seat to lay a programme, or is the acting one able to do something with the card of this turn?"""
    pending = game.pending
    if pending is None:
        return game.step == 0
    if pending.plank is not None:
        return True
    return pending.remaining > 0 and bool(KINDS[KIND[pending.card]].possible(game, acting(game)))


def reveal(game: MekongPosition) -> Iterator[Event]:
    """Turn over the next card of all seats together (MEK-15)."""
    game.step += 1
    game.turn = 0
    yield StepRevealed(round=game.round, step=game.step, cards=all_face_up(game))


def all_face_up(game: MekongPosition) -> list[str]:
    """The cards that all seats show in this step."""
    slot = game.step - 1
    return [(player.program or ())[slot] for player in game.players]


def face_up(game: MekongPosition, seat: int) -> str:
    """The card that a seat shows in this step."""
    return (game.players[seat].program or ())[game.step - 1]


def turn_to(game: MekongPosition, seat: int) -> tuple[Event, ...]:
    """A seat's turn: a dragon does nothing else, a cancelled card is skipped, any other is begun (MEK-17, MEK-24).

    A cancelled card has no effect at all: nothing is placed or lost, nobody moves or falls (MEK-23).
    """
    card = face_up(game, seat)
    if card in DRAGONS:
        target = seat_of(game, DRAGONS[card])
        effective = face_up(game, target) not in DRAGONS
        end_turn(game)
        return (DragonPlayed(round=game.round, step=game.step, seat=seat, target=target, effective=effective),)
    if by := dragons_on(game, seat):
        end_turn(game)
        return (CardCancelled(round=game.round, step=game.step, seat=seat, card=card, by=by),)
    game.phase = KINDS[KIND[card]].phase
    game.pending = Pending(card, PIECES[card])
    return ()


def seat_of(game: MekongPosition, colour: str) -> int:
    return next(seat for seat, player in enumerate(game.players) if player.colour == colour)


def dragons_on(game: MekongPosition, seat: int) -> list[int]:
    """The seats whose dragons cancel this seat's card (MEK-20, MEK-21); a dragon never is (MEK-22, MEK-114)."""
    shown = all_face_up(game)
    dragon = DRAGON_ON[game.players[seat].colour]
    if dragon not in shown or shown[seat] in DRAGONS:
        return []
    return [other for other, card in enumerate(shown) if card == dragon]


def give_up(game: MekongPosition, pending: Pending) -> Iterable[Event]:
    """Nothing (more) can be done with the card (MEK-35, MEK-52, MEK-67, MEK-75).

    Stone, plank and remove cards are skipped; a pawn that must move and cannot falls (MEK-109).
    """
    return KINDS[KIND[pending.card]].impossible(game, acting(game), pending.card, pending.remaining)


def end_round(game: MekongPosition) -> Iterator[Event]:
    """Pass on the statuette and take back the cards (MEK-18); the last round ends in a draw (MEK-93)."""
    if game.round >= game.options.round_cap:
        yield from draw(game, "round_cap")
        return
    statuette = (game.statuette + 1) % len(game.players)
    yield RoundEnded(round=game.round, step=game.step, statuette=statuette)
    game.round, game.statuette = game.round + 1, statuette
    game.phase, game.step, game.turn = "program", 0, 0
    for player in game.players:
        player.program = None
