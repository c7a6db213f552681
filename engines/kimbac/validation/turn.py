"""What each phase adds to an imported position."""

from __future__ import annotations

from engines.kernel.refusals import InvalidPosition, require, said
from engines.kimbac.parts import Chest, Kimbac
from engines.kimbac.pieces import DECK, FOOT, GATES, ORDINARY_FACES, REMOVED, SPECIAL_FACES
from engines.kimbac.position import KimbacPosition
from engines.kimbac.rules.preparation import placing, unplaced
from engines.kimbac.rules.streets import kimbac_steps, steps

SEARCH = ("search_move", "search_end", "chest")


# --- what each phase adds ----------------------------------------------------------------------------------------


def check_place(game: KimbacPosition) -> None:
    """Pawns stand on gates, seat after seat one more; everything else has not begun (KIM-4, KIM-5, KIM-6)."""
    order = placing(game.round, len(game.pawns))
    placed = sum(place is not None for own in game.pawns for place in own)
    require(placed != len(order), "/phase", "KIM-5", "every pawn is placed already")
    for seat, own in enumerate(game.pawns):
        if sum(place is not None for place in own) != order[:placed].count(seat):
            raise InvalidPosition(f"/pawns/{seat}", "KIM-5", "pawns are placed one by one, clockwise")
        for index, place in enumerate(own):
            if place is not None and place not in GATES:
                raise InvalidPosition(f"/pawns/{seat}/{index}", "KIM-4", "pawns are placed on gates")
    seat = order[placed]
    require(game.active_seat == seat, "/active_seat", "KIM-5", said("seat {seat} places the next pawn", seat=seat))
    lowest = unplaced(game, seat)[0]
    require(
        game.next_pawn == lowest, "/next_pawn", "KIM-5", said("pawn {lowest} is the lowest one to place", lowest=lowest)
    )
    check_fresh(game)


def check_fresh(game: KimbacPosition) -> None:
    """Before the search nothing has happened (KIM-6, KIM-8, KIM-94)."""
    require(len(game.pile) == len(DECK), "/pile", "KIM-6", "nobody has a card before the search")
    if game.first_seat is not None:
        raise InvalidPosition("/first_seat", "KIM-8", "the first player is rolled for after the placement")
    require(not game.search_turn, "/search_turn", "KIM-8", "no turn has begun before the placement is done")
    check_no_arrivals(game)
    check_no_chest(game)
    check_no_hunt(game)
    if game.renounced_by is not None:
        raise InvalidPosition("/renounced_by", "KIM-94", "every round starts with the right to renounce")


def check_no_arrivals(game: KimbacPosition) -> None:
    require(not game.arrived, "/arrived", "KIM-22", "no pawn steps in a search turn now")


def check_no_chest(game: KimbacPosition) -> None:
    if game.chest is not None:
        raise InvalidPosition("/chest", "KIM-36", "nobody holds the chest in this phase")


def check_no_hunt(game: KimbacPosition) -> None:
    if game.kimbac is not None:
        raise InvalidPosition("/kimbac", "KIM-50", "there is no Kim-Bac before the hunt")
    require(not game.hunt_turn, "/hunt_turn", "KIM-52", "there is no hunt yet")


def check_turns(game: KimbacPosition) -> int:
    """Turns go round from the first seat, at most so many: whose search turn it is (KIM-8, KIM-20, KIM-29)."""
    if game.first_seat is None:
        raise InvalidPosition("/first_seat", "KIM-8", "the first player is known after the placement")
    most = len(game.pawns) * game.options.max_search_turns
    require(
        1 <= game.search_turn <= most, "/search_turn", "KIM-29", said("a round has 1 to {most} search turns", most=most)
    )
    seat = (game.first_seat + game.search_turn - 1) % len(game.pawns)
    require(
        game.phase not in SEARCH or game.active_seat == seat,
        "/active_seat",
        "KIM-20",
        "turns go clockwise from the first seat, one search turn each",
    )
    return seat


def check_arrivals(game: KimbacPosition, seat: int, due: int | None) -> None:
    """Those who stepped come before the pawn that is due, and have left their gates (KIM-15, KIM-23)."""
    for index, pawn in enumerate(game.arrived):
        if pawn in game.arrived[:index] or (due is not None and pawn >= due):
            raise InvalidPosition(f"/arrived/{index}", "KIM-23", "pawns step once, in the order of their numbers")
        require(
            game.place_of(seat, pawn) not in GATES,
            f"/arrived/{index}",
            "KIM-15",
            "a pawn that stepped is not on a gate",
        )


def check_due(game: KimbacPosition, seat: int, field: str, pawn: int | None, rule: str) -> None:
    """The pawn that is due can step (KIM-25)."""
    if pawn is None:
        raise InvalidPosition(field, rule, "the pawn that moves next is missing")
    require(
        bool(steps(game, seat, pawn)),
        field,
        "KIM-25",
        said("pawn {pawn} is blocked and would have been skipped", pawn=pawn),
    )


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
        raise InvalidPosition("/next_pawn", "KIM-24", "all pawns of the turn have moved")
    check_arrivals(game, seat, None)
    require(
        bool(game.question_is_open(seat)),
        "/phase",
        "KIM-34",
        "no claim to the chest looks possible, so the turn would have ended",
    )


def check_chest(game: KimbacPosition) -> None:
    """The finder looks at the dice (KIM-31, KIM-36, KIM-40)."""
    check_turns(game)
    check_no_hunt(game)
    chest = game.chest
    if chest is None:
        raise InvalidPosition("/chest", "KIM-36", "the finder holds the chest")
    require(chest.finder == game.active_seat, "/chest/finder", "KIM-36", "the finder decides")
    if game.renounced_by is not None:
        raise InvalidPosition("/renounced_by", "KIM-40", "after a renunciation the finder has no choice")
    if game.next_pawn is not None:
        raise InvalidPosition("/next_pawn", "KIM-39", "the finder decides before any pawn moves")
    check_dice(chest)
    require(
        game.place_of(chest.finder, chest.pawn) == FOOT[chest.secret],
        "/chest/pawn",
        "KIM-31",
        said("the finder's pawn stands at the foot of monument {monument}", monument=chest.secret),
    )
    check_resume(game, chest)


def check_dice(chest: Chest) -> None:
    """The dice lie on a face and do not name the monument of the pair (KIM-36, KIM-38)."""
    require(chest.ordinary in ORDINARY_FACES, "/chest/ordinary", "KIM-36", "no face of the ordinary die")
    require(chest.special in SPECIAL_FACES, "/chest/special", "KIM-36", "no face of the special die")
    require(
        chest.cache != chest.secret, "/chest/secret", "KIM-38", "a throw that names the monument of the pair is void"
    )


def check_resume(game: KimbacPosition, chest: Chest) -> None:
    """The turn can go on where the chest was taken (KIM-33, KIM-42)."""
    resume = chest.resume
    if resume is None:
        raise InvalidPosition("/chest/resume", "KIM-42", "a renunciation needs a place to go on")
    if resume.phase == "search_move":
        check_due(game, chest.finder, "/chest/resume/next_pawn", resume.next_pawn, "KIM-42")
    elif resume.next_pawn is not None:
        raise InvalidPosition("/chest/resume/next_pawn", "KIM-42", "all pawns of the turn have moved")
    check_arrivals(game, chest.finder, resume.next_pawn)
    require(
        game.options.claim_while_standing or chest.pawn in game.arrived,
        "/arrived",
        "KIM-33",
        "the finder's pawn stepped onto the foot in this turn",
    )


def check_hunt(game: KimbacPosition) -> tuple[Chest, Kimbac]:
    """The finder's pawn is the Kim-Bac, alone against six, and not yet at the cache (KIM-3, KIM-50, KIM-56)."""
    check_turns(game)
    check_no_arrivals(game)
    chest, kimbac = check_kimbac(game)
    require(
        game.place_of(kimbac.seat, kimbac.pawn) != FOOT[chest.cache],
        f"/pawns/{kimbac.seat}/{kimbac.pawn - 1}",
        "KIM-56",
        "at the foot of the cache the round ends",
    )
    return chest, kimbac


def check_kimbac(game: KimbacPosition) -> tuple[Chest, Kimbac]:
    """The chest as its finder left it, and the one pawn that is left to him (KIM-41, KIM-50)."""
    chest, kimbac = game.chest, game.kimbac
    if chest is None:
        raise InvalidPosition("/chest", "KIM-36", "the Kim-Bac took the chest")
    if kimbac is None:
        raise InvalidPosition("/kimbac", "KIM-50", "the finder's pawn became the Kim-Bac")
    require(
        (kimbac.seat, kimbac.pawn) == (chest.finder, chest.pawn),
        "/kimbac",
        "KIM-50",
        "the pawn that found the secret is the Kim-Bac",
    )
    if chest.resume is not None:
        raise InvalidPosition("/chest/resume", "KIM-42", "nobody can renounce in the hunt")
    check_dice(chest)
    for index, place in enumerate(game.pawns[kimbac.seat]):
        require(
            index == kimbac.pawn - 1 or place == REMOVED,
            f"/pawns/{kimbac.seat}/{index}",
            "KIM-50",
            "all other pawns of the Kim-Bac's seat are removed",
        )
    require(
        game.place_of(kimbac.seat, kimbac.pawn) not in GATES,
        f"/pawns/{kimbac.seat}/{kimbac.pawn - 1}",
        "KIM-15",
        "the Kim-Bac is never on a gate",
    )
    require(
        game.hunt_turn <= game.options.max_hunt_turns,
        "/hunt_turn",
        "KIM-62",
        said("the Kim-Bac makes at most {most} steps", most=game.options.max_hunt_turns),
    )
    return chest, kimbac


def check_hunt_kimbac(game: KimbacPosition) -> None:
    _, kimbac = check_hunt(game)
    require(game.active_seat == kimbac.seat, "/active_seat", "KIM-52", "it is the Kim-Bac's turn")
    require(game.next_pawn == kimbac.pawn, "/next_pawn", "KIM-50", "only the Kim-Bac is left to move")
    require(game.hunt_turn != game.options.max_hunt_turns, "/hunt_turn", "KIM-62", "the hunt has lasted too long")
    require(
        bool(kimbac_steps(game, kimbac.seat, kimbac.pawn)),
        "/phase",
        "KIM-57",
        "the Kim-Bac has no step: he is captured",
    )


def check_hunt_pursuit(game: KimbacPosition) -> None:
    _, kimbac = check_hunt(game)
    if game.active_seat is None or game.active_seat == kimbac.seat:
        raise InvalidPosition("/active_seat", "KIM-52", "a pursuing seat moves")
    require(game.hunt_turn != 0, "/hunt_turn", "KIM-52", "the Kim-Bac moves first")
    check_due(game, game.active_seat, "/next_pawn", game.next_pawn, "KIM-60")
