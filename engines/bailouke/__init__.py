"""Baïlouké: hidden beasts in front of every hunter, the lowest total wins the round, three rounds win the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from typing import Any, cast

from engines.bailouke import actions, events, legal, validation, view
from engines.bailouke.bot import greedy
from engines.bailouke.bot.estimate import estimate, plausible
from engines.bailouke.pieces import Bestiary
from engines.bailouke.position import Options, Player, Position, View
from engines.bailouke.render import captions, svg, text
from engines.bailouke.rules import discards, effects, rounds, tokens, turns
from engines.bailouke.rules.beasts import PRIMITIVES
from engines.bailouke.rules.table import Table
from engines.kernel.content import Content
from engines.kernel.dice import Dice, Draws
from engines.kernel.drawing import Wording
from engines.kernel.game import Game, Move, Search
from engines.kernel.records import GAME_OVER, Action, Choices, Event, GameOver, Record, Result

AtTable = Callable[[Table, int, Any], Iterable[Event]]

MOVES: dict[type[Action], AtTable] = {
    actions.AssignToken: tokens.assign_token,
    actions.Ready: turns.ready,
    actions.Play: effects.play,
    actions.Replace: effects.replace,
    actions.ChooseEffect: effects.choose_effect,
    actions.Peek: effects.decide,
    actions.Exchange: effects.decide,
    actions.ExchangeWithPile: effects.decide,
    actions.ShuffleZone: effects.decide,
    actions.Target: effects.decide,
    actions.MoveToken: effects.decide,
    actions.ExchangeSeen: effects.decide,
    actions.Reveal: effects.decide,
    actions.HandOver: effects.decide,
    actions.StealToken: effects.decide,
    actions.Give: effects.decide,
    actions.Skip: effects.skip,
    actions.PlaceAdded: effects.place_added,
    actions.Discard: discards.discard,
    actions.Pass: discards.pass_,
    actions.Announce: turns.announce,
    actions.EndTurn: turns.end_turn,
}

NO_DICE = Draws()
"""For questions about a position: nothing is drawn."""


class Bailouke(Game[Position, View]):
    """The engine of Baïlouké, for the Bestiary of the content that it is given."""

    slug = "bailouke"
    package = "engines.bailouke"
    position_type = Position
    view_type = View
    options_type = Options
    event_types = (
        events.GameStarted,
        events.RoundStarted,
        events.SeatReady,
        events.TokenAssigned,
        events.TokenFreed,
        events.TokenMoved,
        events.CardSeen,
        events.TurnStarted,
        events.PeboudeChanged,
        events.CardDrawn,
        events.CardPlayed,
        events.EffectChosen,
        events.StepSkipped,
        events.TokenGained,
        events.TokenStolen,
        events.TokenReturned,
        events.CardPeeked,
        events.CardsExchanged,
        events.ZoneShuffled,
        events.ChoiceCommitted,
        events.CardsRevealed,
        events.DiscountGained,
        events.CardsPassed,
        events.CardIncoming,
        events.CardAdded,
        events.PileRemoved,
        events.CardDiscarded,
        events.DiscardFailed,
        events.DiscardPassed,
        events.BailoukeAnnounced,
        events.RoundEnded,
        events.KouronnGained,
        GameOver,
    )
    phases = ("place_tokens", "play", "effect", "place_added", "discard", "announce")
    over_rule = "BAI-96"
    search = Search(rollouts=100, horizon=10, shortlist=6, freedom=0, doubt=0.5)

    def __init__(self, content: Content | None = None) -> None:
        super().__init__(content)
        self.beasts = Bestiary(self.content)
        self.beasts.check(set(PRIMITIVES), set(rounds.CLOSING))
        self.worth = {value: greedy.worth_of_beast(beast) for value, beast in self.beasts.beasts.items()}
        self.moves = {kind: self._at_table(move) for kind, move in MOVES.items()}

    def _at_table(self, move: AtTable) -> Move:
        """The rules work on a table; the kernel knows positions."""
        beasts = self.beasts
        return lambda position, seat, action, dice: move(Table(position, beasts, dice), seat, action)

    def _look(self, position: Position) -> Table:
        return Table(position, self.beasts, NO_DICE)

    def deal(self, seats: int, options: Record, dice: Dice) -> tuple[Position, list[Event]]:
        """One Louk Louké each, a first seat, the first round (BAI-4, BAI-5)."""
        options = cast(Options, options)
        first = dice.below(seats) if options.first_seat is None else options.first_seat
        players = [Player([], tokens=self.beasts.first_tokens) for _ in range(seats)]
        position = Position("place_tokens", "bailouke", 1, 1, 0, first, first, [], [], [], players, options)
        happened: list[Event] = [events.GameStarted(seats=seats, options=options, first_seat=first)]
        happened += rounds.start_round(Table(position, self.beasts, dice), first, [self.beasts.dealt] * seats)
        happened += self.play_forced(position, dice)
        return position, happened

    def resume(self, position: Position, dice: Dice) -> list[Event]:
        return [
            events.GameStarted(seats=len(position.players), options=position.options, first_seat=position.first_seat)
        ]

    def seat_count(self, position: Position) -> int:
        return len(position.players)

    def to_act(self, position: Position) -> tuple[int, ...]:
        return legal.to_act(Table(position, self.beasts, NO_DICE))

    def legal(self, position: Position, seat: int) -> Choices:
        return Choices(legal.legal(Table(position, self.beasts, NO_DICE), seat))

    def refuse(self, position: Position, seat: int, action: Action) -> None:
        legal.refuse(Table(position, self.beasts, NO_DICE), seat, action)

    def forced(self, position: Position) -> tuple[int, Action] | None:
        if position.phase in legal.BY_ITSELF:
            return legal.forced(self._look(position))
        return None

    def view(self, position: Position, seat: int | None) -> View:
        return view.view(position, seat, position.options.memory_aid)

    def knowledge(self, position: Position, seat: int | None) -> View:
        return view.view(position, seat, memory=True)

    def tell(self, event: Event, seat: int | None) -> Event | None:
        return view.tell(event, seat)

    def imagine(self, knowledge: View, seat: int | None, dice: Dice) -> Position:
        return view.imagine(self.beasts, knowledge, seat, dice)

    def greedy(self, knowledge: View, seat: int, choices: Choices, dice: Dice) -> Action:
        return greedy.choose(greedy.Hunter(self.beasts, self.worth, knowledge, seat), choices.actions)

    def estimate(self, position: Position) -> list[float]:
        return estimate(position)

    def plausible(self, position: Position, seat: int) -> int:
        return plausible(position, seat)

    def stage(self, position: Position) -> int:
        return position.round

    def picture(self, view: View, players: Sequence[str], language: str) -> str:
        return svg.picture(self._scene(view, players, language))

    def text_board(self, view: View, players: Sequence[str], language: str) -> str:
        return text.text_board(self._scene(view, players, language))

    def _scene(self, view: View, players: Sequence[str], language: str) -> captions.Scene:
        wording = Wording(self.words, players, language, captions.LONGEST_NAME)
        return captions.Scene(view, self.beasts, self.content, wording)

    def outcome(self, position: Position) -> Result | None:
        return rounds.result(position) if position.phase == GAME_OVER else None

    def check(self, position: Position) -> None:
        validation.check(self._look(position))

    def copy(self, position: Position) -> Position:
        """What play changes in place is new; everything else is replaced, never changed, and may be shared."""
        twin = copy(position)
        twin.cards, twin.pile = position.cards.copy(), position.pile.copy()
        twin.graveyard, twin.removed = position.graveyard.copy(), position.removed.copy()
        twin.players = [
            Player(
                player.zone.copy(),
                player.tokens,
                player.assigned.copy(),
                player.peboude,
                player.fer.copy(),
                player.kouronn,
                player.seen.copy(),
                player.ready,
            )
            for player in position.players
        ]
        if position.effect is not None:
            twin.effect = effect = copy(position.effect)
            effect.looked = effect.looked.copy()
            effect.choices = None if effect.choices is None else effect.choices.copy()
        return twin


engine = Bailouke()
