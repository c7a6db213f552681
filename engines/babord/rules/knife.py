"""The fight for the treasure, hand to hand."""

from __future__ import annotations

from collections.abc import Iterator

from engines.babord.actions import Attack
from engines.babord.events import AttackFailed, TreasureStolen
from engines.babord.parts import Player
from engines.babord.position import BabordPosition, BabordView, PositionOrView, board_of, whereabouts
from engines.babord.rules.ending import has_won, treasure_home
from engines.kernel.dice import Dice
from engines.kernel.effects import ActionEffect, effect
from engines.kernel.records import Event
from engines.kernel.refusals import Illegal


def can_attack(game: PositionOrView, seat: int) -> bool:
    """Another seat has the treasure on the same place, and this window saw no attack yet (BAB-67, BAB-72)."""
    carrier = game.treasure.carrier
    return (
        carrier is not None
        and carrier != seat
        and not game.current.attacked
        and whereabouts(game, carrier) == whereabouts(game, seat)
    )


def overcomes(attacker: Player, victim: Player) -> bool:
    """The knife decides; where it does not, strictly more experience (BAB-68, BAB-69, BAB-70).

    A knife on the side of the victim alone makes the attack fail (BAB-69, BAB-117).
    """
    if attacker.knife == victim.knife:
        return attacker.xp > victim.xp
    return attacker.knife > victim.knife


def attack(game: BabordPosition, seat: int, action: Attack, dice: Dice) -> Iterator[Event]:
    """Success takes the treasure over, failure changes nothing (BAB-71, BAB-72)."""
    if action.target != game.treasure.carrier:
        raise Illegal("BAB-119", "only the boat that carries the treasure may be attacked")
    if action.target == seat:
        raise Illegal("BAB-67", "a boat does not attack itself")
    if whereabouts(game, action.target) != whereabouts(game, seat):
        raise Illegal("BAB-67", "the other boat does not lie on the same tile")
    if game.current.attacked:
        raise Illegal("BAB-72", "there was an attack in this window already")
    game.current.attacked = True
    if not overcomes(game.players[seat], game.players[action.target]):
        yield AttackFailed(seat=seat, target=action.target)
        return
    game.treasure.carrier = seat
    yield TreasureStolen(seat=seat, victim=action.target)
    if has_won(game, seat):
        yield from treasure_home(game, seat)


def attack_effects(view: BabordView, seat: int, action: Attack) -> Iterator[ActionEffect]:
    """Knives and experience lie open, so the outcome is known (BAB-68, BAB-126)."""
    player, pieces = view.players[seat], [f"boat-{action.target}"]
    if not overcomes(player, view.players[action.target]):
        yield effect("block", "repelled", pieces, what="treasure", seat=action.target)
        return
    yield effect("take", "stolen", pieces, what="treasure", amount=1, seat=action.target)
    if player.home_port is not None and player.boat in board_of(view).jetties[player.home_port]:
        yield effect("end", "victory", [f"tile-port_{player.home_port}"], what="game")
