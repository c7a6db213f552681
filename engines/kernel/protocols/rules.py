"""The rules protocol: who acts, what is legal, what an action does, when the game is over.

``Rules`` is for any game. ``TurnRules`` adds what games with one acting seat have in common.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar, Union

from engines.kernel.dice import Dice
from engines.kernel.effects import Effects
from engines.kernel.layouts import key_scores, list_scores
from engines.kernel.records import GAME_OVER, Action, Choices, Event, Position, Record, Result, snake
from engines.kernel.refusals import Illegal, said

P = TypeVar("P", bound=Position)

Move = Callable[[Any, int, Any, Dice], Iterable[Event]]
"""The rule of one action: it checks, changes the position, and returns the events."""
Decision = Callable[[Any, int], list[Action]]
"""The legal actions of one phase for the acting seat: a new list each time."""


class Rules(ABC, Generic[P]):
    """The rules of one game. ``apply`` changes the position it is given: copy first to keep the old one."""

    position_type: ClassVar[type[Position]]
    options_type: ClassVar[type[Record]]
    event_types: ClassVar[tuple[type[Event], ...]]
    phases: ClassVar[tuple[str, ...]]
    over_rule: ClassVar[str]
    """The id of the rule that refuses every action once the game is over."""
    retractable: ClassVar[tuple[type[Action], ...]] = ()
    """Actions that their seat may take back: they show nobody anything new, and no rule makes them final.

    ``revealing`` and ``is_retractable`` name exceptions.
    """
    revealing: ClassVar[tuple[type[Event], ...]] = ()
    """Events that show somebody something new: an action that led to one of them is not taken back."""
    forced_phases: ClassVar[frozenset[str]] = frozenset()
    """The phases in which ``forced`` may find an action; in all others it is not asked."""
    most_listed: ClassVar[int] = 256
    """No position lists more actions: the size of the game's space of actions (``ActionSpace``)."""
    moves: Mapping[type[Action], Move]
    """One rule function per action type."""
    effects: Mapping[type[Action], Effects] = {}
    """By action type: what the action would do, for previews. A game without previews has none."""

    @abstractmethod
    def deal(self, seats: int, options: Record, dice: Dice) -> tuple[P, list[Event]]:
        """The opening position and the first events."""

    @abstractmethod
    def resume(self, position: P, dice: Dice) -> list[Event]:
        """The first events of a game that starts from an imported position (already checked)."""

    @abstractmethod
    def to_act(self, position: P) -> tuple[int, ...]:
        """The sorted seats that must decide now."""

    @abstractmethod
    def legal(self, position: P, seat: int) -> Choices:
        """Every action that ``apply`` would accept from this seat now."""

    @abstractmethod
    def refuse(self, position: P, seat: int, action: Action) -> None:
        """Raise ``Illegal`` when the seat may not act now, or not with this action in this phase."""

    @abstractmethod
    def outcome(self, position: P) -> Result | None:
        """The result once the game is over, else None."""

    @abstractmethod
    def check(self, position: P) -> None:
        """Raise ``InvalidPosition`` for an imported position that play could not have reached; sort its lists."""

    def upgrade(self, document: Any, layout: int) -> Any:
        """Convert a position, options or an event of this layout (plain data) to the present one."""
        return list_scores(document) if layout < 2 else document

    def downgrade(self, position: Any, layout: int) -> Any:
        """Convert a present position back: hashes were taken of the older form."""
        return key_scores(position) if layout < 2 else position

    def seat_count(self, position: P) -> int:
        """How many seats the position has."""
        players: list[Any] = position.players  # type: ignore[attr-defined]
        return len(players)

    def check_options(self, options: Record, seats: int) -> None:
        """Raise ``InvalidOptions`` for values that are valid alone but not together."""

    def is_retractable(self, position: P, action: Action) -> bool:
        """May an action on this position be taken back, unless it draws dice or a revealing event follows?"""
        return type(action) in self.retractable

    def revealed(self, position: P, action: Action, drawn: Sequence[int], events: Sequence[Event]) -> list[str]:
        """What an action on this position has shown: `dice`, types of events; empty when nobody has learned a thing."""
        shown = ["dice"] if drawn else []
        shown += dict.fromkeys(snake(type(event).__name__) for event in events if isinstance(event, self.revealing))
        if not shown and not self.is_retractable(position, action):
            shown += dict.fromkeys(snake(type(event).__name__) for event in events)
        return shown

    def forced(self, position: P) -> tuple[int, Action] | None:
        """The only legal action, where the rules let the engine play it without asking; None in most games."""
        return None

    def apply(self, position: P, seat: int, action: Action, dice: Dice) -> list[Event]:
        """Play one action. Checks run in the order game over, seat, phase, parameters, before anything changes."""
        if position.phase == GAME_OVER:
            raise Illegal(self.over_rule, "the game is over", "game_over")
        self.refuse(position, seat, action)
        events = self.moves[type(action)](position, seat, action, dice)
        if not isinstance(events, list):
            events = list(events)
        if position.phase in self.forced_phases:
            events += self.play_forced(position, dice)
        return events

    def play_forced(self, position: P, dice: Dice) -> list[Event]:
        """Play forced actions until a seat has a choice; mark their events ``auto``."""
        events: list[Event] = []
        while position.phase in self.forced_phases:
            forced = self.forced(position)
            if forced is None:
                break
            seat, action = forced
            events += self.moves[type(action)](position, seat, action, dice)
        for event in events:
            event.auto = True
        return events

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if (cls.forced is not Rules.forced) != bool(cls.forced_phases):
            raise TypeError(f"{cls.__name__} needs `forced` and `forced_phases`, or neither of them")

    @property
    def action_types(self) -> tuple[type[Action], ...]:
        return tuple(self.moves)

    @property
    def action_union(self) -> Any:
        """All actions of the game as one type, for decoding."""
        return Union[self.action_types]  # noqa: UP007


class TurnRules(Rules[P]):
    """Rules of a game in which one seat acts at a time: ``position.active_seat``, None once the game is over."""

    decisions: ClassVar[Mapping[str, Decision]]
    """The phase table: the legal actions of the acting seat, by phase."""
    phase_actions: ClassVar[Mapping[str, tuple[type[Action], ...]]]
    """The action types that belong to each phase."""

    @abstractmethod
    def turn_rule(self, position: P) -> str:
        """The id of the rule that refuses every seat but the active one."""

    @abstractmethod
    def wrong_phase(self, position: P, seat: int, action: Action) -> tuple[str, str]:
        """Rule id and text of the refusal of an action that does not belong to the phase."""

    def to_act(self, position: Any) -> tuple[int, ...]:
        return () if position.active_seat is None else (position.active_seat,)

    def legal(self, position: Any, seat: int) -> Choices:
        if seat != position.active_seat:
            return Choices()
        return Choices(self.decisions[position.phase](position, seat))

    def apply(self, position: Any, seat: int, action: Action, dice: Dice) -> list[Event]:
        """As in any game; ``refuse`` is asked only when it will refuse."""
        kind = type(action)
        if seat != position.active_seat or kind not in self.phase_actions[position.phase]:
            return super().apply(position, seat, action, dice)
        events = self.moves[kind](position, seat, action, dice)
        if not isinstance(events, list):
            events = list(events)
        if position.phase in self.forced_phases:
            events += self.play_forced(position, dice)
        return events

    def refuse(self, position: Any, seat: int, action: Action) -> None:
        if seat != position.active_seat:
            raise Illegal(
                self.turn_rule(position),
                said("it is the turn of seat {active_seat}", active_seat=position.active_seat),
                "not_to_act",
            )
        if type(action) not in self.phase_actions[position.phase]:
            raise Illegal(*self.wrong_phase(position, seat, action), "wrong_phase")
