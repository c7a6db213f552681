"""What the kit must know of the game."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Any

from engines.kernel.records import GAME_OVER, Action, GameOver
from engines.mekong import engine
from engines.mekong.actions import CommitProgram
from engines.mekong.events import GameStarted, PawnFell, PawnJumped, PawnMoved, PlankPlaced, StepRevealed
from engines.mekong.parts import Pending
from engines.mekong.pieces import (
    ACTION_CARDS,
    COLOUR,
    DRAGONS,
    GOAL,
    ISLANDS,
    KIND,
    PIECES,
    PLANKS,
    SIZE,
    VILLAGES,
    cards_of,
)
from engines.mekong.position import MekongPosition
from engines.mekong.rules.geometry import cross_each_other, dist2
from engines.mekong.rules.spans import POINT
from tests.engines.mekong.foreseen import FORESEEN
from tests.engines.mekong.positions import program, table
from tests.support.kit.profile import Profile, Small, Step


def invariants(position: MekongPosition) -> None:
    _planks_add_up(position)
    _board_is_sound(position)
    _pawns_stand(position)
    _programs_are_legal(position)
    assert 1 <= position.round <= position.options.round_cap
    assert (position.phase == GAME_OVER) == (position.result is not None)


def _planks_add_up(position: MekongPosition) -> None:
    """Invariants 1 and 4."""
    everywhere = [*position.planks, *position.lost, *(plank for player in position.players for plank in player.reserve)]
    colours = {player.colour for player in position.players}
    assert sorted(everywhere) == sorted(plank for plank in PLANKS if COLOUR[plank] in colours)
    for player in position.players:
        sizes = [SIZE[plank] for plank in player.reserve]
        assert sizes == sorted(set(sizes))
        assert len({COLOUR[plank] for plank in player.reserve}) <= 2


def _board_is_sound(position: MekongPosition) -> None:
    """Invariants 2 and 3."""
    assert position.stones == sorted(set(position.stones))
    assert set(position.stones) <= set(ISLANDS)
    resting = Counter(support for pair in position.planks.values() for support in pair)
    assert all(count <= 3 for count in resting.values())
    assert set(resting) <= set(position.stones) | set(VILLAGES)
    laid = list(position.planks.items())
    assert len(set(position.planks.values())) == len(laid)
    for place, (plank, (a, b)) in enumerate(laid):
        assert a not in VILLAGES
        assert dist2(POINT[a], POINT[b]) <= (2 * SIZE[plank] + 3) ** 2
        for _, (c, d) in laid[:place]:
            assert not cross_each_other(POINT[a], POINT[b], POINT[c], POINT[d])


def _pawns_stand(position: MekongPosition) -> None:
    """Invariant 5."""
    on_planks = [player.pawn for player in position.players if player.pawn not in VILLAGES]
    assert len(set(on_planks)) == len(on_planks)
    assert set(on_planks) <= set(position.planks)
    winners = position.result.winners if position.result else []
    for seat, player in enumerate(position.players):
        assert (player.pawn == GOAL[player.colour]) == (seat in winners)


def _programs_are_legal(position: MekongPosition) -> None:
    """Invariant 7."""
    colours = tuple(player.colour for player in position.players)
    for player in position.players:
        if player.program is not None:
            assert len(set(player.program)) == len(player.program) == 5
            assert set(player.program) <= set(cards_of(player.colour, colours))
            assert sum(card in DRAGONS for card in player.program) <= 1
        else:
            assert position.phase == "program"
    assert (position.phase == "program") == (position.step == 0)
    if position.pending is not None:
        assert 1 <= position.pending.remaining <= PIECES[position.pending.card]
        assert (position.pending.plank is not None) == (position.phase == "place_plank")


def step_invariants(step: Step) -> None:
    before, after = step.before, step.after
    assert after.lost[: len(before.lost)] == before.lost
    assert after.round in (before.round, before.round + 1)
    assert not any(isinstance(event, GameStarted) for event in step.events)
    assert all(not isinstance(event, GameOver) for event in step.events[:-1])
    for seat, player in enumerate(before.players):
        if player.program is not None and after.round == before.round:
            assert after.players[seat].program == player.program
        _pawn_moves_by_its_own_card(step, seat)
    for plank in set(before.planks) - set(after.planks):
        assert all(player.pawn != plank for player in after.players)
    for event in step.events:
        if isinstance(event, PlankPlaced):
            asked = before.pending is not None and KIND[before.pending.card] == "plank"
            assert asked or event.auto is True


def _pawn_moves_by_its_own_card(step: Step, seat: int) -> None:
    """Invariant 9."""
    if step.before.players[seat].pawn != step.after.players[seat].pawn:
        movers = [event.seat for event in step.events if isinstance(event, PawnMoved | PawnJumped | PawnFell)]
        assert seat in movers


def reveals(position: MekongPosition, seat: int, action: Action) -> bool:
    """Cards are turned over, or the game ends."""
    if isinstance(action, CommitProgram):
        return len(engine.rules.to_act(position)) == 1
    events = engine.rules.apply(position.copy(), seat, action, NoDice())
    return any(isinstance(event, StepRevealed | GameOver) for event in events)


class NoDice:
    """A game from a given position needs no dice at all."""

    def __getattr__(self, name: str) -> Any:
        raise AssertionError("nothing is drawn after the setup")


def _in_step(step: int, *programs: list[str]) -> MekongPosition:
    """Seat 0 is to choose a plank in this step; the later cards are face down."""
    position = table(len(programs), stones="i01")
    for player, cards in zip(position.players, programs, strict=True):
        player.program = cards
    position.phase, position.step = "choose_plank", step
    position.pending = Pending("place_1_plank", 1)
    return position


def _two_slots_of_two_dragons() -> Small:
    """Any two of the five actions left, or one of them and one of two dragons, in either order."""
    shown = ["place_1_stone", "place_2_stones", "place_1_plank"]
    rows = [program(*shown)] * 3
    left = [card for card in ACTION_CARDS if card not in shown]
    pairs = [*permutations(left, 2)]
    pairs += [pair for card in left for d in ("red", "white") for pair in permutations([card, f"dragon_{d}"])]
    return Small(
        "two slots, no dragon yet",
        _in_step(3, *rows),
        0,
        lambda p: tuple(p.players[1].program[3:]),
        {pair: 1 / len(pairs) for pair in pairs},
    )


def _one_slot_after_a_dragon() -> Small:
    """The one dragon is shown: the last card is one of the five actions left."""
    theirs = ["move_1", "dragon_white", "jump", "remove", "place_1_stone"]
    mine = ["move_1", "move_2", "jump", "place_1_plank", "remove"]
    left = [card for card in ACTION_CARDS if card not in theirs[:4]]
    return Small(
        "one slot after a dragon",
        _in_step(4, mine, theirs),
        0,
        lambda p: p.players[1].program[4],
        {card: 1 / len(left) for card in left},
    )


def _nothing_shown() -> Small:
    """A whole programme of two players: 6,720 without the dragon, 1,680 with it in each slot."""
    position = table(2)
    position.players[1].program = program("jump")
    return Small(
        "where the dragon is",
        position,
        None,
        lambda p: p.players[1].program.index("dragon_white") if "dragon_white" in p.players[1].program else None,
        {None: 6720 / 15120, **dict.fromkeys(range(5), 1680 / 15120)},
    )


PROFILE = Profile(
    engine=engine,
    options=[
        {},
        {"plank_fit": "snug", "round_cap": 8},
        {"plank_attempt": "eyeball", "round_cap": 6},
        {"jump_from_village": False, "first_seat": 1, "round_cap": 5},
        {"plank_attempt": "eyeball", "plank_fit": "snug", "round_cap": 3},
        {"round_cap": 1},
    ],
    invariants=invariants,
    step_invariants=step_invariants,
    reveals=reveals,
    small=[_two_slots_of_two_dragons(), _one_slot_after_a_dragon(), _nothing_shown()],
    foreseen=FORESEEN,
    longest=40 * (6 + 5 * 4 * 6),
    examples=8,
)
