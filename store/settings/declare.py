"""How a setting is declared: its environment variable, default, bounds and meaning."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import Any

from store.settings.values import whole_number

MOST = 1_000_000_000


def setting(variable: str, default: Any, read: Callable[[str], Any], meaning: str, secret: bool = False) -> Any:
    """Declare a setting whose value ``read`` parses. A secret can also be given as a file."""
    return field(default=default, metadata={"variable": variable, "read": read, "meaning": meaning, "secret": secret})


def number(variable: str, default: int, low: int, high: int, meaning: str) -> Any:
    """Declare a whole number between two bounds."""
    return setting(variable, default, whole_number(low, high), meaning)


def limit(variable: str, default: int, what: str) -> Any:
    """Declare a limit that 0 turns off."""
    return number(variable, default, 0, MOST, f"{what}; 0 = no limit")
