"""A loaded game: its record and position, and the change being made to it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Literal

import msgspec
from msgspec import Struct

from engines.kernel.dice import SeededDice, commitment, stream_key
from engines.kernel.game import Game, fingerprint
from engines.kernel.records import Action, Event, GameOver, Record, Result
from store.model.builtin import BuiltIn
from store.model.documents.events import ClockRanOut, GameAborted
from store.model.record import OVER, ActRecord, Clock, GameRecord, Status, controllers_of, encode_record
from store.model.time_banks import charge, give_back
from store.model.turns import NoticeTask, OutboxEntry, TurnClass, class_of_game
from store.process.clock import now_ms

_encode_json = msgspec.json.Encoder().encode
NULL = msgspec.Raw(b"null")


class StoredGame:
    """A loaded game, and what has happened to it since: one commit writes that."""

    __slots__ = (
        "cached", "controllers", "engine", "id", "key_record", "position", "progress", "record", "revision",
        "snapshot", "version",
    )  # fmt: skip

    def __init__(
        self,
        engine: Game[Any, Any],
        identifier: str,
        version: int,
        record: GameRecord,
        snapshot: bytes,
        revision: bytes = b"",
    ) -> None:
        self.engine = engine
        self.id = identifier
        self.version = version
        self.record = record
        self.snapshot = snapshot
        self.revision = revision
        """Distinguishes two states with the same version."""
        self.cached = False
        """True if it comes from the cache; its refusals must then be confirmed on the stored game."""
        self.position: Any = engine.decode(snapshot) if snapshot else None
        self.key_record: bytes | None = None
        """The record of an earlier request with the same Idempotency-Key."""
        self.controllers = controllers_of(record.seats)
        """By seat: what plays it; ``settle`` updates this."""
        self.progress = Progress(Origin(version, record.status, record.decisions.copy(), self.controllers))

    # --- reading -------------------------------------------------------------------------------------------------

    @property
    def status(self) -> Status:
        return self.record.status

    @property
    def over(self) -> bool:
        return self.record.status in OVER

    def to_act(self) -> tuple[int, ...]:
        if self.position is None or self.record.status in OVER:
            return ()
        return self.engine.rules.to_act(self.position)

    def result(self) -> Result | None:
        """How the game ended: by its rules, or by resignation in a two-player game. None while it runs."""
        outcome = None if self.position is None else self.engine.rules.outcome(self.position)
        if outcome is None and self.status == "finished":
            return Result.of_two_without(next(seat for seat, player in enumerate(self.record.seats) if player.resigned))
        return outcome

    @property
    def must_remember(self) -> bool:
        """Is memory part of this game?"""
        return self.engine.visibility.must_remember(self.record.options)

    @property
    def players(self) -> list[str]:
        return [player.name for player in self.record.seats]

    @property
    def fallback_bot(self) -> BuiltIn:
        """The game's bot for seats that nobody plays."""
        return BuiltIn() if self.record.clock is None else self.record.clock.fallback_bot

    @property
    def commitment(self) -> str:
        return commitment(self.record.seed)

    # --- changing ------------------------------------------------------------------------------------------------

    def note(self, *events: Event) -> None:
        """Add events to this change; they share its version and are consecutive in the log."""
        record, version = self.record, self.progress.origin.version + 1
        for seq, event in enumerate(events, record.seq + 1):
            event.seq, event.version = seq, version
        record.seq += len(events)
        self.progress.events += events

    def dice(self) -> SeededDice:
        nonces = [player.nonce for player in self.record.seats if player.nonce]
        return SeededDice(stream_key(self.record.seed, nonces), self.record.counter)

    def start(self, options: Record | None = None) -> None:
        """Deal, or resume the imported position, once every seat is taken.

        ``options``: those of the record, if they were just resolved.
        """
        dice = self.dice()
        if self.record.scenario is None:
            seats = len(self.record.seats)
            if options is None:
                options = self.engine.recorded_options(self.record.options, seats)
            self.position, events = self.engine.rules.deal(seats, options, dice)
        else:
            self.position = self.engine.decode(self.record.scenario)
            events = self.engine.rules.resume(self.position, dice)
        self.record.status = "running"
        self._played(None, NULL, dice, events)

    def act(self, seat: int, action: Action) -> None:
        """Play one action; raises Illegal before anything has changed."""
        dice = self.dice()
        events = self.engine.rules.apply(self.position, seat, action, dice)
        self._played(seat, msgspec.Raw(_encode_json(action)), dice, events)
        self.record.decisions[seat] = None
        if self.must_remember:
            self.record.acted = self.record.acted[:] or [0] * len(self.record.seats)
            self.record.acted[seat] = self.progress.origin.version + 1

    def postpone(self, seat: int, milliseconds: int) -> None:
        """Give a seat more time for the decision that it owes; such a change has no event."""
        self.record.deadlines = self.record.deadlines[:]
        self.record.deadlines[seat] = (self.record.deadlines[seat] or now_ms()) + milliseconds
        self.progress.postponed_seat = seat

    def end_without(self, seat: int) -> None:
        """End a two-player game in which this seat has resigned."""
        self.record.status = "finished"
        self.note(GameOver.of(Result.of_two_without(seat)))

    def abort(self, reason: Literal["host", "clock", "length"]) -> None:
        self.record.status = "aborted"
        self.note(GameAborted(reason=reason))

    def _played(self, seat: int | None, action: msgspec.Raw, dice: SeededDice, events: list[Event]) -> None:
        self.record.counter = dice.counter
        self.note(*events)
        if self.engine.rules.outcome(self.position) is not None:
            self.record.status = "finished"
        self.snapshot = self.engine.encode(self.position)
        version, digest = self.progress.origin.version + 1, fingerprint(self.snapshot)
        self.progress.acts.append(ActRecord(version, seat, action, dice.drawn, digest, outcomes=dice.outcomes))

    def settle(self, keep_ms: int, remote_ms: int = 30_000) -> None:
        """Complete the change: increase the version, open decisions, set deadlines and expiry.

        A remote bot has ``remote_ms`` for a decision, or less if the clock is shorter.
        """
        now = now_ms()
        self.version = version = self.progress.origin.version + 1
        owing = self.to_act()
        record, was = self.record, self.progress.origin.decisions
        self.controllers = controllers_of(record.seats)
        decisions: list[int | None] = [None] * len(record.seats)
        for seat in owing:
            decisions[seat] = was[seat] if _still_open(was, record.decisions, seat) else version
        record.decisions = decisions
        people = ["people"] * len(self.controllers)
        if record.clock is not None or (
            self.controllers != people and any(player.kind == "remote" for player in record.seats)
        ):
            if record.clock is not None:
                self._close_times(record.clock, now)
            record.deadlines = [deadline_of(self, seat, now, remote_ms) for seat in range(len(record.seats))]
        record.expires = now + keep_ms
        only_people = self.controllers == people == self.progress.origin.controllers
        self.progress.owed = [] if only_people else turns_opened(self)

    def _close_times(self, clock: Clock, now: int) -> None:
        if self.progress.takeback_seat is not None:
            give_back(self.record, clock, self.progress.takeback_seat, now)
        else:
            late = {event.seat for event in self.progress.events if isinstance(event, ClockRanOut)}
            charge(self.record, clock, self.progress.origin.decisions, late, now)

    def changed_controller(self, seat: int) -> bool:
        """Does another player control the seat since this change?"""
        return self.progress.origin.controllers[seat] != self.controllers[seat]

    def bot_plays(self, seat: int) -> bool:
        """Does a bot, built-in or remote, play this seat?"""
        return self.record.seats[seat].kind in ("bot", "remote")

    def turn(self, seat: int, decision: int) -> str:
        return f"{self.record.slug}/{self.id}/{seat}/{decision}"

    def reset(self) -> None:
        """Prepare for the next change, once the game is as stored."""
        self.cached, self.key_record = True, None
        self.progress = Progress(Origin(self.version, self.status, self.record.decisions.copy(), self.controllers))

    def encoded_record(self) -> bytes:
        return encode_record(self.record)


class Origin(Struct):
    """The game as loaded; the commit compares and describes the change against it."""

    version: int
    status: Status
    decisions: list[int | None]
    controllers: list[str]

    def decision(self, seat: int) -> int | None:
        return self.decisions[seat] if seat < len(self.decisions) else None


class Progress(Struct):
    """What has happened to a game since it was loaded."""

    origin: Origin
    events: list[Event] = []
    acts: list[ActRecord] = []
    owed: list[OutboxEntry] = []
    """Turns that bots owe since this change, and notices for remote bots."""
    takeback_seat: int | None = None
    """The seat that takes its action back."""
    postponed_seat: int | None = None
    """The seat whose deadline moves; such a change has no event."""
    claimed_classes: Collection[TurnClass] = ()
    """Classes of turns that the process making this change plays itself: no other worker takes them for a while."""

    @property
    def empty(self) -> bool:
        return not self.events and self.postponed_seat is None


def _still_open(was: list[int | None], now: list[int | None], seat: int) -> bool:
    """A choice stays the same until its own seat acts; commits of other seats do not affect it."""
    return seat < len(was) and was[seat] is not None and now[seat] is not None


# --- turns and deadlines ----------------------------------------------------------------------------------------------


def deadline_of(game: StoredGame, seat: int, now: int, remote_ms: int) -> int | None:
    """When the seat's decision expires: unchanged while the choice is, unless a remote bot comes or goes."""
    record = game.record
    decision, remote = record.decisions[seat], record.seats[seat].kind == "remote"
    if decision is None or (record.clock is None and not remote):
        return None
    old = record.deadlines[seat] if seat < len(record.deadlines) else None
    origin = game.progress.origin
    replaced = game.changed_controller(seat) and (remote or origin.controllers[seat] not in ("people", "bot"))
    if old is not None and decision == origin.decision(seat) and not replaced:
        return old
    if seat == game.progress.takeback_seat:
        return now + record.left[seat]
    limits = [record.clock.turn_seconds * 1000] if record.clock is not None else []
    bank = record.banks[seat] if record.clock is not None else 0
    return now + min([*limits, remote_ms] if remote else limits) + bank


def turns_closed(game: StoredGame) -> list[str]:
    """Outbox and deadline entries that are obsolete: the decision is closed, or another player makes it now."""
    closed, decisions, before = [], game.record.decisions, game.progress.origin.controllers
    if game.record.clock is None and set(before) == {"people"}:
        return []  # without a clock, people have no deadline
    for seat, decision in enumerate(game.progress.origin.decisions):
        if before[seat] == "people" and game.record.clock is None:
            continue
        if decision is not None and (decision != decisions[seat] or before[seat] != game.controllers[seat]):
            turn = game.turn(seat, decision)
            closed.append(turn)
            if before[seat] not in ("people", "bot"):
                closed.append(f"{turn}/remote")
    return closed


def deadlines_set(game: StoredGame) -> list[tuple[int, str]]:
    """Deadlines of decisions that people or remote bots owe since this change, or for longer since then."""
    if not game.record.deadlines:
        return []
    return [
        (deadline, game.turn(seat, decision))
        for seat, (deadline, decision) in enumerate(zip(game.record.deadlines, game.record.decisions, strict=False))
        if deadline is not None
        and decision is not None
        and game.record.seats[seat].kind != "bot"
        and (_opened(game, seat, decision) or seat == game.progress.postponed_seat)
    ]


def turns_opened(game: StoredGame) -> list[OutboxEntry]:
    """Outbox entries of turns that bots owe since this change, and of notices."""
    owed = [OutboxEntry(notice, "task") for notice in _notices(game)]
    for seat, decision in enumerate(game.record.decisions):
        if decision is None or not game.bot_plays(seat) or not _opened(game, seat, decision):
            continue
        if game.record.seats[seat].kind == "remote":
            owed.append(OutboxEntry(game.turn(seat, decision) + "/remote", "task"))
        else:
            owed.append(OutboxEntry(game.turn(seat, decision), class_of_game(game.record, seat)))
    return owed


def _notices(game: StoredGame) -> list[str]:
    """Remote bots for which the game begins or ends."""
    before, notices = game.progress.origin, []
    begun = game.status == "running" and (before.version == 0 or before.status == "open")
    ended = game.over and before.status not in OVER
    for seat, player in enumerate(game.record.seats):
        changed, was = game.changed_controller(seat), before.controllers[seat]
        if was not in ("people", "bot") and (changed or ended):
            notices.append(str(NoticeTask(game.record.slug, game.id, seat, game.version, "end", was)))
        if player.kind == "remote" and game.status == "running" and (changed or begun):
            notices.append(str(NoticeTask(game.record.slug, game.id, seat, game.version, "start", player.bot or "")))
    return notices


def _opened(game: StoredGame, seat: int, decision: int) -> bool:
    return decision != game.progress.origin.decision(seat) or game.changed_controller(seat)
