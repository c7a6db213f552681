"""The documents of one game, built from its own view, position, action and event types."""

# The classes are built per game with real types in their annotations, so these must be evaluated.

from functools import cache
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from engines.kernel.game import Game
from engines.kernel.records import GAME_OVER, Event, Record, Result, named, one_of
from store.model.documents.parts import (
    ClockView,
    Decision,
    EventPage,
    ForkedFrom,
    Identifier,
    LegalActions,
    NextActions,
    ReplayAct,
    ReplayDeal,
    SeatCreated,
    SeatNumber,
    SeatView,
    StatusField,
    TurnText,
    Version,
)


class Documents(Struct, frozen=True):
    """The document types of one game."""

    game: type[Struct]
    acted: type[Struct]
    created: type[Struct]
    choices: type[Struct]
    event_page: type[Struct]
    replay: type[Struct]
    turn: type[Struct]
    notice: type[Struct]


@cache
def documents_of(engine: Game[Any, Any]) -> Documents:
    """The document types of a game, built once."""
    game = _game_type(engine)
    return Documents(
        game=game,
        acted=_acted_type(game),
        created=_created_type(engine, game),
        choices=LegalActions,
        event_page=EventPage,
        replay=_replay_type(engine),
        turn=_turn_type(engine, game),
        notice=_notice_type(engine, game),
    )


def _game_type(engine: Game[Any, Any]) -> type[Struct]:
    class GameDocument(Record):
        """A game as its reader may see it."""

        id: Identifier
        game: Annotated[Literal[engine.slug], Meta(description="Which game this is.")]  # type: ignore[name-defined]
        version: Version
        decision: Decision
        status: StatusField
        you: Annotated[int, Meta(ge=0, le=5, description="The reader's seat; null for spectators and the host.")] | None
        seats: list[SeatView]
        phase: Annotated[
            str | None,
            one_of((*engine.rules.phases, GAME_OVER), "What is being decided; null before the deal.", "Phase"),
        ]
        to_act: Annotated[list[int], Meta(description="The seats that the game waits for, sorted.")]
        position: Annotated[
            engine.visibility.view_type | None,  # type: ignore[name-defined]
            Meta(description="The position as the reader may see it; null before the deal."),
        ]
        result: Result | None
        clock: ClockView | None
        commitment: Annotated[str, Meta(description="`sha256:` and the hash of the seed, fixed at creation.")]
        open_seed: Annotated[bool, Meta(description="True when the creator chose the seed; then everybody knows it.")]
        sandbox: Annotated[bool, Meta(description="True when the game began from a given position.")]
        private: Annotated[bool, Meta(description="True when only bearers of a token or the invite find the game.")]
        expires_at: Annotated[str, Meta(description="When the game is forgotten unless something happens (UTC).")]
        seed: Annotated[
            str | UnsetType,
            Meta(description="The seed in hex: shown once the game is over, and always with `open_seed`."),
        ] = UNSET
        rematch: Annotated[str | UnsetType, Meta(description="The id of the rematch, once there is one.")] = UNSET
        forked_from: ForkedFrom | UnsetType = UNSET
        at: (
            Annotated[int, Meta(ge=1, description="The version that was asked for with `at`; else absent.")] | UnsetType
        ) = UNSET
        events: Annotated[
            list[Event] | UnsetType,
            Meta(description="With `at`: what happened at that version, as the reader may know it; else absent."),
        ] = UNSET
        actions: Annotated[
            LegalActions | UnsetType,
            Meta(description="With `include=actions`, for the bearer of a seat, once dealt: what the seat may do now."),
        ] = UNSET

    return GameDocument


def _acted_type(game_document: Any) -> type[Struct]:
    class Acted(Record):
        """What an action did."""

        version: Version
        events: Annotated[list[Event], Meta(description="What happened, as the reader may know it.")]
        view: game_document
        next: NextActions

    return Acted


def _created_type(engine: Game[Any, Any], game_document: Any) -> type[Struct]:
    class Created(Record):
        """A new game, with the secrets that only its creator gets."""

        id: Identifier
        game: Annotated[Literal[engine.slug], Meta(description="Which game this is.")]  # type: ignore[name-defined]
        version: Version
        status: StatusField
        seats: list[SeatCreated]
        commitment: Annotated[str, Meta(description="`sha256:` and the hash of the seed, fixed at creation.")]
        view: Annotated[
            game_document,
            Meta(
                description="The view of the only human's seat; with several humans, or none, the spectators' view. "
                "A rematch answers with the view of your own seat."
            ),
        ]
        next: NextActions
        expires_at: Annotated[str, Meta(description="When the game is forgotten unless something happens (UTC).")]
        host_token: Annotated[
            str | UnsetType,
            Meta(
                description="The host's bearer token: aborts, changes open seats and bots. A rematch keeps the old one."
            ),
        ] = UNSET
        spectator_token: Annotated[str | UnsetType, Meta(description="Lets others watch a private game.")] = UNSET
        invite: Annotated[str | UnsetType, Meta(description="Lets others take open seats of a private game.")] = UNSET

    return Created


def _replay_type(engine: Game[Any, Any]) -> type[Struct]:
    class Replay(Record):
        """A whole game, for anybody to run again."""

        game: Annotated[Literal[engine.slug], Meta(description="Which game this is.")]  # type: ignore[name-defined]
        id: Identifier
        status: StatusField
        seats: Annotated[int, Meta(ge=1, le=6, description="How many seats played.")]
        seed: Annotated[str, Meta(description="The seed in hex.")]
        nonces: Annotated[list[str], Meta(description="What seats added to the seed, in seat order.")]
        commitment: Annotated[str, Meta(description="`sha256:` and the hash of the seed, public since creation.")]
        options: engine.rules.options_type  # type: ignore[name-defined]
        opening: Annotated[
            engine.rules.position_type | None,  # type: ignore[name-defined]
            Meta(description="The imported opening position; null when the game was dealt."),
        ]
        deal: ReplayDeal
        acts: Annotated[list[ReplayAct], Meta(description="Every submitted action, in order.")]
        result: Result | None
        created_at: Annotated[str, Meta(description="When the game was created (UTC).")]
        players: Annotated[list[str], Meta(description="The players' names, by seat.")]
        cursor: Annotated[
            str | UnsetType, Meta(description="In an export: the `after` with which to go on behind this game.")
        ] = UNSET

    return Replay


def _turn_type(engine: Game[Any, Any], game_document: Any) -> type[Struct]:
    class Turn(Record):
        """A decision that a remote bot owes, with all that it needs to make it."""

        game: Annotated[Literal[engine.slug], Meta(description="Which game this is.")]  # type: ignore[name-defined]
        id: Identifier
        version: Version
        decision: Annotated[int, Meta(ge=1, description="The version at which this choice opened.")]
        seat: SeatNumber
        deadline: Annotated[str, Meta(description="When a built-in bot decides instead (UTC).")]
        act: Annotated[
            str,
            Meta(
                description="Where to POST the action: it is played only on this decision.",
                examples=[f"/v1/{engine.slug}/games/00abcdefghijklmnopqrstuvwxyz/actions?seat=1&decision=6"],
            ),
        ]
        view: game_document
        actions: LegalActions
        events: Annotated[list[Event], Meta(description="What happened since the seat's last turn.")]
        latency_ms: Annotated[int | None, Meta(ge=0, description="How long the bot's last answer took.")]
        text: TurnText | UnsetType = UNSET

    return Turn


def _notice_type(engine: Game[Any, Any], game_document: Any) -> type[Struct]:
    class BotNotice(Record):
        """A game begins or ends for a webhook bot."""

        notice: Annotated[Literal["start", "end"], Meta(description="What happens."), named("Notice")]
        game: Annotated[Literal[engine.slug], Meta(description="Which game this is.")]  # type: ignore[name-defined]
        id: Identifier
        version: Version
        seat: SeatNumber
        status: StatusField
        result: Result | None
        view: Annotated[
            game_document,
            Meta(description="What the bot's seat sees; once it has lost the seat, what everybody sees."),
        ]

    return BotNotice
