"""What earlier layouts of Mékong's positions, options and events looked like (`engines/kernel/layouts.py`)."""

from __future__ import annotations

from typing import Any

BRITISH = {"color": "colour", "colors": "colours"}
AMERICAN = {new: old for old, new in BRITISH.items()}


def to_british(document: Any) -> Any:
    """Upgrade from layout 1: version 0.1 wrote `color`."""
    return _renamed(document, BRITISH)


def to_american(position: Any) -> Any:
    """A position as 0.1 stored it."""
    return _renamed(position, AMERICAN)


def _renamed(document: Any, names: dict[str, str]) -> Any:
    if isinstance(document, dict):
        return {names.get(key, key): _renamed(value, names) for key, value in document.items()}
    return [_renamed(item, names) for item in document] if isinstance(document, list) else document
