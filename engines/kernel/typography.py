"""French typography: spaces at which a line must not break."""

from __future__ import annotations

import re
from typing import Any

NO_BREAK, NARROW_NO_BREAK = "\u00a0", "\u202f"
_SPACES = (
    (re.compile(r"(?<=«) | (?=»)|(?<=\S) (?=:)|(?<=n°) "), NO_BREAK),
    (re.compile(r"(?<=\S) (?=[;!?])|(?<=\d) (?=\d{3}\b)"), NARROW_NO_BREAK),
)


def typeset(text: str) -> str:
    """Put no-break spaces inside « », before : ; ! ? and between groups of digits."""
    for spaces, space in _SPACES:
        text = spaces.sub(space, text)
    return text


def typeset_french(part: Any, language: str = "") -> Any:
    """The same tables with every text below a key ``fr`` typeset."""
    if isinstance(part, dict):
        return {key: typeset_french(inner, key if key == "fr" else language) for key, inner in part.items()}
    if isinstance(part, list):
        return [typeset_french(inner, language) for inner in part]
    return typeset(part) if language == "fr" and isinstance(part, str) else part
