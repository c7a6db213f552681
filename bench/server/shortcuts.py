"""What two shortcuts save: msgspec instead of marshmallow for actions, and sentences that are remembered.

For each game the CPU of the plain way divided by that of the shortcut, over the actions and events of some games of
random play; of each way the quietest of several loops, with warm caches.

``python -m bench.server.shortcuts [--loops 20]``
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable
from functools import partial
from time import process_time
from typing import Any, NamedTuple, get_args

import msgspec

from api.schemas.decoding import ActionReader
from api.schemas.games import schemas_of
from bench.support.scripts import script
from engines.kernel.dice import SeededDice
from engines.kernel.game import Game
from engines.kernel.records import Event
from engines.kernel.registry import game, slugs
from engines.kernel.words.phrasing import Phrasing

GAMES, ACTS = 4, 50
PLAYERS = ["Ana", "Bo", "Cem", "Dia", "Eve", "Fay"]
LANGUAGE = "fr"


class Ways(NamedTuple):
    """Two ways to the same result, and what they are tried with."""

    plain: Callable[[Any], Any]
    shortcut: Callable[[Any], Any]
    items: list[Any]

    def checked(self) -> Ways:
        assert all(self.plain(item) == self.shortcut(item) for item in self.items)
        return self

    def measure(self, loops: int) -> Costs:
        return Costs(*[quietest(way, self.items, loops) for way in (self.plain, self.shortcut)])


class Costs(NamedTuple):
    """Microseconds of CPU for one action or sentence."""

    plain: float
    shortcut: float

    @property
    def ratio(self) -> float:
        return self.plain / self.shortcut


def quietest(work: Callable[[Any], Any], items: list[Any], loops: int) -> float:
    best = float("inf")
    for _ in range(loops):
        began = process_time()
        for item in items:
            work(item)
        best = min(best, process_time() - began)
    return 1e6 * best / len(items)


def decoding(slug: str) -> Ways:
    """An action from its bytes to its struct: by the schema, and by msgspec."""
    schema = schemas_of(game(slug)).action
    reader = ActionReader(get_args(schema.struct_type))
    bodies = [action for number in range(GAMES) for _, action in script(slug, number + 1, ACTS).steps]

    def load(body: bytes) -> Any:
        return msgspec.convert(schema.load(json.loads(body)), schema.struct_type)

    return Ways(load, reader.read, bodies).checked()


def sentences(slug: str) -> Ways:
    """An event in words: put together each time, and remembered but for the names."""
    engine = game(slug)
    events = [event for number in range(GAMES) for event in events_of(engine, number + 1)]
    built, remembered = phrasings(engine, events), phrasings(engine, events)
    for phrasing in built.values():
        phrasing.repeats = False
    return Ways(partial(said, built), partial(said, remembered), events).checked()


def phrasings(engine: Game[Any, Any], events: Iterable[Event]) -> dict[type, Phrasing]:
    words = engine.words
    return {kind: Phrasing(words.events, kind, words.vocabularies[LANGUAGE]) for kind in set(map(type, events))}


def said(known: dict[type, Phrasing], event: Event) -> str:
    return known[type(event)].of(event, PLAYERS)


def events_of(engine: Game[Any, Any], number: int) -> list[Event]:
    """What happens in a game of random play."""
    each = script(engine.slug, number, ACTS)
    dice = SeededDice(bytes.fromhex(each.seed))
    position, events = engine.rules.deal(each.seats, engine.options({}, each.seats), dice)
    events = list(events)
    types: Any = get_args(schemas_of(engine).action.struct_type)
    decode: Any = ActionReader(types).read
    for seat, body in each.steps:
        events += engine.rules.apply(position, seat, decode(body), dice)
    return events


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--loops", type=int, default=20)
    loops = parser.parse_args().loops
    print("| game | an action: marshmallow | msgspec | ratio | a sentence: built | remembered | ratio |")
    print("|---" * 7 + "|")
    for slug in slugs():
        found = [ways.measure(loops) for ways in (decoding(slug), sentences(slug))]
        cells = [f"{costs.plain:.1f} µs | {costs.shortcut:.1f} µs | {costs.ratio:.1f}" for costs in found]
        print(f"| {slug} | {' | '.join(cells)} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
