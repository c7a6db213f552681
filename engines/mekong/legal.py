"""Who decides what: the seats waited for, the legal actions, the refusals, and what the engine plays by itself."""

from __future__ import annotations

from collections.abc import Callable

from engines.kernel.effects import Effects
from engines.kernel.protocols.rules import Move
from engines.kernel.records import GAME_OVER, Action, Choices
from engines.kernel.refusals import Illegal, said
from engines.mekong.actions import (
    ChoosePlank,
    CommitProgram,
    JumpPawn,
    MovePawn,
    PlacePlank,
    PlaceStone,
    RemovePlank,
    RemoveStone,
)
from engines.mekong.position import MekongPosition, acting
from engines.mekong.rules import pawns, planks, programs, removal, rounds, stones

PHASE_ACTIONS: dict[str, tuple[type[Action], ...]] = {
    "program": (CommitProgram,),
    "place_stone": (PlaceStone,),
    "choose_plank": (ChoosePlank,),
    "place_plank": (PlacePlank,),
    "remove": (RemovePlank, RemoveStone),
    "move": (MovePawn,),
    "jump": (JumpPawn,),
}
MOVES: dict[type[Action], Move] = {
    CommitProgram: rounds.commit_program,
    PlaceStone: rounds.then_go_on(stones.place_stone),
    ChoosePlank: rounds.then_go_on(planks.choose_plank),
    PlacePlank: rounds.then_go_on(planks.place_plank),
    RemovePlank: rounds.then_go_on(removal.remove_plank),
    RemoveStone: rounds.then_go_on(removal.remove_stone),
    MovePawn: rounds.then_go_on(pawns.move_pawn),
    JumpPawn: rounds.then_go_on(pawns.jump_pawn),
}
EFFECTS: dict[type[Action], Effects] = {
    CommitProgram: rounds.commit_program_effects,
    PlaceStone: stones.place_stone_effects,
    ChoosePlank: planks.choose_plank_effects,
    PlacePlank: planks.place_plank_effects,
    RemovePlank: removal.remove_plank_effects,
    RemoveStone: removal.remove_stone_effects,
    MovePawn: pawns.move_pawn_effects,
    JumpPawn: pawns.jump_pawn_effects,
}

DECISIONS: dict[str, Callable[[MekongPosition, int], list[Action]]] = {
    "place_plank": planks.places_of_plank,
    **{kind.phase: kind.choices for kind in rounds.KINDS.values()},
}
"""The legal actions of the seat whose card is carried out, by phase; programmes are a template."""
SEVERAL: dict[str, Callable[[MekongPosition, int], bool]] = {
    "place_stone": stones.several_islands,
    "choose_plank": planks.several_in_reserve,
    "place_plank": planks.several_places,
    "remove": removal.several_removals,
}
"""Where that is shorter than to list them: is there more than one?"""


def to_act(game: MekongPosition) -> tuple[int, ...]:
    """All who owe a programme (MEK-14), else the seat whose card is carried out (MEK-16)."""
    if game.phase == "program":
        return tuple([seat for seat, player in enumerate(game.players) if player.program is None])
    return () if game.phase == GAME_OVER else (acting(game),)


def must_act(game: MekongPosition, seat: int) -> bool:
    """Is this seat one of those ``to_act``?"""
    if game.phase == "program":
        return 0 <= seat < len(game.players) and game.players[seat].program is None
    return game.phase != GAME_OVER and seat == acting(game)


def legal(game: MekongPosition, seat: int) -> Choices:
    """A template for the programmes, a list for everything else."""
    if not must_act(game, seat):
        return Choices()
    phase = game.phase
    if phase == "program":
        return programs.legal(rounds.hand(game, seat), game.round)
    return Choices(DECISIONS[phase](game, seat))


def refuse(game: MekongPosition, seat: int, action: Action) -> None:
    """Only those who owe a decision act, each with an action of the phase (MEK-13, MEK-16)."""
    owes = must_act(game, seat)
    if owes and type(action) in PHASE_ACTIONS[game.phase]:
        return
    rule = "MEK-13" if isinstance(action, CommitProgram) else "MEK-16"
    if not owes:
        laying = game.phase == "program"
        raise Illegal(rule, "your cards are laid already" if laying else "another seat is to play", "not_to_act")
    raise Illegal(
        rule, said("the phase is {phase}, this action belongs to another one", phase=game.phase), "wrong_phase"
    )


def forced(game: MekongPosition) -> tuple[int, Action] | None:
    """The only decision after a reveal; never a programme, never an attempt by eye (MEK-95)."""
    phase = game.phase
    if phase == "program" or (phase == "place_plank" and game.options.plank_attempt == "eyeball"):
        return None
    seat = acting(game)
    if phase in SEVERAL and SEVERAL[phase](game, seat):
        return None
    choices = DECISIONS[phase](game, seat)
    return (seat, choices[0]) if len(choices) == 1 else None
