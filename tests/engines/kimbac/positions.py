"""Positions of Kim-Bac, written as short as a rulebook example."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from engines.kernel.dice import Draws
from engines.kernel.records import Action, Event
from engines.kimbac import engine
from engines.kimbac.parts import Chest, Kimbac, Options, Resume
from engines.kimbac.pieces import DECK, FOOT, GATES, PAWNS_PER_SEAT, REMOVED
from engines.kimbac.position import KimbacPosition

Pawns = dict[int, dict[int, str]]


class Fixed(Draws):
    """Dice that show what the test says, and nothing more."""

    def __init__(self, *draws: int) -> None:
        self.draws = list(draws)

    def below(self, n: int) -> int:
        assert self.draws, f"an unexpected throw below {n}"
        draw = self.draws.pop(0)
        assert 0 <= draw < n, f"{draw} is not below {n}"
        return draw


NO_DICE = Fixed()
"""For actions that leave nothing to chance."""


def thrown(*throws: tuple[int, int]) -> Fixed:
    """Chest dice that show these (ordinary, special) pairs in turn."""
    return Fixed(*(draw for ordinary, special in throws for draw in (ordinary - 1, special // 3)))


def board(seats: int, pawns: Pawns) -> list[list[str | None]]:
    """The pawns named stand where the test says, all others on free gates that nothing blocks for long."""
    taken = {place for own in pawns.values() for place in own.values()}
    free = [gate for gate in GATES if gate not in taken]
    return [
        [pawns.get(seat, {}).get(number) or free.pop(0) for number in range(1, PAWNS_PER_SEAT[seats] + 1)]
        for seat in range(seats)
    ]


def rest(*seen: Sequence[int]) -> list[int]:
    """The cards that are nowhere else, in order: the pile."""
    left = Counter(DECK)
    left.subtract(number for cards in seen for number in cards)
    return sorted(left.elements())


def search(
    seats: int = 2,
    pawns: Pawns | None = None,
    hands: dict[int, list[int]] | None = None,
    face_up: dict[int, list[int]] | None = None,
    top: Sequence[int] = (),
    **fields: Any,
) -> KimbacPosition:
    """Seat 0's first search turn, its pawn 1 to move, unless the test says otherwise; ``top`` tops the pile."""
    own = [sorted((hands or {}).get(seat, [])) for seat in range(seats)]
    shown = [sorted((face_up or {}).get(seat, [])) for seat in range(seats)]
    pile = [*top, *rest(top, *own, *(pairs * 2 for pairs in shown))]
    options = Options(**fields.pop("options", {}))
    base: dict[str, Any] = {
        "phase": "search_move",
        "active_seat": 0,
        "first_seat": 0,
        "next_pawn": 1,
        "pawns": board(seats, pawns or {}),
        "pile": pile,
        "hands": own,
        "face_up": shown,
        "search_turn": 1,
        "scores": [0] * seats,
    }
    return KimbacPosition(options=options, **{**base, **fields})


def opened(position: KimbacPosition, seat: int, pawn: int, secret: int, cache: int) -> KimbacPosition:
    """The same position after this seat has taken the chest for the pair ``secret`` and seen where the cache is."""
    ordinary = (cache - 1) % 6 + 1
    resume = Resume(position.phase, position.next_pawn)
    position.chest = Chest(seat, pawn, secret, ordinary, cache - ordinary, 1, resume)
    position.pile = [number for number in position.pile if number != secret]
    position.hands = [[number for number in hand if number != secret] for hand in position.hands]
    position.face_up[seat] = sorted([*position.face_up[seat], secret])
    position.phase, position.next_pawn = "chest", None
    return position


def finder(seats: int = 2, secret: int = 12, cache: int = 5, seat: int = 0, **fields: Any) -> KimbacPosition:
    """A seat whose pawn 1 stands at the monument of its pair and has just seen the dice."""
    pawns = {**(fields.pop("pawns", None) or {})}
    pawns[seat] = {1: FOOT[secret], **pawns.get(seat, {})}
    turn = {"active_seat": seat, "first_seat": seat}
    return opened(search(seats, pawns, **{**turn, **fields}), seat, 1, secret, cache)


def hunting(
    seats: int = 2,
    at: str = "x608",
    pursuers: Pawns | None = None,
    *,
    secret: int = 12,
    cache: int = 5,
    seat: int = 0,
    **fields: Any,
) -> KimbacPosition:
    """The Kim-Bac (pawn 1 of a seat) stands somewhere in the hunt, and it is his turn."""
    pawns = {**(pursuers or {}), seat: {1: at}}
    keep = {name: fields.pop(name) for name in ("phase", "active_seat", "next_pawn", "hunt_turn") if name in fields}
    position = search(seats, pawns, active_seat=seat, first_seat=seat, **fields)
    opened(position, seat, 1, secret, cache)
    assert position.chest is not None
    position.chest.resume = None
    position.pawns[seat][1:] = [REMOVED] * (PAWNS_PER_SEAT[seats] - 1)
    position.kimbac = Kimbac(seat, 1)
    position.phase, position.next_pawn, position.hunt_turn = "hunt_kimbac", 1, 1
    for name, value in keep.items():
        setattr(position, name, value)
    return position


def play(position: KimbacPosition, seat: int, action: Action, dice: Draws | None = None) -> list[Event]:
    """Play one action; without dice nothing may be left to chance."""
    return engine.rules.apply(position, seat, action, dice or Fixed())


def legal(position: KimbacPosition, seat: int) -> list[Action]:
    return engine.rules.legal(position, seat).actions


def only(kind: type[Event], events: Sequence[Event]) -> Event:
    """The one event of a kind."""
    found = [event for event in events if isinstance(event, kind)]
    assert len(found) == 1, f"{len(found)} events {kind.__name__}"
    return found[0]
