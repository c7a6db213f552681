"""docs/readings.md and docs/readings.fr.md: which rules are stated, and what was read, inferred or reconstructed."""

from __future__ import annotations

import tomllib
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

from engines.kernel.content import tables
from engines.kernel.game import Game
from engines.kernel.registry import game, slugs
from engines.kernel.typography import typeset_french
from engines.kernel.words.vocabulary import COLON

KINDS = ("rulebook", "inferred", "reading", "reconstructed")


@cache
def _words() -> dict[str, Any]:
    words: dict[str, Any] = typeset_french(tomllib.loads(Path(__file__).with_name("readings.toml").read_text("utf-8")))
    return words


def readings_page(language: str = "en") -> str:
    words, engines = _words()[language], [game(slug) for slug in slugs()]
    counts = [Counter[str](rule.provenance for rule in engine.rulebook.values()) for engine in engines]
    return str(
        words["page"].format(
            legend="\n".join(
                f"- **{words['kind'][kind]}**{COLON[language]} {words['legend'][kind]}." for kind in KINDS
            ),
            kinds=" | ".join(words["kind"][kind] for kind in KINDS),
            lines="|".join(["---"] * len(KINDS)),
            sums="\n".join(
                f"| {_name(engine, language)} | {' | '.join(str(count[kind]) for kind in KINDS)} |"
                for engine, count in zip(engines, counts, strict=True)
            ),
            games="".join(_chapter(engine, language) for engine in engines),
        )
    )


def _name(engine: Game[Any, Any], language: str) -> str:
    return str(engine.content["game"]["name"][language])


def _chapter(engine: Game[Any, Any], language: str) -> str:
    words = _words()[language]
    parts = [f"\n## {_name(engine, language)}\n"]
    for kind in ("reading", "reconstructed", "inferred"):
        rules = [rule for rule in engine.rulebook.values() if rule.provenance == kind]
        if rules:
            parts.append(f"\n{words['rules'][kind]}\n\n")
            parts += [f"- **{rule.id}** {rule.text[language]}\n" for rule in rules]
    for kind in ("reconstructed", "inferred"):
        named = list(dict.fromkeys(name for name, provenance in tables(engine.content) if provenance == kind))
        if named:
            parts.append(f"\n{words['content'][kind].format(slug=engine.slug)} ")
            parts.append(", ".join(f"`{name}`" for name in named) + ".\n")
    return "".join(parts)
