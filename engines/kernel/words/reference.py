"""The reference of a game: its tiles, beasts, cards and objects with copies and effects, and what is reconstructed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from msgspec import Meta

from engines.kernel.content import Content, tables
from engines.kernel.game import Game
from engines.kernel.records import Record
from engines.kernel.words import Words


class ReferenceEntry(Record):
    """One kind of piece."""

    id: Annotated[str, Meta(description="Its id in the content.")]
    name: Annotated[str, Meta(description="What it is called, in the language asked for.")]
    copies: Annotated[int | None, Meta(description="How many the box has; null where that says nothing.")]
    effect: Annotated[str, Meta(description="What it does, in the language asked for; may be empty.")]
    hint: Annotated[str, Meta(description="The same in two or three words; may be empty.")]
    reconstructed: Annotated[
        list[str],
        Meta(description="What of it is not known: `name`, `copies`, `effect`, `placement`, `shape`, `piece`."),
    ]


class ReferenceGroup(Record):
    """Pieces of one sort."""

    title: Annotated[str, Meta(description="The sort, in the language asked for.")]
    entries: Annotated[list[ReferenceEntry], Meta(description="The pieces, in the order of the content.")]


def reference(engine: Game[Any, Any], language: str) -> list[ReferenceGroup]:
    """All groups of the game's words (`[[reference]]`), filled from its content."""
    return [
        ReferenceGroup(group[language], [_entry(engine, group, *item, language) for item in _items(engine, group)])
        for group in engine.words.reference
    ]


def reconstructed(content: Content) -> list[str]:
    """The tables of the content that fill a gap of the source, by their path."""
    return list(dict.fromkeys(path for path, provenance in tables(content) if provenance == "reconstructed"))


def notes(engine: Game[Any, Any], language: str) -> list[str]:
    """What players should know: what is reconstructed, and that bots forget nothing."""
    words: Words = engine.words
    remember = [words.notes["bots_remember"][language]] if "memory_aid" in engine.content["options"] else []
    return [words.board["reconstructed"][language], *remember]


def _items(engine: Game[Any, Any], group: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The entries of the group's table, each with its id."""
    part: Any = engine.content
    for name in group["table"].split("."):
        part = part[name]
    if isinstance(part, dict):
        yield from part.items()
    else:
        for item in part:
            yield str(item.get("id", item.get("number"))), item


def _entry(
    engine: Game[Any, Any], group: dict[str, Any], identifier: str, item: dict[str, Any], language: str
) -> ReferenceEntry:
    name = item.get("name", item)[language]
    return ReferenceEntry(
        id=identifier,
        name=" · ".join([*(str(item[key]) for key in ("value", "number") if key in item), name]),
        copies=_copies(engine, group, identifier, item),
        effect=item.get("text", {}).get(language, ""),
        hint=engine.words.hints.get(identifier, {}).get(language, ""),
        reconstructed=_doubtful(engine, group, identifier, item),
    )


def _copies(engine: Game[Any, Any], group: dict[str, Any], identifier: str, item: dict[str, Any]) -> int | None:
    if "counted" in group:
        return sum(int(row["count"]) for row in engine.content[group["counted"]] if row["kind"] == identifier)
    copies: int | None = item.get("copies", item.get("count"))
    return copies


def _doubtful(engine: Game[Any, Any], group: dict[str, Any], identifier: str, item: dict[str, Any]) -> list[str]:
    """The parts of an entry whose provenance is `reconstructed`."""
    parts = [key.removesuffix("_provenance") for key in item if key.endswith("_provenance")]
    lost = [part for part in parts if item[f"{part}_provenance"] == "reconstructed"]
    rows = engine.content[group["counted"]] if "counted" in group else []
    if any(row["kind"] == identifier and row["provenance"] == "reconstructed" for row in rows):
        lost.append("copies")
    if not lost and item.get("provenance") == "reconstructed":
        lost = ["piece"]
    lost += group.get("reconstructed", [])
    return ["copies" if part == "count" else part for part in lost]
