"""Past positions, recomputed from the recorded acts and checked against the recorded hashes."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from threading import Lock
from typing import Any

import msgspec
from msgspec import Struct

from engines.kernel.dice import RecordedDice
from engines.kernel.game import Game
from engines.kernel.records import Action, GameOver
from store.games.history import History
from store.model.documents.events import GameAborted
from store.model.game import StoredGame
from store.model.record import ActRecord, GameRecord, Status

STEP = 32
"""Acts between two cached positions; those in between are replayed."""
ACT_BYTES = 400
"""Rough memory of an act."""


class HistoryMismatch(Exception):
    """The recorded acts do not lead to the recorded position: a fault, or a tampered store."""


class Past(Struct, frozen=True):
    """A game as it was after one of its acts."""

    position: Any
    snapshot: bytes


class Timeline:
    """The acts of one game, and cached positions. The first act is the deal."""

    def __init__(self, engine: Game[Any, Any], record: GameRecord) -> None:
        self.engine = engine
        self.record = record
        self.acts: list[ActRecord] = []
        self.versions: list[int] = []
        self.size = 0
        self._decode = msgspec.json.Decoder(engine.rules.action_union).decode
        self._state: list[int] = []
        """By act: the act whose position holds after it. A takeback leads to an earlier position."""
        self._parent: list[int] = []
        """By act: the act whose position it was played on; -1 for the deal."""
        self._depth: list[int] = []
        self._kept: dict[int, bytes] = {}
        self._lock = Lock()

    def follows(self, act: ActRecord) -> bool:
        """Is this the last known act?"""
        last = self.acts[-1]
        return (act.version, act.sha256) == (last.version, last.sha256)

    def extend(self, acts: Sequence[ActRecord], first: int) -> None:
        """Add acts after the known ones; ``first`` is the index of the first one given."""
        with self._lock:
            for act in acts[len(self.acts) - first :]:
                self._add(act)

    def _add(self, act: ActRecord) -> None:
        place = len(self.acts)
        before = self._state[-1] if self._state else -1
        if act.takes_back is not None:
            undone = bisect_right(self.versions, act.takes_back) - 1
            self._state.append(self._parent[undone])
        else:
            self._state.append(place)
        self._parent.append(before)
        self._depth.append(0 if before < 0 else self._depth[before] + 1)
        self.acts.append(act)
        self.versions.append(act.version)
        self.size += ACT_BYTES + len(act.action)

    def at(self, version: int) -> Past | None:
        """The position that held at a version; None before the deal."""
        with self._lock:
            place = bisect_right(self.versions, version) - 1
            return None if place < 0 else self._reach(self._state[place])

    def before(self, version: int) -> Past:
        """The position on which the act of this version was played."""
        with self._lock:
            return self._reach(self._parent[bisect_right(self.versions, version) - 1])

    def act_of(self, version: int) -> ActRecord | None:
        """The act that made this version, if an act made it."""
        place = bisect_right(self.versions, version) - 1
        return self.acts[place] if place >= 0 and self.versions[place] == version else None

    @property
    def present(self) -> ActRecord:
        """The act whose position holds now."""
        return self.acts[self._state[-1]]

    def is_taken_back(self, act: ActRecord) -> bool:
        return any(later.takes_back == act.version for later in self.acts)

    def times_taken_back(self, version: int) -> int:
        """How often the seat that acted at this version has taken back an action at this point of the game."""
        place = bisect_right(self.versions, version) - 1
        undone = [bisect_right(self.versions, act.takes_back) - 1 for act in self.acts if act.takes_back is not None]
        return sum(
            self._depth[other] == self._depth[place] and self.acts[other].seat == self.acts[place].seat
            for other in undone
        )

    def action_of(self, act: ActRecord) -> Action:
        action: Action = self._decode(act.action)
        return action

    def distance(self, version: int) -> int:
        """The number of acts between a past position and a cached one."""
        with self._lock:
            index, steps = bisect_right(self.versions, version) - 1, 0
            place = 0 if index < 0 else self._state[index]
            while place not in self._kept and place > 0:
                place, steps = self._parent[place], steps + 1
            return steps

    def _reach(self, place: int) -> Past:
        line = []
        while place not in self._kept and place > 0:
            line.append(place)
            place = self._parent[place]
        position = self._deal() if place not in self._kept else self.engine.decode(self._kept[place])
        reached = place
        for reached in reversed(line):
            act = self.acts[reached]
            self.engine.rules.apply(position, act.seat or 0, self._decode(act.action), RecordedDice(act.dice))
            if self._depth[reached] % STEP == 0 and reached != line[0]:
                self._keep(reached, self._checked(reached, position))
        snapshot = self._checked(reached, position)
        if self._depth[reached] % STEP == 0:
            self._keep(reached, snapshot)
        return Past(position, snapshot)

    def _deal(self) -> Any:
        record, dice = self.record, RecordedDice(self.acts[0].dice)
        if record.scenario is not None:
            position = self.engine.decode(record.scenario)
            self.engine.rules.resume(position, dice)
            return position
        seats = len(record.seats)
        return self.engine.rules.deal(seats, self.engine.recorded_options(record.options, seats), dice)[0]

    def _checked(self, place: int, position: Any) -> bytes:
        snapshot = self.engine.encode(position)
        if not self.engine.is_hash_of(self.acts[place].sha256, snapshot):
            raise HistoryMismatch(f"act {place} at version {self.versions[place]} leads to another position")
        return snapshot

    def _keep(self, place: int, snapshot: bytes) -> None:
        if place not in self._kept:
            self._kept[place] = snapshot
            self.size += len(snapshot)


class PastPositions:
    """The recently used timelines of one process, most recent last, within a memory bound."""

    def __init__(self, history: History, room: int) -> None:
        self.history = history
        self.room = room
        self._timelines: dict[str, Timeline] = {}
        self._lock = Lock()

    def of(self, game: StoredGame) -> Timeline:
        """The timeline of a game up to its current version."""
        timeline = self._timelines.get(game.id)
        known = len(timeline.acts) if timeline is not None else 0
        acts = self.history.acts(game.id, max(0, known - 1))
        if timeline is None or (known and not (acts and timeline.follows(acts[0]))):
            # Unknown here; or the store has lost acts and has others instead.
            timeline = Timeline(game.engine, game.record)
            acts = self.history.acts(game.id) if known else acts
            known = 0
        timeline.extend(acts, max(0, known - 1))
        self._put(game.id, timeline)
        return timeline

    def work(self, game: StoredGame, version: int) -> int:
        """The maximum number of acts that must be read or replayed to show a version."""
        timeline = self._timelines.get(game.id)
        if timeline is None or not timeline.versions:
            return game.version
        return max(0, game.version - timeline.versions[-1]) + timeline.distance(version)

    def game_at(self, game: StoredGame, version: int) -> StoredGame:
        """The game at a past version, for reading only. Seats show the current players."""
        past = self.of(game).at(version)
        record = msgspec.structs.replace(
            game.record,
            status=self._status_at(game, version, past),
            decisions=[None] * len(game.record.seats),
            deadlines=[],
            rematch=None,
            acted=[],  # a reader who may look back need not remember
        )
        then = StoredGame(game.engine, game.id, version, record, b"")
        if past is not None:
            then.position, then.snapshot = past.position, past.snapshot
        return then

    def _status_at(self, game: StoredGame, version: int, past: Past | None) -> Status:
        if past is not None and game.engine.rules.outcome(past.position) is not None:
            return "finished"
        if game.over:
            # Aborted or resigned. After its end a game has at most one more event: the offer of a rematch.
            last = self.history.events(game.record.slug, game.id, max(0, game.record.seq - 2), 2)
            if any(isinstance(event, GameAborted | GameOver) and (event.version or 0) <= version for event in last):
                return game.status
        return "open" if past is None else "running"

    def _put(self, identifier: str, timeline: Timeline) -> None:
        with self._lock:
            self._timelines.pop(identifier, None)
            self._timelines[identifier] = timeline
            size = sum(kept.size for kept in self._timelines.values())
            while size > self.room and len(self._timelines) > 1:
                size -= self._timelines.pop(next(iter(self._timelines))).size

    def __len__(self) -> int:
        return len(self._timelines)
