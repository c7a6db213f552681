"""Dashboards: they are public, so every change is an event for all (BAB-126)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from engines.babord.events import DashboardChanged
from engines.babord.parts import Player
from engines.babord.pieces import TRACKS
from engines.kernel.records import Event

Reason = Literal["arrival", "fishing", "cannonball"]


def set_tracks(player: Player, reason: Reason, values: dict[str, int]) -> Iterator[Event]:
    """Bring tracks to new values, kept between 0 and their maximum (BAB-8)."""
    changes: dict[str, tuple[int, int]] = {}
    for track, value in values.items():
        old, new = getattr(player, track), max(0, min(TRACKS[track].max, value))
        if old != new:
            setattr(player, track, new)
            changes[track] = (old, new)
    if changes:
        yield DashboardChanged(seat=player.seat, changes=changes, reason=reason)


def start_values() -> dict[str, int]:
    """The dashboard of a boat that sets out (BAB-7).

    Hull and fuel are full, with 5 fish (BAB-105).
    """
    return {name: track.start for name, track in TRACKS.items()}
