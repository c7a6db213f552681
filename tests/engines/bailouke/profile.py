"""What the kit must know of Baïlouké."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

from engines.bailouke import engine
from engines.bailouke.actions import Give
from engines.bailouke.events import (
    CardDiscarded,
    CardPlayed,
    CardSeen,
    CardsPassed,
    CardsRevealed,
    DiscardFailed,
    RoundEnded,
)
from engines.bailouke.parts import Effect
from engines.bailouke.position import Position
from engines.bailouke.validation.pieces import places
from engines.kernel.dice import SeededDice
from engines.kernel.records import GAME_OVER, Action
from engines.kernel.refusals import Illegal
from tests.engines.bailouke.foreseen import FORESEEN
from tests.engines.bailouke.positions import position
from tests.support.kit.profile import Profile, Small, Step

SHOWING = (CardDiscarded, CardPlayed, CardSeen, CardsPassed, CardsRevealed, DiscardFailed, RoundEnded)


def invariants(game: Position) -> None:
    """Invariants of every position."""
    lying = [card for _, cards in places(game) for card in cards]
    assert sorted(lying) == list(range(50))
    assert Counter(game.cards) == Counter(engine.rules.beasts.deck)
    assert len(game.set_aside) == 3
    assert sum(player.tokens for player in game.players) <= 20
    assert sum(len(player.fer) for player in game.players) <= 6
    assert sum(player.kouronn for player in game.players) <= 9
    for player in game.players:
        assert set(player.assigned) <= set(player.zone)
        assert len(player.assigned) <= player.tokens
        assert player.assigned == sorted(set(player.assigned))
        assert player.fer == sorted(player.fer)
        assert player.seen == sorted(set(player.seen))
        assert set(player.assigned) <= set(player.seen)
        assert not set(player.seen) & {*game.graveyard, *game.set_aside, *game.removed}
    assert bool(engine.rules.to_act(game)) == (game.phase != GAME_OVER)


def step_invariants(step: Step) -> None:
    """Invariants of every action."""
    before, after = step.before, step.after
    won = sum(player.kouronn for player in after.players) - sum(player.kouronn for player in before.players)
    if after.round != before.round or after.phase == GAME_OVER:
        assert won in (0, 1)
        if after.phase != GAME_OVER:
            assert all(not player.fer and not player.peboude and not player.assigned for player in after.players)
        return
    assert won == 0
    assert len(after.pile) <= len(before.pile) - (after.turn - before.turn)
    assert after.removed[: len(before.removed)] == before.removed
    assert before.announced_by in (None, after.announced_by)
    for old, new in zip(before.players, after.players, strict=True):
        if len(new.zone) < len(old.zone):
            assert isinstance(step.action, Give) or any(isinstance(event, CardDiscarded) for event in step.events)
        if old.peboude:
            assert len(new.zone) <= len(old.zone)
    laid = [event.value for event in step.events if isinstance(event, CardDiscarded)]
    assert set(laid) <= {before.cards[before.graveyard[-1]]} if laid else True


def reveals(game: Position, seat: int, action: Action) -> bool:
    """An action that lawfully shows the value of a hidden card to somebody, or what others have secretly chosen."""
    try:
        events = engine.rules.apply(game.copy(), seat, action, SeededDice(b"reveals"))
    except Illegal:
        return False
    return any(isinstance(event, SHOWING) for event in events)


# All cards but six lie open: two in the zone of seat 1, one in the pile, three set aside.
SECRET = (0, 0, 0, 0, 24, 24)
OPEN = [value for value in engine.rules.beasts.deck if value not in (0, 1, 24)]
FEW = position([[1], [24, 0]], "discard", graveyard=[1, 1, 1, *OPEN], pile=[0], window=0, pile_size=1)

COMMITTED = position(
    [[1], [24, 0]],
    "effect",
    graveyard=[1, 1, 1, *(value for value in OPEN if value != 10), 10, 10, 10],
    pile=[0],
    pile_size=1,
    active=1,
    effect=Effect(10, choices=[None, 10]),
)


def chances(secret: tuple[int, ...], places_: int) -> dict[tuple[int, ...], float]:
    """The exact distribution of the first places when the unseen cards are shuffled."""
    counted = Counter(order[:places_] for order in permutations(secret))
    return {order: count / sum(counted.values()) for order, count in counted.items()}


SMALL = [
    Small(
        "zone, pile and what is set aside",
        position(
            [[1], [24, 0]],
            "discard",
            graveyard=[1, 1, 1, *OPEN],
            pile=[0],
            pile_size=1,
            window=0,
            seats={0: {"assigned": [0]}},
        ),
        0,
        lambda game: tuple(game.cards[card] for card in (*game.players[1].zone, *game.pile)),
        chances(SECRET, 3),
    ),
    Small(
        "a spectator knows no zone",
        FEW,
        None,
        lambda game: tuple(game.cards[card] for card in (*game.players[0].zone, *game.pile)),
        chances((1, *SECRET), 2),
    ),
    Small(
        "a secret choice",
        COMMITTED,
        0,
        lambda game: (game.effect.choices[1], game.cards[game.players[1].zone[0]]),
        {(card, value): chance / 2 for (value,), chance in chances((1, *SECRET), 1).items() for card in (10, 11)},
    ),
]

PROFILE = Profile(
    engine=engine,
    options=[
        {},
        {"memory_aid": True},
        {"token_on_replace": "stays"},
        {"empty_zone_timing": "immediate", "tizeanne_deal": "more"},
        {"first_seat": 1, "wins_needed": 1},
        {"max_rounds": 3, "memory_aid": True, "token_on_replace": "stays"},
    ],
    invariants=invariants,
    step_invariants=step_invariants,
    reveals=reveals,
    small=SMALL,
    foreseen=FORESEEN,
    longest=4000,
    examples=10,
)
