"""What a seat may see: the only mask of the game."""

from __future__ import annotations

from msgspec.structs import replace

from engines.kernel.dice import Dice
from engines.kernel.protocols.visibility import Visibility
from engines.kernel.records import GAME_OVER, Event
from engines.mekong.determinize import determinize
from engines.mekong.events import ProgramCommitted
from engines.mekong.pieces import PROGRAM_LENGTH
from engines.mekong.position import MekongPosition, MekongView, PlayerView
from engines.mekong.rules.rounds import hand


class MekongVisibility(Visibility[MekongPosition, MekongView]):
    """Face-down cards are hidden; the board is public."""

    view_type = MekongView

    def view(self, position: MekongPosition, seat: int | None) -> MekongView:
        return view(position, seat)

    def redact(self, event: Event, seat: int | None) -> Event | None:
        return redact(event, seat)

    def determinize(self, knowledge: MekongView, seat: int | None, dice: Dice) -> MekongPosition:
        return determinize(knowledge, dice)


def view(game: MekongPosition, seat: int | None) -> MekongView:
    """Everything lies open but the cards that are face down (MEK-14, MEK-15)."""
    return MekongView(
        game="mekong",
        schema=1,
        board=game.board,
        options=game.options,
        round=game.round,
        statuette=game.statuette,
        phase=game.phase,
        step=game.step,
        turn=game.turn,
        players=[_player(game, of, seat) for of in range(len(game.players))],
        stones=list(game.stones),
        planks=dict(game.planks),
        lost=list(game.lost),
        pending=game.pending and game.pending.copy(),
        result=game.result,
    )


def _player(game: MekongPosition, of: int, seat: int | None) -> PlayerView:
    player = game.players[of]
    cards, laid = hand(game, of), player.program or []
    open_to_reader = of == seat or game.phase == GAME_OVER  # nothing is left to protect (MEK-119)
    return PlayerView(
        colour=player.colour,
        pawn=player.pawn,
        reserve=list(player.reserve),
        committed=player.program is not None,
        program=_program(player.program, PROGRAM_LENGTH if open_to_reader else game.step),
        hand=[card for card in cards if card not in laid] if open_to_reader else None,
        hand_size=len(cards) - len(laid),
    )


def _program(program: list[str] | None, shown: int) -> list[str | None] | None:
    """The slots up to ``shown``; nothing at all before the first step."""
    if program is None or shown == 0:
        return None
    return [card if slot < shown else None for slot, card in enumerate(program)]


def redact(event: Event, seat: int | None) -> Event:
    """Only the seat that lays a programme sees its cards."""
    if isinstance(event, ProgramCommitted) and event.seat != seat:
        return replace(event, cards=None)
    return event
