"""What holds in every phase: seats, pawns, places and cards of an imported position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec import UNSET

from engines.kernel.refusals import InvalidPosition, require, said
from engines.kimbac.pieces import CROSSROADS, DECK, DRY_LAPS, GATES, PAWNS_PER_SEAT, REMOVED
from engines.kimbac.position import KimbacPosition

KNOWN_PLACES = {*GATES, *CROSSROADS}


# --- what holds in every phase -----------------------------------------------------------------------------------


def check_seats(game: KimbacPosition) -> None:
    """Two to four seats, and every list has one entry for each (KIM-1)."""
    seats = len(game.pawns)
    require(seats in PAWNS_PER_SEAT, "/pawns", "KIM-1", "2, 3 or 4 seats play")
    for field, entries in (("hands", game.hands), ("face_up", game.face_up), ("scores", game.scores)):
        require(
            len(entries) == seats,
            f"/{field}",
            "KIM-1",
            said("there are {seats} seats, so {field} has {seats} entries", seats=seats, field=field),
        )
    for field, seat in seat_fields(game):
        if seat is not None and not 0 <= seat < seats:
            raise InvalidPosition(
                field, "KIM-1", said("there is no seat {seat} at a table of {seats}", seat=seat, seats=seats)
            )


def seat_fields(game: KimbacPosition) -> Iterator[tuple[str, int | None]]:
    yield "/active_seat", game.active_seat
    yield "/first_seat", game.first_seat
    yield "/renounced_by", game.renounced_by
    if game.chest is not None:
        yield "/chest/finder", game.chest.finder
    if game.kimbac is not None:
        yield "/kimbac/seat", game.kimbac.seat


def check_numbers(game: KimbacPosition) -> None:
    """Each seat has the pawns of its player count, numbered from 1 (KIM-2)."""
    count = PAWNS_PER_SEAT[len(game.pawns)]
    for seat, own in enumerate(game.pawns):
        require(len(own) == count, f"/pawns/{seat}", "KIM-2", said("each seat has {count} pawns", count=count))
    for field, pawn in pawn_fields(game):
        if pawn is not None and not 1 <= pawn <= count:
            raise InvalidPosition(field, "KIM-2", said("the pawns are numbered from 1 to {count}", count=count))


def pawn_fields(game: KimbacPosition) -> Iterator[tuple[str, int | None]]:
    yield "/next_pawn", game.next_pawn
    for place, pawn in enumerate(game.arrived):
        yield f"/arrived/{place}", pawn
    if game.chest is not None:
        yield "/chest/pawn", game.chest.pawn
        if game.chest.resume is not None:
            yield "/chest/resume/next_pawn", game.chest.resume.next_pawn
    if game.kimbac is not None:
        yield "/kimbac/pawn", game.kimbac.pawn


def check_places(game: KimbacPosition) -> None:
    """Known places, one pawn on each; not placed only while placing, removed only beside the Kim-Bac (KIM-4)."""
    taken: set[str] = set()
    for seat, own in enumerate(game.pawns):
        for index, place in enumerate(own):
            field = f"/pawns/{seat}/{index}"
            if place is None:
                require(game.phase == "place", field, "KIM-4", "every pawn is placed before the search begins")
            elif place == REMOVED:
                if game.kimbac is None or game.kimbac.seat != seat or game.kimbac.pawn == index + 1:
                    raise InvalidPosition(field, "KIM-50", "only the other pawns of the Kim-Bac's seat are removed")
            elif place not in KNOWN_PLACES:
                raise InvalidPosition(field, "KIM-11", said("{place} is neither a gate nor a crossroad", place=place))
            elif place in taken:
                raise InvalidPosition(
                    field, "KIM-4" if place in GATES else "KIM-11", said("two pawns are on {place}", place=place)
                )
            else:
                taken.add(place)


def check_cards(game: KimbacPosition) -> None:
    """Each number twice, and on the table only the pair of the chest and one left by a renunciation (KIM-6, KIM-35)."""
    for seat, shown in enumerate(game.face_up):
        spent = list(shown)
        if game.chest is not None and game.chest.finder == seat:
            require(
                game.chest.secret in spent,
                f"/face_up/{seat}",
                "KIM-35",
                said("the pair of monument {monument} lies before its finder", monument=game.chest.secret),
            )
            spent.remove(game.chest.secret)
        require(
            len(spent) == (1 if game.renounced_by == seat else 0),
            f"/face_up/{seat}",
            "KIM-35",
            "a seat that renounced left one pair on the table, the others none",
        )
    numbers = [number for shown in game.face_up for number in shown]
    require(len(set(numbers)) == len(numbers), "/face_up", "KIM-35", "a pair lies before one seat only")
    cards = Counter(game.pile)
    for hand in game.hands:
        cards.update(hand)
    cards.update(numbers * 2)
    if cards != Counter(DECK):
        wrong = sorted(number for number in {*cards, *DECK} if cards[number] != DECK.count(number))
        raise InvalidPosition(
            "/pile", "KIM-6", said("pile, hands and table hold each number exactly twice; not so: {wrong}", wrong=wrong)
        )


def check_dry_turns(game: KimbacPosition) -> None:
    """Turns without a card are counted in the search, up to the reshuffle (KIM-126)."""
    if game.dry_turns is UNSET:
        return
    if game.pile or game.chest is not None or game.options.empty_pile != "reshuffle":
        raise InvalidPosition(
            "/dry_turns",
            "KIM-126",
            "turns without a card are counted while the pile is empty and the option says `reshuffle`",
        )
    most = min(game.search_turn, DRY_LAPS * len(game.hands))
    require(
        game.dry_turns <= most,
        "/dry_turns",
        "KIM-126",
        said("after {most} such turns the hands were reshuffled", most=most),
    )
