"""The audit: the log of every game against what its players were told, and every snapshot against its log."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from engines.kernel.dice import SeededDice, stream_key
from engines.kernel.game import Game, fingerprint
from engines.kernel.records import Event
from engines.kernel.refusals import Illegal
from engines.kernel.registry import game
from store.games.history import History
from store.games.repository import GameRepository, NoSuchGame
from store.model.documents.events import HOST_EVENTS, ClockRanOut, SeatChanged, SeatResigned, SeatTaken
from store.model.game import StoredGame
from store.model.record import ActRecord
from store.redis import keys
from tests.system.faults.players import Diary


@dataclass
class Counters:
    """What a run came to."""

    games: int = 0
    acknowledged: int = 0
    commits: int = 0
    refused: int = 0
    unknown: int = 0
    lost: int = 0
    """Acknowledged, but not in the log as it was acknowledged."""
    doubled: int = 0
    """In the log, but never sent, or more often than it was sent."""
    phantom: int = 0
    """Refused, but in the log."""
    torn: int = 0
    """Games whose snapshot, head, log and acts do not belong together."""
    stuck: int = 0
    """Games that did not come to their end."""
    complaints: list[str] = field(default_factory=list)

    @property
    def clean(self) -> bool:
        return not (self.lost or self.doubled or self.phantom or self.torn or self.stuck or self.complaints)

    def __str__(self) -> str:
        names = (
            "games",
            "acknowledged",
            "commits",
            "refused",
            "unknown",
            "lost",
            "doubled",
            "phantom",
            "torn",
            "stuck",
        )
        return ", ".join(f"{getattr(self, name)} {name}" for name in names) + f", {len(self.complaints)} complaints"


def audit(store: GameRepository, diaries: Sequence[Diary], finished: bool = True) -> Counters:
    """``finished``: every game must have come to its end."""
    counters, history = Counters(), History(store)
    for diary in diaries:
        counters.games += 1
        counters.stuck += finished and not diary.finished
        counters.complaints += diary.complaints
        try:
            table = store.load(game(diary.slug), diary.id)
        except NoSuchGame:
            counters.torn += 1
            counters.complaints.append(f"{diary.slug} {diary.id} is gone")
            continue
        acts, events = history.acts(diary.id), history.events(diary.slug, diary.id, 0, 1_000_000)
        counters.commits += table.version
        compare(diary, acts, events, counters)
        complaints = torn(table, acts, events, owed(store, diary.id))
        counters.torn += bool(complaints)
        counters.complaints += [f"{diary.slug} {diary.id}: {complaint}" for complaint in complaints[:3]]
    return counters


def owed(store: GameRepository, identifier: str) -> list[bytes]:
    tag = keys.tag_of(identifier)
    replies = store.redis.read(*[("ZRANGE", name(tag), 0, -1) for name in (keys.outbox, keys.deadlines)])
    return [entry for reply in replies for entry in reply if identifier.encode() in entry]


def compare(diary: Diary, acts: list[ActRecord], events: list[Event], counters: Counters) -> None:
    """The actions of the players: acknowledged ones once, in order; refused ones never; unknown ones once at most."""
    log = {act.version: _entry(act.seat, json.loads(bytes(act.action))) for act in by_players(diary, acts, events)}
    last = 0
    for said in diary.said:
        if said.outcome != "acknowledged":
            continue
        counters.acknowledged += 1
        if log.pop(said.version, None) != _entry(said.seat, said.action) or said.version <= last:
            counters.lost += 1
            counters.complaints.append(f"{diary.slug} {diary.id}: {said} is not in the log")
        last = said.version
    unknown = Counter(_entry(said.seat, said.action) for said in diary.said if said.outcome == "unknown")
    refused = Counter(_entry(said.seat, said.action) for said in diary.said if said.outcome == "refused")
    counters.unknown += unknown.total()
    counters.refused += refused.total()
    for version, entry in log.items():
        if unknown[entry]:
            unknown[entry] -= 1
        else:
            counters.phantom += refused[entry] > 0
            counters.doubled += refused[entry] == 0
            counters.complaints.append(f"{diary.slug} {diary.id}: {entry} at version {version} was not acknowledged")


def by_players(diary: Diary, acts: list[ActRecord], events: list[Event]) -> list[ActRecord]:
    """The acts of the players themselves: not of bots that had their seats, nor of those that a clock called in."""
    human, changes, found = set(diary.humans), list(events), list[ActRecord]()
    for act in acts:
        while changes and (changes[0].version or 0) < act.version:
            _change_hands(human, changes.pop(0))
        late = [event.seat for event in changes if event.version == act.version and isinstance(event, ClockRanOut)]
        if act.seat in human and act.seat not in late:
            found.append(act)
    return found


def _change_hands(human: set[int], event: Event) -> None:
    if isinstance(event, SeatTaken) or (isinstance(event, SeatChanged) and event.kind == "human"):
        human.add(event.seat)
    elif isinstance(event, SeatChanged | SeatResigned):
        human.discard(event.seat)


def _entry(seat: int | None, action: dict[str, Any] | None) -> str:
    return f"{seat} {json.dumps(action, sort_keys=True)}"


def torn(table: StoredGame, acts: list[ActRecord], events: list[Event], owed: list[bytes]) -> list[str]:
    """What does not belong together: the log is played again from the seed, and must give all the rest."""
    engine: Game[Any, Any] = table.engine
    head, found = table.record, []
    dice = SeededDice(stream_key(head.seed, [player.nonce for player in head.seats if player.nonce]))
    played = [event for event in events if not isinstance(event, HOST_EVENTS)]
    position: Any = None
    before: dict[int, bytes] = {}
    """By version, the position on which its act was played."""
    for number, act in enumerate(acts):
        dice.drawn = []
        before[act.version] = b"" if number == 0 else engine.encode(position)
        if act.takes_back is not None:
            position, computed = engine.decode(before[act.takes_back]), []
        elif number == 0:
            position, computed = engine.rules.deal(len(head.seats), engine.options(head.options, len(head.seats)), dice)
        else:
            action = msgspec.json.decode(bytes(act.action), type=engine.rules.action_union)
            try:
                computed = engine.rules.apply(position, act.seat or 0, action, dice)
            except Illegal as error:
                return [f"act {number} at version {act.version} is not legal after those before it: {error}"]
        if (act.dice, act.sha256) != (dice.drawn, fingerprint(engine.encode(position))):
            return [f"act {number} at version {act.version} does not follow from those before it"]
        if [_plain(event) for event in computed] != [_plain(e) for e in played if e.version == act.version]:
            found.append(f"the events of version {act.version} are not those of its act")
    versions = [act.version for act in acts]
    checks = {
        "the snapshot is not the replay of the log": (engine.encode(position) if acts else b"") == table.snapshot,
        "the dice counter is not that of the log": head.counter == dice.counter,
        "the acts are not in order": versions == sorted(set(versions)),
        "the log has gaps": [event.seq for event in events] == list(range(1, head.seq + 1)),
        "a version has no event": {1} | {event.version for event in events} == set(range(1, table.version + 1)),
        "a game that is over still owes turns": not (table.over and owed),
    }
    return found + [complaint for complaint, holds in checks.items() if not holds]


def _plain(event: Event) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(event)
    return {name: value for name, value in plain.items() if name not in ("seq", "version")}
