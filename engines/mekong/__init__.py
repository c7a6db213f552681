"""Les Dragons du Mékong: lay stones and planks across the delta, and be the first in the village opposite."""

from __future__ import annotations

from typing import Any, cast

from engines.kernel.dice import Dice
from engines.kernel.game import Game
from engines.kernel.protocols.rules import Rules
from engines.kernel.records import Action, Choices, Event, GameOver, Record, Result
from engines.mekong import actions, events, legal
from engines.mekong.bot import MekongBot
from engines.mekong.parts import Options
from engines.mekong.position import MekongPosition
from engines.mekong.render import MekongRenderer
from engines.mekong.rules import setup
from engines.mekong.upgrade import to_american, to_british
from engines.mekong.validation import check
from engines.mekong.view import MekongVisibility


class MekongRules(Rules[MekongPosition]):
    """The rules of the game, chapter by chapter in ``rules/``."""

    position_type = MekongPosition
    options_type = Options
    event_types = (
        events.GameStarted,
        events.ProgramCommitted,
        events.StepRevealed,
        events.DragonPlayed,
        events.CardCancelled,
        events.CardVoid,
        events.StonePlaced,
        events.StoneRemoved,
        events.PlankChosen,
        events.PlankPlaced,
        events.PlankRemoved,
        events.PlankLost,
        events.PawnMoved,
        events.PawnJumped,
        events.PawnFell,
        events.RoundEnded,
        GameOver,
    )
    phases = tuple(legal.PHASE_ACTIONS)
    forced_phases = frozenset(legal.DECISIONS)
    over_rule = "MEK-90"
    retractable = (
        actions.PlacePlank,
        actions.RemovePlank,
        actions.RemoveStone,
        actions.MovePawn,
        actions.JumpPawn,
    )
    revealing = (events.StepRevealed, events.PlankChosen, events.PlankLost)
    moves = legal.MOVES
    effects = legal.EFFECTS

    def is_retractable(self, position: MekongPosition, action: Action) -> bool:
        """Cards and stones stay as laid (MEK-13, MEK-33), a plank is not tried (MEK-50, MEK-53).

        With `guided` the places of the chosen plank are listed, so that laying it shows nothing.
        """
        tried = isinstance(action, actions.PlacePlank) and position.options.plank_attempt == "eyeball"
        return super().is_retractable(position, action) and not tried

    def upgrade(self, document: Any, layout: int) -> Any:
        return super().upgrade(to_british(document) if layout < 2 else document, layout)

    def downgrade(self, position: Any, layout: int) -> Any:
        return to_american(super().downgrade(position, layout)) if layout < 2 else position

    def check_options(self, options: Record, seats: int) -> None:
        setup.check_colours(cast(Options, options), seats)

    def deal(self, seats: int, options: Record, dice: Dice) -> tuple[MekongPosition, list[Event]]:
        position = setup.lay_out(seats, cast(Options, options), dice)
        return position, [setup.game_started(position)]

    def resume(self, position: MekongPosition, dice: Dice) -> list[Event]:
        return [setup.game_started(position)]

    def to_act(self, position: MekongPosition) -> tuple[int, ...]:
        return legal.to_act(position)

    def legal(self, position: MekongPosition, seat: int) -> Choices:
        return legal.legal(position, seat)

    def refuse(self, position: MekongPosition, seat: int, action: Action) -> None:
        legal.refuse(position, seat, action)

    def forced(self, position: MekongPosition) -> tuple[int, Action] | None:
        return legal.forced(position)

    def outcome(self, position: MekongPosition) -> Result | None:
        return position.result

    def check(self, position: MekongPosition) -> None:
        check(position)


visibility = MekongVisibility()
engine = Game("engines.mekong", MekongRules(), visibility, MekongBot(visibility), MekongRenderer("engines.mekong"))
