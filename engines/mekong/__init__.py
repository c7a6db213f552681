"""Les Dragons du Mékong: lay stones and planks across the delta, and be the first in the village opposite."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

from engines.kernel.dice import Dice
from engines.kernel.drawing import Wording
from engines.kernel.game import Game, Search
from engines.kernel.records import GAME_OVER, Action, Choices, Event, GameOver, Record, Result
from engines.kernel.refusals import Illegal, InvalidOptions
from engines.mekong import actions, events, pieces, validation, view
from engines.mekong.bot import belief, estimate, greedy, shortlist
from engines.mekong.position import MekongPosition, MekongView, Options, Pending, Player, acting
from engines.mekong.render import svg, text
from engines.mekong.rules import pawns, planks, programs, removal, rounds
from engines.mekong.rules import stones as stone_cards

CHOICES: dict[str, Callable[[MekongPosition, int], list[Action]]] = {
    "place_plank": planks.places_of_plank,
    **{kind.phase: kind.choices for kind in rounds.KINDS.values()},
}


class Mekong(Game[MekongPosition, MekongView]):
    """The engine of the game."""

    slug = "mekong"
    package = "engines.mekong"
    position_type = MekongPosition
    view_type = MekongView
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
    phases = ("program", "place_stone", "choose_plank", "place_plank", "remove", "move", "jump")
    over_rule = "MEK-90"
    search = Search(rollouts=120, horizon=16, shortlist=8, freedom=0, doubt=1.0)
    moves = {
        actions.CommitProgram: rounds.commit_program,
        actions.PlaceStone: rounds.then_go_on(stone_cards.place_stone),
        actions.ChoosePlank: rounds.then_go_on(planks.choose_plank),
        actions.PlacePlank: rounds.then_go_on(planks.place_plank),
        actions.RemovePlank: rounds.then_go_on(removal.remove_plank),
        actions.RemoveStone: rounds.then_go_on(removal.remove_stone),
        actions.MovePawn: rounds.then_go_on(pawns.move_pawn),
        actions.JumpPawn: rounds.then_go_on(pawns.jump_pawn),
    }
    decisive = False

    def options(self, given: dict[str, Any], seats: int) -> Record:
        """Also: the colours are those of the number of players, each once (MEK-2, MEK-115)."""
        options = cast(Options, super().options(given, seats))
        colors = pieces.COLORS_BY_COUNT.get(seats, ())
        if options.colors is not None and sorted(options.colors) != sorted(colors):
            raise InvalidOptions("colors", f"{seats} players play with {', '.join(colors)}, in any order")
        return options

    def deal(self, seats: int, options: Record, dice: Dice) -> tuple[MekongPosition, list[Event]]:
        """An empty board, each pawn at home, all planks in the reserves, somebody has the statuette (MEK-2 to 7)."""
        options = cast(Options, options)
        colors = options.colors or pieces.COLORS_BY_COUNT[seats]
        statuette = dice.below(seats) if options.first_seat is None else options.first_seat
        players = [
            Player(color, pieces.HOME[color], [plank for plank in pieces.PLANKS if pieces.COLOR[plank] == color])
            for color in colors
        ]
        position = MekongPosition(phase="program", options=options, statuette=statuette, players=players)
        return position, self.resume(position, dice)

    def resume(self, position: MekongPosition, dice: Dice) -> list[Event]:
        return [
            events.GameStarted(
                round=position.round,
                step=position.step,
                seats=len(position.players),
                options=position.options,
                colors=[player.color for player in position.players],
                statuette=position.statuette,
            )
        ]

    def seat_count(self, position: MekongPosition) -> int:
        return len(position.players)

    def to_act(self, position: MekongPosition) -> tuple[int, ...]:
        """All who owe a programme (MEK-14), else the seat whose card is carried out (MEK-16)."""
        if position.phase == "program":
            return tuple([seat for seat, player in enumerate(position.players) if player.program is None])
        return () if position.phase == GAME_OVER else (acting(position),)

    def _owes(self, position: MekongPosition, seat: int) -> bool:
        """Is this seat one of those ``to_act``?"""
        if position.phase == "program":
            return 0 <= seat < len(position.players) and position.players[seat].program is None
        return position.phase != GAME_OVER and seat == acting(position)

    def legal(self, position: MekongPosition, seat: int) -> Choices:
        if not self._owes(position, seat):
            return Choices()
        if position.phase == "program":
            return programs.legal(rounds.hand(position, seat), position.round)
        return Choices(CHOICES[position.phase](position, seat))

    def refuse(self, position: MekongPosition, seat: int, action: Action) -> None:
        rule = "MEK-13" if isinstance(action, actions.CommitProgram) else "MEK-16"
        if not self._owes(position, seat):
            laying = position.phase == "program"
            raise Illegal(rule, "your cards are laid already" if laying else "another seat is to play", "not_to_act")
        if actions.PHASE_OF[type(action)] != position.phase:
            raise Illegal(rule, f"the phase is {position.phase}, this action belongs to another one", "wrong_phase")

    def forced(self, position: MekongPosition) -> tuple[int, Action] | None:
        """The only decision after a reveal; never a programme, never an attempt by eye (MEK-95)."""
        phase = position.phase
        if phase == "program":
            return None
        if phase == "place_plank" and (position.options.plank_attempt == "eyeball" or planks.several_places(position)):
            return None
        seat = acting(position)
        choices = CHOICES[position.phase](position, seat)
        return (seat, choices[0]) if len(choices) == 1 else None

    def view(self, position: MekongPosition, seat: int | None) -> MekongView:
        return view.view(position, seat)

    def tell(self, event: Event, seat: int | None) -> Event | None:
        return view.tell(event, seat)

    def imagine(self, knowledge: MekongView, seat: int | None, dice: Dice) -> MekongPosition:
        return view.imagine(knowledge, dice)

    def suppose(self, knowledge: MekongView, seat: int, dice: Dice) -> MekongPosition:
        return belief.guess(self.imagine(knowledge, seat, dice), seat, dice)

    def greedy(self, knowledge: MekongView, seat: int, choices: Choices, dice: Dice) -> Action:
        return greedy.choose(knowledge, seat, choices, dice)

    def shortlist(self, knowledge: MekongView, seat: int, choices: Choices, dice: Dice) -> list[Action]:
        most = self.search.shortlist
        if knowledge.phase not in ("program", "place_stone"):
            return super().shortlist(knowledge, seat, choices, dice)
        best = self.greedy(knowledge, seat, choices, dice)
        if isinstance(best, actions.CommitProgram):
            return shortlist.programs(knowledge, seat, best.cards, most, dice)
        return shortlist.stones(knowledge, seat, best, choices.actions, most)

    def estimate(self, position: MekongPosition) -> list[float]:
        return estimate.estimate(position)

    def stage(self, position: MekongPosition) -> int:
        return position.round

    def picture(self, view: MekongView, players: Sequence[str], language: str) -> str:
        return svg.picture(view, Wording(self.words, players, language))

    def text_board(self, view: MekongView, players: Sequence[str], language: str) -> str:
        return text.text_board(view, Wording(self.words, players, language))

    def outcome(self, position: MekongPosition) -> Result | None:
        return position.result

    def check(self, position: MekongPosition) -> None:
        validation.check(position)

    def copy(self, position: MekongPosition) -> MekongPosition:
        """Options and result never change once they are set, so both positions may share them."""
        pending = position.pending
        return MekongPosition(
            phase=position.phase,
            board=position.board,
            options=position.options,
            round=position.round,
            statuette=position.statuette,
            step=position.step,
            turn=position.turn,
            players=[
                Player(player.color, player.pawn, list(player.reserve), player.program and list(player.program))
                for player in position.players
            ],
            stones=list(position.stones),
            planks=dict(position.planks),
            lost=list(position.lost),
            pending=None if pending is None else Pending(pending.card, pending.remaining, pending.plank),
            result=position.result,
        )


engine = Mekong()
