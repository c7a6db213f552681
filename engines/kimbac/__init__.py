"""Kim-Bac: seek the secret, then outrun six pursuers to the treasure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from msgspec import structs

from engines.kernel.dice import Dice
from engines.kernel.drawing import Wording
from engines.kernel.game import Game, Search
from engines.kernel.records import GAME_OVER, Action, Choices, Event, Record, Result
from engines.kimbac.actions import BecomeKimbac, EndTurn, MovePawn, PlacePawn, Renounce, TakeChest
from engines.kimbac.bot import estimate
from engines.kimbac.bot.greedy import choose
from engines.kimbac.events import EVENT_TYPES, GameStarted
from engines.kimbac.legal import CHOICES, refuse
from engines.kimbac.position import KimbacPosition, KimbacView, Options
from engines.kimbac.render import svg, text
from engines.kimbac.rules.hunt import kimbac_step, pursuit_step
from engines.kimbac.rules.placement import place_pawn
from engines.kimbac.rules.preparation import begin_round
from engines.kimbac.rules.search import become_kimbac, end_turn, renounce, search_step, take_chest
from engines.kimbac.validation import check
from engines.kimbac.view import imagine, tell, view

STEPS = {"search_move": search_step, "hunt_kimbac": kimbac_step, "hunt_pursuit": pursuit_step}


def move_pawn(game: KimbacPosition, seat: int, action: MovePawn, dice: Dice) -> Iterator[Event]:
    """One crossroad: as a seeker, as the Kim-Bac, or as a pursuer."""
    return STEPS[game.phase](game, seat, action, dice)


class KimbacGame(Game[KimbacPosition, KimbacView]):
    """The engine of Kim-Bac. Nothing is ever forced: even a single step may hide a right to the chest."""

    slug = "kimbac"
    package = "engines.kimbac"
    position_type = KimbacPosition
    view_type = KimbacView
    options_type = Options
    event_types = EVENT_TYPES
    phases = ("place", "search_move", "search_end", "chest", "hunt_kimbac", "hunt_pursuit")
    over_rule = "KIM-92"
    search = Search(rollouts=120, horizon=24, shortlist=4, freedom=0, doubt=0.5)
    moves = {
        PlacePawn: place_pawn,
        MovePawn: move_pawn,
        TakeChest: take_chest,
        EndTurn: end_turn,
        BecomeKimbac: become_kimbac,
        Renounce: renounce,
    }

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
        return position, [GameStarted(seats=seats, options=agreed), *begin_round(position, dice)]

    def resume(self, position: KimbacPosition, dice: Dice) -> list[Event]:
        return [GameStarted(seats=len(position.scores), options=position.options)]

    def seat_count(self, position: KimbacPosition) -> int:
        return len(position.scores)

    def to_act(self, position: KimbacPosition) -> tuple[int, ...]:
        return () if position.active_seat is None else (position.active_seat,)

    def legal(self, position: KimbacPosition, seat: int) -> Choices:
        if seat != position.active_seat:
            return Choices()
        return Choices(CHOICES[position.phase](position, seat))

    def refuse(self, position: KimbacPosition, seat: int, action: Action) -> None:
        refuse(position, seat, action)

    def view(self, position: KimbacPosition, seat: int | None) -> KimbacView:
        return view(position, seat)

    def tell(self, event: Event, seat: int | None) -> Event | None:
        return tell(event, seat)

    def imagine(self, knowledge: KimbacView, seat: int | None, dice: Dice) -> KimbacPosition:
        return imagine(knowledge, dice)

    def greedy(self, knowledge: KimbacView, seat: int, choices: Choices, dice: Dice) -> Action:
        return choose(knowledge, seat, choices, dice)

    def shortlist(self, knowledge: KimbacView, seat: int, choices: Choices, dice: Dice) -> list[Action]:
        """The way to the chest is left to the greedy player; the chest and the hunt are thought about."""
        candidates = super().shortlist(knowledge, seat, choices, dice)
        return candidates if knowledge.chest is not None else candidates[:1]

    def plausible(self, position: KimbacPosition, seat: int) -> int:
        return estimate.plausible(position, seat)

    def estimate(self, position: KimbacPosition) -> list[float]:
        return estimate.estimate(position)

    def picture(self, view: KimbacView, players: Sequence[str], language: str) -> str:
        return svg.picture(view, Wording(self.words, players, language))

    def text_board(self, view: KimbacView, players: Sequence[str], language: str) -> str:
        return text.text_board(view, Wording(self.words, players, language))

    def outcome(self, position: KimbacPosition) -> Result | None:
        return position.result if position.phase == GAME_OVER else None

    def check(self, position: KimbacPosition) -> None:
        check(position)

    def copy(self, position: KimbacPosition) -> KimbacPosition:
        """The lists that play changes are new; everything else is replaced, never changed, and may be shared."""
        return structs.replace(
            position,
            arrived=position.arrived.copy(),
            pawns=[own.copy() for own in position.pawns],
            pile=position.pile.copy(),
            hands=[hand.copy() for hand in position.hands],
            face_up=[shown.copy() for shown in position.face_up],
            scores=position.scores.copy(),
            round_results=position.round_results.copy(),
        )


engine = KimbacGame()
