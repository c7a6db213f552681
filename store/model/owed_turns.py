"""What a change means for the turns of a game: deadlines, outbox entries and notices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from store.model.record import OVER
from store.model.turns import OutboxEntry, class_of_game

if TYPE_CHECKING:
    from store.model.game import StoredGame


def deadline_of(game: StoredGame, seat: int, now: int, remote_ms: int) -> int | None:
    """When the seat's decision expires: unchanged while the choice is, unless a remote bot comes or goes."""
    record = game.record
    decision, remote = record.decisions[seat], record.seats[seat].kind == "remote"
    if decision is None or (record.clock is None and not remote):
        return None
    old = record.deadlines[seat] if seat < len(record.deadlines) else None
    replaced = game.changed_controller(seat) and (remote or game.before.controllers[seat] not in ("people", "bot"))
    if old is not None and decision == game.before.decision(seat) and not replaced:
        return old
    if seat == game.resumed:
        return now + record.left[seat]
    limits = [record.clock.turn_seconds * 1000] if record.clock is not None else []
    bank = record.banks[seat] if record.clock is not None else 0
    return now + min([*limits, remote_ms] if remote else limits) + bank


def turns_closed(game: StoredGame) -> list[str]:
    """Outbox and deadline entries that are obsolete: the decision is closed, or another player makes it now."""
    closed, decisions, before = [], game.record.decisions, game.before.controllers
    if game.record.clock is None and set(before) == {"people"}:
        return []  # without a clock, people have no deadline
    for seat, decision in enumerate(game.before.decisions):
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
        and (_opened(game, seat, decision) or seat == game.postponed)
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
    before, notices = game.before, []
    begun = game.status == "running" and (before.version == 0 or before.status == "open")
    ended = game.over and before.status not in OVER
    for seat, player in enumerate(game.record.seats):
        changed, was = game.changed_controller(seat), before.controllers[seat]
        if was not in ("people", "bot") and (changed or ended):
            notices.append(f"{game.turn(seat, game.version)}/end/{was}")
        if player.kind == "remote" and game.status == "running" and (changed or begun):
            notices.append(f"{game.turn(seat, game.version)}/start/{player.bot}")
    return notices


def _opened(game: StoredGame, seat: int, decision: int) -> bool:
    return decision != game.before.decision(seat) or game.changed_controller(seat)
