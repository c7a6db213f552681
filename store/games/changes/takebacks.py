"""Taking back an action that revealed nothing, provided that nobody has acted since."""

from __future__ import annotations

from engines.kernel.game import fingerprint
from engines.kernel.records import Event, snake
from store.games.changes.actions import BOT_PLAYS, game_over
from store.games.replay.past import Past, PastPositions, Timeline
from store.model.documents.events import ActionTakenBack, BotFailed, ClockRanOut
from store.model.game import NULL, StoredGame
from store.model.outcomes import (
    ActedSince,
    NoSuchAction,
    NotAllowed,
    NotStarted,
    Refusal,
    Revealed,
    SeatUnavailable,
    TakebacksUsedUp,
)
from store.model.record import ActRecord

MOST = 3
"""How often a seat may take one decision back."""


def take_back(game: StoredGame, seat: int, version: int, past: PastPositions, most_events: int) -> Refusal | None:
    """Return to the position before the action of this version; the log keeps both.

    A game may have ``most_events``. From half of them on nothing is taken back, so that takebacks cannot end a game.
    """
    if game.over:
        return game_over(game)
    if game.position is None:
        return NotStarted()
    timeline = past.of(game)
    if (refusal := _check(game, timeline, seat, version)) is not None:
        return refusal
    events = past.history.of_version(game.record.slug, game.id, version, game.record.seq)
    before = timeline.before(version)
    if (refusal := _check_revealed(game, timeline, before, version, events)) is not None:
        return refusal
    if (refusal := _check_often(game, timeline, version, most_events)) is not None:
        return refusal
    game.position, game.snapshot = before.position, before.snapshot
    game.record.decisions[seat] = None
    game.progress.takeback_seat = seat
    game.note(ActionTakenBack(seat=seat, taken_back=version))
    game.progress.acts.append(
        ActRecord(game.progress.origin.version + 1, seat, NULL, [], fingerprint(before.snapshot), takes_back=version)
    )
    return None


def _check(game: StoredGame, timeline: Timeline, seat: int, version: int) -> Refusal | None:
    """Was it this seat's action, and the last one?"""
    act = timeline.act_of(version)
    if act is None or act.seat is None or act.takes_back is not None or timeline.is_taken_back(act):
        return NoSuchAction()
    if act.seat != seat:
        return NotAllowed("only the seat that acted may take its action back")
    if game.record.seats[seat].kind != "human":
        return SeatUnavailable(BOT_PLAYS)
    return None if timeline.present is act else ActedSince()


def _check_revealed(
    game: StoredGame, timeline: Timeline, before: Past, version: int, events: list[Event]
) -> Refusal | None:
    """Has anyone learned anything? What was shown only to others is not named."""
    if any(isinstance(event, ClockRanOut | BotFailed) for event in events):
        return NotAllowed("a bot has decided for this seat")
    act, engine = timeline.act_of(version), game.engine
    assert act is not None  # noqa: S101 - checked before
    own = _own(game, events)
    shown = engine.rules.revealed(before.position, timeline.action_of(act), act.dice, own)
    if not shown:
        return None
    seen = {"dice"} | {snake(type(event).__name__) for event in own if engine.visibility.redact(event, act.seat)}
    return Revealed([name for name in shown if name in seen])


def _check_often(game: StoredGame, timeline: Timeline, version: int, most_events: int) -> TakebacksUsedUp | None:
    if game.record.seq >= most_events // 2:
        return TakebacksUsedUp(None)
    return TakebacksUsedUp(MOST) if timeline.times_taken_back(version) >= MOST else None


def _own(game: StoredGame, events: list[Event]) -> list[Event]:
    """The events of the game itself, without those of seats and clocks."""
    return [event for event in events if isinstance(event, game.engine.rules.event_types)]
