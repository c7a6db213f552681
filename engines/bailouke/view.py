"""What a seat may see (BAI-8, BAI-15, BAI-117), and what it may know.

This is the only place that reads hidden values on a player's behalf.
"""

from __future__ import annotations

from engines.bailouke.determinize import determinize
from engines.bailouke.events import CardSeen, CardsRevealed, DiscardFailed
from engines.bailouke.parts import Effect
from engines.bailouke.pieces import Bestiary
from engines.bailouke.position import CardView, EffectView, PileView, PlayerView, Position, View, ZoneCardView
from engines.kernel.dice import Dice
from engines.kernel.protocols.visibility import Visibility
from engines.kernel.records import GAME_OVER, Event


class BailoukeVisibility(Visibility[Position, View]):
    """Cards are hidden but for the graveyard; tokens are public."""

    view_type = View
    faces = {CardSeen: ("value",), DiscardFailed: ("value",), CardsRevealed: ("entries",)}

    def __init__(self, beasts: Bestiary) -> None:
        self.beasts = beasts

    def view(self, position: Position, seat: int | None) -> View:
        return view(position, seat, position.options.memory_aid)

    def knowledge(self, position: Position, seat: int | None) -> View:
        return view(position, seat, memory=True)

    def redact(self, event: Event, seat: int | None) -> Event | None:
        return redact(event, seat)

    def shows(self, view: View, event: Event, field: str) -> bool:
        """A card on the graveyard, or one that the reader may look at: own token, drawn, or seen by an effect."""
        shown = shown_values(view)
        if isinstance(event, CardsRevealed):
            return all(shown.get(entry.card) == entry.value for entry in event.entries)
        return isinstance(event, CardSeen | DiscardFailed) and shown.get(event.card) == event.value

    def determinize(self, knowledge: View, seat: int | None, dice: Dice) -> Position:
        return determinize(self.beasts, knowledge, seat, dice)


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


def shown_values(view: View) -> dict[int, int]:
    """By card: the values that a view shows."""
    shown = {card.card: card.value for card in view.graveyard}
    shown |= {card.card: card.value for player in view.players for card in player.zone}
    shown |= {card.card: card.value for card in (view.drawn, view.pile.top) if card is not None}
    return {card: value for card, value in shown.items() if value is not None}


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


def redact(event: Event, seat: int | None) -> Event | None:
    """Everything is public but what a seat sees alone."""
    return None if isinstance(event, CardSeen) and event.seat != seat else event
