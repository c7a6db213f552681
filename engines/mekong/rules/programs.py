"""The choice of a programme, which is too large to list: a template, and a spread of legal examples."""

from __future__ import annotations

from functools import lru_cache
from math import perm

from engines.kernel.records import Action, Choices, Domain, Template
from engines.mekong.actions import CommitProgram
from engines.mekong.pieces import ACTION_CARDS, DRAGONS, DRAGONS_PER_PROGRAM, PROGRAM_LENGTH

LISTED = 20
STRIDE = 997
"""From one round to the next the examples move on by so many programmes."""

WITHOUT = perm(len(ACTION_CARDS), PROGRAM_LENGTH)
AROUND = perm(len(ACTION_CARDS), PROGRAM_LENGTH - 1)


def count(held: tuple[str, ...]) -> int:
    """How many programmes a hand allows: without a dragon, and with each dragon in each slot."""
    return WITHOUT + PROGRAM_LENGTH * AROUND * _dragons(held)


def _dragons(held: tuple[str, ...]) -> int:
    return sum(card in DRAGONS for card in held)


def numbered(held: tuple[str, ...], number: int) -> tuple[str, ...]:
    """One of the ``count`` programmes of a hand, each under its own number."""
    if number < WITHOUT:
        return tuple(_arranged(number, PROGRAM_LENGTH))
    kind, number = divmod(number - WITHOUT, AROUND)
    dragon, slot = divmod(kind, PROGRAM_LENGTH)
    cards = _arranged(number, PROGRAM_LENGTH - 1)
    cards.insert(slot, [card for card in held if card in DRAGONS][dragon])
    return tuple(cards)


def _arranged(number: int, length: int) -> list[str]:
    """Arrangement ``number`` of so many of the eight action cards."""
    left, cards = list(ACTION_CARDS), []
    for _ in range(length):
        number, place = divmod(number, len(left))
        cards.append(left.pop(place))
    return cards


@lru_cache(maxsize=4096)
def choices(held: tuple[str, ...], round_: int) -> tuple[tuple[Action, ...], Template]:
    """Evenly spread examples, others in every round, and the whole family as a template."""
    total = count(held)
    numbers = [(round_ * STRIDE + place * (total // LISTED)) % total for place in range(LISTED)]
    actions = tuple(CommitProgram(numbered(held, number)) for number in numbers)  # type: ignore[arg-type]
    return actions, _template(held)


def legal(held: tuple[str, ...], round_: int) -> Choices:
    """What a seat with these cards may lay (MEK-11, MEK-12)."""
    actions, template = choices(held, round_)
    return Choices(list(actions), [template])


def _template(held: tuple[str, ...]) -> Template:
    schema = {
        "type": "array",
        "items": {"type": "string", "enum": list(held)},
        "minItems": PROGRAM_LENGTH,
        "maxItems": PROGRAM_LENGTH,
        "uniqueItems": True,
        "contains": {"type": "string", "pattern": "^dragon"},
        "minContains": 0,
        "maxContains": DRAGONS_PER_PROGRAM,
    }
    domain = Domain(
        length=PROGRAM_LENGTH,
        distinct=True,
        from_=list(held),
        at_most={"dragon": DRAGONS_PER_PROGRAM},
        schema=schema,
    )
    return Template(type="commit_program", parameters={"cards": domain})
