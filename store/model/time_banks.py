"""Time banks: extra time of a seat, used when it is late and increased after its decisions."""

from __future__ import annotations

from store.model.record import Clock, GameRecord


def charge(record: GameRecord, clock: Clock, was: list[int | None], late: set[int], now: int) -> None:
    """Settle the time of decisions that are no longer owed (``was``: the decisions before this change).

    A deadline is the end of turn and bank together, so the remaining time limits the remaining bank. The increment is
    for seats that decided themselves, not for those for which the clock decided (``late``).
    """
    _prepare(record, clock)
    for seat, decision in enumerate(was):
        deadline = record.deadlines[seat] if seat < len(record.deadlines) else None
        if decision is None or decision == record.decisions[seat] or deadline is None:
            continue
        record.left[seat] = left = max(0, deadline - now)
        record.banks[seat] = min(record.banks[seat], left)
        if seat not in late:
            record.banks[seat] += clock.increment_seconds * 1000


def longest_ms(record: GameRecord, clock: Clock) -> int:
    """The longest time that a decision may take now, in milliseconds."""
    return clock.turn_seconds * 1000 + max(record.banks, default=clock.bank_seconds * 1000)


def give_back(record: GameRecord, clock: Clock, seat: int, now: int) -> None:
    """Restore the time that a seat had left before the action that it takes back, without the increment.

    If it was already to act again, the time since then counts too.
    """
    _prepare(record, clock)
    deadline = record.deadlines[seat] if seat < len(record.deadlines) else None
    spent = 0 if deadline is None else clock.turn_seconds * 1000 + record.banks[seat] - (deadline - now)
    record.left[seat] = left = max(0, record.left[seat] - max(0, spent))
    record.banks[seat] = min(max(0, record.banks[seat] - clock.increment_seconds * 1000), left)


def _prepare(record: GameRecord, clock: Clock) -> None:
    seats = len(record.seats)
    if not record.banks:
        record.banks = [clock.bank_seconds * 1000] * seats
    if not record.left:
        record.left = [clock.turn_seconds * 1000 + clock.bank_seconds * 1000] * seats
