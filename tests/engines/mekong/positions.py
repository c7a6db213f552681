"""Positions in a few words: who stands where, what lies on the board, whose card is to be carried out."""

from __future__ import annotations

from typing import Any

import pytest

from engines.kernel.dice import SeededDice
from engines.kernel.records import Action, Event
from engines.kernel.refusals import Illegal
from engines.mekong import engine
from engines.mekong.parts import Options, Pending, Player
from engines.mekong.pieces import ACTION_CARDS, COLOUR, COLOURS_BY_COUNT, HOME, KIND, PIECES, PLANKS, SIZE
from engines.mekong.position import MekongPosition
from engines.mekong.rules.rounds import KINDS
from engines.mekong.rules.spans import ordered

RED, BLUE, WHITE = 0, 1, 2
"""The seats of a game of three."""


def pairs(text: str) -> dict[str, tuple[str, str]]:
    """``"red_2 v_red-i11, red_3 i05-i11"``: planks and where they lie."""
    entries = [entry.split() for entry in text.split(",") if entry.strip()]
    return {plank: ordered(*place.split("-")) for plank, place in entries}


def table(
    seats: int = 3,
    stones: str = "",
    planks: str = "",
    pawns: dict[str, str] | None = None,
    reserves: dict[str, str] | None = None,
    **options: Any,
) -> MekongPosition:
    """A board between two rounds. Planks that are nowhere else are in the reserve of their colour, or lost if that
    reserve is given."""
    colours = options.get("colours") or COLOURS_BY_COUNT[seats]
    laid = pairs(planks)
    given = {colour: text.split() for colour, text in (reserves or {}).items()}
    placed = set(laid) | {plank for reserve in given.values() for plank in reserve}
    free = [plank for plank in PLANKS if COLOUR[plank] in colours and plank not in placed]
    return MekongPosition(
        phase="program",
        options=Options(**options),
        players=[
            Player(
                colour,
                (pawns or {}).get(colour, HOME[colour]),
                sorted(given.get(colour, [p for p in free if COLOUR[p] == colour]), key=SIZE.__getitem__),
            )
            for colour in colours
        ],
        stones=sorted(stones.split()),
        planks=laid,
        lost=[plank for plank in free if COLOUR[plank] in given],
    )


def program(first: str, *others: str) -> list[str]:
    """A programme that begins with these cards."""
    cards = [first, *others]
    return [*cards, *[card for card in ACTION_CARDS if card not in cards]][:5]


def carrying_out(position: MekongPosition, colour: str, card: str) -> MekongPosition:
    """The same board in step 1, where this colour begins and is to carry out this card."""
    seat = seat_of(position, colour)
    for player in position.players:
        player.program = program("place_1_stone")
    position.players[seat].program = program(card)
    position.statuette, position.step, position.turn = seat, 1, 0
    position.pending, position.phase = Pending(card, PIECES[card]), KINDS[KIND[card]].phase
    return position


def seat_of(position: MekongPosition, colour: str) -> int:
    return [player.colour for player in position.players].index(colour)


def actor(position: MekongPosition) -> int:
    (seat,) = engine.rules.to_act(position)
    return seat


def legal(position: MekongPosition) -> list[Action]:
    return engine.rules.legal(position, actor(position)).actions


def play(position: MekongPosition, action: Action, seat: int | None = None) -> list[Event]:
    return engine.rules.apply(position, actor(position) if seat is None else seat, action, SeededDice(b"table"))


def reads_well(detail: str) -> bool:
    """A short plain sentence in small letters, without names that only the code knows."""
    return 10 < len(detail) < 100 and detail == detail.lower() and not detail.endswith(".")


def refusal(position: MekongPosition, action: Action, seat: int | None = None) -> tuple[str, str]:
    """The rule and the reason with which an action is refused, the position unchanged."""
    before = engine.encode(position)
    with pytest.raises(Illegal) as refused:
        play(position, action, seat)
    assert engine.encode(position) == before
    assert reads_well(refused.value.detail)
    return refused.value.rule, refused.value.reason
