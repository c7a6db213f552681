"""What a seat may see (BAI-8, BAI-15, BAI-117), what it may know, and full positions that agree with that.

This is the only place that reads hidden values on a player's behalf.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engines.bailouke.events import CardSeen
from engines.bailouke.pieces import Bestiary
from engines.bailouke.position import (
    CardView,
    Effect,
    EffectView,
    PileView,
    Player,
    PlayerView,
    Position,
    View,
    ZoneCardView,
)
from engines.kernel.dice import Dice
from engines.kernel.records import GAME_OVER, Event

SECRET = frozenset({"reveal_contest", "pass_left"})
"""Steps in which seats choose at once and in secret."""


def view(game: Position, seat: int | None, memory: bool) -> View:
    """An allow-list: each field is either public or shown by a rule."""
    shown = known_cards(game, seat, memory)
    cards, pile = game.cards, game.pile

    def card(of: int) -> CardView:
        return CardView(of, cards[of] if of in shown else None)

    return View(
        game="bailouke",
        schema=1,
        options=game.options,
        phase=game.phase,
        round=game.round,
        turn=game.turn,
        first_seat=game.first_seat,
        active_seat=game.active_seat,
        announced_by=game.announced_by,
        pile=PileView(len(pile), card(pile[0]) if pile else None),
        graveyard=[CardView(of, cards[of]) for of in game.graveyard],  # BAI-124
        set_aside=len(game.set_aside),
        removed=len(game.removed),
        drawn=None if game.drawn is None else card(game.drawn),
        incoming=game.incoming,
        players=[player_view(game, of, shown, own=of == seat) for of in range(len(game.players))],
        effect=effect_view(game.effect, seat) if game.effect else None,
        discard=game.discard,
        last_round=game.last_round,
        winners=game.winners,
    )


def known_cards(game: Position, seat: int | None, memory: bool) -> set[int]:
    """The cards whose value the reader is shown, besides the graveyard and cards under own tokens."""
    if game.phase == GAME_OVER:
        return {card for player in game.players for card in player.zone} | set(game.pile[:1])
    if seat is None:
        return set()
    shown = set(game.players[seat].seen) if memory else set()
    if seat == game.active_seat:
        if game.effect:
            shown.update(game.effect.looked)
        if game.drawn is not None:
            shown.add(game.drawn)
    return shown


def player_view(game: Position, of: int, shown: set[int], own: bool) -> PlayerView:
    """A row as the reader sees it; a token shows its card to its owner alone (BAI-15)."""
    player = game.players[of]
    zone = []
    for card in player.zone:
        token = card in player.assigned
        zone.append(ZoneCardView(card, token, game.cards[card] if card in shown or (own and token) else None))
    return PlayerView(
        zone=zone,
        tokens=player.tokens,
        assigned=list(player.assigned),
        peboude=player.peboude,
        fer=list(player.fer),
        kouronn=player.kouronn,
        ready=player.ready,
    )


def effect_view(effect: Effect, seat: int | None) -> EffectView:
    """Secret choices stay secret: only who has chosen is public (BAI-52, BAI-53)."""
    choices = effect.choices or []
    return EffectView(
        value=effect.value,
        option=effect.option,
        step=effect.step,
        previous_done=effect.previous_done,
        looked=list(effect.looked),
        committed=[of for of, card in enumerate(choices) if card is not None],
        own_choice=choices[seat] if choices and seat is not None else None,
    )


def tell(event: Event, seat: int | None) -> Event | None:
    """Everything is public but what a seat sees alone."""
    return None if isinstance(event, CardSeen) and event.seat != seat else event


# --- imagining -------------------------------------------------------------------------------------------------------


def imagine(beasts: Bestiary, seen: View, seat: int | None, dice: Dice) -> Position:
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
        players=[imagined_player(seen, of, seat) for of in range(len(seen.players))],
        options=seen.options,
        graveyard=[card.card for card in seen.graveyard],
        announced_by=seen.announced_by,
        drawn=seen.drawn.card if seen.drawn else None,
        incoming=seen.incoming,
        effect=imagined_effect(beasts, seen, seen.effect, seat, dice) if seen.effect else None,
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


def imagined_player(seen: View, of: int, seat: int | None) -> Player:
    """The reader remembers what it knows; of the others only what everybody can tell they have seen."""
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


def imagined_effect(beasts: Bestiary, seen: View, effect: EffectView, seat: int | None, dice: Dice) -> Effect:
    steps = beasts[effect.value].on_play
    choices: list[int | None] | None = None
    if seen.phase == "effect" and steps[effect.step].op in SECRET:
        choices = [None] * len(seen.players)
        for of in effect.committed:
            zone = seen.players[of].zone
            choices[of] = effect.own_choice if of == seat else dice.choose(zone).card
    return Effect(effect.value, effect.option, effect.step, effect.previous_done, list(effect.looked), choices)
