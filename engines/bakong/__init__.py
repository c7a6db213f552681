"""Bakong, by Antoine Bauza: to the temple and back through a jungle that keeps turning."""

from __future__ import annotations

from typing import cast

from engines.bakong import actions, events
from engines.bakong.bot import BakongBot
from engines.bakong.legal import DECISIONS, EFFECTS, MOVES, PHASE_ACTIONS, wrong_phase
from engines.bakong.parts import Options
from engines.bakong.position import BakongPosition
from engines.bakong.render import BakongRenderer
from engines.bakong.rules.turns import begin_turn, game_started, lay_out
from engines.bakong.validation import check
from engines.bakong.view import BakongVisibility
from engines.kernel.dice import Dice
from engines.kernel.game import Game
from engines.kernel.protocols.rules import TurnRules
from engines.kernel.records import Action, Event, GameOver, Record, Result


class BakongRules(TurnRules[BakongPosition]):
    """The rules of Bakong, chapter by chapter in ``rules/``."""

    position_type = BakongPosition
    options_type = Options
    event_types = (
        events.GameStarted,
        events.FirstSeatDrawn,
        events.ObjectTaken,
        events.TurnStarted,
        events.DiceRolled,
        events.DiceRerolled,
        events.TileTurned,
        events.TurnVoid,
        events.MapUnused,
        events.MoveDeclared,
        events.SlotEntered,
        events.Halted,
        events.HazardIgnored,
        events.OuchReceived,
        events.OuchSupplyEmpty,
        events.ObjectLost,
        events.ObjectReturned,
        events.CaveRolled,
        events.EmeraldsTaken,
        events.EmeraldsMissed,
        events.OuchReturned,
        events.WaterfallCursed,
        events.TempleReached,
        events.BigEmeraldTaken,
        events.ItemDiscarded,
        events.ItemDeclined,
        events.FirstHome,
        events.FinalScores,
        GameOver,
    )
    phases = tuple(DECISIONS)
    forced_phases = frozenset(DECISIONS)
    over_rule = "BAK-68"
    retractable = (
        actions.TakeObject,
        actions.Move,
        actions.LoseObject,
        actions.TakeBigEmerald,
        actions.Discard,
    )
    revealing = (events.TileTurned,)
    moves = MOVES
    effects = EFFECTS
    decisions = DECISIONS
    phase_actions = PHASE_ACTIONS

    def deal(self, seats: int, options: Record, dice: Dice) -> tuple[BakongPosition, list[Event]]:
        position = lay_out(seats, cast(Options, options), dice)
        started: list[Event] = [game_started(position)]
        if position.options.first_seat is None and position.active_seat is not None:
            started.append(events.FirstSeatDrawn(seat=position.active_seat))
        return position, started

    def resume(self, position: BakongPosition, dice: Dice) -> list[Event]:
        """A scenario may begin before the dice of a turn: they are rolled now."""
        started: list[Event] = [game_started(position)]
        if position.phase == "choose_flip" and position.current is None and position.active_seat is not None:
            started += begin_turn(position, position.active_seat, dice)
        return started

    def turn_rule(self, position: BakongPosition) -> str:
        return "BAK-9"

    def wrong_phase(self, position: BakongPosition, seat: int, action: Action) -> tuple[str, str]:
        return wrong_phase(position, seat, action)

    def forced(self, position: BakongPosition) -> tuple[int, Action] | None:
        """Whatever is the only legal action (BAK-12, BAK-19 and all other decisions)."""
        seat: int = position.active_seat  # type: ignore[assignment]
        actions = DECISIONS[position.phase](position, seat)
        return (seat, actions[0]) if len(actions) == 1 else None

    def outcome(self, position: BakongPosition) -> Result | None:
        return position.result

    def check(self, position: BakongPosition) -> None:
        check(position)


visibility = BakongVisibility()
engine = Game("engines.bakong", BakongRules(), visibility, BakongBot(visibility), BakongRenderer("engines.bakong"))
