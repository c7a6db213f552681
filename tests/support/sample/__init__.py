"""Cups: guess, all at once and in secret, which numbered cup lies on top of a shuffled stack."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

from msgspec import Meta, structs

from engines.kernel.dice import Dice
from engines.kernel.game import Game
from engines.kernel.protocols.bot import Bot
from engines.kernel.protocols.render import Renderer
from engines.kernel.protocols.rules import Rules
from engines.kernel.protocols.visibility import Visibility
from engines.kernel.records import GAME_OVER, Action, Choices, Event, GameOver, Position, Record, Result
from engines.kernel.refusals import Illegal, require

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


class Guess(Action, frozen=True):
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
    return Result(winners=groups[0], ranking=groups, scores=list(scores), reason="stack_empty")


class CupsRules(Rules[CupsPosition]):
    """The rules of the sample game."""

    position_type = CupsPosition
    options_type = Options
    event_types = (GameStarted, GuessMade, CupLifted, GameOver)
    phases = ("guess",)
    forced_phases = frozenset({"guess"})
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

    def outcome(self, position: CupsPosition) -> Result | None:
        return position.result

    def check(self, position: CupsPosition) -> None:
        cups, guesses, over = range(1, position.options.cups + 1), position.guesses, position.phase == GAME_OVER
        seats = len(position.scores)
        require(2 <= seats <= 3 and len(guesses) == seats, "/scores", "CUP-1", "2 or 3 seats play")
        once = len(set(position.stack)) == len(position.stack) and set(position.stack) <= set(cups)
        require(once, "/stack", "CUP-1", "each cup is in the stack at most once")
        named = set(guesses) - {None} <= set(position.stack)
        require(named, "/guesses", "CUP-3", "a guess names a cup of the stack")
        require(over == (not position.stack), "/phase", "CUP-4", "the game is over exactly when the stack is empty")
        require(over or None in guesses, "/guesses", "CUP-2", "a seat still owes a guess")
        set_ = (position.result is not None) == over
        require(set_, "/result", "CUP-4", "the result is set exactly when the game is over")


class CupsVisibility(Visibility[CupsPosition, CupsView]):
    """A guess is secret until the cup is lifted; so is the order of the stack."""

    view_type = CupsView

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

    def redact(self, event: Event, seat: int | None) -> Event | None:
        if isinstance(event, GuessMade) and event.seat != seat:
            return structs.replace(event, cup=None)
        return event

    def determinize(self, knowledge: CupsView, seat: int | None, dice: Dice) -> CupsPosition:
        stack = list(knowledge.stack)
        dice.shuffle(stack)
        guesses = [
            (cup if cup is not None else dice.choose(knowledge.stack)) if done else None
            for cup, done in zip(knowledge.guesses, knowledge.guessed, strict=True)
        ]
        return CupsPosition(
            knowledge.phase, "cups", 1, knowledge.options, stack, guesses, list(knowledge.scores), knowledge.result
        )


class CupsBot(Bot[CupsPosition, CupsView]):
    """Guesses the highest cup."""

    def greedy(self, knowledge: CupsView, seat: int, choices: Choices, dice: Dice) -> Action:
        return choices.actions[-1]

    def estimate(self, position: CupsPosition) -> list[float]:
        return [1 / len(position.scores)] * len(position.scores)


class CupsRenderer(Renderer[CupsView]):
    """The cups still in the stack."""

    def svg(self, view: CupsView, players: Sequence[str], language: str) -> str:
        return f'<svg xmlns="http://www.w3.org/2000/svg"><title>{len(view.stack)}</title></svg>'

    def text(self, view: CupsView, players: Sequence[str], language: str) -> str:
        return " ".join(map(str, view.stack))

    def seat_colours(self, seats: int) -> list[str]:
        return ["red", "blue", "green"][:seats]

    def elements(self, view: CupsView, seat: int, action: Action) -> list[str]:
        return []


PACKAGE = "tests.support.sample"
visibility = CupsVisibility()
engine = Game(PACKAGE, CupsRules(), visibility, CupsBot(visibility), CupsRenderer(PACKAGE))
