"""Long jobs: the odds of a position, and simulations of many games; what is ordered, and what is found out."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from engines.kernel.game import Game
from engines.kernel.records import Record
from engines.kernel.refusals import InvalidOptions
from store.errors import BadOpening
from store.model.builtin import LEVELS, BuiltIn
from store.settings import Settings

THINKING_SECONDS = 4.0
"""Rough seconds per game of the bot `search` at its highest level; each lower level takes STEP times less."""
STEP = 1.4
SHORTEST_SECONDS = 0.3
"""At the lowest levels, candidates and estimates cost as much as rollouts."""
QUICK_SECONDS = 0.05
"""A game between bots that do not search."""
PART_SECONDS = 1.0
MOST_GAMES_IN_A_PART = 50
ROLLOUTS_IN_A_PART = 50


class OddsOrder(Struct):
    """A position as one reader knows it: the true one is not part of the order."""

    slug: str
    game: str
    version: int
    seat: int | None
    """Whose knowledge it is; None = what everyone knows."""
    knowledge: Any
    rollouts: int
    client: str = ""
    """Who ordered it: the workers serve clients in turn."""

    def parts(self) -> int:
        return -(-self.rollouts // ROLLOUTS_IN_A_PART)

    def numbers(self, part: int) -> range:
        """The rollouts of one part."""
        return range(self.rollouts)[part * ROLLOUTS_IN_A_PART :][:ROLLOUTS_IN_A_PART]

    def refuse_excess(self, settings: Settings) -> None:
        """Raise BadOpening when this is more than the settings allow."""
        if self.rollouts > settings.odds_rollouts:
            raise BadOpening("/rollouts", f"must be at most {settings.odds_rollouts}")


def options_of(engine: Game[Any, Any], seats: int, given: dict[str, Any]) -> Any:
    """All options of the games of a simulation. Raises BadOpening."""
    if seats not in engine.seats:
        fewest, most = engine.seats[0], engine.seats[-1]
        raise BadOpening("/seats", f"{fewest} to {most} seats play this game, not {seats}")
    try:
        return engine.options(given, seats)
    except InvalidOptions as error:
        raise BadOpening(f"/options/{error.field}".rstrip("/"), error.detail) from error


class SimulationOrder(Struct):
    """Games between bots, numbered from 0; everything in them follows from the seed."""

    slug: str
    players: list[BuiltIn]
    games: int
    options: dict[str, Any]
    seed: str
    client: str = ""

    def resolved(self, engine: Game[Any, Any]) -> Any:
        """The options of every game. Raises BadOpening."""
        return options_of(engine, len(self.players), self.options)

    @property
    def seconds_per_game(self) -> float:
        levels = [player.level for player in self.players if player.level is not None]
        thinking = sum(SHORTEST_SECONDS + THINKING_SECONDS * STEP ** (level - LEVELS[-1]) for level in levels)
        return QUICK_SECONDS + thinking

    @property
    def games_per_part(self) -> int:
        return max(1, min(MOST_GAMES_IN_A_PART, round(PART_SECONDS / self.seconds_per_game)))

    def parts(self) -> int:
        return -(-self.games // self.games_per_part)

    def numbers(self, part: int) -> range:
        """The games of one part."""
        return range(self.games)[part * self.games_per_part :][: self.games_per_part]

    def refuse_excess(self, settings: Settings) -> None:
        """Raise BadOpening when this is more than the settings allow."""
        if self.games > settings.simulation_games:
            raise BadOpening("/games", f"must be at most {settings.simulation_games}")
        seconds, most = self.games * self.seconds_per_game, settings.simulation_seconds
        if seconds > most:
            fitting = int(most / self.seconds_per_game)
            raise BadOpening("/games", f"must be at most {fitting} with bots that think so long")


# --- findings --------------------------------------------------------------------------------------------------------

Low = Annotated[float, Meta(ge=0, le=1, description="Lower end of the 95 % interval (Wilson).")]
High = Annotated[float, Meta(ge=0, le=1, description="Upper end of the 95 % interval (Wilson).")]


class Chance(Record):
    """What a seat may hope for."""

    seat: Annotated[int, Meta(ge=0, le=5, description="The seat.")]
    chance: Annotated[float, Meta(ge=0, le=1, description="Its chance to win; a shared win counts in parts.")]
    low: Low
    high: High


class Odds(Record):
    """Win chances from a position, by rollouts in which everybody plays greedily."""

    game: Annotated[str, Meta(description="Which game.")]
    id: Annotated[str, Meta(description="The game's id.")]
    version: Annotated[int, Meta(ge=1, description="The version of the position.")]
    seat: Annotated[int, Meta(ge=0, le=5, description="Whose knowledge was used; null: what everybody knows.")] | None
    rollouts: Annotated[int, Meta(ge=1, description="How many times it was played on.")]
    chances: Annotated[list[Chance], Meta(description="By seat.")]


class Bin(Record):
    """One bar of a histogram."""

    from_: Annotated[int, Meta(description="Smallest value counted here.")]
    to: Annotated[int, Meta(description="Largest value counted here.")]
    count: Annotated[int, Meta(ge=0, description="How many values.")]


class Distribution(Record):
    """How values are spread."""

    mean: Annotated[float, Meta(description="The mean.")]
    min: Annotated[int, Meta(description="The smallest value.")]
    q1: Annotated[float, Meta(description="A quarter of the values lies below.")]
    median: Annotated[float, Meta(description="Half of the values lies below.")]
    q3: Annotated[float, Meta(description="Three quarters of the values lie below.")]
    max: Annotated[int, Meta(description="The largest value.")]
    histogram: Annotated[list[Bin], Meta(description="Counts in bins of equal width, without gaps.")]


class Tally(Record):
    """What one of the bots came to, over all seats that it has had."""

    bot: Annotated[str, Meta(description="A built-in bot, or the id of a registered one.", examples=["greedy"])]
    level: Annotated[int, Meta(ge=1, le=8, description="Its level, where it has one.")] | None
    wins: Annotated[float, Meta(ge=0, description="Games won; a shared win counts in parts.")]
    win_rate: Annotated[float, Meta(ge=0, le=1, description="Wins by games.")]
    low: Low
    high: High
    scores: Annotated[Distribution | None, Meta(description="Its points; null in a game without points.")]


class Simulation(Record):
    """What came of many games between bots."""

    game: Annotated[str, Meta(description="Which game.")]
    games: Annotated[int, Meta(ge=1, description="How many were played; games that were called off do not count.")]
    seed: Annotated[
        str,
        Meta(
            description="The seed of the whole. Game i (from 0) has the dice of the seed sha256(`<seed>/<i>`), and its "
            "seats are shifted by i. `ludotheque simulate --seed` plays the same games between built-in bots."
        ),
    ]
    options: Annotated[dict[str, Any], Meta(description="Every option of the games.")]
    bots: Annotated[list[Tally], Meta(description="In the order in which they were named.")]
    undecided: Annotated[int, Meta(ge=0, description="Games that nobody has won.")]
    cut_short: Annotated[
        int, Meta(ge=0, description="Decisions that the wall clock ended early; a repetition may differ unless 0.")
    ]
    lengths: Annotated[Distribution, Meta(description="Actions in a game.")]
