"""Positions from outside: each must be one that play could have reached."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import NoReturn

from engines.kernel.records import GAME_OVER
from engines.kernel.refusals import InvalidPosition
from engines.kimbac.pieces import CROSSROADS, DECK, FOOT, GATES, ORDINARY_FACES, PAWNS_PER_SEAT, REMOVED, SPECIAL_FACES
from engines.kimbac.position import Chest, Kimbac, KimbacPosition
from engines.kimbac.rules.preparation import placing
from engines.kimbac.rules.streets import kimbac_steps, steps
from engines.kimbac.validation.outcome import check_results

KNOWN_PLACES = {*GATES, *CROSSROADS}
SEARCH = ("search_move", "search_end", "chest")


def check(game: KimbacPosition) -> None:
    """Sort the lists whose order means nothing, then refuse what no play leads to."""
    for cards in (*game.hands, *game.face_up, game.arrived):
        cards.sort()
    check_seats(game)
    check_numbers(game)
    check_places(game)
    check_cards(game)
    check_results(game)
    PHASES[game.phase](game)


def bad(field: str, rule: str, detail: str) -> NoReturn:
    raise InvalidPosition(field, rule, detail)


# --- what holds in every phase -----------------------------------------------------------------------------------


def check_seats(game: KimbacPosition) -> None:
    """Two to four seats, and every list has one entry for each (KIM-1)."""
    seats = len(game.pawns)
    if seats not in PAWNS_PER_SEAT:
        bad("/pawns", "KIM-1", "2, 3 or 4 seats play")
    for field, entries in (("hands", game.hands), ("face_up", game.face_up), ("scores", game.scores)):
        if len(entries) != seats:
            bad(f"/{field}", "KIM-1", f"there are {seats} seats, so {field} has {seats} entries")
    for field, seat in seat_fields(game):
        if seat is not None and not 0 <= seat < seats:
            bad(field, "KIM-1", f"there is no seat {seat} at a table of {seats}")


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
        if len(own) != count:
            bad(f"/pawns/{seat}", "KIM-2", f"each seat has {count} pawns")
    for field, pawn in pawn_fields(game):
        if pawn is not None and not 1 <= pawn <= count:
            bad(field, "KIM-2", f"the pawns are numbered from 1 to {count}")


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
                if game.phase != "place":
                    bad(field, "KIM-4", "every pawn is placed before the search begins")
            elif place == REMOVED:
                if game.kimbac is None or game.kimbac.seat != seat or game.kimbac.pawn == index + 1:
                    bad(field, "KIM-50", "only the other pawns of the Kim-Bac's seat are removed")
            elif place not in KNOWN_PLACES:
                bad(field, "KIM-11", f"{place} is neither a gate nor a crossroad")
            elif place in taken:
                bad(field, "KIM-4" if place in GATES else "KIM-11", f"two pawns are on {place}")
            else:
                taken.add(place)


def check_cards(game: KimbacPosition) -> None:
    """Each number twice, and on the table only the pair of the chest and one left by a renunciation (KIM-6, KIM-35)."""
    for seat, shown in enumerate(game.face_up):
        spent = list(shown)
        if game.chest is not None and game.chest.finder == seat:
            if game.chest.secret not in spent:
                bad(f"/face_up/{seat}", "KIM-35", f"the pair of monument {game.chest.secret} lies before its finder")
            spent.remove(game.chest.secret)
        if len(spent) != (1 if game.renounced_by == seat else 0):
            bad(f"/face_up/{seat}", "KIM-35", "a seat that renounced left one pair on the table, the others none")
    numbers = [number for shown in game.face_up for number in shown]
    if len(set(numbers)) != len(numbers):
        bad("/face_up", "KIM-35", "a pair lies before one seat only")
    cards = Counter(game.pile)
    for hand in game.hands:
        cards.update(hand)
    cards.update(numbers * 2)
    if cards != Counter(DECK):
        wrong = sorted(number for number in {*cards, *DECK} if cards[number] != DECK.count(number))
        bad("/pile", "KIM-6", f"pile, hands and table hold each number exactly twice; not so: {wrong}")


# --- what each phase adds ----------------------------------------------------------------------------------------


def check_place(game: KimbacPosition) -> None:
    """Pawns stand on gates in the order of placement; everything else has not begun (KIM-4, KIM-5, KIM-6)."""
    order = placing(game.round, len(game.pawns))
    placed = sum(place is not None for own in game.pawns for place in own)
    if placed == len(order):
        bad("/phase", "KIM-5", "every pawn is placed already")
    for turn, (seat, pawn) in enumerate(order):
        place = game.pawns[seat][pawn - 1]
        if (place is not None) != (turn < placed):
            bad(f"/pawns/{seat}/{pawn - 1}", "KIM-5", "pawns are placed one by one, clockwise, in number order")
        if place is not None and place not in GATES:
            bad(f"/pawns/{seat}/{pawn - 1}", "KIM-4", "pawns are placed on gates")
    seat, pawn = order[placed]
    if game.active_seat != seat:
        bad("/active_seat", "KIM-5", f"seat {seat} places the next pawn")
    if game.next_pawn != pawn:
        bad("/next_pawn", "KIM-5", f"pawn {pawn} is placed next")
    check_fresh(game)


def check_fresh(game: KimbacPosition) -> None:
    """Before the search nothing has happened (KIM-6, KIM-8, KIM-94)."""
    if len(game.pile) != len(DECK):
        bad("/pile", "KIM-6", "nobody has a card before the search")
    if game.first_seat is not None:
        bad("/first_seat", "KIM-8", "the first player is rolled for after the placement")
    if game.search_turn:
        bad("/search_turn", "KIM-8", "no turn has begun before the placement is done")
    check_no_arrivals(game)
    check_no_chest(game)
    check_no_hunt(game)
    if game.renounced_by is not None:
        bad("/renounced_by", "KIM-94", "every round starts with the right to renounce")


def check_no_arrivals(game: KimbacPosition) -> None:
    if game.arrived:
        bad("/arrived", "KIM-22", "no pawn steps in a search turn now")


def check_no_chest(game: KimbacPosition) -> None:
    if game.chest is not None:
        bad("/chest", "KIM-36", "nobody holds the chest in this phase")


def check_no_hunt(game: KimbacPosition) -> None:
    if game.kimbac is not None:
        bad("/kimbac", "KIM-50", "there is no Kim-Bac before the hunt")
    if game.hunt_turn:
        bad("/hunt_turn", "KIM-52", "there is no hunt yet")


def check_turns(game: KimbacPosition) -> int:
    """Turns go round from the first seat, at most so many: whose search turn it is (KIM-8, KIM-20, KIM-29)."""
    if game.first_seat is None:
        bad("/first_seat", "KIM-8", "the first player is known after the placement")
    most = len(game.pawns) * game.options.max_search_turns
    if not 1 <= game.search_turn <= most:
        bad("/search_turn", "KIM-29", f"a round has 1 to {most} search turns")
    seat = (game.first_seat + game.search_turn - 1) % len(game.pawns)
    if game.phase in SEARCH and game.active_seat != seat:
        bad("/active_seat", "KIM-20", "turns go clockwise from the first seat, one search turn each")
    return seat


def check_arrivals(game: KimbacPosition, seat: int, due: int | None) -> None:
    """Those who stepped come before the pawn that is due, and have left their gates (KIM-15, KIM-23)."""
    for index, pawn in enumerate(game.arrived):
        if pawn in game.arrived[:index] or (due is not None and pawn >= due):
            bad(f"/arrived/{index}", "KIM-23", "pawns step once, in the order of their numbers")
        if game.place_of(seat, pawn) in GATES:
            bad(f"/arrived/{index}", "KIM-15", "a pawn that stepped is not on a gate")


def check_due(game: KimbacPosition, seat: int, field: str, pawn: int | None, rule: str) -> None:
    """The pawn that is due can step (KIM-25)."""
    if pawn is None:
        bad(field, rule, "the pawn that moves next is missing")
    if not steps(game, seat, pawn):
        bad(field, "KIM-25", f"pawn {pawn} is blocked and would have been skipped")


def check_search_move(game: KimbacPosition) -> None:
    seat = check_turns(game)
    check_no_chest(game)
    check_no_hunt(game)
    check_due(game, seat, "/next_pawn", game.next_pawn, "KIM-23")
    check_arrivals(game, seat, game.next_pawn)


def check_search_end(game: KimbacPosition) -> None:
    seat = check_turns(game)
    check_no_chest(game)
    check_no_hunt(game)
    if game.next_pawn is not None:
        bad("/next_pawn", "KIM-24", "all pawns of the turn have moved")
    check_arrivals(game, seat, None)
    if not game.question_is_open(seat):
        bad("/phase", "KIM-34", "no claim to the chest looks possible, so the turn would have ended")


def check_chest(game: KimbacPosition) -> None:
    """The finder looks at the dice (KIM-31, KIM-36, KIM-40)."""
    check_turns(game)
    check_no_hunt(game)
    chest = game.chest
    if chest is None:
        bad("/chest", "KIM-36", "the finder holds the chest")
    if chest.finder != game.active_seat:
        bad("/chest/finder", "KIM-36", "the finder decides")
    if game.renounced_by is not None:
        bad("/renounced_by", "KIM-40", "after a renunciation the finder has no choice")
    if game.next_pawn is not None:
        bad("/next_pawn", "KIM-39", "the finder decides before any pawn moves")
    check_dice(chest)
    if game.place_of(chest.finder, chest.pawn) != FOOT[chest.secret]:
        bad("/chest/pawn", "KIM-31", f"the finder's pawn stands at the foot of monument {chest.secret}")
    check_resume(game, chest)


def check_dice(chest: Chest) -> None:
    """The dice lie on a face and do not name the monument of the pair (KIM-36, KIM-38)."""
    if chest.ordinary not in ORDINARY_FACES:
        bad("/chest/ordinary", "KIM-36", "no face of the ordinary die")
    if chest.special not in SPECIAL_FACES:
        bad("/chest/special", "KIM-36", "no face of the special die")
    if chest.cache == chest.secret:
        bad("/chest/secret", "KIM-38", "a throw that names the monument of the pair is void")


def check_resume(game: KimbacPosition, chest: Chest) -> None:
    """The turn can go on where the chest was taken (KIM-33, KIM-42)."""
    resume = chest.resume
    if resume is None:
        bad("/chest/resume", "KIM-42", "a renunciation needs a place to go on")
    if resume.phase == "search_move":
        check_due(game, chest.finder, "/chest/resume/next_pawn", resume.next_pawn, "KIM-42")
    elif resume.next_pawn is not None:
        bad("/chest/resume/next_pawn", "KIM-42", "all pawns of the turn have moved")
    check_arrivals(game, chest.finder, resume.next_pawn)
    if not game.options.claim_while_standing and chest.pawn not in game.arrived:
        bad("/arrived", "KIM-33", "the finder's pawn stepped onto the foot in this turn")


def check_hunt(game: KimbacPosition) -> tuple[Chest, Kimbac]:
    """The finder's pawn is the Kim-Bac, alone against six, and not yet at the cache (KIM-3, KIM-50, KIM-56)."""
    check_turns(game)
    check_no_arrivals(game)
    chest, kimbac = check_kimbac(game)
    if game.place_of(kimbac.seat, kimbac.pawn) == FOOT[chest.cache]:
        bad(f"/pawns/{kimbac.seat}/{kimbac.pawn - 1}", "KIM-56", "at the foot of the cache the round ends")
    return chest, kimbac


def check_kimbac(game: KimbacPosition) -> tuple[Chest, Kimbac]:
    """The chest as its finder left it, and the one pawn that is left to him (KIM-41, KIM-50)."""
    chest, kimbac = game.chest, game.kimbac
    if chest is None:
        bad("/chest", "KIM-36", "the Kim-Bac took the chest")
    if kimbac is None:
        bad("/kimbac", "KIM-50", "the finder's pawn became the Kim-Bac")
    if (kimbac.seat, kimbac.pawn) != (chest.finder, chest.pawn):
        bad("/kimbac", "KIM-50", "the pawn that found the secret is the Kim-Bac")
    if chest.resume is not None:
        bad("/chest/resume", "KIM-42", "nobody can renounce in the hunt")
    check_dice(chest)
    for index, place in enumerate(game.pawns[kimbac.seat]):
        if index != kimbac.pawn - 1 and place != REMOVED:
            bad(f"/pawns/{kimbac.seat}/{index}", "KIM-50", "all other pawns of the Kim-Bac's seat are removed")
    if game.place_of(kimbac.seat, kimbac.pawn) in GATES:
        bad(f"/pawns/{kimbac.seat}/{kimbac.pawn - 1}", "KIM-15", "the Kim-Bac is never on a gate")
    if game.hunt_turn > game.options.max_hunt_turns:
        bad("/hunt_turn", "KIM-62", f"the Kim-Bac makes at most {game.options.max_hunt_turns} steps")
    return chest, kimbac


def check_hunt_kimbac(game: KimbacPosition) -> None:
    _, kimbac = check_hunt(game)
    if game.active_seat != kimbac.seat:
        bad("/active_seat", "KIM-52", "it is the Kim-Bac's turn")
    if game.next_pawn != kimbac.pawn:
        bad("/next_pawn", "KIM-50", "only the Kim-Bac is left to move")
    if game.hunt_turn == game.options.max_hunt_turns:
        bad("/hunt_turn", "KIM-62", "the hunt has lasted too long")
    if not kimbac_steps(game, kimbac.seat, kimbac.pawn):
        bad("/phase", "KIM-57", "the Kim-Bac has no step: he is captured")


def check_hunt_pursuit(game: KimbacPosition) -> None:
    _, kimbac = check_hunt(game)
    if game.active_seat is None or game.active_seat == kimbac.seat:
        bad("/active_seat", "KIM-52", "a pursuing seat moves")
    if game.hunt_turn == 0:
        bad("/hunt_turn", "KIM-52", "the Kim-Bac moves first")
    check_due(game, game.active_seat, "/next_pawn", game.next_pawn, "KIM-60")


def check_over(game: KimbacPosition) -> None:
    """The last round as it stood when it ended (KIM-29, KIM-56, KIM-57, KIM-62)."""
    check_turns(game)
    check_no_arrivals(game)
    if game.active_seat is not None:
        bad("/active_seat", "KIM-92", "nobody acts when the game is over")
    if game.next_pawn is not None:
        bad("/next_pawn", "KIM-92", "no pawn moves when the game is over")
    last = game.round_results[-1]
    if last.outcome == "void":
        check_no_chest(game)
        check_no_hunt(game)
        if game.search_turn != len(game.pawns) * game.options.max_search_turns:
            bad("/search_turn", "KIM-29", "a round is void when every seat has had all its turns")
        return
    chest, kimbac = check_kimbac(game)
    if (last.kimbac, last.secret, last.cache) != (kimbac.seat, chest.secret, chest.cache):
        bad(f"/round_results/{len(game.round_results) - 1}", "KIM-71", "the last result is not that of the chest")
    if last.held != game.held(chest.cache):
        bad(f"/round_results/{len(game.round_results) - 1}/held", "KIM-71", "the hands hold other cards of the cache")
    if (last.outcome == "reached") != (game.place_of(kimbac.seat, kimbac.pawn) == FOOT[chest.cache]):
        bad(f"/pawns/{kimbac.seat}/{kimbac.pawn - 1}", "KIM-56", "the cache is reached when he stands at its foot")
    if last.outcome != "reached":
        check_failure(game, kimbac, last.outcome)


def check_failure(game: KimbacPosition, kimbac: Kimbac, outcome: str) -> None:
    """Captured without a step, or out of time as the options say (KIM-57, KIM-62)."""
    stuck = not kimbac_steps(game, kimbac.seat, kimbac.pawn)
    ending = game.options.hunt_cap_result if game.hunt_turn == game.options.max_hunt_turns else None
    if outcome != ("captured" if stuck else ending):
        bad("/round_results", "KIM-57" if outcome == "captured" else "KIM-62", "the hunt did not end like this")


PHASES: dict[str, Callable[[KimbacPosition], None]] = {
    "place": check_place,
    "search_move": check_search_move,
    "search_end": check_search_end,
    "chest": check_chest,
    "hunt_kimbac": check_hunt_kimbac,
    "hunt_pursuit": check_hunt_pursuit,
    GAME_OVER: check_over,
}
