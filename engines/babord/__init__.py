"""Babord, by Benjamin Roucayrol: sail, find the treasure, bring it home."""

from __future__ import annotations

from typing import cast

from engines.babord import actions, events, legal
from engines.babord.bot import BabordBot
from engines.babord.parts import Options
from engines.babord.position import BabordPosition
from engines.babord.render import BabordRenderer
from engines.babord.rules import setup
from engines.babord.validation import check
from engines.babord.view import BabordVisibility
from engines.kernel.dice import Dice
from engines.kernel.game import Game
from engines.kernel.protocols.rules import TurnRules
from engines.kernel.records import Action, Event, GameOver, Record, Result


class BabordRules(TurnRules[BabordPosition]):
    """The rules of Babord, chapter by chapter in ``rules/``."""

    position_type = BabordPosition
    options_type = Options
    event_types = (
        events.GameStarted,
        events.FirstSeatDrawn,
        events.PortChosen,
        events.TurnStarted,
        events.BallFired,
        events.BallMoved,
        events.BallGone,
        events.BoatHit,
        events.WindRolled,
        events.Sailed,
        events.TileRevealed,
        events.DashboardChanged,
        events.Observed,
        events.TileSeen,
        events.TilesSwapped,
        events.Jumped,
        events.PointChosen,
        events.TreasureTaken,
        events.TreasureStolen,
        events.AttackFailed,
        events.TreasureLost,
        events.Bought,
        events.BoatSunk,
        events.TurnEnded,
        GameOver,
    )
    phases = tuple(legal.DECISIONS)
    forced_phases = frozenset({"after_action"})
    over_rule = "BAB-81"
    most_listed = 1024
    retractable = (
        actions.ChoosePort,
        actions.Buy,
        actions.Sail,
        actions.Jump,
        actions.SwapTiles,
        actions.Fire,
        actions.EndTurn,
    )
    revealing = (events.TileRevealed, events.TileSeen)
    moves = legal.MOVES
    effects = legal.EFFECTS
    decisions = legal.DECISIONS
    phase_actions = legal.PHASE_ACTIONS

    def deal(self, seats: int, options: Record, dice: Dice) -> tuple[BabordPosition, list[Event]]:
        return setup.deal(seats, cast(Options, options), dice)

    def resume(self, position: BabordPosition, dice: Dice) -> list[Event]:
        return [events.GameStarted(seats=len(position.players), options=position.options)]

    def turn_rule(self, position: BabordPosition) -> str:
        return "BAB-9"

    def wrong_phase(self, position: BabordPosition, seat: int, action: Action) -> tuple[str, str]:
        return legal.wrong_phase(position, action)

    def forced(self, position: BabordPosition) -> tuple[int, Action] | None:
        return legal.forced(position)

    def outcome(self, position: BabordPosition) -> Result | None:
        return position.result

    def check(self, position: BabordPosition) -> None:
        check(position)


visibility = BabordVisibility()
engine = Game("engines.babord", BabordRules(), visibility, BabordBot(visibility), BabordRenderer("engines.babord"))
