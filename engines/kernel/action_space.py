"""Actions as numbers: a space of fixed size for each game and number of seats.

Number i is the i-th action that ``Rules.legal`` lists. Where a template stands for too many to list (Mékong's
programmes), the numbers count its members: first those without an item of the limited kind (dragons), in the order of
the items; then, slot by slot and dragon by dragon, those with one.
"""

from __future__ import annotations

from math import perm
from typing import Any

from msgspec import convert

from engines.kernel.dice import SeededDice
from engines.kernel.game import Game
from engines.kernel.records import Action, Choices, Domain, Template


class ActionSpace:
    """The numbers of one game's actions."""

    def __init__(self, game: Game[Any, Any], seats: int) -> None:
        self.game = game
        self.size = max(game.rules.most_listed, self._largest_template(seats))

    def count(self, choices: Choices) -> int:
        """How many numbers stand for legal actions: those from 0 on."""
        if choices.templates:
            return sum(template_size(template) for template in choices.templates)
        return min(len(choices.actions), self.size)

    def action(self, choices: Choices, number: int) -> Action:
        """The action that a number stands for; raises ValueError."""
        if not 0 <= number < self.count(choices):
            raise ValueError(f"{number} stands for no legal action")
        if not choices.templates:
            return choices.actions[number]
        for template in choices.templates:
            if number < template_size(template):
                return self._member(template, number)
            number -= template_size(template)
        raise ValueError("unreachable")

    def _member(self, template: Template, number: int) -> Action:
        [(name, domain)] = template.parameters.items()
        made: Action = convert({"type": template.type, name: member(domain, number)}, self.game.rules.action_union)
        return made

    def _largest_template(self, seats: int) -> int:
        """Of the first decision: templates stand at the beginning of a round, and are never larger than there."""
        rules = self.game.rules
        position, _ = rules.deal(seats, self.game.options({}, seats), SeededDice(bytes(32)))
        return sum(template_size(template) for template in rules.legal(position, rules.to_act(position)[0]).templates)


def template_size(template: Template) -> int:
    """How many actions a template stands for."""
    [domain] = template.parameters.values()
    plain, limited = _split(domain)
    return perm(len(plain), domain.length) + domain.length * len(limited) * perm(len(plain), domain.length - 1)


def member(domain: Domain, number: int) -> list[str]:
    """The list that a number stands for."""
    plain, limited = _split(domain)
    without = perm(len(plain), domain.length)
    if number < without:
        return _arrangement(plain, domain.length, number)
    each = perm(len(plain), domain.length - 1)
    slot, rest = divmod(number - without, len(limited) * each)
    chosen, rest = divmod(rest, each)
    items = _arrangement(plain, domain.length - 1, rest)
    return [*items[:slot], limited[chosen], *items[slot:]]


def _split(domain: Domain) -> tuple[list[str], list[str]]:
    """The items that may all be there, and those of which one may."""
    if not domain.distinct or any(most != 1 for most in domain.at_most.values()) or len(domain.at_most) > 1:
        raise ValueError("only distinct items with at most one of one kind can be counted")
    words = tuple(domain.at_most)
    limited = [item for item in domain.from_ if words and item.startswith(words)]
    return [item for item in domain.from_ if item not in limited], limited


def _arrangement(items: list[str], length: int, number: int) -> list[str]:
    """The arrangement of that number, in the order of the items."""
    left, found = list(items), list[str]()
    for taken in range(length):
        index, number = divmod(number, perm(len(items) - taken - 1, length - taken - 1))
        found.append(left.pop(index))
    return found
