"""The parts of a game: cards, planks and places, the options, a seat's pieces, the card being carried out."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from engines.kernel.records import Record, named, one_of
from engines.mekong.pieces import BOARD, CARDS, COLOURS, ISLANDS, PLACES, PLANKS, SUPPORTS

Colour = Annotated[str, one_of(COLOURS, "A colour.", "Colour")]
Card = Annotated[str, one_of(CARDS, "A card.", "Card")]
Island = Annotated[str, one_of(ISLANDS, "An island.", "Island")]
Support = Annotated[str, one_of(SUPPORTS, "An island with its stone, or a village.", "StoneSite")]
Plank = Annotated[str, one_of(PLANKS, "A plank: its colour and its size.", "Plank")]
Place = Annotated[str, one_of(PLACES, "Where a pawn stands: a plank or a village.", "Support")]

Phase = Annotated[
    Literal["program", "place_stone", "choose_plank", "place_plank", "remove", "move", "jump", "game_over"],
    Meta(description="What is to be decided now."),
    named("Phase"),
]
Slug = Annotated[Literal["mekong"], Meta(description="The game.")]
Schema = Annotated[Literal[1], Meta(description="Version of this document's shape.")]
Board = Annotated[str, one_of([BOARD], "The board of the content file.")]
Round = Annotated[int, Meta(ge=1, le=200, description="The round, from 1.")]
Step = Annotated[int, Meta(ge=0, le=5, description="The step of the round: cards up to this slot are face up.")]
Statuette = Annotated[int, Meta(ge=0, le=5, description="The seat that begins every step of this round.")]
Turn = Annotated[int, Meta(ge=0, le=6, description="How many seats have finished their card in this step.")]
Stones = Annotated[list[Island], Meta(max_length=27, description="Islands with a stone, in the order of the content.")]
End = Annotated[Support, named("PlankEnd")]
Planks = Annotated[
    dict[str, tuple[End, End]],
    Meta(
        max_length=len(PLANKS),
        description="The planks on the board and their two supports, islands before villages.",
        examples=[{"red_2": ["i11", "v_red"]}],
    ),
]
Lost = Annotated[list[Plank], Meta(max_length=36, description="Planks out of the game, in order of loss.")]
Reserve = Annotated[list[Plank], Meta(max_length=6, description="The open reserve of planks, sorted by size.")]
Program = Annotated[list[Card], Meta(min_length=5, max_length=5, description="The five cards, slot 1 first.")]
Slots = Annotated[
    list[Card | None], Meta(min_length=5, max_length=5, description="The five slots, null where face down.")
]
Hand = Annotated[list[Card], Meta(min_length=4, max_length=13, description="Cards in the hand.")]
FirstSeat = Annotated[int, Meta(ge=0, le=5, description="A seat.")]


class Options(Record):
    """The options of a game."""

    plank_fit: Annotated[
        Literal["long_enough", "snug"],
        Meta(description="Whether a plank may be much too long (long_enough) or at most two sizes (snug)."),
    ] = "long_enough"
    plank_attempt: Annotated[
        Literal["guided", "eyeball"],
        Meta(description="Whether the places of a plank are judged by the game (guided) or by the player (eyeball)."),
    ] = "guided"
    jump_from_village: Annotated[bool, Meta(description="Whether a pawn may jump while it stands on a village.")] = True
    first_seat: Annotated[FirstSeat | None, Meta(description="Who has the statuette first; null = drawn.")] = None
    colours: Annotated[
        Annotated[list[Colour], Meta(max_length=len(COLOURS))] | None,
        Meta(description="The colours by seat; null = clockwise on the board."),
    ] = None
    round_cap: Annotated[int, Meta(ge=1, le=200, description="The game is a draw at the end of this round.")] = 40


class Pending(Record):
    """The card that is being carried out."""

    card: Card
    remaining: Annotated[int, Meta(ge=1, le=2, description="Pieces still to place; 1 for other cards.")] = 1
    plank: Annotated[Plank | None, Meta(description="The plank chosen and not yet placed.")] = None

    def copy(self) -> Pending:
        return Pending(self.card, self.remaining, self.plank)


class Pieces(Record):
    """What everybody sees of a seat."""

    colour: Colour
    pawn: Place
    reserve: Reserve


class Player(Pieces):
    """One seat's pieces and cards."""

    program: Annotated[Program | None, Meta(description="The cards laid this round; null = not yet.")] = None
