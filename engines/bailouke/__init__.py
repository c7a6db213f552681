"""Baïlouké: hidden beasts in front of every hunter, the lowest total wins the round, three rounds win the game."""

from __future__ import annotations

from functools import partial
from typing import cast

from engines.bailouke import actions, events, legal, validation
from engines.bailouke.bot import BailoukeBot
from engines.bailouke.parts import Options, Player
from engines.bailouke.pieces import Bestiary
from engines.bailouke.position import Position, View
from engines.bailouke.render import BailoukeRenderer
from engines.bailouke.rules import rounds
from engines.bailouke.rules.beasts import PRIMITIVES
from engines.bailouke.rules.table import Table
from engines.bailouke.view import BailoukeVisibility
from engines.kernel.content import Content, load
from engines.kernel.dice import Dice, Draws
from engines.kernel.game import Game
from engines.kernel.protocols.rules import Move, Rules
from engines.kernel.records import GAME_OVER, Action, Choices, Event, GameOver, Record, Result

PACKAGE = "engines.bailouke"

NO_DICE = Draws()
"""For questions about a position: nothing is drawn."""


class BailoukeRules(Rules[Position]):
    """The rules of Baïlouké with one Bestiary, chapter by chapter in ``rules/``."""

    position_type = Position
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
    phases = tuple(legal.DECISIONS)
    forced_phases = legal.BY_ITSELF
    over_rule = "BAI-96"
    retractable = (
        actions.ChooseEffect,
        actions.Exchange,
        actions.ExchangeWithPile,
        actions.ExchangeSeen,
        actions.StealToken,
        actions.Target,
        actions.Give,
        actions.Skip,
        actions.Pass,
    )
    revealing = (
        events.CardSeen,
        events.CardDrawn,
        events.CardPlayed,
        events.CardsRevealed,
        events.CardsPassed,
        events.CardDiscarded,
        events.DiscardFailed,
        events.RoundEnded,
    )

    def __init__(self, beasts: Bestiary) -> None:
        beasts.check(set(PRIMITIVES), set(rounds.CLOSING))
        self.beasts = beasts
        self.moves = {kind: self._at_table(move) for kind, move in legal.MOVES.items()}
        self.effects = {kind: partial(foreseen, beasts) for kind, foreseen in legal.EFFECTS.items()}

    def _at_table(self, move: legal.AtTable) -> Move:
        """The rule functions take a table; the kernel knows positions."""
        beasts = self.beasts
        return lambda position, seat, action, dice: move(Table(position, beasts, dice), seat, action)

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

    def to_act(self, position: Position) -> tuple[int, ...]:
        return legal.to_act(Table(position, self.beasts, NO_DICE))

    def legal(self, position: Position, seat: int) -> Choices:
        return Choices(legal.legal(Table(position, self.beasts, NO_DICE), seat))

    def refuse(self, position: Position, seat: int, action: Action) -> None:
        legal.refuse(Table(position, self.beasts, NO_DICE), seat, action)

    def forced(self, position: Position) -> tuple[int, Action] | None:
        return legal.forced(Table(position, self.beasts, NO_DICE))

    def outcome(self, position: Position) -> Result | None:
        return rounds.result(position) if position.phase == GAME_OVER else None

    def check(self, position: Position) -> None:
        validation.check(Table(position, self.beasts, NO_DICE))


def with_content(content: Content) -> Game[Position, View]:
    """The game with the Bestiary of this content."""
    beasts = Bestiary(content)
    visibility = BailoukeVisibility(beasts)
    renderer = BailoukeRenderer(PACKAGE, beasts, content)
    return Game(PACKAGE, BailoukeRules(beasts), visibility, BailoukeBot(visibility), renderer, content)


engine = with_content(load(PACKAGE))
