"""The documents that readers of a game get: the same for HTTP answers, jobs and remote bots.

Everything here comes from ``Visibility.view``, ``Visibility.redact`` and ``Rules.legal`` alone.
"""

# The classes of ``documents_of`` are built per game with real types in their annotations, so these must be evaluated.

from functools import cache
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from engines.kernel.game import Game
from engines.kernel.records import GAME_OVER, Action, Choices, Event, Record, Result, Template, one_of
from store.bots.builtin import BOTS
from store.clock import iso
from store.create import Tokens
from store.game import StoredGame
from store.history import redacted
from store.ids import hashed

Version = Annotated[int, Meta(ge=1, description="Moves by one with every change.")]
Moment = Annotated[str, Meta(description="An absolute time (UTC).", examples=["2026-01-01T12:00:00.000Z"])]
Identifier = Annotated[str, Meta(pattern="^[0-9]{2}[a-z0-9]{26}$", description="The game's id.")]
StatusField = Annotated[
    Literal["open", "running", "finished", "aborted"],
    Meta(
        description="`open`: seats are free and nothing is dealt; `finished`: there is a result; `aborted`: called off."
    ),
]
KindField = Annotated[
    Literal["human", "open", "bot", "remote"],
    Meta(description="Who plays the seat; `remote`: a bot that somebody has plugged in."),
]
SeatNumber = Annotated[int, Meta(ge=0, le=5, description="Seat number, counted clockwise from 0.")]
Decision = Annotated[
    int | None,
    Meta(description="The version at which the reader's present choice opened; null when it owes none."),
]


class SeatView(Record):
    """A seat as everybody sees it."""

    seat: SeatNumber
    name: Annotated[str, Meta(max_length=40, description="The player's name; empty while the seat is open.")]
    kind: KindField
    bot: Annotated[
        str | None, Meta(description="The built-in bot, or the id of the remote bot, that plays the seat; or null.")
    ]
    level: Annotated[int, Meta(ge=1, le=8, description="How long the bot `search` thinks; null for others.")] | None
    thinking: Annotated[bool, Meta(description="True while the game waits for this bot.")]
    resigned: Annotated[bool, Meta(description="True once its player has given up.")]
    absent: Annotated[bool, Meta(description="True when the clock ran out on its player, who has not acted since.")]


class ClockView(Record):
    """The clock of every decision."""

    turn_seconds: Annotated[int, Meta(ge=1, description="Time for one decision.")]
    on_timeout: Annotated[Literal["bot", "random", "abort"], Meta(description="What happens when it runs out.")]
    bot: Annotated[
        str,
        one_of(BOTS, "The bot that plays for those who are late or have resigned, or hand their seat to just a bot."),
    ]
    level: Annotated[int, Meta(ge=1, le=8, description="How long the bot `search` thinks; null for others.")] | None
    deadline: Annotated[str | None, Meta(description="When the first of the decisions now owed runs out (UTC).")]
    deadlines: Annotated[list[str | None], Meta(description="By seat: when its decision runs out (UTC), or null.")]


class SeatCreated(Record):
    """A seat of a new game, with the token of a human."""

    seat: SeatNumber
    kind: KindField
    name: Annotated[str, Meta(description="The player's name; empty while the seat is open.")]
    token: Annotated[
        str | UnsetType, Meta(description="The seat's bearer token: shown once, kept by the server only as a hash.")
    ] = UNSET


class SeatTakenDocument(Record):
    """A seat that is now yours."""

    id: Identifier
    seat: SeatNumber
    name: Annotated[str, Meta(description="Your name at the table.")]
    token: Annotated[str, Meta(description="The seat's bearer token: shown once, kept by the server only as a hash.")]
    version: Version


class ReplayAct(Record):
    """One submitted action."""

    seat: SeatNumber
    version: Version
    action: Action
    dice: Annotated[
        list[int], Meta(description="Every draw that the action made, in order: `below(n)` results, from 0.")
    ]
    sha256: Annotated[str, Meta(description="Hash of the canonical JSON position after the action.")]


class ReplayDeal(Record):
    """The deal, before the first action."""

    dice: Annotated[list[int], Meta(description="Every draw that the deal made, in order: `below(n)` results, from 0.")]
    sha256: Annotated[str, Meta(description="Hash of the canonical JSON position after the deal.")]


class TurnText(Record):
    """A turn in words, for people and language models."""

    board: Annotated[str, Meta(description="The board as text, as the seat sees it.")]
    actions: Annotated[list[str], Meta(description="The listed actions in words, numbered from 1 in the same order.")]


class Documents:
    """The document types of one game; schemas are derived from them."""

    game: type[Struct]
    acted: type[Struct]
    created: type[Struct]
    choices: type[Struct]
    event_page: type[Struct]
    replay: type[Struct]
    turn: type[Struct]


@cache
def documents_of(engine: Game[Any, Any]) -> Documents:
    """The document types of a game, built once from its own view, position, action and event types."""

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
            str | None, one_of((*engine.rules.phases, GAME_OVER), "What is being decided; null before the deal.")
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

    class Acted(Record):
        """What an action did."""

        version: Version
        events: Annotated[list[Event], Meta(description="What happened, as the reader may know it.")]
        view: GameDocument

    class Created(Record):
        """A new game, with the secrets that only its creator gets."""

        id: Identifier
        game: Annotated[Literal[engine.slug], Meta(description="Which game this is.")]  # type: ignore[name-defined]
        version: Version
        status: StatusField
        seats: list[SeatCreated]
        commitment: Annotated[str, Meta(description="`sha256:` and the hash of the seed, fixed at creation.")]
        view: GameDocument
        expires_at: Annotated[str, Meta(description="When the game is forgotten unless something happens (UTC).")]
        host_token: Annotated[
            str | UnsetType,
            Meta(
                description="The host's bearer token: aborts, changes open seats and bots. A rematch keeps the old one."
            ),
        ] = UNSET
        spectator_token: Annotated[str | UnsetType, Meta(description="Lets others watch a private game.")] = UNSET
        invite: Annotated[str | UnsetType, Meta(description="Lets others take open seats of a private game.")] = UNSET

    class LegalActions(Record):
        """Everything that this seat may do now."""

        version: Version
        decision: Decision
        seat: SeatNumber
        actions: Annotated[list[Action], Meta(description="Legal actions, ready to send back.")]
        complete: Annotated[bool, Meta(description="True when every legal action is listed.")]
        templates: Annotated[list[Template], Meta(description="Families of legal actions that are too large to list.")]

    class EventPage(Record):
        """A stretch of the game's history."""

        events: Annotated[list[Event], Meta(description="Events that the reader may know, in order.")]
        next_after: Annotated[int, Meta(ge=0, description="Ask on from here: the last sequence number examined.")]
        more: Annotated[bool, Meta(description="True when there are events behind this page.")]

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
        view: GameDocument
        actions: LegalActions
        events: Annotated[list[Event], Meta(description="What happened since the seat's last turn.")]
        latency_ms: Annotated[int | None, Meta(ge=0, description="How long the bot's last answer took.")]
        text: TurnText | UnsetType = UNSET

    documents = Documents()
    documents.turn = Turn
    documents.game, documents.acted, documents.created = GameDocument, Acted, Created
    documents.choices, documents.event_page, documents.replay = LegalActions, EventPage, Replay
    return documents


encode = msgspec.json.Encoder().encode


def game_document(game: StoredGame, seat: int | None) -> Struct:
    """The view of a game for a seat, or for a spectator."""
    record, engine, owing = game.record, game.engine, game.to_act()
    position = game.position
    return documents_of(engine).game(
        id=game.id,
        game=record.slug,
        version=game.version,
        decision=None if seat is None else record.decisions[seat],
        status=record.status,
        you=seat,
        seats=[
            SeatView(
                number,
                place.name,
                place.kind,
                place.bot,
                place.level,
                place.kind in ("bot", "remote") and number in owing,
                place.resigned,
                place.absent,
            )
            for number, place in enumerate(record.seats)
        ],
        phase=None if position is None else position.phase,
        to_act=list(owing),
        position=None if position is None else engine.visibility.view(position, seat),
        result=None if position is None else engine.rules.outcome(position),
        clock=_clock(game),
        commitment=game.commitment,
        open_seed=record.open_seed,
        sandbox=record.sandbox,
        private=record.private,
        expires_at=iso(record.expires),
        seed=record.seed.hex() if game.over or record.open_seed else UNSET,
        rematch=record.rematch or UNSET,
    )


def _clock(game: StoredGame) -> ClockView | None:
    clock = game.record.clock
    if clock is None:
        return None
    deadlines = [None if game.over or due is None else iso(due) for due in game.record.deadlines]
    first, bot = min(filter(None, deadlines), default=None), clock.fallback_bot
    return ClockView(clock.turn_seconds, clock.on_timeout, bot.bot, bot.level, first, deadlines)


def redacted_events(game: StoredGame, events: list[Event], seat: int | None, language: str) -> list[Event]:
    """The events that a reader may know, each with its sentence."""
    engine, players = game.engine, game.players
    shown = [redacted(engine, event, seat, language, players) for event in events]
    return [event for event in shown if event is not None]


def acted_document(game: StoredGame, seat: int | None, language: str) -> Struct:
    """The answer to a change: what happened, and the view after it."""
    return documents_of(game.engine).acted(
        version=game.version,
        events=redacted_events(game, game.events, seat, language),
        view=game_document(game, seat),
    )


def acted_again_document(
    game: StoredGame, seat: int | None, language: str, version: int, events: list[Event]
) -> Struct:
    """The answer to a very late repetition: what happened at that version, and the view as it is now."""
    return documents_of(game.engine).acted(
        version=version, events=redacted_events(game, events, seat, language), view=game_document(game, seat)
    )


class Reader(NamedTuple):
    """Whom an answer is rendered for."""

    seat: int | None
    language: str

    def acted_body(self, game: StoredGame) -> bytes:
        return encode(acted_document(game, self.seat, self.language))


def seat_taken_body(game: StoredGame, token: str) -> bytes:
    """The answer to whoever took a seat with this new token."""
    digest = hashed(token)
    seat = next(number for number, place in enumerate(game.record.seats) if place.token == digest)
    return encode(SeatTakenDocument(game.id, seat, game.record.seats[seat].name, token, game.version))


def choices_document(game: StoredGame, seat: int, remote: bool = False) -> Struct:
    """What a seat may do, for its holder or (``remote``) for the remote bot that plays it."""
    kind = game.record.seats[seat].kind
    barred = game.over or kind == "bot" or remote != (kind == "remote")
    choices = Choices() if barred else game.engine.rules.legal(game.position, seat)
    return documents_of(game.engine).choices(
        version=game.version,
        decision=game.record.decisions[seat],
        seat=seat,
        actions=choices.actions,
        complete=choices.complete,
        templates=choices.templates,
    )


def turn_document(
    game: StoredGame,
    seat: int,
    events: list[Event],
    deadline: int,
    latency_ms: int | None,
    language: str = "en",
    text: bool = False,
) -> Struct:
    """A remote bot's turn: the documents of the HTTP endpoints, with what the seat lawfully knows in the position."""
    view = game_document(game, seat)
    view.position = game.engine.visibility.knowledge(game.position, seat)  # type: ignore[attr-defined]
    choices, decision = choices_document(game, seat, remote=True), game.record.decisions[seat]
    return documents_of(game.engine).turn(
        game=game.record.slug,
        id=game.id,
        version=game.version,
        decision=decision,
        seat=seat,
        deadline=iso(deadline),
        act=f"/v1/{game.record.slug}/games/{game.id}/actions?seat={seat}&decision={decision}",
        view=view,
        actions=choices,
        events=redacted_events(game, events, seat, language),
        latency_ms=latency_ms,
        text=_turn_text(game, seat, choices.actions, language) if text else UNSET,  # type: ignore[attr-defined]
    )


def _turn_text(game: StoredGame, seat: int, actions: list[Action], language: str) -> TurnText:
    engine, players = game.engine, game.players
    board = engine.renderer.text(engine.visibility.view(game.position, seat), players, language)
    words = [engine.words.imperative(action, language, players) for action in actions]
    return TurnText(board, [f"{number}. {text}" for number, text in enumerate(words, 1)])


def created_document(game: StoredGame, tokens: Tokens | None) -> Struct:
    """The answer to a creation; a rematch gives out no tokens, the old ones go on."""
    given = tokens.seats if tokens else [None] * len(game.record.seats)
    return documents_of(game.engine).created(
        id=game.id,
        game=game.record.slug,
        version=game.version,
        status=game.status,
        host_token=tokens.host if tokens else UNSET,
        seats=[
            SeatCreated(seat, place.kind, place.name, token or UNSET)
            for seat, (place, token) in enumerate(zip(game.record.seats, given, strict=True))
        ],
        commitment=game.commitment,
        view=game_document(game, None),
        expires_at=iso(game.record.expires),
        spectator_token=(tokens.spectator if tokens else None) or UNSET,
        invite=(tokens.invite if tokens else None) or UNSET,
    )
