"""Who may see what. Nothing else reads hidden things on a player's behalf."""

from __future__ import annotations

from msgspec import structs

from engines.kernel.dice import Dice
from engines.kernel.protocols.visibility import Visibility
from engines.kernel.records import GAME_OVER, Event
from engines.kimbac.determinize import determinize
from engines.kimbac.events import CardDrawn, ChestShaken
from engines.kimbac.parts import Chest
from engines.kimbac.position import ChestView, KimbacPosition, KimbacView


class KimbacVisibility(Visibility[KimbacPosition, KimbacView]):
    """Cards in hand and the dice in the chest are hidden; the plan is public."""

    view_type = KimbacView

    def view(self, position: KimbacPosition, seat: int | None) -> KimbacView:
        return view(position, seat)

    def redact(self, event: Event, seat: int | None) -> Event | None:
        return redact(event, seat)

    def determinize(self, knowledge: KimbacView, seat: int | None, dice: Dice) -> KimbacPosition:
        return determinize(knowledge, dice)


def view(game: KimbacPosition, seat: int | None) -> KimbacView:
    """Own cards, public things, and the dice only for the finder until the round ends (KIM-26, KIM-36, KIM-71)."""
    chest = game.chest
    dice_known = chest is not None and (chest.finder == seat or game.phase == GAME_OVER)
    return KimbacView(
        game=game.game,
        schema=game.schema,
        options=game.options,
        round=game.round,
        phase=game.phase,
        active_seat=game.active_seat,
        first_seat=game.first_seat,
        next_pawn=game.next_pawn,
        arrived=list(game.arrived),
        pawns=[list(own) for own in game.pawns],
        pile=len(game.pile),
        hands=[list(hand) if of == seat else None for of, hand in enumerate(game.hands)],
        hand_sizes=[len(hand) for hand in game.hands],
        face_up=[list(shown) for shown in game.face_up],
        search_turn=game.search_turn,
        dry_turns=game.dry_turns,
        renounced_by=game.renounced_by,
        chest=None if chest is None else chest_view(chest, dice_known),
        cache=chest.cache if chest is not None and dice_known else None,
        treasure=chest.treasure if chest is not None and dice_known else None,
        kimbac=game.kimbac,
        hunt_turn=game.hunt_turn,
        scores=list(game.scores),
        round_results=list(game.round_results),
        result=game.result,
    )


def chest_view(chest: Chest, dice_known: bool) -> ChestView:
    """The pair is on the table; the dice are in the chest."""
    return ChestView(
        finder=chest.finder,
        pawn=chest.pawn,
        secret=chest.secret,
        ordinary=chest.ordinary if dice_known else None,
        special=chest.special if dice_known else None,
        shakes=chest.shakes,
        resume=chest.resume,
    )


def redact(event: Event, seat: int | None) -> Event:
    """A drawn card is for its seat, a throw for its finder; a void throw and all the rest are public (KIM-38)."""
    if isinstance(event, CardDrawn) and event.seat != seat:
        return structs.replace(event, number=None)
    if isinstance(event, ChestShaken) and event.seat != seat and not event.void:
        return structs.replace(event, ordinary=None, special=None, cache=None, treasure=None)
    return event
