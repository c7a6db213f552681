"""Sample the hidden part of a position: full positions that agree with what a seat knows."""

from __future__ import annotations

from engines.kernel.dice import Dice
from engines.mekong.parts import Player
from engines.mekong.pieces import ACTION_CARDS, DRAGONS, PROGRAM_LENGTH
from engines.mekong.position import MekongPosition, MekongView
from engines.mekong.rules.rounds import hand


def determinize(seen: MekongView, dice: Dice) -> MekongPosition:
    """A full position: each face-down card is drawn among all legal programmes that agree with the open ones."""
    game = MekongPosition(
        phase=seen.phase,
        board=seen.board,
        options=seen.options,
        round=seen.round,
        statuette=seen.statuette,
        step=seen.step,
        turn=seen.turn,
        players=[Player(player.colour, player.pawn, list(player.reserve)) for player in seen.players],
        stones=list(seen.stones),
        planks=dict(seen.planks),
        lost=list(seen.lost),
        pending=seen.pending and seen.pending.copy(),
        result=seen.result,
    )
    for seat, player in enumerate(seen.players):
        if player.committed:
            slots = player.program or [None] * PROGRAM_LENGTH
            game.players[seat].program = completed(slots, hand(game, seat), dice)
    return game


def completed(slots: list[str | None], held: tuple[str, ...], dice: Dice) -> list[str]:
    """Fill the hidden slots so that every legal programme has the same chance (MEK-11, MEK-12).

    With ``a`` actions and ``d`` dragons left for ``h`` hidden slots there are, for every (a - h + 1) programmes
    without a dragon, d of them with a dragon in each single hidden slot.
    """
    program = list(slots)
    hidden = [slot for slot, card in enumerate(slots) if card is None]
    actions = [card for card in ACTION_CARDS if card not in slots]
    dragon_shown = any(card in DRAGONS for card in slots)
    dragons = [] if dragon_shown else [card for card in held if card in DRAGONS]
    if hidden and dragons:
        without = len(actions) - len(hidden) + 1
        drawn = dice.below(without + len(hidden) * len(dragons)) - without
        if drawn >= 0:
            slot, dragon = divmod(drawn, len(dragons))
            program[hidden.pop(slot)] = dragons[dragon]
    for slot in hidden:
        program[slot] = actions.pop(dice.below(len(actions)))
    return [card for card in program if card is not None]
