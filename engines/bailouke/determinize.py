"""Sample the hidden part of a position: full positions that agree with what a seat knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engines.bailouke.parts import Effect, Player
from engines.bailouke.pieces import SECRET, Bestiary
from engines.bailouke.position import CardView, EffectView, Position, View, ZoneCardView
from engines.kernel.dice import Dice


def determinize(beasts: Bestiary, seen: View, seat: int | None, dice: Dice) -> Position:
    """Deal the unseen cards at random to the hidden places; secret choices of others are any card of their zone."""
    values = dict(visible_values(seen))
    places = hidden_places(seen, len(beasts.deck))
    left = Counter(beasts.deck) - Counter(values.values())
    unseen = sorted(left.elements())
    dice.shuffle(unseen)
    hidden = [card for card in range(len(beasts.deck)) if card not in values]
    values.update(zip(hidden, unseen, strict=True))
    set_aside = seen.set_aside
    rest = set_aside + seen.removed
    top = [] if seen.pile.top is None else [seen.pile.top.card]
    return Position(
        phase=seen.phase,
        game="bailouke",
        schema=1,
        round=seen.round,
        turn=seen.turn,
        first_seat=seen.first_seat,
        active_seat=seen.active_seat,
        cards=[values[card] for card in range(len(beasts.deck))],
        pile=top + places[rest:],
        set_aside=places[:set_aside],
        removed=places[set_aside:rest],
        players=[sampled_player(seen, of, seat) for of in range(len(seen.players))],
        options=seen.options,
        graveyard=[card.card for card in seen.graveyard],
        announced_by=seen.announced_by,
        drawn=seen.drawn.card if seen.drawn else None,
        incoming=seen.incoming,
        effect=sampled_effect(beasts, seen, seen.effect, seat, dice) if seen.effect else None,
        discard=seen.discard,
        last_round=seen.last_round,
        winners=seen.winners,
    )


def visible_values(seen: View) -> Iterator[tuple[int, int]]:
    """Every card whose value the reader knows."""
    lone = [card for card in (seen.drawn, seen.pile.top) if card]
    rows = [card for player in seen.players for card in player.zone]
    cards: list[CardView | ZoneCardView] = [*seen.graveyard, *lone, *rows]
    for card in cards:
        if card.value is not None:
            yield card.card, card.value


def hidden_places(seen: View, cards: int) -> list[int]:
    """Ids that the view does not place: set aside, removed, or in the pile below its top card, in id order."""
    placed = {card.card for player in seen.players for card in player.zone} | {card.card for card in seen.graveyard}
    placed |= {card.card for card in (seen.drawn, seen.pile.top, seen.incoming) if card}
    return [card for card in range(cards) if card not in placed]


def sampled_player(seen: View, of: int, seat: int | None) -> Player:
    """The reader remembers what it knows; of the others only what is publicly known to be seen."""
    player = seen.players[of]
    if of == seat:
        memory = {card.card for row in seen.players for card in row.zone if card.value is not None}
        lone = [seen.pile.top] if of == seen.active_seat else [seen.pile.top, seen.drawn]
        memory |= {card.card for card in lone if card and card.value is not None}
    else:
        memory = set(player.assigned)
        if seen.effect and of == seen.active_seat:
            memory.update(seen.effect.looked)
    return Player(
        zone=[card.card for card in player.zone],
        tokens=player.tokens,
        assigned=list(player.assigned),
        peboude=player.peboude,
        fer=list(player.fer),
        kouronn=player.kouronn,
        seen=sorted(memory),
        ready=player.ready,
    )


def sampled_effect(beasts: Bestiary, seen: View, effect: EffectView, seat: int | None, dice: Dice) -> Effect:
    steps = beasts[effect.value].on_play
    choices: list[int | None] | None = None
    if seen.phase == "effect" and steps[effect.step].op in SECRET:
        choices = [None] * len(seen.players)
        for of in effect.committed:
            zone = seen.players[of].zone
            choices[of] = effect.own_choice if of == seat else dice.choose(zone).card
    return Effect(effect.value, effect.option, effect.step, effect.previous_done, list(effect.looked), choices)
