"""What several answers have in common."""

from __future__ import annotations

CAREFUL = [("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer")]
"""What keeps browsers careful; every answer has it."""
BODILESS = (204, 304)
"""Statuses whose answers have no body."""
