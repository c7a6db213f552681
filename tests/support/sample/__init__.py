"""Cups: guess, all at once and in secret, which numbered cup lies on top of a shuffled stack."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta, structs

from engines.kernel.dice import Dice
from engines.kernel.game import Game, Position
from engines.kernel.records import GAME_OVER, Action, Choices, Event, GameOver, Record, Result
from engines.kernel.refusals import Illegal, InvalidPosition

Cup = Annotated[int, Meta(ge=1, le=5, description="The number of a cup.")]


class Options(Record):
    """The options of a game of cups."""

    cups: Annotated[int, Meta(ge=2, le=5, description="How many cups there are.")] = 4
    points: Annotated[Literal["one", "number"], Meta(description="What a right guess scores.")] = "one"


class CupsPosition(Position):
    """The whole truth."""

    game: Literal["cups"]
    schema: Literal[1]
    options: Options
    stack: Annotated[list[int], Meta(description="The cups, top first.")]
    guesses: Annotated[list[int | None], Meta(description="By seat: this round's guess, null = still owed.")]
    scores: Annotated[list[int], Meta(description="Points by seat.")]
    result: Result | None = None


class CupsView(Record):
    """What a seat may see."""

    game: Literal["cups"]
    schema: Literal[1]
    options: Options
    phase: str
    stack: Annotated[list[int], Meta(description="The cups still in the stack, by number.")]
    guesses: Annotated[list[int | None], Meta(description="The reader's own guess; null for the others.")]
    guessed: Annotated[list[bool], Meta(description="By seat: has guessed this round.")]
    scores: Annotated[list[int], Meta(description="Points by seat.")]
    result: Result | None


class Guess(Action):
    """Guess the top cup (CUP-2, CUP-3)."""

    cup: Cup


class GameStarted(Event):
    """The stack is ready."""

    seats: int


class GuessMade(Event):
    """A seat has guessed; only that seat sees what."""

    seat: int
    cup: int | None


class CupLifted(Event):
    """All have guessed: the cup is shown."""

    cup: int
    right: list[int]


def guess(game: CupsPosition, seat: int, action: Guess, dice: Dice) -> Iterator[Event]:
    """Commit a guess; the last one lifts the cup (CUP-2, CUP-3)."""
    if action.cup not in game.stack:
        raise Illegal("CUP-3", f"cup {action.cup} is no longer in the stack")
    game.guesses[seat] = action.cup
    yield GuessMade(seat=seat, cup=action.cup)
    if None not in game.guesses:
        yield from lift(game)


def lift(game: CupsPosition) -> Iterator[Event]:
    """Show the top cup, score the right guesses, go on or end (CUP-4)."""
    cup = game.stack.pop(0)
    right = [seat for seat, guessed in enumerate(game.guesses) if guessed == cup]
    for seat in right:
        game.scores[seat] += cup if game.options.points == "number" else 1
    game.guesses = [None] * len(game.scores)
    yield CupLifted(cup=cup, right=right)
    if not game.stack:
        game.phase, game.result = GAME_OVER, ranked(game.scores)
        yield GameOver.of(game.result)


def ranked(scores: list[int]) -> Result:
    groups = [
        [seat for seat, score in enumerate(scores) if score == points] for points in sorted(set(scores), reverse=True)
    ]
    return Result(
        winners=groups[0], ranking=groups, scores={str(s): p for s, p in enumerate(scores)}, reason="stack_empty"
    )


class Cups(Game[CupsPosition, CupsView]):
    """The engine of the sample game."""

    slug = "cups"
    package = "tests.support.sample"
    position_type = CupsPosition
    view_type = CupsView
    options_type = Options
    event_types = (GameStarted, GuessMade, CupLifted, GameOver)
    phases = ("guess",)
    over_rule = "CUP-4"
    moves = {Guess: guess}

    def deal(self, seats: int, options: Record, dice: Dice) -> tuple[CupsPosition, list[Event]]:
        assert isinstance(options, Options)
        stack = list(range(1, options.cups + 1))
        dice.shuffle(stack)
        position = CupsPosition("guess", "cups", 1, options, stack, [None] * seats, [0] * seats)
        return position, [GameStarted(seats=seats)]

    def resume(self, position: CupsPosition, dice: Dice) -> list[Event]:
        return [GameStarted(seats=len(position.scores))]

    def seat_count(self, position: CupsPosition) -> int:
        return len(position.scores)

    def to_act(self, position: CupsPosition) -> tuple[int, ...]:
        if position.phase == GAME_OVER:
            return ()
        return tuple(seat for seat, guessed in enumerate(position.guesses) if guessed is None)

    def legal(self, position: CupsPosition, seat: int) -> Choices:
        if seat not in self.to_act(position):
            return Choices()
        return Choices([Guess(cup) for cup in sorted(position.stack)])

    def refuse(self, position: CupsPosition, seat: int, action: Action) -> None:
        if seat not in self.to_act(position):
            raise Illegal("CUP-2", "this seat has guessed already", "not_to_act")

    def forced(self, position: CupsPosition) -> tuple[int, Action] | None:
        seats = self.to_act(position)
        return (seats[0], Guess(position.stack[0])) if len(position.stack) == 1 and seats else None

    def view(self, position: CupsPosition, seat: int | None) -> CupsView:
        return CupsView(
            game="cups",
            schema=1,
            options=position.options,
            phase=position.phase,
            stack=sorted(position.stack),
            guesses=[cup if of == seat else None for of, cup in enumerate(position.guesses)],
            guessed=[cup is not None for cup in position.guesses],
            scores=list(position.scores),
            result=position.result,
        )

    def tell(self, event: Event, seat: int | None) -> Event | None:
        if isinstance(event, GuessMade) and event.seat != seat:
            return structs.replace(event, cup=None)
        return event

    def imagine(self, knowledge: CupsView, seat: int | None, dice: Dice) -> CupsPosition:
        stack = list(knowledge.stack)
        dice.shuffle(stack)
        guesses = [
            (cup if cup is not None else dice.choose(knowledge.stack)) if done else None
            for cup, done in zip(knowledge.guesses, knowledge.guessed, strict=True)
        ]
        return CupsPosition(
            knowledge.phase, "cups", 1, knowledge.options, stack, guesses, list(knowledge.scores), knowledge.result
        )

    def greedy(self, knowledge: CupsView, seat: int, choices: Choices, dice: Dice) -> Action:
        return choices.actions[-1]

    def outcome(self, position: CupsPosition) -> Result | None:
        return position.result

    def check(self, position: CupsPosition) -> None:
        if len(position.scores) not in self.seats or len(position.guesses) != len(position.scores):
            raise InvalidPosition("/scores", "CUP-1", "2 or 3 seats play")
        if len(set(position.stack)) != len(position.stack) or not set(position.stack) <= set(
            range(1, position.options.cups + 1)
        ):
            raise InvalidPosition("/stack", "CUP-1", "each cup is in the stack at most once")
        if not set(position.guesses) - {None} <= set(position.stack):
            raise InvalidPosition("/guesses", "CUP-3", "a guess names a cup of the stack")
        if (position.phase == GAME_OVER) != (not position.stack):
            raise InvalidPosition("/phase", "CUP-4", "the game is over exactly when the stack is empty")
        if position.phase != GAME_OVER and None not in position.guesses:
            raise InvalidPosition("/guesses", "CUP-2", "somebody still owes a guess")
        if (position.result is None) != (position.phase != GAME_OVER):
            raise InvalidPosition("/result", "CUP-4", "the result is set exactly when the game is over")


engine = Cups()
