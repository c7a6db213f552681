"""Bakong, by Antoine Bauza: to the temple and back through a jungle that keeps turning."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from engines.bakong import events, view
from engines.bakong.bot.estimate import estimate
from engines.bakong.bot.greedy import choose
from engines.bakong.legal import LEGAL, MOVES, refuse
from engines.bakong.position import BakongPosition, BakongView, Options
from engines.bakong.render import captions, svg, text
from engines.bakong.rules.turns import begin_turn, game_started, lay_out
from engines.bakong.validation import check
from engines.kernel.dice import Dice
from engines.kernel.drawing import Wording
from engines.kernel.game import Game, Search
from engines.kernel.records import Action, Choices, Event, GameOver, Record, Result


class Bakong(Game[BakongPosition, BakongView]):
    """The engine of Bakong."""

    slug = "bakong"
    package = "engines.bakong"
    position_type = BakongPosition
    view_type = BakongView
    options_type = Options
    event_types = (
        events.GameStarted,
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
    phases = tuple(LEGAL)
    over_rule = "BAK-68"
    search = Search(rollouts=300, horizon=60, stages=5, shortlist=8, freedom=0, doubt=0.0)
    moves = MOVES

    def deal(self, seats: int, options: Record, dice: Dice) -> tuple[BakongPosition, list[Event]]:
        position = lay_out(seats, cast(Options, options), dice)
        return position, [game_started(position)]

    def resume(self, position: BakongPosition, dice: Dice) -> list[Event]:
        """A scenario may begin before the dice of a turn: they are rolled now."""
        started: list[Event] = [game_started(position)]
        if position.phase == "choose_flip" and position.current is None and position.active_seat is not None:
            started += begin_turn(position, position.active_seat, dice)
        return started

    def seat_count(self, position: BakongPosition) -> int:
        return len(position.players)

    def to_act(self, position: BakongPosition) -> tuple[int, ...]:
        return () if position.active_seat is None else (position.active_seat,)

    def legal(self, position: BakongPosition, seat: int) -> Choices:
        if seat != position.active_seat:
            return Choices()
        return Choices(LEGAL[position.phase](position, seat))

    def refuse(self, position: BakongPosition, seat: int, action: Action) -> None:
        refuse(position, seat, action)

    def forced(self, position: BakongPosition) -> tuple[int, Action] | None:
        """Whatever is the only legal action (BAK-12, BAK-19 and all other decisions)."""
        seat: int = position.active_seat  # type: ignore[assignment]
        actions = LEGAL[position.phase](position, seat)
        return (seat, actions[0]) if len(actions) == 1 else None

    def view(self, position: BakongPosition, seat: int | None) -> BakongView:
        return view.view(position, position.options.memory_aid)

    def knowledge(self, position: BakongPosition, seat: int | None) -> BakongView:
        return view.view(position, remember=True)

    def imagine(self, knowledge: BakongView, seat: int | None, dice: Dice) -> BakongPosition:
        return view.imagine(knowledge, dice)

    def greedy(self, knowledge: BakongView, seat: int, choices: Choices, dice: Dice) -> Action:
        return choose(knowledge, seat, choices.actions)

    def estimate(self, position: BakongPosition) -> list[float]:
        return estimate(position)

    def stage(self, position: BakongPosition) -> int:
        return position.turn

    def picture(self, view: BakongView, players: Sequence[str], language: str) -> str:
        return svg.picture(view, Wording(self.words, players, language, captions.LONGEST_NAME))

    def text_board(self, view: BakongView, players: Sequence[str], language: str) -> str:
        return text.text_board(view, Wording(self.words, players, language, captions.LONGEST_NAME))

    def outcome(self, position: BakongPosition) -> Result | None:
        return position.result

    def check(self, position: BakongPosition) -> None:
        check(position)

    def copy(self, position: BakongPosition) -> BakongPosition:
        return position.copy()


engine = Bakong()
