"""Effects on tokens: Louk Louké gained, moved, stolen; the Péboudé (BAI-21, BAI-35, BAI-40, BAI-42, BAI-50, BAI-54)."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator

from engines.bailouke.actions import MoveToken, StealToken
from engines.bailouke.events import PeboudeChanged, TokenGained, TokenMoved, TokenStolen
from engines.bailouke.pieces import Bestiary, Step
from engines.bailouke.position import View
from engines.bailouke.rules.steps import require_opponent, rule
from engines.bailouke.rules.table import Table, place_of
from engines.bailouke.rules.tokens import look
from engines.kernel.effects import ActionEffect, effect
from engines.kernel.records import Action, Event
from engines.kernel.refusals import Illegal, said


def supply(table: Table) -> int:
    """Louk Louké that nobody owns (BAI-3)."""
    return table.beasts.louk_louke - sum(player.tokens for player in table.game.players)


def can_gain_token(table: Table, step: Step) -> bool:
    """Is a token left in the supply (BAI-42)?"""
    return supply(table) > 0


def gain_token(table: Table, step: Step) -> Iterator[Event]:
    """Take Louk Louké from the supply, as far as it goes (BAI-21, BAI-42)."""
    count = min(step.count, supply(table))
    table.active.tokens += count
    yield TokenGained(seat=table.game.active_seat, count=count)


def protect(table: Table, step: Step) -> Iterator[Event]:
    """Take a Péboudé, or set one's own back to its first face (BAI-35, BAI-40).

    The effect of Liboudé (BAI-43).
    """
    table.active.peboude = step.turns
    yield PeboudeChanged(seat=table.game.active_seat, side=step.turns)


def token_moves(table: Table, seat: int) -> list[Action]:
    """From any card with a token to any own card without one (BAI-14, BAI-50)."""
    player = table.game.players[seat]
    bare = [card for card in player.zone if card not in player.assigned]
    return [MoveToken(bearer, card) for bearer in player.assigned for card in bare]


def move_token(table: Table, seat: int, action: MoveToken, step: Step) -> Iterator[Event]:
    """An assigned token moves to another own card without one, which is seen at once (BAI-14, BAI-50)."""
    player = table.game.players[seat]
    if action.from_card not in player.assigned:
        raise Illegal(rule(table), said("card {from_card} bears no token of yours", from_card=action.from_card))
    if action.to_card not in player.zone:
        raise Illegal("BAI-14", said("card {to_card} is not in your zone", to_card=action.to_card))
    if action.to_card in player.assigned:
        raise Illegal("BAI-14", said("card {to_card} bears a token already", to_card=action.to_card))
    player.assigned.remove(action.from_card)
    insort(player.assigned, action.to_card)
    place = place_of(player.zone, action.to_card)
    yield TokenMoved(seat=seat, from_card=action.from_card, to_card=action.to_card, place=place)
    yield look(table, seat, action.to_card, "token")


def move_token_effects(beasts: Bestiary, view: View, seat: int, action: MoveToken) -> Iterator[ActionEffect]:
    """The token shows another card (BAI-50)."""
    cards = [f"card-{action.from_card}", f"card-{action.to_card}"]
    yield effect("place", "token_moves", cards, what="louk_louke", amount=1)
    yield effect("reveal", "seen", cards[1:], what="card", amount=1)


def thefts(table: Table, seat: int) -> list[Action]:
    """Any token of an opponent; unassigned ones are all alike (BAI-54)."""
    found: list[Action] = []
    for other in table.opponents():
        player = table.game.players[other]
        found += [StealToken(other, card) for card in player.assigned]
        if player.free_tokens:
            found.append(StealToken(other, None))
    return found


def steal_token(table: Table, seat: int, action: StealToken, step: Step) -> Iterator[Event]:
    """Take a Louk Louké of an opponent, off a card or an unassigned one; it arrives unassigned (BAI-54)."""
    require_opponent(table, action.seat)
    victim = table.game.players[action.seat]
    if action.card is None and not victim.free_tokens:
        raise Illegal(rule(table), said("seat {seat} has no unassigned token now", seat=action.seat))
    if action.card is not None and action.card not in victim.assigned:
        raise Illegal(
            rule(table), said("no token of seat {seat} lies on card {card}", seat=action.seat, card=action.card)
        )
    if action.card is not None:
        victim.assigned.remove(action.card)
    victim.tokens -= 1
    table.active.tokens += 1
    place = None if action.card is None else place_of(victim.zone, action.card)
    yield TokenStolen(seat=seat, from_seat=action.seat, card=action.card, place=place)


def steal_token_effects(beasts: Bestiary, view: View, seat: int, action: StealToken) -> Iterator[ActionEffect]:
    """One token more, and one less for the other seat (BAI-54)."""
    pieces = [f"free-tokens-{action.seat}" if action.card is None else f"card-{action.card}"]
    left = view.players[seat].tokens + 1
    yield effect("take", "stolen", pieces, what="louk_louke", amount=1, left=left, seat=action.seat)
