"""The texts for agents, in English and French (words.toml)."""

from __future__ import annotations

from typing import Any

from engines.kernel.content import Content, load

WORDS: Content = load("api.mcp", "words.toml")


def say(key: str, language: str, /, **values: Any) -> str:
    """A text of `[text]` with its values filled in."""
    text: str = WORDS["text"][key][language]
    return text.format(**values)
