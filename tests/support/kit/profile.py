"""What the property tests must know of a game besides its engine: options, invariants, small positions to sample."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from engines.kernel.effects import ActionEffect
from engines.kernel.game import Game
from engines.kernel.records import Action, Event
from engines.kernel.registry import slugs


@dataclass(frozen=True)
class Step:
    """One action of a game in play: the position before, the action, the events, the position after."""

    before: Any
    seat: int
    action: Action
    events: list[Event]
    after: Any


@dataclass(frozen=True)
class Small:
    """A small position whose completions can be counted: ``determinize`` must reach each with its probability."""

    name: str
    position: Any
    seat: int | None
    completion: Callable[[Any], Hashable]
    chances: dict[Hashable, float]


@dataclass(frozen=True)
class Profile:
    engine: Game[Any, Any]
    options: Sequence[dict[str, Any]]
    """Sets of options to play with; the first one is the default."""
    invariants: Callable[[Any], None]
    """Asserts what holds in every position."""
    step_invariants: Callable[[Step], None]
    """Asserts what holds after every action."""
    reveals: Callable[[Any, int, Action], bool]
    """True if this action lawfully reveals hidden information, so that its events may differ between twins."""
    small: Sequence[Small]
    longest: int
    """The documented maximum number of actions of a game."""
    examples: int = 25
    """Games that ``make test`` plays through the expensive properties."""
    counts: Sequence[int] = field(default=())
    foreseen: Mapping[str, Callable[[Step, ActionEffect], bool]] = field(default_factory=dict)
    """By the words of an effect that is certain: did it happen in this step?"""

    @property
    def seat_counts(self) -> Sequence[int]:
        return self.counts or tuple(self.engine.seats)


SAMPLE = "cups"


def names() -> tuple[str, ...]:
    """Every registered game, and the sample game."""
    return (*slugs(), SAMPLE)


def profile_of(slug: str) -> Profile:
    home = "tests.support.sample" if slug == SAMPLE else f"tests.engines.{slug}"
    profile: Profile = import_module(f"{home}.profile").PROFILE
    return profile
