"""What the kit must know of Kim-Bac."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

from engines.kernel.dice import SeededDice
from engines.kernel.records import Action
from engines.kimbac import engine
from engines.kimbac.actions import MovePawn
from engines.kimbac.events import PawnBlocked, PawnMoved
from engines.kimbac.parts import RoundResult
from engines.kimbac.pieces import BRIDGES, DECK, GATES, MONUMENT_AT, NUMBERS, PAWNS_PER_SEAT, REMOVED, STREETS
from engines.kimbac.position import KimbacPosition
from tests.engines.kimbac.foreseen import FORESEEN
from tests.engines.kimbac.positions import finder, hunting, search
from tests.support.kit.profile import Profile, Small, Step

HUNT = ("hunt_kimbac", "hunt_pursuit")


def invariants(game: KimbacPosition) -> None:
    """What holds in every position, by the numbers of its list."""
    places = [place for own in game.pawns for place in own if place not in (None, REMOVED)]
    assert len(set(places)) == len(places)  # 1
    cards = [*game.pile, *(number for hand in game.hands for number in hand)]
    cards += [number for shown in game.face_up for number in shown * 2]
    assert Counter(cards) == Counter(DECK)  # 2
    if game.phase in ("search_move", "search_end", "chest"):
        assert len(places) == len(game.pawns) * PAWNS_PER_SEAT[len(game.pawns)]  # 3
        assert game.kimbac is None
    if game.phase in HUNT:
        hunt_invariants(game, len(places))
    if game.phase == "chest" or game.phase in HUNT:
        assert game.chest is not None
        assert 1 <= game.chest.cache <= 18  # 6
        assert game.chest.cache != game.chest.secret
        assert 1000 <= game.chest.treasure <= 17000
    assert sum(map(len, game.face_up)) <= 2  # 7
    assert all(hand == sorted(hand) for hand in game.hands)
    for result in game.round_results:
        pay_invariants(game, result)
    if game.phase != "game_over":
        most = 6 * 12 if game.phase == "place" else 12
        assert 1 <= len(engine.rules.legal(game, engine.rules.to_act(game)[0]).actions) <= most  # 9


def hunt_invariants(game: KimbacPosition, on_board: int) -> None:
    assert on_board == 7  # 3
    assert game.kimbac is not None
    assert game.pawns[game.kimbac.seat][game.kimbac.pawn - 1] not in GATES  # 1


def pay_invariants(game: KimbacPosition, result: RoundResult) -> None:
    """8: nothing is lost or made in the sharing."""
    if result.outcome in ("lost", "void"):
        assert not any(result.paid)
        assert result.leftover == 0
        return
    assert sum(result.paid) + result.leftover == result.treasure
    assert 0 <= result.leftover <= 2
    assert min(result.paid) >= (-3000 if game.options.shortfall == "debt" else 0)
    if result.outcome == "captured":
        assert result.paid[result.kimbac or 0] == 0


def step_invariants(step: Step) -> None:
    before, after = step.before, step.after
    if before.round != after.round:
        return
    if before.phase in HUNT:
        assert (before.hands, before.pile, before.face_up) == (after.hands, after.pile, after.face_up)  # 5
    for event in step.events:
        if isinstance(event, PawnMoved) and before.phase == "hunt_kimbac":
            assert event.to in STREETS[event.from_]  # 4
            assert (event.from_, event.to) not in BRIDGES
        if isinstance(event, PawnMoved):
            assert event.to not in GATES  # 1
    if before.phase == "search_move" and isinstance(step.action, MovePawn) and before.pile == after.pile:
        turn_invariants(step)


def turn_invariants(step: Step) -> None:
    """4: each own pawn is moved or skipped once, in the order of the numbers."""
    before, after = step.before, step.after
    called = [event.pawn for event in step.events if isinstance(event, PawnMoved | PawnBlocked)]
    assert called[0] == before.next_pawn
    if after.phase in ("search_move", "search_end") and before.search_turn == after.search_turn:
        last = after.next_pawn - 1 if after.next_pawn else len(after.pawns[step.seat])
        assert called == list(range(before.next_pawn, last + 1))
        assert after.arrived == [*before.arrived, step.action.pawn]


def reveals(position: KimbacPosition, seat: int, action: Action) -> bool:
    """A card is drawn, the dice are shown, or a step onto a foot tells whether the treasure is there."""
    trial = position.copy()
    engine.rules.apply(trial, seat, action, SeededDice(bytes(32)))
    if trial.search_turn != position.search_turn or len(trial.round_results) != len(position.round_results):
        return True
    return position.phase == "hunt_kimbac" and isinstance(action, MovePawn) and action.to in MONUMENT_AT


def few_unseen_cards() -> KimbacPosition:
    """Seat 0 knows all but one 5, one 6 and both 7: seat 1 holds two of these, two are in the pile."""
    own = [number for number in DECK if number not in (5, 6, 7)] + [5, 6]
    return search(2, hands={0: own, 1: [5, 7]}, top=(7, 6))


def card_chances() -> dict[tuple[tuple[int, ...], tuple[int, ...]], float]:
    chances: Counter[tuple[tuple[int, ...], tuple[int, ...]]] = Counter()
    for order in permutations((5, 6, 7, 7)):
        chances[tuple(sorted(order[:2])), order[2:]] += 1
    return {outcome: ways / 24 for outcome, ways in chances.items()}


SMALL = [
    Small(
        "hand and pile",
        few_unseen_cards(),
        0,
        lambda p: (tuple(p.hands[1]), tuple(p.pile)),
        card_chances(),  # type: ignore[arg-type]
    ),
    Small(
        "dice, with the Kim-Bac at the foot of 9",
        hunting(3, at="x411", secret=12, cache=5),
        1,
        lambda p: p.chest.cache,
        {number: 1 / 16 for number in NUMBERS if number not in (9, 12)},
    ),
    Small(
        "dice, while the finder looks at them",
        finder(2, secret=1, cache=5),
        1,
        lambda p: p.chest.cache,
        {number: 1 / 17 for number in NUMBERS if number != 1},
    ),
    Small("the finder knows the dice", hunting(3, secret=12, cache=5), 0, lambda p: p.chest.cache, {5: 1.0}),
]

PROFILE = Profile(
    engine=engine,
    options=[
        {},
        {"rounds": 3, "reached_bonus": "per_player", "shortfall": "debt"},
        {"claim_while_standing": False, "max_search_turns": 20, "max_hunt_turns": 20, "hunt_cap_result": "captured"},
        {"rounds": 2, "shortfall": "debt", "max_search_turns": 20, "max_hunt_turns": 20},
        {"rounds": 1, "kimbac_may_stay": True, "empty_pile": "keep"},
    ],
    invariants=invariants,
    step_invariants=step_invariants,
    reveals=reveals,
    small=SMALL,
    foreseen=FORESEEN,
    longest=4 * 1300,
    examples=20,
)
