"""Rendering of games for their readers: the same documents for HTTP responses, jobs and remote bots.

Everything here comes from ``Visibility.view``, ``Visibility.redact`` and ``Rules.legal``.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET, Struct

from engines.kernel.game import Game
from engines.kernel.records import Choices, Event, Template
from store.games.changes.create import Tokens
from store.games.history import redacted
from store.ids import hashed
from store.model.documents.game import documents_of
from store.model.documents.parts import (
    MOST_NEXT,
    NOTHING_MORE,
    ActionLabel,
    ClockView,
    ForkedFrom,
    Include,
    SeatCreated,
    SeatTakenDocument,
    SeatView,
)
from store.model.game import StoredGame
from store.model.record import owed_decision
from store.process.clock import iso

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
                player.name,
                player.kind,
                player.bot,
                player.level,
                player.kind in ("bot", "remote") and number in owing,
                player.resigned,
                player.absent,
            )
            for number, player in enumerate(record.seats)
        ],
        phase=None if position is None else position.phase,
        to_act=list(owing),
        position=None if position is None else engine.visibility.view(position, seat),
        result=game.result(),
        clock=_clock(game),
        commitment=game.commitment,
        open_seed=record.open_seed,
        sandbox=record.sandbox,
        private=record.private,
        expires_at=iso(record.expires),
        seed=record.seed.hex() if game.over or record.open_seed else UNSET,
        rematch=record.rematch or UNSET,
        forked_from=ForkedFrom(*record.forked_from) if record.forked_from else UNSET,
    )


def past_document(
    then: StoredGame, events: list[Event], seat: int | None, language: str, include: Include = NOTHING_MORE
) -> Struct:
    """The view of a past version, with the events that led to it."""
    document = game_document(then, seat)
    document.at = then.version  # type: ignore[attr-defined]
    document.events = redacted_events(then, events, seat, language, include=include)  # type: ignore[attr-defined]
    return document


def _clock(game: StoredGame) -> ClockView | None:
    clock = game.record.clock
    if clock is None:
        return None
    deadlines = [None if game.over or due is None else iso(due) for due in game.record.deadlines]
    first, bot = min(filter(None, deadlines), default=None), clock.fallback_bot
    banks = game.record.banks or [clock.bank_seconds * 1000] * len(game.record.seats)
    return ClockView(
        clock.turn_seconds,
        clock.on_timeout,
        bot.bot,
        bot.level,
        first,
        deadlines,
        clock.bank_seconds,
        clock.increment_seconds,
        [bank // 1000 for bank in banks],
    )


def redacted_events(
    game: StoredGame,
    events: list[Event],
    seat: int | None,
    language: str,
    at: int | None = None,
    include: Include = NOTHING_MORE,
) -> list[Event]:
    """The events that a reader may know, each with its sentence; ``at``: with the faces that it saw at that version."""
    return redacted(game.engine, events, seat, language, game.players, game.record, lambda: game.position, at, include)


def acted_document(
    game: StoredGame, seat: int | None, language: str, remote: bool = False, include: Include = NOTHING_MORE
) -> Struct:
    """The response to a change: its events, the resulting view, and the next actions of the seat or its remote bot."""
    return acted_again_document(game, seat, language, game.version, game.progress.events, remote, include)


def acted_again_document(
    game: StoredGame,
    seat: int | None,
    language: str,
    version: int,
    events: list[Event],
    remote: bool = False,
    include: Include = NOTHING_MORE,
) -> Struct:
    """The response to a very late repetition: the events of that version, and the current view."""
    view = game_document(game, seat)
    return documents_of(game.engine).acted(
        version=version,
        events=redacted_events(game, events, seat, language, version, include),
        view=view,
        next=next_document(game, seat, language, view.position, remote, include),  # type: ignore[attr-defined]
    )


class Reader(NamedTuple):
    """The reader of a response."""

    seat: int | None
    language: str

    def acted_body(self, game: StoredGame) -> bytes:
        return encode(acted_document(game, self.seat, self.language))


def seat_taken_body(game: StoredGame, token: str) -> bytes:
    """The response to a taken seat, with its new token."""
    digest = hashed(token)
    seat = next(number for number, player in enumerate(game.record.seats) if player.token == digest)
    return encode(SeatTakenDocument(game.id, seat, game.record.seats[seat].name, token, game.version))


def choices_document(
    game: StoredGame,
    seat: int,
    language: str,
    remote: bool = False,
    view: Any | None = None,
    include: Include = NOTHING_MORE,
) -> Struct:
    """The legal actions of a seat, for its holder or (``remote``) the remote bot that plays it.

    ``view`` is the position as the seat sees it, if it is already known.
    """
    kind = game.record.seats[seat].kind
    barred = game.over or kind == "bot" or remote != (kind == "remote")
    choices = Choices() if barred else game.engine.rules.legal(game.position, seat)
    if view is None and choices.actions:
        view = game.engine.visibility.view(game.position, seat)
    return _legal_actions(game, seat, choices, language, view, include)


def next_document(
    game: StoredGame,
    seat: int | None,
    language: str,
    view: Any,
    remote: bool = False,
    include: Include = NOTHING_MORE,
) -> Struct | None:
    """The legal actions, if the seat owes a decision and the list is short enough for the response to an act."""
    if seat is None or owed_decision(game.record, seat, remote) is None:
        return None
    choices = game.engine.rules.legal(game.position, seat)
    if len(choices.actions) > MOST_NEXT:
        return None
    return _legal_actions(game, seat, choices, language, view, include)


def _legal_actions(game: StoredGame, seat: int, choices: Choices, language: str, view: Any, include: Include) -> Struct:
    engine, players = game.engine, game.players
    elements, said, imperative = engine.renderer.elements, engine.renderer.said, engine.words.imperative
    labels = [
        ActionLabel(imperative(action, language, players, said(view, seat, action)), elements(view, seat, action))
        for action in choices.actions
    ]
    if include.effects:
        for label, action in zip(labels, choices.actions, strict=True):
            label.effects = engine.effects(view, seat, action, language, players)
    return documents_of(engine).choices(
        version=game.version,
        decision=game.record.decisions[seat],
        seat=seat,
        status=game.status,
        actions=choices.actions,
        labels=labels,
        complete=choices.complete,
        templates=[_template(template, engine, seat) for template in choices.templates],
    )


def _template(template: Template, engine: Game[Any, Any], seat: int) -> Template:
    """A template with the elements of the picture that show the items of its domains."""
    items = [item for domain in template.parameters.values() for item in domain.from_]
    return Template(
        template.type, template.parameters, {item: engine.renderer.item_elements(seat, item) for item in items}
    )


def only_human(game: StoredGame) -> int | None:
    """The seat of the only human of a new game, whose view its creator gets; None if there are several or none."""
    humans = [seat for seat, player in enumerate(game.record.seats) if player.kind == "human"]
    return humans[0] if len(humans) == 1 else None


def created_document(game: StoredGame, tokens: Tokens | None, seat: int | None, language: str) -> Struct:
    """The response to a creation, with the view of a seat; a rematch issues no tokens, the old ones stay valid."""
    view = game_document(game, seat)
    given = tokens.seats if tokens else [None] * len(game.record.seats)
    return documents_of(game.engine).created(
        id=game.id,
        game=game.record.slug,
        version=game.version,
        status=game.status,
        host_token=tokens.host if tokens else UNSET,
        seats=[
            SeatCreated(seat, player.kind, player.name, token or UNSET)
            for seat, (player, token) in enumerate(zip(game.record.seats, given, strict=True))
        ],
        commitment=game.commitment,
        view=view,
        next=next_document(game, seat, language, view.position),  # type: ignore[attr-defined]
        expires_at=iso(game.record.expires),
        spectator_token=(tokens.spectator if tokens else None) or UNSET,
        invite=(tokens.invite if tokens else None) or UNSET,
    )
