"""Kim-Bac: seek the secret, then outrun six pursuers to the treasure."""

from __future__ import annotations

from typing import cast

from engines.kernel.dice import Dice
from engines.kernel.game import Game
from engines.kernel.protocols.rules import TurnRules
from engines.kernel.records import GAME_OVER, Action, Event, Record, Result
from engines.kimbac.actions import BecomeKimbac, MovePawn, PlacePawn
from engines.kimbac.bot import KimbacBot
from engines.kimbac.events import EVENT_TYPES, GameStarted, TurnEnded
from engines.kimbac.legal import DECISIONS, EFFECTS, MOVES, PHASE_ACTIONS, TURN_RULE, wrong_phase
from engines.kimbac.parts import Options
from engines.kimbac.position import KimbacPosition
from engines.kimbac.render import KimbacRenderer
from engines.kimbac.rules.preparation import begin_round
from engines.kimbac.validation import check
from engines.kimbac.view import KimbacVisibility


class KimbacRules(TurnRules[KimbacPosition]):
    """The rules of Kim-Bac, chapter by chapter in ``rules/``.

    Nothing is ever forced: even a single step may hide a right to the chest.
    """

    position_type = KimbacPosition
    options_type = Options
    event_types = EVENT_TYPES
    phases = tuple(DECISIONS)
    over_rule = "KIM-92"
    retractable = (PlacePawn, MovePawn, BecomeKimbac)
    revealing = (TurnEnded,)
    moves = MOVES
    effects = EFFECTS
    decisions = DECISIONS
    phase_actions = PHASE_ACTIONS

    def is_retractable(self, position: KimbacPosition, action: Action) -> bool:
        """In the hunt every step shows whether the treasure is there."""
        return super().is_retractable(position, action) and not position.phase.startswith("hunt")

    def deal(self, seats: int, options: Record, dice: Dice) -> tuple[KimbacPosition, list[Event]]:
        agreed = cast(Options, options)
        position = KimbacPosition(
            options=agreed,
            phase="place",
            active_seat=None,
            pawns=[],
            pile=[],
            hands=[],
            face_up=[],
            scores=[0] * seats,
        )
        return position, [GameStarted(seats=seats, options=agreed), begin_round(position, dice)]

    def resume(self, position: KimbacPosition, dice: Dice) -> list[Event]:
        return [GameStarted(seats=len(position.scores), options=position.options)]

    def seat_count(self, position: KimbacPosition) -> int:
        return len(position.scores)

    def turn_rule(self, position: KimbacPosition) -> str:
        return TURN_RULE[position.phase]

    def wrong_phase(self, position: KimbacPosition, seat: int, action: Action) -> tuple[str, str]:
        return wrong_phase(position, action)

    def outcome(self, position: KimbacPosition) -> Result | None:
        return position.result if position.phase == GAME_OVER else None

    def check(self, position: KimbacPosition) -> None:
        check(position)


visibility = KimbacVisibility()
engine = Game("engines.kimbac", KimbacRules(), visibility, KimbacBot(visibility), KimbacRenderer("engines.kimbac"))
