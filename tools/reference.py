"""Pages of the documentation that follow from the code: settings, and where rules and content come from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from engines.kernel.game import Game
from engines.kernel.registry import game, slugs
from store.settings import Settings

PROVENANCES = {
    "rulebook": "stated in the rulebook",
    "inferred": "follows from what is stated",
    "reading": "the rulebook can be read in several ways; this is the one that is played",
    "reconstructed": "the source is lost; the gap was filled and tried in many games",
}
SETTINGS = """# Settings

Everything is set by environment variables; a bad value is named at start and nothing runs. This page is made by
`ludotheque reference` from `store/settings.py`, and a test compares the two.

{table}

Where Redis is, is written as one URL:

| URL | means |
|---|---|
| `redis://[user:password@]host:port/0`, `rediss://…` with TLS, `unix://path` | one server |
| `redis+cluster://[user:password@]host:port,host:port,…` | a Cluster, found through any of its nodes; for games only |
| `redis+sentinel://[user:password@]host:port,host:port,…/name` | the master that these Sentinels name; for the queue |

`rediss+cluster` and `rediss+sentinel` go over TLS. The password is that of the nodes, not of the Sentinels. With a
Cluster, `LUDOTHEQUE_QUEUE_URL` must be set: the queue cannot lie on a Cluster.
"""
READINGS = """# Readings and reconstructions

Which of the rules the books state, which ones had to be read, inferred or reconstructed, and what of the content is
lost. This page is made by `ludotheque reference` from each game's `rules.toml` and `content.toml`, and a test compares
them. The API serves the same: `GET /v1/{{slug}}/rules` with a `provenance` for each rule.

{legend}

| game | {kinds} |
|---|{lines}|
{sums}

## If you own the box

Then you can put the real content in the place of what was reconstructed, without touching any code:

1. Let the games under way end: they were dealt from the old content. Verify replays that you want verified.
2. Find the table in `engines/<slug>/content.toml`; the lists below name those that are not from the rulebook. The
   comment beside each says how it was filled.
3. Write in what the box shows, and set that table's `provenance` to `rulebook`.
4. Where a rule below reads differently in your book, change its text in `rules.toml` and its provenance; if play
   changes with it, the rule id in the code leads to the place.
5. Run `ludotheque reference --write`, then `make test`: the kit plays many games on the new content.
{games}"""


def settings_table() -> str:
    rows = [
        f"| `{name}` | {f'`{default}`' if default else 'empty'} | {says} |" for name, default, says in Settings.table()
    ]
    return "\n".join(["| variable | default | meaning |", "|---|---|---|", *rows])


def settings_page() -> str:
    return SETTINGS.format(table=settings_table())


def readings_page() -> str:
    engines = [game(slug) for slug in slugs()]
    counts = [Counter(rule.provenance for rule in engine.rules.values()) for engine in engines]
    return READINGS.format(
        legend="\n".join(f"- **{kind}**: {says}." for kind, says in PROVENANCES.items()),
        kinds=" | ".join(PROVENANCES),
        lines="|".join(["---"] * len(PROVENANCES)),
        sums="\n".join(
            f"| {_name(engine)} | {' | '.join(str(count[kind]) for kind in PROVENANCES)} |"
            for engine, count in zip(engines, counts, strict=True)
        ),
        games="".join(map(_chapter, engines)),
    )


def _name(engine: Game[Any, Any]) -> str:
    return str(engine.content["game"]["name"]["en"])


def _chapter(engine: Game[Any, Any]) -> str:
    parts = [f"\n## {_name(engine)}\n"]
    for kind in ("reading", "reconstructed", "inferred"):
        rules = [rule for rule in engine.rules.values() if rule.provenance == kind]
        if rules:
            parts.append(f"\nRules, {kind}:\n\n")
            parts += [f"- **{rule.id}** {rule.text}\n" for rule in rules]
    for kind in ("reconstructed", "inferred"):
        tables = list(dict.fromkeys(name for name, told in _tables(engine.content, "") if told == kind))
        if tables:
            parts.append(f"\nContent, {kind} (`engines/{engine.slug}/content.toml`): ")
            parts.append(", ".join(f"`{name}`" for name in tables) + ".\n")
    return "".join(parts)


def _tables(part: Any, path: str) -> Iterator[tuple[str, str]]:
    """Every table of the content with its provenance; the entries of a list share a name."""
    if isinstance(part, dict):
        if "provenance" in part:
            yield path, part["provenance"]
        for name, inner in part.items():
            yield from _tables(inner, f"{path}.{name}".lstrip("."))
    elif isinstance(part, list):
        for inner in part:
            yield from _tables(inner, path)
