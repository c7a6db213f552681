"""The position, and what a seat sees of it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engines.kernel.records import Position, Record, Result
from engines.mekong.parts import (
    Board,
    Hand,
    Lost,
    Options,
    Pending,
    Phase,
    Pieces,
    Planks,
    Player,
    Round,
    Schema,
    Slots,
    Slug,
    Statuette,
    Step,
    Stones,
    Turn,
)
from engines.mekong.pieces import BOARD


class MekongPosition(Position, kw_only=True):
    """The whole truth."""

    phase: Phase
    game: Slug = "mekong"
    schema: Schema = 1
    board: Board = BOARD
    options: Annotated[Options, Meta(description="All options.")]
    round: Round = 1
    statuette: Statuette = 0
    step: Step = 0
    turn: Turn = 0
    players: Annotated[list[Player], Meta(min_length=2, max_length=6, description="The players by seat.")]
    stones: Stones = []
    planks: Planks = {}
    lost: Lost = []
    pending: Annotated[Pending | None, Meta(description="The card being carried out, if one is.")] = None
    result: Annotated[Result | None, Meta(description="How the game ended; null while it lasts.")] = None

    def copy(self) -> MekongPosition:
        """Options and result never change once they are set, so both positions may share them."""
        return MekongPosition(
            phase=self.phase,
            board=self.board,
            options=self.options,
            round=self.round,
            statuette=self.statuette,
            step=self.step,
            turn=self.turn,
            players=[
                Player(player.colour, player.pawn, list(player.reserve), player.program and list(player.program))
                for player in self.players
            ],
            stones=list(self.stones),
            planks=dict(self.planks),
            lost=list(self.lost),
            pending=self.pending and self.pending.copy(),
            result=self.result,
        )


class PlayerView(Pieces):
    """One seat's pieces and cards, as far as the reader may see them."""

    committed: Annotated[bool, Meta(description="True when the five cards of this round are laid.")]
    program: Annotated[Slots | None, Meta(description="The cards laid this round; null = nothing to see.")]
    hand: Annotated[Hand | None, Meta(description="The cards not laid; null for other seats until the game is over.")]
    hand_size: Annotated[int, Meta(ge=4, le=13, description="How many cards are not laid.")]


class MekongView(Record, kw_only=True):
    """What a seat may see."""

    game: Slug
    schema: Schema
    board: Board
    options: Annotated[Options, Meta(description="All options.")]
    round: Round
    statuette: Statuette
    phase: Phase
    step: Step
    turn: Turn
    players: Annotated[list[PlayerView], Meta(min_length=2, max_length=6, description="The players by seat.")]
    stones: Stones
    planks: Planks
    lost: Lost
    pending: Annotated[Pending | None, Meta(description="The card being carried out, if one is.")]
    result: Annotated[Result | None, Meta(description="How the game ended; null while it lasts.")]


PositionOrView = MekongPosition | MekongView
"""For functions that read only what lies open on the table."""


def acting(game: PositionOrView) -> int:
    """The seat whose card is being carried out: from the statuette holder on, clockwise (MEK-16)."""
    return (game.statuette + game.turn) % len(game.players)


def pending_card(game: PositionOrView) -> Pending:
    """The card that is being carried out: there is one in every phase of a step."""
    return game.pending  # type: ignore[return-value]


def pawns_on_planks(game: PositionOrView) -> dict[str, int]:
    """The planks with a pawn, and whose pawn it is (MEK-70)."""
    planks = game.planks
    return {player.pawn: seat for seat, player in enumerate(game.players) if player.pawn in planks}
