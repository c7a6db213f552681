"""The visibility protocol: what each seat may see and know, and how hidden information is sampled."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar, Generic, TypeVar

from engines.kernel.dice import Dice
from engines.kernel.records import Event, Position, Record

P = TypeVar("P", bound=Position)
V = TypeVar("V", bound=Record)


class Visibility(ABC, Generic[P, V]):
    """The only place that decides what a reader may see. A spectator is seat None."""

    view_type: ClassVar[type[Record]]
    sightings: ClassVar[tuple[type[Event], ...]] = ()
    """Events that show a seat alone what it must remember; without `memory_aid` they go once it has acted again."""

    @abstractmethod
    def view(self, position: P, seat: int | None) -> V:
        """The position as a seat may see it: an allow-list, built field by field."""

    @abstractmethod
    def determinize(self, knowledge: V, seat: int | None, dice: Dice) -> P:
        """A full position that agrees with the knowledge, each possible one with its probability."""

    def redact(self, event: Event, seat: int | None) -> Event | None:
        """The event as a seat may know it, or None. Events are public unless a game says otherwise."""
        return event

    def knowledge(self, position: P, seat: int | None) -> V:
        """The view plus everything the seat has lawfully seen, even where ``memory_aid`` is off."""
        return self.view(position, seat)
