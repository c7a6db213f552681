"""The parts of a game of Bakong: phases, options, tiles, players, the running turn, the count."""

from __future__ import annotations

from typing import Annotated, Literal, cast

from msgspec import Meta

from engines.bakong.pieces import (
    BIG_VALUES,
    COPIES,
    FACES_OF,
    MOST_STEPS,
    OBJECTS,
    TOKENS,
    BigValue,
    Dice2,
    Die,
    Face,
    JungleSlot,
    Object,
    Side,
    Slot,
    Steps,
    TileId,
)
from engines.kernel.records import MOST_SEATS, Record, Seat, named

Phase = Literal[
    "choose_start_object",
    "choose_flip",
    "map_flip",
    "choose_steps",
    "quicksand",
    "camp",
    "choose_split",
    "choose_big_emerald",
    "temple_pick",
    "make_room",
    "game_over",
]
Direction = Annotated[Literal["outward", "return"], named("Direction")]
Place = Literal["jungle_emerald", "abandoned_camp", "cave", "temple"]

CurrentPhase = Annotated[Phase, Meta(description="The decision that the game waits for, or game_over."), named("Phase")]
ActiveSeat = Annotated[Seat | None, Meta(description="Who acts; null when the game is over.")]
StepsLeft = Annotated[int, Meta(ge=0, le=MOST_STEPS)]
TurnNumber = Annotated[int, Meta(ge=0, description="Turns begun so far; 0 while the first objects are chosen.")]


class Options(Record):
    """The options of a game of Bakong."""

    first_seat: Annotated[Seat | None, Meta(description="Who begins, the youngest player; null = drawn.")] = None
    map_colour: Annotated[
        Literal["before", "after"],
        Meta(description="The colour that the map goes by: what the first tile showed before or after it was turned."),
    ] = "before"
    quicksand_loss: Annotated[
        Literal["on_crossing", "after_move"],
        Meta(description="When quicksand takes the object: as the pawn enters, or when it has stopped."),
    ] = "after_move"
    memory_aid: Annotated[bool, Meta(description="True: views show the back of every tile that was ever turned.")] = (
        False
    )


class TrackTile(Record):
    """A jungle tile on the track. Replaced when it is turned, never changed."""

    tile: TileId
    side: Annotated[Side, Meta(description="The side that lies up.")]
    seen: Annotated[bool, Meta(description="True when the tile was turned at least once.")] = False

    @property
    def face(self) -> str:
        return FACES_OF[self.tile][self.side]


class Player(Record):
    """A seat's pawn, backpack and ouch tokens."""

    slot: Annotated[Slot, Meta(description="Where the pawn stands.")] = 0
    direction: Annotated[Direction, Meta(description="Towards the temple, or back to the camp.")] = "outward"
    objects: Annotated[
        list[Object], Meta(max_length=len(OBJECTS), description="Objects in the backpack, in the order of the content.")
    ] = []
    x1: Annotated[int, Meta(ge=0, le=TOKENS["x1"], description="Small emerald tokens worth 1.")] = 0
    x3: Annotated[int, Meta(ge=0, le=TOKENS["x3"], description="Small emerald tokens worth 3.")] = 0
    big: Annotated[BigValue | None, Meta(description="The big emerald in the backpack, if any.")] = None
    ouch: Annotated[int, Meta(ge=0, le=TOKENS["ouch"], description="Ouch tokens beside the backpack.")] = 0
    first_home: Annotated[bool, Meta(description="True for the seat that holds the first-home tile.")] = False

    def copy(self) -> Player:
        return Player(
            self.slot, self.direction, self.objects[:], self.x1, self.x3, self.big, self.ouch, self.first_home
        )


class Supply(Record):
    """What lies beside the track."""

    objects: Annotated[
        dict[str, Annotated[int, Meta(ge=0, le=max(COPIES.values()), description="Copies in the supply.")]],
        Meta(max_length=len(OBJECTS), description="Copies of each object.", examples=[dict.fromkeys(OBJECTS, 2)]),
    ]
    x1: Annotated[int, Meta(ge=0, le=TOKENS["x1"], description="Small emerald tokens worth 1.")]
    x3: Annotated[int, Meta(ge=0, le=TOKENS["x3"], description="Small emerald tokens worth 3.")]
    ouch: Annotated[int, Meta(ge=0, le=TOKENS["ouch"], description="Ouch tokens.")]

    def copy(self) -> Supply:
        return Supply(self.objects.copy(), self.x1, self.x3, self.ouch)


class TempleObject(Record):
    """An object that a seat left on the temple tile."""

    object: Object
    left_by: Annotated[Seat, Meta(description="The seat that left it.")]


class Temple(Record):
    """What lies on the temple tile."""

    big_emeralds: Annotated[
        list[BigValue], Meta(max_length=len(BIG_VALUES), description="Big emeralds still there, highest first.")
    ]
    objects: Annotated[
        list[TempleObject], Meta(max_length=sum(COPIES.values()), description="Objects left there, in the order left.")
    ] = []

    def copy(self) -> Temple:
        return Temple(self.big_emeralds[:], [TempleObject(lying.object, lying.left_by) for lying in self.objects])


class Flipped(Record):
    """The first tile turned this turn."""

    slot: JungleSlot
    from_: Annotated[Face, Meta(description="The face that it showed.")]
    to: Annotated[Face, Meta(description="The face that it shows now.")]


class Incoming(Record):
    """A piece that was gained and is not stowed yet."""

    kind: Annotated[Literal["object", "big", "x3", "x1"], Meta(description="What it is.")]
    object: Annotated[Object | None, Meta(description="Which object; null for emeralds.")] = None
    left_by: Annotated[Seat | None, Meta(description="Who left the object at the temple; null = from the supply.")] = (
        None
    )
    value: Annotated[BigValue | None, Meta(description="Value of the big emerald; null for the rest.")] = None

    @property
    def item(self) -> str:
        return self.object or self.kind


class Current(Record):
    """The running turn."""

    dice: Dice2
    rerolled: Annotated[bool, Meta(description="True when the journal was used this turn.")] = False
    flip_die: Annotated[Die | None, Meta(description="The die that turned a tile.")] = None
    move_die: Annotated[Die | None, Meta(description="The die left for the move.")] = None
    flipped: Annotated[Flipped | None, Meta(description="The first tile turned; null when none was.")] = None
    steps: Annotated[Steps | None, Meta(description="Slots that the pawn set out to advance.")] = None
    steps_left: Annotated[StepsLeft | None, Meta(description="Slots still to walk.")] = None
    set_aside: Annotated[
        list[Object],
        Meta(max_length=sum(COPIES.values()), description="Objects given up this turn, not yet in the supply."),
    ] = []
    owed: Annotated[int, Meta(ge=0, le=5, description="Objects still to give up (after_move only).")] = 0
    cave: Annotated[Dice2 | None, Meta(description="The dice thrown in the cave.")] = None
    incoming: Annotated[
        list[Incoming], Meta(max_length=sum(COPIES.values()), description="Pieces gained that are not stowed yet.")
    ] = []
    at: Annotated[Place | None, Meta(description="The place whose gain is being settled.")] = None

    @property
    def granted(self) -> int:
        """How many small emeralds the cave grants: the lower die (BAK-30)."""
        return min(cast(tuple[int, int], self.cave))

    def copy(self) -> Current:
        return Current(
            self.dice,
            self.rerolled,
            self.flip_die,
            self.move_die,
            self.flipped,  # set once and never changed, so it can be shared
            self.steps,
            self.steps_left,
            self.set_aside[:],
            self.owed,
            self.cave,
            self.incoming[:],  # the pieces themselves never change
            self.at,
        )


class ScoreLine(Record):
    """The final points of a seat."""

    big: Annotated[int, Meta(ge=0, le=17, description="Points of the big emerald.")]
    x1: Annotated[int, Meta(ge=0, le=20, description="Points of the x1 tokens.")]
    x3: Annotated[int, Meta(ge=0, le=60, description="Points of the x3 tokens.")]
    first_home: Annotated[int, Meta(ge=0, le=3, description="Points of the first-home tile.")]
    ouch: Annotated[int, Meta(ge=-36, le=0, description="Penalty of the ouch tokens.")]
    total: Annotated[int, Meta(ge=-36, le=80, description="The sum.")]


class ScoreSheet(Record):
    """The final count."""

    lines: Annotated[list[ScoreLine], Meta(max_length=MOST_SEATS, description="By seat.")]
    tie_break: Annotated[bool, Meta(description="True when the bigger emerald decided the first place.")]
