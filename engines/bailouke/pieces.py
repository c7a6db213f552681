"""The pieces of the box as the content file lists them: the deck, the beasts and their effects, the token supplies.

Effects are data. A beast is a list of steps, a step is a primitive with its parameters; ``beasts.py`` names what each
primitive does. To use the real Bestiary, edit the content file and nothing else.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, convert

from engines.kernel.content import Content

Mode = Literal["all", "choose_one"]
CARDS = range(50)
"""The ids of the cards. Actions are frozen, so one for each card is made once and shared."""
SECRET = frozenset({"reveal_contest", "pass_left"})
"""Steps in which seats choose at once and in secret."""


class Step(Struct, frozen=True, forbid_unknown_fields=True):
    """One step of an effect: a primitive and its parameters."""

    op: str
    target: Literal["self", "opponent"] | None = None
    optional: bool = False
    needs_previous: bool = False
    token: Literal["louk_louke"] = "louk_louke"  # noqa: S105
    count: int = 1
    turns: int = 2
    best: int = 2
    tie: int = 1
    delta: int = 0
    minimum: int = 1


class Beast(Struct, frozen=True):
    """One beast of the Bestiary; its value identifies it.

    The booklet spells some names in two ways; one name is kept for each (BAI-102).
    """

    value: int
    rule: str
    copies: int
    mode: Mode
    on_play: tuple[Step, ...]
    on_round_end: tuple[Step, ...]


class Bestiary:
    """Everything that the rules ask of the content, computed once."""

    def __init__(self, content: Content) -> None:
        beasts = convert(content["creatures"], list[Beast])
        supplies = {token["id"]: int(token["count"]) for token in content["tokens"]}
        setup = content["setup"]
        self.beasts = {beast.value: beast for beast in beasts}
        # All 50 cards of the content file (BAI-2).
        self.deck = tuple(beast.value for beast in beasts for _ in range(beast.copies))
        self.dealt: int = setup["deal"]
        self.set_aside: int = setup["set_aside"]
        self.first_tokens: int = setup["louk_louke_start"]
        self.louk_louke = supplies["louk_louke"]
        self.fer = supplies["fer_enn_lizaz_boss"]
        self.kouronn = supplies["kouronn"]
        self.closing = frozenset(beast.value for beast in beasts if beast.on_round_end)
        """The beasts with an effect at the end of a round."""

    def __getitem__(self, value: int) -> Beast:
        return self.beasts[value]

    def check(self, played: set[tuple[str, str | None]], closing: set[str]) -> None:
        """Refuse a Bestiary that asks for what no primitive can do."""
        for beast in self.beasts.values():
            for step in beast.on_play:
                if (step.op, step.target) not in played:
                    raise ValueError(f"beast {beast.value}: no effect {step.op} {step.target or ''}".rstrip())
                if step.count != 1 and step.op in ONE_AT_A_TIME:
                    raise ValueError(f"beast {beast.value}: write {step.op} as {step.count} steps, one card each")
            for step in beast.on_round_end:
                if step.op not in closing:
                    raise ValueError(f"beast {beast.value}: no effect {step.op} at the end of a round")


ONE_AT_A_TIME = frozenset({"peek_own", "peek_opponent", "peek_pile", "add_from_pile"})
"""Primitives that move or show one card a step, because each one is a decision or a look of its own."""
