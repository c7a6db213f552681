"""What looking back costs: milliseconds of CPU for the position and the view of a long game at any of its versions.

`cold`: the process has not seen the game yet, and plays it again from the deal. `warm`: it looked at it before.

``python -m bench.server.history [--acts 2000] [--slug kimbac]``
"""

from __future__ import annotations

import argparse
import random
from time import thread_time
from typing import NamedTuple

from engines.kernel.registry import game
from store.games.changes.create import Opening, SeatPlan, build_game
from store.games.replay.past import Timeline
from store.games.views import encode, past_document
from store.ids import new_id
from store.model.game import StoredGame
from store.model.record import ActRecord


class Costs(NamedTuple):
    """Milliseconds of CPU."""

    cold: float
    warm_mean: float
    warm_worst: float


def played(slug: str, wanted: int) -> tuple[StoredGame, list[ActRecord]]:
    """A game of at least so many acts, by random play, and its acts."""
    engine = game(slug)
    for number in range(100):
        rng = random.Random(number)
        seats = engine.seats[-1]
        plans = [SeatPlan("human") for _ in range(seats)]
        dealt, _ = build_game(engine, new_id(), Opening(plans, {}, seed=rng.randbytes(32)))
        acts = list(dealt.progress.acts)
        while not dealt.over and len(acts) <= wanted:
            dealt.settle(1000)
            dealt.reset()
            seat = rng.choice(dealt.to_act())
            dealt.act(seat, rng.choice(engine.rules.legal(dealt.position, seat).actions))
            acts += dealt.progress.acts
        if len(acts) > wanted:
            return dealt, acts
    raise SystemExit(f"no random game of {slug} has {wanted} acts")


def look(game: StoredGame, timeline: Timeline, version: int) -> float:
    """Milliseconds of CPU for one view of the past, its encoding included."""
    began = thread_time()
    past = timeline.at(version)
    assert past is not None
    then = StoredGame(game.engine, game.id, version, game.record, b"")
    then.position = past.position
    encode(past_document(then, [], None, "en"))
    return 1000 * (thread_time() - began)


def measure(slug: str, acts: int, looks: int = 200) -> Costs:
    game, recorded = played(slug, acts)
    timeline = Timeline(game.engine, game.record)
    timeline.extend(recorded, 0)
    cold = look(game, timeline, recorded[-1].version)
    rng = random.Random(slug)
    warm = [look(game, timeline, rng.choice(recorded).version) for _ in range(looks)]
    return Costs(cold, sum(warm) / looks, max(warm))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--acts", type=int, default=2000)
    parser.add_argument("--slug", default="kimbac")
    given = parser.parse_args()
    costs = measure(given.slug, given.acts)
    print(f"{given.slug}, {given.acts} acts: cold {costs.cold:.0f} ms, warm {costs.warm_mean:.2f} ms on average, "
          f"{costs.warm_worst:.1f} ms at worst")  # fmt: skip


if __name__ == "__main__":
    main()
