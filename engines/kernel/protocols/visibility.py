"""The visibility protocol: what each seat may see and know, and how hidden information is sampled."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from typing import Any, ClassVar, Generic, TypeVar

from engines.kernel.dice import Dice
from engines.kernel.records import Event, Position, Record

P = TypeVar("P", bound=Position)
V = TypeVar("V", bound=Record)


class Visibility(ABC, Generic[P, V]):
    """The only place that decides what a reader may see. A spectator is seat None."""

    view_type: ClassVar[type[Record]]
    faces: ClassVar[Mapping[type[Event], tuple[str, ...]]] = {}
    """By type of event: the fields that show a face which players must remember, unless `memory_aid` is on."""

    @abstractmethod
    def view(self, position: P, seat: int | None) -> V:
        """The position as a seat may see it: an allow-list, built field by field."""

    @abstractmethod
    def determinize(self, knowledge: V, seat: int | None, dice: Dice) -> P:
        """A full position that agrees with the knowledge, each possible one with its probability."""

    def redact(self, event: Event, seat: int | None) -> Event | None:
        """The event as a seat may know it, or None. Events are public unless a game says otherwise."""
        return event

    def shows(self, view: V, event: Event, field: str) -> bool:
        """Does the reader's view still show this face of a past event? Then there is nothing to remember."""
        return False

    def must_remember(self, options: Mapping[str, Any]) -> bool:
        """Is memory part of a game with these options?"""
        return bool(self.faces) and not options.get("memory_aid", True)

    def out(self, view: V) -> Collection[int]:
        """The seats that will never act again while the game goes on."""
        return ()

    def knowledge(self, position: P, seat: int | None) -> V:
        """The view plus everything the seat has lawfully seen, even where ``memory_aid`` is off."""
        return self.view(position, seat)
