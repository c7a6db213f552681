"""The questions that every game answers, and the one way in which every game takes an action.

The API, the store, the bots and the tests know a game only through ``Game``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any, ClassVar, Generic, Union, cast

import msgspec
from typing_extensions import TypeVar

from engines.kernel import rules, snapshot
from engines.kernel.content import Content, load
from engines.kernel.dice import Dice
from engines.kernel.options import resolve
from engines.kernel.records import GAME_OVER, Action, Choices, Event, Record, Result
from engines.kernel.refusals import Illegal
from engines.kernel.rules import Rule
from engines.kernel.words import Words, words


class Position(Record):
    """The part of a position that every game has; the rest is the game's own."""

    phase: str


P = TypeVar("P", bound=Position)
V = TypeVar("V", bound=Record)

Move = Callable[[Any, int, Any, Dice], Iterable[Event]]


class Search(msgspec.Struct, frozen=True):
    """How a search should spend its time on this game."""

    rollouts: int = 200
    """Rollouts of the highest level: about a second's worth."""
    horizon: int = 200
    """Steps after which a rollout is cut short and estimated."""
    stages: int = 1
    """Stages after which it is: this one, and so many less one that follow."""
    shortlist: int = 16
    """Most actions that are compared."""
    freedom: int = 10
    """Percent of rollout steps that are random instead of greedy."""
    doubt: float = 1.0
    """By how many standard errors another action must beat the greedy one to be preferred."""


class Game(Generic[P, V]):
    """One board game. A subclass says what its pieces are and answers the questions below.

    ``apply`` changes the position that it is given; whoever needs the old one copies first.
    """

    slug: ClassVar[str]
    package: ClassVar[str]
    """Where the game's content, rules and words lie: ``engines.<slug>``."""
    position_type: ClassVar[type[Position]]
    view_type: ClassVar[type[Record]]
    options_type: ClassVar[type[Record]]
    event_types: ClassVar[tuple[type[Event], ...]]
    phases: ClassVar[tuple[str, ...]]
    over_rule: ClassVar[str]
    """The rule that refuses everything once the game is over."""
    moves: dict[type[Action], Move]
    """One function per action: it checks, changes the position, and yields what happened."""
    decisive: ClassVar[bool] = True
    """False where random play hardly ever ends a game before its cap."""
    search: ClassVar[Search] = Search()

    def __init__(self, content: Content | None = None) -> None:
        self.content = load(self.package) if content is None else content
        players = self.content["players"]
        self.seats = range(players["min"], players["max"] + 1)
        self._forces = type(self).forced is not Game.forced
        self._decode = msgspec.json.Decoder(self.position_type).decode
        self._pack = msgspec.msgpack.Encoder().encode
        self._unpack = msgspec.msgpack.Decoder(self.position_type).decode

    # --- the questions -------------------------------------------------------------------------------------------

    def deal(self, seats: int, options: Record, dice: Dice) -> tuple[P, list[Event]]:
        """The opening position and the first events; the number of seats is one of ``self.seats``."""
        raise NotImplementedError

    def resume(self, position: P, dice: Dice) -> list[Event]:
        """Start play from an imported position (already checked): the first events."""
        raise NotImplementedError

    def to_act(self, position: P) -> tuple[int, ...]:
        """The sorted seats that the game waits for."""
        raise NotImplementedError

    def legal(self, position: P, seat: int) -> Choices:
        """Every action that ``apply`` would accept from this seat now."""
        raise NotImplementedError

    def refuse(self, position: P, seat: int, action: Action) -> None:
        """Raise ``Illegal`` when it is not this seat's turn, or not the phase for this action."""
        raise NotImplementedError

    def forced(self, position: P) -> tuple[int, Action] | None:
        """The one legal action that the engine plays by itself, if the rules let it; in most games never."""
        return None

    def view(self, position: P, seat: int | None) -> V:
        """What a seat (None: a spectator) may see: an allow-list, and the only mask."""
        raise NotImplementedError

    def tell(self, event: Event, seat: int | None) -> Event | None:
        """The event as a seat may know it, or None. Events are public unless a game says otherwise."""
        return event

    def knowledge(self, position: P, seat: int | None) -> V:
        """The view plus what the seat has lawfully seen, whatever ``memory_aid`` says."""
        return self.view(position, seat)

    def imagine(self, knowledge: V, seat: int | None, dice: Dice) -> P:
        """A full position consistent with the knowledge, drawn fairly among those that are."""
        raise NotImplementedError

    def suppose(self, knowledge: V, seat: int, dice: Dice) -> P:
        """A position to think about: imagined, but the others are given what they have probably chosen in secret."""
        return self.imagine(knowledge, seat, dice)

    def plausible(self, position: P, seat: int) -> int:
        """Per cent: how well an imagined position agrees with what the others have done, in the eyes of a seat."""
        return 100

    def greedy(self, knowledge: V, seat: int, choices: Choices, dice: Dice) -> Action:
        """A sensible choice from lawful knowledge alone, at once."""
        raise NotImplementedError

    def shortlist(self, knowledge: V, seat: int, choices: Choices, dice: Dice) -> list[Action]:
        """The actions worth comparing in a search, the greedy one first: all, or some of them."""
        most = self.search.shortlist
        chosen = self.greedy(knowledge, seat, choices, dice)
        others = [action for action in choices.actions if action != chosen]
        if len(others) >= most:
            stride = len(others) // (most - 1)
            others = others[dice.below(min(stride, 256)) :: stride][: most - 1]
        return [chosen, *others]

    def stage(self, position: P) -> int:
        """The turn or the round: a rollout ends with one (``Search.stages``), a good moment for an estimate."""
        return 0

    def estimate(self, position: P) -> list[float]:
        """Win chances by seat as they look now, for rollouts that are cut short; they sum to one."""
        seats = self.seat_count(position)
        return [1 / seats] * seats

    def picture(self, view: V, players: Sequence[str], language: str) -> str:
        """The board as an SVG document, drawn from a reader's view alone."""
        raise NotImplementedError

    def text_board(self, view: V, players: Sequence[str], language: str) -> str:
        """The board as a few lines of text, for people in a shell."""
        raise NotImplementedError

    def outcome(self, position: P) -> Result | None:
        """The result once the game is over."""
        raise NotImplementedError

    def check(self, position: P) -> None:
        """Raise ``InvalidPosition`` for an imported position that play could not have reached; normalise its lists."""
        raise NotImplementedError

    def seat_count(self, position: P) -> int:
        """How many seats the position has."""
        raise NotImplementedError

    # --- what is the same for every game -------------------------------------------------------------------------

    def apply(self, position: P, seat: int, action: Action, dice: Dice) -> list[Event]:
        """Play one action; refused in the order game over, seat, phase, parameters, before anything changes."""
        if position.phase == GAME_OVER:
            raise Illegal(self.over_rule, "the game is over", "game_over")
        self.refuse(position, seat, action)
        events = list(self.moves[type(action)](position, seat, action, dice))
        if self._forces:
            events += self.play_forced(position, dice)
        return events

    def play_forced(self, position: P, dice: Dice) -> list[Event]:
        """Play whatever leaves no choice, and mark its events."""
        events: list[Event] = []
        while position.phase != GAME_OVER and (forced := self.forced(position)):
            seat, action = forced
            for event in self.moves[type(action)](position, seat, action, dice):
                event.auto = True
                events.append(event)
        return events

    def options(self, given: dict[str, Any], seats: int) -> Record:
        """All options, resolved; raises ``InvalidOptions``."""
        return resolve(self.content, self.options_type, given, seats)

    def encode(self, position: P) -> bytes:
        return snapshot.encode(position)

    def decode(self, data: bytes) -> P:
        return cast(P, self._decode(data))

    def copy(self, position: P) -> P:
        return cast(P, self._unpack(self._pack(position)))

    @property
    def action_types(self) -> tuple[type[Action], ...]:
        return tuple(self.moves)

    @property
    def action_union(self) -> Any:
        """All actions of the game as one type, for decoding."""
        return Union[self.action_types]  # noqa: UP007

    @property
    def rules(self) -> dict[str, Rule]:
        return rules.rules(self.package)

    @property
    def sections(self) -> dict[str, dict[str, str]]:
        return rules.sections(self.package)

    @cached_property
    def words(self) -> Words:
        return words(self.package)
