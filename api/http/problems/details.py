"""The details of problems in both languages, keyed by the short English text in the code."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from engines.kernel.content import load


@lru_cache(maxsize=1024)
def detail_in(text: str, language: str) -> str:
    """A detail in full in the given language; unknown texts stay as they are."""
    for pattern, words in _catalogue():
        if found := pattern.fullmatch(text):
            first, *rest = words[language].split("{}")
            return first + "".join(part + after for part, after in zip(found.groups(), rest, strict=True))
    return text


@cache
def _catalogue() -> list[tuple[re.Pattern[str], dict[str, str]]]:
    entries = load("api.http.problems", "details.toml").items()
    return [(re.compile("(.+?)".join(map(re.escape, short.split("{}"))), re.DOTALL), words) for short, words in entries]
