"""The details of problems in both languages, keyed by the short English text in the code."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from engines.kernel.content import load


class Details:
    """Texts in both languages by their short forms, in which `{}` stands for any value."""

    def __init__(self, entries: dict[str, dict[str, str]]) -> None:
        self._entries = [(_pattern(short), words) for short, words in entries.items()]

    def find(self, text: str, language: str) -> str | None:
        """The text in full, with the values of the short one."""
        for pattern, words in self._entries:
            if found := pattern.fullmatch(text):
                first, *rest = words[language].split("{}")
                return first + "".join(part + after for part, after in zip(found.groups(), rest, strict=True))
        return None


def _pattern(short: str) -> re.Pattern[str]:
    return re.compile("(.+?)".join(map(re.escape, short.split("{}"))), re.DOTALL)


@lru_cache(maxsize=1024)
def detail_in(text: str, language: str) -> str:
    """A detail in full in the given language; unknown texts stay as they are."""
    return _details().find(text, language) or text


@cache
def _details() -> Details:
    return Details(load("api.http.problems", "details.toml"))
