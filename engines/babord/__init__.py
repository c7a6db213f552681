"""Babord, by Benjamin Roucayrol: sail, find the treasure, bring it home."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from engines.babord import actions, events, legal, validation, view
from engines.babord.bot.estimate import estimate
from engines.babord.bot.greedy import choose
from engines.babord.bot.shortlist import candidates
from engines.babord.position import BabordPosition, BabordView, Options, copied
from engines.babord.render import captions, svg, text
from engines.babord.rules import arrival, cannon, errands, knife, moving, setup, turn
from engines.kernel.dice import Dice
from engines.kernel.drawing import Wording
from engines.kernel.game import Game, Search
from engines.kernel.records import Action, Choices, Event, GameOver, Record, Result


class Babord(Game[BabordPosition, BabordView]):
    """The engine of Babord."""

    slug = "babord"
    package = "engines.babord"
    position_type = BabordPosition
    view_type = BabordView
    options_type = Options
    event_types = (
        events.GameStarted,
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
        events.TreasureTaken,
        events.TreasureStolen,
        events.AttackFailed,
        events.TreasureLost,
        events.Bought,
        events.BoatSunk,
        events.TurnEnded,
        GameOver,
    )
    phases = tuple(legal.LISTS)
    over_rule = "BAB-81"
    search = Search(rollouts=50, horizon=12, shortlist=6, freedom=0, doubt=1.0)
    decisive = False
    moves = {
        actions.ChoosePort: setup.choose_port,
        actions.RollWind: moving.roll_wind,
        actions.Observe: errands.observe,
        actions.Fish: errands.fish,
        actions.Fire: cannon.fire,
        actions.Attack: knife.attack,
        actions.Buy: errands.buy,
        actions.Sail: moving.sail,
        actions.Jump: arrival.jump,
        actions.SwapTiles: arrival.swap_tiles,
        actions.Peek: arrival.peek,
        actions.EndTurn: turn.end_turn,
    }

    def deal(self, seats: int, options: Record, dice: Dice) -> tuple[BabordPosition, list[Event]]:
        return setup.deal(seats, cast(Options, options), dice)

    def resume(self, position: BabordPosition, dice: Dice) -> list[Event]:
        return [events.GameStarted(seats=len(position.players), options=position.options)]

    def seat_count(self, position: BabordPosition) -> int:
        return len(position.players)

    def to_act(self, position: BabordPosition) -> tuple[int, ...]:
        return () if position.active_seat is None else (position.active_seat,)

    def legal(self, position: BabordPosition, seat: int) -> Choices:
        if seat != position.active_seat:
            return Choices()
        return Choices(list(legal.LISTS[position.phase](position, seat)))

    def refuse(self, position: BabordPosition, seat: int, action: Action) -> None:
        legal.refuse(position, seat, action)

    def forced(self, position: BabordPosition) -> tuple[int, Action] | None:
        return legal.forced(position)

    def view(self, position: BabordPosition, seat: int | None) -> BabordView:
        return view.view(position, seat)

    def tell(self, event: Event, seat: int | None) -> Event | None:
        return view.tell(event, seat)

    def knowledge(self, position: BabordPosition, seat: int | None) -> BabordView:
        return view.knowledge(position, seat)

    def imagine(self, knowledge: BabordView, seat: int | None, dice: Dice) -> BabordPosition:
        return view.imagine(knowledge, seat, dice)

    def greedy(self, knowledge: BabordView, seat: int, choices: Choices, dice: Dice) -> Action:
        return choose(knowledge, seat, choices, dice)

    def shortlist(self, knowledge: BabordView, seat: int, choices: Choices, dice: Dice) -> list[Action]:
        chosen = choose(knowledge, seat, choices, dice)
        return candidates(knowledge, seat, chosen, choices.actions, self.search.shortlist)

    def estimate(self, position: BabordPosition) -> list[float]:
        return estimate(position)

    def stage(self, position: BabordPosition) -> int:
        """The turn: what the others know cannot be imagined, so their turns are left to the estimate."""
        return position.round * len(position.players) + (position.active_seat or 0)

    def picture(self, view: BabordView, players: Sequence[str], language: str) -> str:
        return svg.picture(self._scene(view, players, language))

    def text_board(self, view: BabordView, players: Sequence[str], language: str) -> str:
        return text.text_board(self._scene(view, players, language))

    def _scene(self, view: BabordView, players: Sequence[str], language: str) -> captions.Scene:
        return captions.Scene(view, Wording(self.words, players, language, captions.LONGEST_NAME))

    def outcome(self, position: BabordPosition) -> Result | None:
        return position.result

    def check(self, position: BabordPosition) -> None:
        validation.check(position)

    def copy(self, position: BabordPosition) -> BabordPosition:
        return copied(position)


engine = Babord()
