"""Where the time of an act goes: microseconds of its stages in the store and the engine, without HTTP and Redis.

Each figure is the mean over the acts of some real games, of the quietest of several loops over them, with warm caches.
Inside a request the same code takes two or three times that, since everything else has used the caches meanwhile.

``python -m bench.server.stages [--loops 20]``
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any, Union

import msgspec
from hiredis import pack_command

from bench.support.scripts import Script, script
from engines.kernel.registry import game, slugs
from store.games.changes.actions import SubmitAction, check_action
from store.games.changes.commit import commit_arguments
from store.games.changes.create import Opening, SeatPlan, build_game
from store.games.repository import GameRepository
from store.games.views import acted_document, encode, game_document, next_document, redacted_events
from store.ids import new_id
from store.model.game import StoredGame
from store.settings import Settings

STAGES = ("rules and record", "settle", "sentences", "view", "next", "encode", "commit's arguments", "packing them")
GAMES, ACTS = 4, 50
STAMP = bytes(14)


def opened(each: Script) -> StoredGame:
    plans = [SeatPlan("human") for _ in range(each.seats)]
    stored, _ = build_game(game(each.slug), new_id(), Opening(plans, {}, seed=bytes.fromhex(each.seed)))
    stored.settle(1000)
    stored.reset()
    return stored


def played(store: GameRepository, stored: StoredGame, seat: int, action: Any) -> list[float]:
    """One act, as ``GameService.submit_action`` and ``GameRepository.commit`` take it: seconds of each stage."""
    spent: list[float] = []

    def stage(work: Callable[[], Any]) -> Any:
        began = perf_counter()
        done = work()
        spent.append(perf_counter() - began)
        return done

    submitted = SubmitAction(seat, action)

    def act() -> None:
        check_action(stored, submitted, None, False)
        stored.act(seat, action)

    stage(act)
    stage(lambda: stored.settle(1000))
    stage(lambda: redacted_events(stored, stored.progress.events, seat, "en"))
    view = stage(lambda: game_document(stored, seat))
    stage(lambda: next_document(stored, seat, "en", view.position))
    document = acted_document(stored, seat, "en")
    stage(lambda: encode(document))
    names, arguments = stage(
        lambda: commit_arguments(stored, None, b"", STAMP, store.keep_ms(stored), store.settings.answer_seconds)
    )
    stage(lambda: pack_command(("EVALSHA", "0" * 40, len(names), *names, *arguments)))
    stored.reset()
    return spent


def measure(store: GameRepository, slug: str, loops: int) -> list[float]:
    """Seconds an act of each stage."""
    actions: Any = Union[tuple(game(slug).rules.action_types)]  # noqa: UP007
    decode = msgspec.json.Decoder(actions).decode
    scripts = [script(slug, number + 1, ACTS) for number in range(GAMES)]
    best = [float("inf")] * len(STAGES)
    for _ in range(loops):
        sums, acts = [0.0] * len(STAGES), 0
        for each in scripts:
            stored = opened(each)
            for seat, action in each.steps:
                spent = played(store, stored, seat, decode(action))
                sums = [sum_ + seconds for sum_, seconds in zip(sums, spent, strict=True)]
                acts += 1
        best = [min(known, sum_ / acts) for known, sum_ in zip(best, sums, strict=True)]
    return best


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--loops", type=int, default=20)
    arguments = parser.parse_args()
    print("| game |", " | ".join([*STAGES, "sum"]), "|")
    print("|---" * (len(STAGES) + 2) + "|")
    with tempfile.TemporaryDirectory(prefix="ludo-bench-") as folder:
        store = GameRepository(Settings(data=Path(folder), redis_url="unix:///nowhere"))
        for slug in slugs():
            stages = measure(store, slug, arguments.loops)
            print(f"| {slug} |", " | ".join(f"{1e6 * each:.0f}" for each in [*stages, sum(stages)]), "|")
    return 0


if __name__ == "__main__":
    sys.exit(main())
